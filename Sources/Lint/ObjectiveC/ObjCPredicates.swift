internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Predicates of Objective-C that hold a relationship against a text.
extension RelationshipAsText: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for (request, entity) in body.requests(in: lint) {
      for predicate in body.predicates(ofRequest: request) {
        for comparison in Comparison.all(in: predicate.format) {
          let path =
            comparison.keyArgument.map { place in
              predicate.values.indices.contains(place)
                ? body.constant(predicate.values[place])?.keyPath ?? [] : []
            } ?? comparison.path
          guard let owner = owner(of: path, of: entity, ask: lint.answer), let key = path.last,
            comparison.argument.map({ place in
              predicate.values.indices.contains(place)
                && (body.isText(predicate.values[place])
                  || body.isTextOfObject(predicate.values[place], lint))
            }) ?? true
          else { continue }
          report(
            "the relationship '\(owner).\(key)' is compared with a text",
            at: body.file.location(predicate.offset), entity: owner, property: key)
        }
      }
    }
  }
}

extension UnknownKey {
  /// `[NSPredicate predicateWithFormat:@"%@ == %d", key, rank]`
  func checkValues(_ body: ObjCBody, _ report: RuleReport) {
    let isEvaluated = body.file.text.bytes.has("evaluateWithObject")
    for predicate in body.predicates(body.method.body) {
      let values = predicate.values
      let isKey = PredicateFormat.comparedValues(in: predicate.format).contains { sides in
        guard sides.allSatisfy(values.indices.contains) else { return false }
        return sides.contains { values[$0].name?.lastPart.isNameOfKey ?? false }
          || !isEvaluated && body.isText(values[sides[0]])
      }
      guard isKey else { continue }
      report(
        Self.valueMessage, at: body.file.location(predicate.offset), help: Self.valueHelp,
        severity: .warning)
    }
  }
}

extension ObjCBody {
  /// A predicate with a written format.
  struct Predicate {
    var format: String
    var values: [[ObjCNode]]
    /// Where the format stands.
    var offset: Int
  }

  /// The predicates that an expression makes.
  func predicates(_ expression: [ObjCNode]) -> [Predicate] {
    var found: [Predicate] = []
    for value in candidates(expression) {
      if let argument = value.name.flatMap({ given[$0] }) {
        found += argument.body.predicates(argument.nodes)
        continue
      }
      value.messages { message, _ in
        guard let argument = message.argument("predicateWithFormat"),
          case let parts = argument.parts, let first = parts.first, let format = constant(first)
        else { return }
        found.append(
          Predicate(
            format: format, values: Array(parts.dropFirst()),
            offset: first.first?.token.offset ?? message.offset))
      }
    }
    return found
  }

  /// `self.folder.name`, `[folder name]`: a text that an object of Core Data's keeps.
  fileprivate func isTextOfObject(_ expression: [ObjCNode], _ lint: LintContext) -> Bool {
    let value = value(expression)
    let (owner, key): (String?, String)
    if let message = value.message {
      guard !message.selector.contains(":") else { return false }
      (owner, key) = (message.receiver.name, message.selector)
    } else {
      guard let name = value.name, let dot = name.lastIndex(of: ".") else { return false }
      (owner, key) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }
    let type = owner == "self" ? method.owner : owner.flatMap { self.type(of: $0) }
    return type.map { !lint.answer(.isTextManaged(key, of: $0)).isEmpty } ?? false
  }

  private static let texts: Set = ["NSString", "NSMutableString"]
  private static let textMessages: Set = [
    "absoluteString", "description", "lowercaseString", "stringValue", "text", "UUIDString",
    "uppercaseString",
  ]

  /// Whether an expression is a text for certain.
  fileprivate func isText(_ expression: [ObjCNode]) -> Bool {
    let value = value(expression)
    if value.count == 1, value[0].kind == .leaf, value[0].token.kind == .text { return true }
    if let message = value.message {
      return Self.textMessages.contains(message.selector)
        || Self.texts.contains(message.receiver.name ?? "") && message.has("stringWithFormat")
    }
    guard let name = value.name else { return false }
    if let type = type(of: name) { return Self.texts.contains(type) }
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1, let last = parts.last else { return false }
    if Self.textMessages.contains(last) { return true }
    return parts.count == 2
      && helpers.project.type(of: last, in: type(of: parts[0])).map(Self.texts.contains) ?? false
  }
}
