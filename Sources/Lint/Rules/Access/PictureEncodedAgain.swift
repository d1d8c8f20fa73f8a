internal import Diagnostics
internal import SwiftSyntax

/// Finds forms that encode the stored picture anew each time they are used.
struct PictureEncodedAgain: SourceRule {
  static let info = RuleInfo(
    id: "picture-encoded-again", group: .dataAccess, severity: .warning,
    summary:
      "a form decodes the stored picture, and stores it encoded anew also when nobody has chosen another one",
    why:
      "JPEG loses something each time: a picture that is edited often, or whose title is, looks worse with each save, "
      + "and every save writes and syncs the whole picture",
    fix: "keep the data as it is stored, and encode only a picture that the user has just chosen",
    limits:
      "only views that take the picture from the object into a property of their own and set it back under no condition",
    examples: .texts(
      in: models,
      flagged: """
        struct PageForm: View {
          let page: Page
          @State private var picture: Data?
          var body: some View {
            Button("Save") { page.picture = picture }
              .onAppear {
                if let data = page.picture {
                  picture = UIImage(data: data)?.↓jpegData(compressionQuality: 0.7)
                }
              }
          }
        }
        ---
        struct PageForm: View {
          @Bindable var page: Page
          @State private var image: UIImage?
          var body: some View {
            Button("Save") { save() }.onAppear { load() }
          }
          private func load() { image = page.picture.flatMap { UIImage(data: $0) } }
          private func save() { page.picture = image?.↓jpegData(compressionQuality: 0.8) }
        }
        ---
        struct PageForm: View {
          let page: Page
          @State private var image: UIImage?
          init(page: Page) {
            self.page = page
            _image = State(initialValue: page.picture.flatMap(UIImage.init(data:)))
          }
          var body: some View {
            Button("Save") {
              if let image { page.picture = image.↓jpegData(compressionQuality: 0.5) }
            }
          }
        }
        """,
      clean: """
        struct PageForm: View {
          let page: Page
          @State private var picture: Data?
          var body: some View {
            Button("Save") { page.picture = picture }.onAppear { picture = page.picture }
          }
        }
        ---
        struct PageForm: View {
          let page: Page
          @State private var image: UIImage?
          @State private var isNew = false
          var body: some View {
            Button("Save") {
              if isNew { page.picture = image?.jpegData(compressionQuality: 0.8) }
            }
            .onAppear { image = page.picture.flatMap { UIImage(data: $0) } }
          }
        }
        ---
        struct PageForm: View {
          let page: Page
          @State private var chosen: UIImage?
          var body: some View {
            Button("Save") { page.picture = chosen?.jpegData(compressionQuality: 0.8) }
          }
        }
        """))

  private static func models(_ text: String) -> String {
    """
    import SwiftData
    import SwiftUI

    @Model final class Page {
      var title = ""
      @Attribute(.externalStorage) var picture: Data?
      init() {}
    }
    \(text)
    """
  }

  static let nodes: [SyntaxKind] = [.structDecl, .classDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData,
      let type = node.asProtocol((any DeclGroupSyntax).self), type.memberBlock.isReadable,
      type.memberBlock.mentions(["jpegData", "heicData"])
    else { return }
    let types = TypeReader(file: file)
    var said: Set<String> = []
    for loaded in type.memberBlock.loadedPictures(types) {
      for stored in type.memberBlock.storedPictures(types)
      where stored.attribute == loaded.attribute && stored.property == loaded.property {
        guard let encoder = loaded.encoder ?? stored.encoder, said.insert(loaded.attribute).inserted
        else { continue }
        report(
          "'\(loaded.attribute)' is decoded for the form and encoded anew with each save, also when nobody has chosen "
            + "another picture: it loses something each time", at: file.location(encoder),
          entity: loaded.entity, property: loaded.attribute)
      }
    }
  }
}

/// A picture on its way between an object and a property of a form.
private struct PictureWay {
  let entity: String
  let attribute: String
  let property: String
  /// The call that encodes it.
  let encoder: Syntax?
}

extension MemberBlockSyntax {
  /// `image = page.picture.flatMap { UIImage(data: $0) }`, also by way of the state of a view.
  fileprivate func loadedPictures(_ types: TypeReader) -> [PictureWay] {
    var found: [PictureWay] = []
    forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count == 3,
        terms[1].is(AssignmentExprSyntax.self), let target = terms[0].plainProperty,
        terms[2].mentions(["UIImage", "NSImage"]),
        let read = terms[2].readAttribute(types)
      else { return true }
      let encoder = terms[2].encoder
      found.append(
        .init(entity: read.entity, attribute: read.name, property: target, encoder: encoder))
      return true
    }
    return found
  }

  /// `page.picture = image?.jpegData(compressionQuality: 0.8)`, where no condition but that of a value asks first.
  fileprivate func storedPictures(_ types: TypeReader) -> [PictureWay] {
    var found: [PictureWay] = []
    forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count == 3,
        terms[1].is(AssignmentExprSyntax.self),
        let target = terms[0].as(MemberAccessExprSyntax.self),
        let base = target.base, let entity = types.model(of: base), !node.isAskedFor,
        let value = terms[2].sourceProperty
      else { return true }
      found.append(
        .init(
          entity: entity, attribute: target.declName.baseName.text, property: value,
          encoder: terms[2].encoder))
      return true
    }
    return found
  }
}

extension ExprSyntax {
  /// `image` of `image`, `self.image` and `_image`.
  fileprivate var plainProperty: String? {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.base?.isSelfName ?? false ? access.declName.baseName.text : nil
    }
    guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    return name.hasPrefix("_") ? String(name.dropFirst()) : name
  }

  /// The attribute of an object that the picture is made of, also by way of `if let data = page.picture`.
  fileprivate func readAttribute(_ types: TypeReader) -> (entity: String, name: String)? {
    var found: (String, String)?
    let whole = Syntax(self)
    var waiting = [whole]
    for _ in 0..<3 {
      guard found == nil, let next = waiting.popLast() else { break }
      next.forEachDescendant { node in
        guard found == nil else { return false }
        if let access = node.as(MemberAccessExprSyntax.self), let base = access.base,
          let entity = types.model(of: base)
        {
          found = (entity, access.declName.baseName.text)
        } else if let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
          case .local(_, let value?)? = name.nameOrigin, next.id == whole.id
        {
          if let access = value.unwrapped.as(MemberAccessExprSyntax.self), let base = access.base,
            let entity = types.model(of: base)
          {
            found = (entity, access.declName.baseName.text)
          }
        }
        return found == nil
      }
    }
    return found
  }

  /// The call in it that encodes a picture.
  fileprivate var encoder: Syntax? {
    var found: Syntax?
    Syntax(self).parent?.forEachDescendant { node in
      if found == nil, node.position >= position, let call = node.as(FunctionCallExprSyntax.self),
        ["jpegData", "heicData"].contains(call.name)
      {
        found = call.nameNode
      }
      return found == nil
    }
    return found
  }

  /// The property that a value is, or is encoded from: `picture`, `image?.jpegData(compressionQuality: 0.8)`.
  fileprivate var sourceProperty: String? {
    if let name = unwrapped.as(DeclReferenceExprSyntax.self) {
      if case .local(_, let value?)? = name.nameOrigin { return value.sourceProperty }
      return name.baseName.text
    }
    if let access = unwrapped.as(MemberAccessExprSyntax.self), access.base?.isSelfName ?? false {
      return access.declName.baseName.text
    }
    guard let call = unwrapped.call, ["jpegData", "heicData"].contains(call.name) else {
      return nil
    }
    return call.receiver?.unwrapped.lastName
  }
}

extension Syntax {
  /// Whether a condition decides that is more than whether there is a value.
  fileprivate var isAskedFor: Bool {
    var node = self
    for _ in 0..<32 {
      guard let next = node.parent, !next.is(FunctionDeclSyntax.self),
        !next.is(MemberBlockSyntax.self)
      else {
        return false
      }
      if next.is(SwitchExprSyntax.self) { return true }
      if let choice = next.as(IfExprSyntax.self) {
        let isOnlyThere = choice.conditions.allSatisfy { element in
          element.condition.as(OptionalBindingConditionSyntax.self).map {
            $0.initializer?.value.is(DeclReferenceExprSyntax.self) ?? true
          } ?? false
        }
        if !isOnlyThere { return true }
      }
      node = next
    }
    return false
  }
}
