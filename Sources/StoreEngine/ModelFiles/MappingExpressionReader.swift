internal import StoreModel

/// Archived expressions of mapping models (Documentation/Format/MappingModels.md, 3).
struct MappingExpressionReader {
  let archive: KeyedArchive

  /// Far deeper than any expression of a mapping model; archives may contain themselves.
  private static let depthLimit = 16

  /// Nil where there is no expression.
  func read(_ reference: PlistValue?) -> MappingExpression? { read(reference, depth: 0) }

  /// The expression of an archive of its own.
  static func read(_ bytes: [UInt8]) throws -> MappingExpression? {
    let archive = try KeyedArchive(bytes)
    let expression = try Self(archive: archive).read(archive.root(), depth: 0)
    try archive.checkBudget()
    return expression
  }

  private func read(_ reference: PlistValue?, depth: Int) -> MappingExpression? {
    guard let object = archive.object(reference) else { return nil }
    return read(object, depth: depth)
  }

  private func read(_ object: KeyedArchive.Object, depth: Int) -> MappingExpression {
    let fields = object.fields
    guard depth < Self.depthLimit else { return .other(object.className) }
    switch object.className {
    case "NSVariableExpression":
      return archive.string(fields["NSVariable"]).map { .variable($0) } ?? .other(object.className)
    case "NSKeyPathSpecifierExpression":
      return archive.string(fields["NSKeyPath"]).map { .constant(.string($0)) }
        ?? .other(object.className)
    case "NSConstantValueExpression": return constant(fields)
    case "NSKeyPathExpression", "NSFunctionExpression": return function(object, depth: depth)
    default: return .other(object.className)
    }
  }

  private func function(_ object: KeyedArchive.Object, depth: Int) -> MappingExpression {
    guard let selector = archive.string(object.fields["NSSelectorName"]),
      let operand = archive.object(object.fields["NSOperand"])
    else { return .other(object.className) }
    let arguments = (archive.elements(object.fields["NSArguments"]) ?? []).map {
      read($0, depth: depth + 1) ?? .other("nil")
    }
    if archive.string(operand.fields["NSConstantValueClassName"]) == "_NSPredicateUtilities" {
      return .function(nil, selector, arguments)
    }
    let base = read(operand, depth: depth + 1)
    if ["valueForKeyPath:", "valueForKey:"].contains(selector), arguments.count == 1,
      case .constant(.string(let path)?) = arguments[0]
    {
      return .keyPath(base, path)
    }
    return .function(base, selector, arguments)
  }

  private func constant(_ fields: [String: PlistValue]) -> MappingExpression {
    let value = fields["NSConstantValue"]
    if let text = archive.string(value) { return .constant(.string(text)) }
    switch archive.value(value) {
    case nil:
      guard let name = archive.string(fields["NSConstantValueClassName"]) else {
        return .constant(nil)
      }
      return .other(name)
    case .bool(let value)?: return .constant(.boolean(value))
    case .integer(let value)?: return .constant(.integer(value))
    case .real(let value)?: return .constant(.double(value))
    case .data(let bytes)?: return .constant(.data(bytes))
    default:
      let object = archive.object(value)
      if object?.className == "NSDate", let seconds = object?.fields["NS.time"]?.double {
        return .constant(.date(seconds))
      }
      return .other(object?.className ?? "constant")
    }
  }
}

extension MappingExpression {
  /// `$source.folder.name` as a text of a file; nil for anything else.
  init?(keyPath text: String) {
    let names = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.hasPrefix("$"), names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else {
      return nil
    }
    let base = MappingExpression.variable(String(names[0].dropFirst()))
    self = names.count == 1 ? base : .keyPath(base, names.dropFirst().joined(separator: "."))
  }
}
