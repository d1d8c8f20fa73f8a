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
    case .call(let callee, let arguments):
      if let type = type(called: callee) { return type }
      // Of types that take their parameter from a value.
      if let value = expression.wrappedValue {
        return infer(value, in: index, depth: depth + 1).map { .optional($0) }
      }
      guard case .reference(["Array"]) = callee.kind, arguments.first?.label == "repeating" else {
        return nil
      }
      return infer(arguments[0].value, in: index, depth: depth + 1).map { .array($0) }
    case .reference(let path) where path.count > 1:
      let type = Array(path.dropLast())
      return type.isTypeName ? .named(type, arguments: []) : nil
    case .member(let base, let name):
      if let type = base.namedType { return type }
      // What a value that may be missing has may be missing.
      if case .type = base.kind { return nil }
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

  private static func type(called callee: Expression) -> TypeReference? {
    switch callee.kind {
    case .reference(let path):
      let type = path.last == "init" ? Array(path.dropLast()) : path
      let isClear = type.isTypeName && type != ["Optional"] && type != ["Array"]
      return isClear ? .named(type, arguments: []) : nil
    case .member(let base, "init"): return base.namedType
    case .member(let base, "some"):
      return base.namedType.flatMap { $0.isOptional ? $0 : nil }
    case .list, .dictionary, .type: return callee.namedType
    default: return nil
    }
  }
}
