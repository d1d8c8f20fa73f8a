internal import SwiftSyntax

/// Reads the options that code opens a store of Core Data with.
extension FunctionCallExprSyntax {
  /// Whether the call of `addPersistentStore` adds a file of SQLite.
  var opensFile: Bool {
    let type = (argument("ofType") ?? argument("type"))?.unwrapped
    let name = type?.lastName ?? ""
    return ["NSSQLiteStoreType", "sqlite"].contains(name)
      && !(argument("at")?.call?.arguments.first?.expression.literalText == "/dev/null")
  }

  /// The options that are set to true in a call that adds a store; nil where they are not all known.
  var givenOptions: Set<String>? {
    guard let value = argument("options")?.unwrapped else { return [] }
    if value.is(NilLiteralExprSyntax.self) { return [] }
    if let literal = value.withoutCast.as(DictionaryExprSyntax.self) { return literal.options }
    guard let name = value.withoutCast.as(DeclReferenceExprSyntax.self) else {
      return value.resolved.withoutCast.as(DictionaryExprSyntax.self)?.options
    }
    var literal: DictionaryExprSyntax?
    switch name.nameOrigin {
    case .local(_, let first?): literal = first.resolved.withoutCast.as(DictionaryExprSyntax.self)
    case .property(let binding, _):
      guard binding.accessorBlock == nil else {
        return binding.onlyValue?.withoutCast.as(DictionaryExprSyntax.self)?.options
      }
      literal = binding.initializer?.value.withoutCast.as(DictionaryExprSyntax.self)
    default: return nil
    }
    guard let literal, var known = literal.options else { return nil }
    guard let body = enclosingBody, body.isHandwritten else { return nil }
    // `options[NSMigratePersistentStoresAutomaticallyOption] = true`
    body.forEachDescendant { node in
      if let element = node.as(SubscriptCallExprSyntax.self),
        element.calledExpression.lastName == name.baseName.text,
        let key = element.arguments.first?.expression.lastName
      {
        known.insert(key)
      }
      return true
    }
    return known
  }
}

extension FunctionCallExprSyntax {
  /// `description.setOption(false as NSNumber, forKey: NSMigratePersistentStoresAutomaticallyOption)`
  func optionTurnedOff(in file: LintFile) -> CoreDataCode.Opening? {
    guard name == "setOption", let value = arguments.first?.expression,
      value.mentions(["false"]),
      let key = argument("forKey")?.lastName
    else { return nil }
    let lack: CoreDataCode.Opening.Lack
    switch key {
    case "NSMigratePersistentStoresAutomaticallyOption": lack = .migration
    case "NSInferMappingModelAutomaticallyOption": lack = .inference
    default: return nil
    }
    return .init(lack: lack, text: "'\(key)' is turned off", location: file.location(nameNode))
  }
}

extension DictionaryExprSyntax {
  /// The keys with a value that is not false; nil where a key is not a name.
  fileprivate var options: Set<String>? {
    guard case .elements(let list) = content else { return [] }
    var names: Set<String> = []
    for element in list {
      guard let name = element.key.withoutCast.lastName else { return nil }
      if !element.value.mentions(["false"]) { names.insert(name) }
    }
    return names
  }
}

extension SequenceExprSyntax {
  /// `description.shouldMigrateStoreAutomatically = false`
  func opening(in file: LintFile) -> CoreDataCode.Opening? {
    guard elements.count == 3, let target = elements.first?.as(MemberAccessExprSyntax.self),
      elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      elements.last?.as(BooleanLiteralExprSyntax.self)?.literal.text == "false"
    else { return nil }
    let name = target.declName.baseName.text
    let lack: CoreDataCode.Opening.Lack
    switch name {
    case "shouldMigrateStoreAutomatically": lack = .migration
    case "shouldInferMappingModelAutomatically": lack = .inference
    default: return nil
    }
    return .init(
      lack: lack, text: "'\(name)' is turned off", location: file.location(target.declName))
  }
}
