internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds saves and loads of Core Data whose error nobody ever sees.
struct SwallowedStoreError: SourceRule {
  static let info = RuleInfo(
    id: "swallowed-store-error", group: .dataAccess, severity: .note,
    summary: "the error of a save, or of loading the store, is thrown away",
    why:
      "a save fails for a required value, a conflict or a full disk: what the user has entered is "
      + "gone at the next launch, and nothing says so",
    fix: "catch the error, roll the context back or try again, and tell the user",
    limits:
      "errors that are printed or logged count as seen, and so does a result that is looked at; "
      + "tests and previews are left alone",
    examples: CoreDataText.swallowed)

  static let nodes: [SyntaxKind] = [.tryExpr, .doStmt, .functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, !file.imports.contains("SwiftData"),
      !file.ask(.coreDataEntities).isEmpty
    else { return }
    if let attempt = node.as(TryExprSyntax.self) {
      guard attempt.questionOrExclamationMark?.text == "?",
        let call = attempt.expression.call, call.savesManaged, attempt.isForgotten
      else { return }
      report(Self.save, at: file.location(call.nameNode))
    } else if let attempt = node.as(DoStmtSyntax.self) {
      guard let last = attempt.catchClauses.last, last.body.statements.isEmpty,
        attempt.body.isHandwritten, let save = attempt.body.statements.firstSave
      else { return }
      report(Self.save, at: file.location(save.nameNode))
    } else if let load = node.as(FunctionCallExprSyntax.self), load.ignoresLoadError {
      report("whether the store was loaded is never looked at", at: file.location(load.nameNode))
    }
  }

  static let save = "when this save fails, nobody learns of it"
}

extension FunctionCallExprSyntax {
  /// A save of a context that is not one of SwiftData.
  fileprivate var savesManaged: Bool {
    name == "save" && arguments.isEmpty && isOnContext
      && receiver?.lastName != "modelContext"
      && !(enclosingType?.as(ExtensionDeclSyntax.self)?.extendedType.dottedName == "ModelContext")
  }

  /// Whether the code around opens a store that goes with the process, as for a preview.
  private var isInMemory: Bool {
    guard let body = enclosingBody, body.isHandwritten else { return false }
    return body.hasDescendant { node in
      node.as(StringLiteralExprSyntax.self).map { ExprSyntax($0).literalText == "/dev/null" }
        ?? false
    } && !body.hasDescendant { $0.is(IfExprSyntax.self) }
  }

  /// `loadPersistentStores { _, _ in }`
  fileprivate var ignoresLoadError: Bool {
    guard name == "loadPersistentStores", let closure = lastClosure, closure.isHandwritten,
      !isInMemory
    else { return false }
    let names = closure.parameterNames
    if names.isEmpty {
      return closure.signature == nil && !closure.statements.mentions(["$1"])
    }
    return names.count == 2 && (names[1] == "_" || !closure.statements.mentions([names[1]]))
  }
}

extension TryExprSyntax {
  /// Whether the value is a statement by itself, or assigned to `_`.
  fileprivate var isForgotten: Bool {
    guard let parent else { return false }
    if let item = parent.as(CodeBlockItemSyntax.self) {
      // The only expression of a function with a result is that result.
      guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
        return true
      }
      return list.parent?.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause == nil
    }
    guard let terms = parent.as(ExprListSyntax.self) else { return false }
    return terms.count == 3 && terms.first?.is(DiscardAssignmentExprSyntax.self) ?? false
  }
}

extension CodeBlockItemListSyntax {
  /// The first save whose error reaches the `catch` behind the statements.
  fileprivate var firstSave: FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      guard found == nil, !node.is(DoStmtSyntax.self), !node.is(FunctionDeclSyntax.self) else {
        return false
      }
      if let attempt = node.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil,
        let call = attempt.expression.call, call.savesManaged
      {
        found = call
      }
      return found == nil
    }
    return found
  }
}
