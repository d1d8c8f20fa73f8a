internal import SwiftSyntax

/// The type of an expression as far as the file around it writes it down; what is not written is not
/// guessed.
struct WrittenType: Hashable {
  /// Without modules and outer types: `Note`.
  var name: String
  /// An array, a set or what else holds many of them.
  var isList = false
  /// The type or module that is written before it: `SchemaV1` of `SchemaV1.Note`.
  private(set) var outer: String?

  var element: WrittenType { with(isList: false) }
  var list: WrittenType { with(isList: true) }

  private func with(isList: Bool) -> WrittenType {
    var type = self
    type.isList = isList
    return type
  }

  init(name: String, isList: Bool = false) {
    self.name = name
    self.isList = isList
  }

  /// The type that a text names, without `?` behind it: what another file says of its members.
  init?(text: String) {
    var name = Substring(text)
    if name.first == "(", name.last == ")" { name = name.dropFirst().dropLast() }
    for word in ["any ", "some "] where name.hasPrefix(word) { name.removeFirst(word.count) }
    if name.first == "[", name.last == "]" {
      guard let element = WrittenType(text: String(name.dropFirst().dropLast())), !element.isList
      else { return nil }
      self = element.list
    } else if let bracket = name.firstIndex(of: "<"), name.last == ">" {
      let inner = name[name.index(after: bracket)...].dropLast()
      guard let element = WrittenType(text: String(inner)) else { return nil }
      switch name[..<bracket] {
      case "Optional", "Binding", "Bindable", "Factory", "State": self = element
      case "Array", "Set", "FetchedResults": self = element.list
      default: return nil
      }
    } else {
      if ["?", "!"].contains(name.last) { name.removeLast() }
      guard let first = name.first, first.isUppercase,
        name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
      else { return nil }
      let parts = name.split(separator: ".")
      self.init(name: parts.last.map(String.init) ?? String(name))
      if parts.count > 1 { outer = parts.dropLast().joined(separator: ".") }
    }
  }

  /// Nil for tuples, functions, dictionaries, lists of lists and types of other types.
  init?(_ type: TypeSyntax) {
    switch type.as(TypeSyntaxEnum.self) {
    case .optionalType(let node): self.init(node.wrappedType)
    case .implicitlyUnwrappedOptionalType(let node): self.init(node.wrappedType)
    case .attributedType(let node): self.init(node.baseType)
    case .someOrAnyType(let node): self.init(node.constraint)
    case .tupleType(let node):
      // `(any Store)?`
      guard node.elements.count == 1, let only = node.elements.first else { return nil }
      self.init(only.type)
    case .arrayType(let node):
      guard let element = WrittenType(node.element), !element.isList else { return nil }
      self = element.list
    case .memberType(let node):
      self.init(name: node.name.text)
      outer = node.baseType.trimmedDescription
    case .identifierType(let node):
      guard let arguments = node.genericArgumentClause else {
        self.init(name: node.name.text)
        return
      }
      guard arguments.arguments.count == 1,
        let inner = arguments.arguments.first.flatMap({ Syntax($0.argument).as(TypeSyntax.self) }),
        let element = WrittenType(inner)
      else { return nil }
      switch node.name.text {
      case "Optional", "Binding", "Bindable", "Factory", "State": self = element
      case "Array", "Set", "ArraySlice", "ContiguousArray", "FetchedResults":
        guard !element.isList else { return nil }
        self = element.list
      default: return nil
      }
    default: return nil
    }
  }
}
