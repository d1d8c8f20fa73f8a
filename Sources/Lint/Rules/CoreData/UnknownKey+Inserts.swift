internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Keys of what a batch request inserts.
extension UnknownKey {
  /// `NSBatchInsertRequest(entity: Note.entity(), objects: […])`, or with a closure that fills one object
  /// after the other.
  func checkInsert(_ call: FunctionCallExprSyntax, in file: LintFile, report: RuleReport) {
    guard let entity = ExprSyntax(call).requestedEntity,
      !file.ask(.coreDataKeys(of: entity)).isEmpty
    else { return }
    let keys = call.argument("objects")?.dictionaryKeys ?? call.lastClosure?.filledKeys ?? []
    var said: Set<String> = []
    for key in keys {
      guard let path = key.keyPathParts ?? file.constantText(key).map({ [$0] }), path.count == 1,
        said.insert(path[0]).inserted,
        case let destination = file.ask(.coreDataDestination(path[0], of: entity)).first
      else { continue }
      if let destination, call.name == "NSBatchInsertRequest" {
        report(
          "'\(path[0])' is a relationship to '\(destination)', which a batch insert does not set",
          at: file.location(key),
          help:
            "insert objects in a background context where relationships are needed, or set them afterwards"
        )
      }
      guard let fault = CoreDataKeys.fault(in: path, of: entity, file) else { continue }
      Self.report(fault, at: key, file, report)
    }
  }
}

extension ExprSyntax {
  /// The keys of the dictionaries in a list, or of those that a closure makes for it.
  fileprivate var dictionaryKeys: [ExprSyntax] {
    let value = unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? self
    var keys: [ExprSyntax] = []
    value.forEachDescendant { node in
      guard let dictionary = node.as(DictionaryExprSyntax.self),
        case .elements(let pairs) = dictionary.content
      else { return true }
      keys += pairs.map(\.key)
      // What is inside of a value is no object of its own.
      return false
    }
    return keys
  }
}

extension ClosureExprSyntax {
  private static let setters: Set = ["setValue", "setObject"]

  /// The keys that the body sets of what it is given: `row["title"] = …`, `note.setValue(…, forKey: …)`.
  fileprivate var filledKeys: [ExprSyntax] {
    guard let given = parameterNames.first ?? (signature == nil ? "$0" : nil), isHandwritten else {
      return []
    }
    func isGiven(_ value: ExprSyntax?) -> Bool {
      value?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == given
    }
    var keys: [ExprSyntax] = []
    statements.forEachDescendant { node in
      if let place = node.as(SubscriptCallExprSyntax.self), isGiven(place.calledExpression),
        place.arguments.count == 1
      {
        keys += place.arguments.map(\.expression)
      } else if let call = node.as(FunctionCallExprSyntax.self), isGiven(call.receiver) {
        if Self.setters.contains(call.name), let key = call.argument("forKey") { keys.append(key) }
        if call.name == "addEntries", let rows = call.argument("from") {
          keys += rows.dictionaryKeys
        }
      }
      return true
    }
    return keys
  }
}
