internal import Diagnostics
internal import SwiftSyntax

/// Child contexts of Core Data whose changes never reach their parent.
extension UnsavedContext {
  /// `let scratch = NSManagedObjectContext(…)` with `scratch.parent = context`, a variable or a private
  /// property: saving the parent saves nothing of it.
  func checkChild(_ variable: VariableDeclSyntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let binding = variable.bindings.onlyElement, let name = binding.name,
      binding.accessorBlock == nil, binding.mayHoldContext, let scope = variable.scopeOfOwn,
      scope.isHandwritten,
      let use = ChildUse(name, in: scope, file), use.isChild || use.isOfStore,
      let change = use.change
    else { return }
    guard use.isChild else {
      report(
        "'\(name)' never saves, so this change never reaches the store", at: file.location(change),
        help: "end the work with 'try \(name).save()'")
      return
    }
    report(
      "'\(name)' is a child context that never saves, so this change does not reach its parent",
      at: file.location(change),
      help: "end the work with 'try \(name).save()', then save the parent")
  }
}

extension PatternBindingSyntax {
  /// Whether the declaration says that it is a context; most variables need no closer look.
  fileprivate var mayHoldContext: Bool {
    typeAnnotation?.type.mentions(["NSManagedObjectContext"])
      ?? (initializer?.value.call?.name == "NSManagedObjectContext")
  }
}

extension VariableDeclSyntax {
  /// The code that may use a variable, or a property that only its type sees.
  fileprivate var scopeOfOwn: Syntax? {
    if let items = parent?.parent?.as(CodeBlockItemListSyntax.self) { return Syntax(items) }
    guard let members = parent?.parent?.parent?.as(MemberBlockSyntax.self), isInstance,
      modifiers.isPrivate
    else { return nil }
    return Syntax(members)
  }
}

/// What code does with a context by its name.
private struct ChildUse {
  /// Whether it is made with a queue and given a parent.
  private(set) var isChild = false
  /// Whether it is made with a queue and given a coordinator, so that its changes go to the store itself.
  private(set) var isOfStore = false
  /// The first change that is made in it.
  private(set) var change: Syntax?

  private static let harmless: Set = [
    "automaticallyMergesChangesFromParent", "count", "existingObject", "fetch", "hasChanges",
    "mergePolicy", "name", "object", "parent", "perform", "performAndWait",
    "persistentStoreCoordinator", "refresh", "registeredObject", "transactionAuthor", "undoManager",
  ]

  /// Nil where the context is saved, thrown away, or handed to others.
  init?(_ name: String, in scope: Syntax, _ file: LintFile) {
    var (isMade, hasParent, hasStore, isLost) = (false, false, false, false)
    var found: Syntax?
    scope.forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isOwnUse
      else {
        if let binding = node.as(PatternBindingSyntax.self), binding.name == name,
          binding.initializer?.value.call?.name == "NSManagedObjectContext"
        {
          isMade = true
        }
        return !isLost
      }
      let whole = use.wholeOwnUse
      if let access = whole.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == whole.as(ExprSyntax.self)?.id
      {
        switch access.declName.baseName.text {
        case "parent": hasParent = true
        case "persistentStoreCoordinator": hasStore = true
        case "insert", "delete": found = found ?? Syntax(access.declName)
        case let member where !Self.harmless.contains(member): isLost = true
        default: break
        }
      } else if let terms = whole.parent?.as(ExprListSyntax.self),
        terms.first?.id == whole.as(ExprSyntax.self)?.id
      {
        if terms.last?.call?.name == "NSManagedObjectContext" {
          isMade = true
        } else {
          isLost = true
        }
      } else if let call = whole.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
        whole.parent?.is(LabeledExprSyntax.self) ?? false,
        call.queueBoundContext(file)?.id == whole.as(ExprSyntax.self)?.id
      {
        found = found ?? Syntax(call)
        // Whoever is given the object, or its context, may save it.
        isLost = isLost || call.keptName.map { scope.handsOn($0) } ?? true
      } else {
        isLost = true
      }
      return !isLost
    }
    guard !isLost else { return nil }
    (isChild, isOfStore, change) = (isMade && hasParent, isMade && hasStore, found)
  }
}

extension FunctionCallExprSyntax {
  /// `note` of `let note = Note(context: context)`; nil where the object goes elsewhere at once, empty where
  /// only its properties are used: `Note(context: context).title = title`.
  fileprivate var keptName: String? {
    if parent?.is(CodeBlockItemSyntax.self) ?? false
      || parent?.is(MemberAccessExprSyntax.self) ?? false
    {
      return ""
    }
    if let binding = parent?.parent?.as(PatternBindingSyntax.self) { return binding.name }
    if let terms = parent?.as(ExprListSyntax.self),
      terms.first?.is(DiscardAssignmentExprSyntax.self) ?? false
    {
      return ""
    }
    return nil
  }
}

extension Syntax {
  /// Whether the object of a name goes anywhere but into its own properties.
  fileprivate func handsOn(_ name: String) -> Bool {
    guard !name.isEmpty else { return false }
    return hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
        use.isOwnUse
      else { return false }
      guard let access = use.parent?.as(MemberAccessExprSyntax.self) else {
        return !use.isDeleted
      }
      return access.declName.baseName.text == "managedObjectContext"
        || access.parent?.is(FunctionCallExprSyntax.self) ?? false
    }
  }
}

extension DeclReferenceExprSyntax {
  /// `context.delete(note)`
  fileprivate var isDeleted: Bool {
    parent?.parent?.parent?.as(FunctionCallExprSyntax.self)?.name == "delete"
  }

  /// Whether it stands for the variable itself: alone or behind `self.`.
  fileprivate var isOwnUse: Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id else {
      return true
    }
    return access.base?.unwrapped.isSelfName ?? false
  }

  fileprivate var wholeOwnUse: Syntax {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id else {
      return Syntax(self)
    }
    return Syntax(access)
  }
}
