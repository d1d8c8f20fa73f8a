/// A type as written in a declaration, with Swift's sugar removed: `T?`, `T!` and `Optional<T>`
/// are all `optional`.
indirect enum TypeReference: Sendable, Hashable, Codable {
  /// A dotted name with the generic arguments of its last part.
  case named([String], arguments: [TypeReference])
  case optional(TypeReference)
  case array(TypeReference)
  case dictionary(TypeReference, TypeReference)
  /// Anything else (tuples, functions, existentials), as written.
  case other(String)

  static func name(_ path: String...) -> TypeReference { .named(path, arguments: []) }

  /// Gives the standard library's generic types the shape of their sugar.
  static func desugared(_ path: [String], _ arguments: [TypeReference]) -> TypeReference {
    let standard = path.count == 2 && path.first == "Swift" ? Array(path.dropFirst()) : path
    switch (standard, arguments.count) {
    case (["Optional"], 1): return .optional(arguments[0])
    case (["Array"], 1): return .array(arguments[0])
    case (["Dictionary"], 2): return .dictionary(arguments[0], arguments[1])
    default: return .named(path, arguments: arguments)
    }
  }

  /// The same with types in place of the names of parameters.
  func replacing(_ values: [String: TypeReference]) -> TypeReference {
    switch self {
    case .named(let path, let arguments):
      if path.count == 1, arguments.isEmpty, let value = values[path[0]] { return value }
      return .desugared(path, arguments.map { $0.replacing(values) })
    case .optional(let inner): return .optional(inner.replacing(values))
    case .array(let inner): return .array(inner.replacing(values))
    case .dictionary(let key, let value):
      return .dictionary(key.replacing(values), value.replacing(values))
    case .other: return self
    }
  }

  /// The type without optionality.
  var wrapped: TypeReference {
    if case .optional(let inner) = self { inner.wrapped } else { self }
  }

  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// Every name in the type, to find the files that may declare them.
  var names: [String] {
    switch self {
    case .named(let path, let arguments): path + arguments.flatMap(\.names)
    case .optional(let inner), .array(let inner): inner.names
    case .dictionary(let key, let value): key.names + value.names
    case .other: []
    }
  }

  /// The type in sugared Swift.
  var text: String {
    switch self {
    case .named(let path, let arguments):
      path.joined(separator: ".")
        + (arguments.isEmpty ? "" : "<\(arguments.map(\.text).joined(separator: ", "))>")
    case .optional(let inner): inner.text + "?"
    case .array(let inner): "[\(inner.text)]"
    case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
    case .other(let text): text
    }
  }
}
