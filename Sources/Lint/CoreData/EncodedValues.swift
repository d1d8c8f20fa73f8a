internal import SwiftSyntax

/// Data that is no file, but values which an encoder has written: a list or a struct, mostly short.
extension Syntax {
  /// `links` of `note.links = try JSONEncoder().encode(list)`.
  var givenEncoded: String? {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false, let value = terms.last,
      value.isEncoded
    else { return nil }
    return terms.first?.lastName
  }
}

extension FunctionCallExprSyntax {
  /// `links` of `Note(links: try? JSONEncoder().encode(list))`, where that is a class of SwiftData's.
  func encodedGivenAtBirth(_ file: LintFile) -> [String] {
    guard name.first?.isUppercase ?? false, calledExpression.is(DeclReferenceExprSyntax.self),
      case let given = arguments.filter({ $0.label != nil && $0.expression.isEncoded }),
      !given.isEmpty, !file.ask(.isModel(name)).isEmpty
    else { return [] }
    return given.compactMap { $0.label?.text }
  }

  /// `links` of `JSONDecoder().decode([Link].self, from: links)`, also where a constant lies between.
  var decodedProperty: String? {
    guard name == "decode", arguments.count == 2, arguments.first?.label == nil,
      let data = argument("from")
    else { return nil }
    let value = data.unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? data
    return value.lastName
  }
}

extension ExprSyntax {
  /// What an encoder gives: `try JSONEncoder().encode(list)`.
  fileprivate var isEncoded: Bool {
    let value = unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? self
    guard let call = value.unwrapped.call, call.name == "encode", call.arguments.count == 1,
      let coder = call.receiver
    else { return false }
    return coder.call?.name.hasSuffix("Encoder") ?? false
      || coder.lastName?.lowercased().hasSuffix("encoder") ?? false
  }
}
