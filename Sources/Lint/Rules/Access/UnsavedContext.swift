internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds contexts that take their changes with them.
struct UnsavedContext: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "unsaved-context", group: .dataAccess, severity: .warning,
    summary: "a context made for a piece of work changes objects and never saves",
    why:
      "only the container's main context saves by itself, and that only some time later: what a context "
      + "made with 'ModelContext(container)' or by '@ModelActor' was not told to save is gone with it, and "
      + "so is what the main context still holds when the process ends",
    fix: "end the work with 'try context.save()'",
    limits:
      "only contexts that stay in their function, and those that an actor with '@ModelActor' has, or a "
      + "class makes for itself alone, none of whose code saves; one that is handed on may be saved "
      + "elsewhere; and those that views are given, where one of them changes objects, saves nothing and "
      + "hands the context to nobody, and nothing is saved when the app leaves the screen; and child "
      + "contexts of Core Data whose parent nothing in the project saves; and the main context where an intent, "
      + "an extension or a background task ends right after a change; in Objective-C also where nothing but the end of "
      + "the app saves",
    examples: AccessText.unsaved + ofViews + ended + left + last + named + actors + ends
      + environments
      + CoreDataText.unsaved + [
        CoreDataText.watched
      ]
      + CoreDataText.unsavedParents)

  static let nodes: [SyntaxKind] = [
    .variableDecl, .functionCallExpr, .functionDecl, .memberAccessExpr,
  ]

  /// Actors that keep their changes to themselves.
  func check(_ lint: LintContext, report: RuleReport) {
    checkViews(lint, report)
    checkEnvironments(lint, report)
    checkParents(lint, report)
    let contexts = Dictionary(grouping: lint.flows.contexts, by: \.owner)
    let parents = Dictionary(grouping: lint.flows.inheritances, by: \.type)
    for (actor, parts) in contexts.sorted(by: { $0.key < $1.key }) {
      let isActor = parts.contains(where: \.isModelActor)
      guard isActor || parts.contains(where: \.isMade) && !lint.flows.extended.contains(actor)
      else { continue }
      let names = [actor, "ModelActor"] + (parents[actor] ?? []).map(\.from)
      guard !names.flatMap({ contexts[$0] ?? [] }).contains(where: \.mayBeSaved),
        let change = parts.compactMap(\.change).min(by: { $0.precedes($1) })
      else { continue }
      report(
        "nothing saves the context \(isActor ? "of the actor" : "that is made by") '\(actor)', so this "
          + "change is lost", at: change)
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let function = node.as(FunctionDeclSyntax.self) {
      checkLast(function, in: file, report: report)
      checkActor(function, in: file, report)
      return checkIntent(function, in: file, report)
    }
    if let call = node.as(FunctionCallExprSyntax.self) {
      if !file.isTest, file.meansSwiftData, let change = call.lostChange(TypeReader(file: file)) {
        report(
          "'\(call.name)' gives the closure a new context and never saves it, so this change is lost",
          at: file.location(change))
      }
      checkEnd(call, in: file, report)
      checkLeft(call, in: file, report)
      return checkTask(call, in: file, report: report)
    }
    if let access = node.as(MemberAccessExprSyntax.self) {
      return checkNamed(access, in: file, report)
    }
    if let variable = node.as(VariableDeclSyntax.self) {
      checkChild(variable, in: file, report: report)
    }
    guard !file.isTest, let variable = node.as(VariableDeclSyntax.self),
      variable.bindings.count == 1, let binding = variable.bindings.first, let name = binding.name,
      let value = binding.initializer?.value,
      let items = variable.parent?.parent?.as(CodeBlockItemListSyntax.self),
      items.isHandwritten
    else { return }
    if value.call?.name == "newBackgroundContext" || value.isMadeByHelper(in: file) {
      guard !items.isThrowaway else { return }
      return checkBackground(name, variable, items, in: file, report: report)
    }
    guard file.meansSwiftData, value.makesNewContext(), !items.isThrowaway else { return }
    let fate = ContextFate(
      of: name, in: Syntax(items), after: variable.endPosition, TypeReader(file: file))
    guard !fate.isSafe, let change = fate.change else { return }
    report("'\(name)' never saves, so this change is lost", at: file.location(change))
  }
}

extension ExprSyntax {
  /// Whether a function of the app, which says so by its name, makes a background context: `stack.newWriter()`.
  fileprivate func isMadeByHelper(in file: LintFile) -> Bool {
    guard let call, call.mayMakeContext, let first = call.name.camelWords.first else {
      return false
    }
    return ["create", "make", "new"].contains(first) && file.queue(of: self) == .own
  }
}

extension CodeBlockItemListSyntax {
  /// Samples for previews live in memory only.
  fileprivate var isThrowaway: Bool {
    if mentions(["isStoredInMemoryOnly", "mainContext"]) { return true }
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent else { return false }
      let names: [String?] = [
        next.as(FunctionDeclSyntax.self)?.name.text, next.typeName,
        next.as(MacroExpansionExprSyntax.self)?.macroName.text,
        next.as(MacroExpansionDeclSyntax.self)?.macroName.text,
        next.as(PatternBindingSyntax.self)?.name,
      ]
      let name = names.compactMap(\.self).first?.lowercased() ?? ""
      if ["preview", "sample", "mock"].contains(where: name.contains) { return true }
      node = next
    }
    return false
  }
}
