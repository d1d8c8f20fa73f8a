internal import StoreModel

/// The few shapes of expression that schemas, plans and property defaults are written in, detached
/// from the syntax tree so that a file's tree can be freed as soon as it was read.
struct Expression: Sendable, Codable {
  indirect enum Kind: Sendable, Codable {
    case integer(String)
    case float(String)
    case boolean(Bool)
    case string(String)
    case nothing
    /// `Note.self`; generic arguments dropped.
    case metatype([String])
    /// `SchemaV1.models`, `step`, `Self.step`.
    case reference([String])
    /// `.now`, `.unique`.
    case implicitMember(String)
    /// A member of something that is not a plain name: `UUID().uuidString`.
    case member(Expression, String)
    case call(Expression, [Argument])
    case list([Expression])
    case dictionary([Entry])
    /// Lists joined by `+`.
    case sum([Expression])
    case cast(Expression, TypeReference)
    /// A key path's text without the backslash: `Tag.notes`, `.title`.
    case keyPath(String)
    case closure
    /// A type in the place of a callee: `[String: Int]()`, `Set<Int>()`.
    case type(TypeReference)
    case other
  }

  struct Argument: Sendable, Codable {
    var label: String?
    var value: Expression
  }

  struct Entry: Sendable, Codable {
    var key: Expression
    var value: Expression
  }

  var kind: Kind
  /// As written; long texts are cut.
  var text: String
  var location: Location
}

extension Expression {
  /// The last part of a dotted or implicit name: `unique` of `.unique`, of
  /// `Schema.Attribute.Option.unique`, and of the call `.transformable(by: T.self)`.
  var lastName: String? {
    switch kind {
    case .reference(let path): path.last
    case .implicitMember(let name), .member(_, let name): name
    case .call(let callee, _): callee.lastName
    default: nil
    }
  }

  var arguments: [Argument] {
    if case .call(_, let arguments) = kind { arguments } else { [] }
  }

  func argument(_ label: String) -> Expression? {
    arguments.first { $0.label == label }?.value
  }

  var stringValue: String? {
    if case .string(let value) = kind { value } else { nil }
  }

  /// Swift's spelling (`1_000`, `0x1F`) as a number; nil when it does not fit.
  var integerValue: Int64? {
    guard case .integer(let text) = kind else { return nil }
    var digits = text.filter { $0 != "_" }
    let isNegative = digits.hasPrefix("-")
    if isNegative { digits.removeFirst() }
    let radixes = ["0x": 16, "0o": 8, "0b": 2]
    let radix = radixes[String(digits.prefix(2))]
    if radix != nil { digits.removeFirst(2) }
    return Int64((isNegative ? "-" : "") + digits, radix: radix ?? 10)
  }

  /// `nil`, `Photo?.none`.
  var isNil: Bool {
    switch kind {
    case .nothing: true
    case .member(let base, "none"): base.namedType?.isOptional ?? false
    default: false
    }
  }

  /// What `Photo?.some(value)` and `Optional(value)` wrap.
  var wrappedValue: Expression? {
    guard case .call(let callee, let arguments) = kind, arguments.count == 1,
      arguments[0].label == nil
    else { return nil }
    let isWrapping =
      switch callee.kind {
      case .member(let base, "some"), .member(let base, "init"):
        base.namedType?.isOptional ?? false
      case .type(let type): type.isOptional
      case .reference(let path): [["Optional"], ["Optional", "some"]].contains(path)
      default: false
      }
    return isWrapping ? arguments[0].value : nil
  }

  /// The type it names, where a type may stand: `[String]` parses as a list of one name, and
  /// `photo?` as `Photo?` does.
  var namedType: TypeReference? {
    switch kind {
    case .reference(let path): return path.isTypeName ? .named(path, arguments: []) : nil
    case .type(let type):
      if case .named(let path, _) = type.wrapped { return path.isTypeName ? type : nil }
      return type
    case .list(let elements):
      guard elements.count == 1 else { return nil }
      return elements[0].namedType.map { .array($0) }
    case .dictionary(let elements):
      guard elements.count == 1, let key = elements[0].key.namedType,
        let value = elements[0].value.namedType
      else { return nil }
      return .dictionary(key, value)
    default: return nil
    }
  }

  /// The elements of a list literal.
  var elements: [Expression]? {
    if case .list(let elements) = kind { elements } else { nil }
  }

  /// The property names a key path walks, its root type cut off.
  func keyPathProperty(of entity: String) -> String? {
    guard case .keyPath(let text) = kind else { return nil }
    if text.hasPrefix(".") { return String(text.dropFirst()) }
    let parts = text.split(separator: ".").map(String.init)
    guard let root = parts.lastIndex(of: entity), root + 1 < parts.count else { return parts.last }
    return parts[(root + 1)...].joined(separator: ".")
  }
}

extension [String] {
  /// Whether a dotted name ends as names of types do.
  var isTypeName: Bool { last?.first?.isUppercase ?? false }
}
