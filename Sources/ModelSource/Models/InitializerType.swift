internal import StoreModel

/// The type of a property that has a value but no annotation, as far as Swift's rules for literals
/// and calls tell it without a type checker.
enum InitializerType {
  static func infer(
    _ expression: Expression?, in index: SourceIndex, depth: Int = 0
  ) -> TypeReference? {
    guard let expression, depth < 16 else { return nil }
    switch expression.kind {
    case .integer: return .name("Int")
    case .float: return .name("Double")
    case .boolean: return .name("Bool")
    case .string: return .name("String")
    case .cast(_, let type): return type
    case .list(let elements):
      return infer(elements.first, in: index, depth: depth + 1).map { .array($0) }
    case .dictionary(let elements):
      guard let key = infer(elements.first?.key, in: index, depth: depth + 1),
        let value = infer(elements.first?.value, in: index, depth: depth + 1)
      else { return nil }
      return .dictionary(key, value)
    case .call(let callee, _): return type(called: callee, in: index, depth: depth + 1)
    case .reference(let path) where path.count > 1:
      return startsUppercase(path[path.count - 2])
        ? .named(Array(path.dropLast()), arguments: []) : nil
    case .member(_, let name):
      return switch name {
      case "uuidString", "description": .name("String")
      case "timeIntervalSince1970", "timeIntervalSinceReferenceDate": .name("Double")
      case "count": .name("Int")
      default: nil
      }
    case .other where expression.text.hasPrefix("\""): return .name("String")
    default: return nil
    }
  }

  private static func type(
    called callee: Expression, in index: SourceIndex, depth: Int
  ) -> TypeReference? {
    switch callee.kind {
    case .reference(let path):
      let type = path.last == "init" ? Array(path.dropLast()) : path
      return startsUppercase(type.last ?? "") ? .named(type, arguments: []) : nil
    case .list(let elements):
      guard elements.count == 1, let element = typeName(elements[0]) else { return nil }
      return .array(element)
    case .dictionary(let elements):
      guard let first = elements.first, let key = typeName(first.key),
        let value = typeName(first.value)
      else { return nil }
      return .dictionary(key, value)
    case .type(let type): return type
    default: return nil
    }
  }

  /// `[String]()` parses as a call of a list of one name.
  private static func typeName(_ expression: Expression) -> TypeReference? {
    switch expression.kind {
    case .reference(let path): .named(path, arguments: [])
    case .type(let type): type
    case .list(let elements) where elements.count == 1:
      typeName(elements[0]).map { .array($0) }
    default: nil
    }
  }

  private static func startsUppercase(_ name: String) -> Bool {
    name.first?.isUppercase ?? false
  }
}
