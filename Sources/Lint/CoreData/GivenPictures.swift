internal import SwiftSyntax

/// Pictures that code puts into properties, as data.
extension Syntax {
  /// `cover` of `book.cover = image.pngData()` and of `book.setValue(data, forKey: "cover")`.
  var givenPicture: String? {
    if let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self), let value = terms.last,
      value.isPicture
    {
      return target.declName.baseName.text
    }
    guard let call = self.as(FunctionCallExprSyntax.self), call.name == "setValue",
      let value = call.arguments.first?.expression, value.isPicture
    else { return nil }
    return call.argument("forKey")?.literalText
  }
}

extension FunctionCallExprSyntax {
  /// `cover` of `Book(title: title, cover: image.pngData())`, where that is a class of SwiftData's.
  func picturesGivenAtBirth(_ file: LintFile) -> [String] {
    guard name.first?.isUppercase ?? false, calledExpression.is(DeclReferenceExprSyntax.self),
      arguments.contains(where: { $0.label != nil && $0.expression.isPicture }),
      !file.ask(.isModel(name)).isEmpty
    else { return [] }
    return arguments.filter { $0.expression.isPicture }.compactMap { $0.label?.text }
  }
}

extension Syntax {
  /// `portrait` of `contact.portrait = person.thumbnailImageData`.
  var givenThumbnail: String? {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self), let given = terms.last,
      case let value = given.unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? given,
      value.isHandwritten, value.trimmedDescription.lowercased().contains("thumb")
    else { return nil }
    return target.declName.baseName.text
  }
}

/// What makes a file of a picture.
private let encoders: Set = [
  "UIImageJPEGRepresentation", "UIImagePNGRepresentation", "heicData", "jpegData", "pngData",
  // What is chosen from the photos.
  "loadTransferable",
]

extension ExprSyntax {
  fileprivate var isPicture: Bool {
    let value = unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? self
    return value.mentions(encoders) && !value.trimmedDescription.isSmallPicture
  }
}

extension String {
  /// Whether it speaks of a picture that takes no room.
  fileprivate var isSmallPicture: Bool {
    let small = lowercased()
    return ["thumb", "icon", "small", "resize", "scaled", "preview"].contains(where: small.contains)
  }
}

extension ObjCBody {
  /// The properties that are given a picture: `book.cover = UIImagePNGRepresentation(image);`,
  /// `[book setValue:data forKey:@"cover"];`
  var givenPictures: Set<String> {
    var found: Set<String> = []
    for (name, given) in set where given.contains(where: isPicture) {
      if let property = name.split(separator: ".").last { found.insert(String(property)) }
    }
    method.body.messages { message, _ in
      if message.selector == "setValue:forKey:", isPicture(message.parts[0].argument),
        let key = constant(message.parts[1].argument)
      {
        found.insert(key)
      }
    }
    return found
  }

  /// The same of what is called a thumbnail, by the code that makes it: `kABPersonImageFormatThumbnail`.
  var givenThumbnails: Set<String> {
    Set(
      set.compactMap { name, given in
        given.contains { value($0).written.lowercased().contains("thumb") }
          ? name.split(separator: ".").last.map(String.init) : nil
      })
  }

  private func isPicture(_ expression: [ObjCNode]) -> Bool {
    let value = value(expression)
    return encoders.contains(where: value.mentions) && !value.written.isSmallPicture
  }
}
