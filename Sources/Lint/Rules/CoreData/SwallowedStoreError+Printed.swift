internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Saves whose error is only printed: who reads the console is not who has lost something.
extension SwallowedStoreError {
  static let printed = "when this save fails, that is only printed"
  static let printedHelp =
    "tell the user, or undo the change with 'rollback()', so that what is shown is what is stored"

  /// Words for code that keeps what can be had again.
  static let replaced: Set = [
    "cache", "cached", "demo", "download", "dummy", "fetch", "initializer", "json", "mock", "parse",
    "parser", "preview", "pull", "refresh", "reload", "response", "sample", "samples", "seed",
    "seeds", "server", "sync", "test",
  ]

  /// `context.insert(note); do { try context.save() } catch { print(error) }`
  static func checkPrinted(_ attempt: DoStmtSyntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.usesStores, let last = attempt.catchClauses.last, last.onlyPrints,
      attempt.body.isHandwritten,
      !attempt.catchesAllBefore(last), let save = attempt.body.statements.firstSave,
      MigrationClosures.around(save) == nil, !Syntax(attempt).isFollowedByTrust,
      // What works, closes the view or says so: that it does not, the user sees.
      !attempt.body.statements.saysMore(after: save),
      !save.isInOwnActor, !save.isForWhatComesBack, !save.isForLittle, !save.fillsEmptyStore,
      save.mayTellUsers(in: file),
      let change = save.changeBefore(TypeReader(file: file))
    else { return }
    report(
      printed + change.lost, at: file.location(save.nameNode), help: printedHelp)
  }

  /// Functions that are there to save, print that it failed, and return as if it had worked.
  func checkPrinting(_ lint: LintContext, _ report: RuleReport) {
    let said = Set(
      lint.flows.trusted.filter { !$0.isCaught && lint.code.has(.swallow, $0.call) }.compactMap {
        lint.code.asking($0.call, .swallow)?.location
      })
    let printing = lint.flows.functions.filter {
      $0.effects.contains(.print) && !said.contains($0.location)
    }
    guard !printing.isEmpty else { return }
    let names = Set(printing.map(\.name.lastPart))
    let called = Set(
      lint.flows.functions.flatMap(\.calls).filter { names.contains($0.name) }
        .flatMap { lint.code.functions(of: $0).map(\.location) })
    for function in printing where called.contains(function.location) {
      report(
        "when the save of '\(function.name.lastPart)' fails, that is only printed, and its callers go on as if it "
          + "had worked", at: function.location,
        help: "let '\(function.name.lastPart)' throw, and say that it failed")
    }
  }

  static let printing: [RuleExample] = [RuleExample].texts(
    in: AccessText.models,
    flagged: """
      func keep(_ note: Note, _ context: ModelContext) {
        note.title = "kept"
        do { try context.↓save() } catch { print(error) }
      }
      ---
      func keep(_ note: Note, _ context: ModelContext) async {
        note.title = "kept"
        do { try context.↓save() } catch { await Logging.shared.log("not kept: \\(error)") }
      }
      enum Logging { static let shared = LogFile() }
      actor LogFile { func log(_ text: String) { print(text) } }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext?
        init(context: ModelContext?) { self.context = context }
        func ↓saveNow() throws {
          if let context {
            do { try context.save() } catch { print(error) }
          }
        }
        func rename(_ note: Note) throws {
          note.title = "new"
          try saveNow()
        }
      }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func add(_ note: Note) {
          context.insert(note)
          do {
            try context.↓save()
          } catch {
            let problem = error.localizedDescription
            print("not added", problem)
            return
          }
        }
        func drop(_ note: Note) {
          context.delete(note)
          do { try context.↓save() } catch let failure as NSError { NSLog("%@", failure) }
        }
        func ↓saveNow() {
          guard context.hasChanges else { return }
          do { try context.save() } catch { print(error) }
        }
        func rename(_ note: Note) {
          note.title = "new"
          saveNow()
        }
      }
      """,
    clean: """
      @MainActor final class NoteStore {
        let context: ModelContext
        var failure: String?
        init(context: ModelContext) { self.context = context }
        func add(_ note: Note) {
          context.insert(note)
          do { try context.save() } catch {
            print(error)
            context.rollback()
          }
        }
        func drop(_ note: Note) {
          context.delete(note)
          do { try context.save() } catch { failure = "\\(error)" }
        }
        func rename(_ note: Note) -> Bool {
          note.title = "new"
          do { try context.save() } catch {
            print(error)
            return false
          }
          return true
        }
        func refresh() {
          do { try context.save() } catch { print(error) }
        }
        func saveNow() throws { try context.save() }
      }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext?
        init(context: ModelContext?) { self.context = context }
        func saveNow() throws {
          if let context {
            do { try context.save() } catch { print(error) }
          }
          try Log.close()
        }
        func rename(_ note: Note) throws {
          note.title = "new"
          try saveNow()
        }
      }
      enum Log { static func close() throws {} }
      ---
      @ModelActor actor Importer {
        func add(_ titles: [String]) {
          for title in titles {
            let note = Note()
            note.title = title
            modelContext.insert(note)
          }
          do { try modelContext.save() } catch { print(error) }
        }
      }
      """)
}

extension CatchClauseSyntax {
  /// Whether all that it does is to write the error somewhere, and perhaps to leave.
  fileprivate var onlyPrints: Bool {
    var prints = false
    for item in body.statements {
      switch item.item {
      case .decl(let declaration) where declaration.is(VariableDeclSyntax.self): continue
      case .stmt(let statement):
        guard let result = statement.as(ReturnStmtSyntax.self), result.expression == nil else {
          return false
        }
      case .expr(let value):
        guard let call = value.call, call.onlyTellsLog else { return false }
        prints = true
      default: return false
      }
    }
    return prints
  }
}

extension FunctionCallExprSyntax {
  /// Whether the function or type around keeps what can be had again, as a cache, samples or what a
  /// server has.
  fileprivate var isForWhatComesBack: Bool {
    var node = Syntax(self)
    for _ in 0..<256 {
      guard let next = node.parent else { return false }
      let name = next.as(FunctionDeclSyntax.self)?.name.text ?? next.typeName
      if name?.camelWords.contains(where: SwallowedStoreError.replaced.contains) ?? false {
        return true
      }
      node = next
    }
    return false
  }

  /// Whether the context is none that the app keeps for other threads.
  fileprivate func mayTellUsers(in file: LintFile) -> Bool {
    guard let receiver, let queue = file.queue(of: receiver) else { return true }
    return queue == .main
  }

  /// Whether an actor saves, or work that was sent away: there is nobody to tell.
  fileprivate var isInOwnActor: Bool {
    var node = Syntax(self)
    for _ in 0..<256 {
      guard let next = node.parent else { return false }
      if next.is(ActorDeclSyntax.self) || next.isExtensionOfActor { return true }
      if next.is(FunctionDeclSyntax.self), isOnOwnContext { return true }
      if let user = next.as(ClosureExprSyntax.self)?.userCall,
        user.isPerform || user.otherThread != nil
          || ["performAndWait", "performBackgroundTask"].contains(user.name)
      {
        return true
      }
      node = next
    }
    return false
  }

  /// Whether the context was made by the code itself, as for work in the background.
  private var isOnOwnContext: Bool {
    guard let name = receiver?.unwrapped.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin
    else { return false }
    return value.call != nil && !value.mentions(["mainContext", "viewContext"])
  }
}

extension Syntax {
  /// Whether it extends an actor, of the same file or one that is called so.
  fileprivate var isExtensionOfActor: Bool {
    guard self.is(ExtensionDeclSyntax.self), let name = typeName else { return false }
    let blocks = sourceFile?.memberBlocks(of: name) ?? []
    return name.hasSuffix("Actor")
      || blocks.contains { $0.parent?.is(ActorDeclSyntax.self) ?? false }
  }
}

extension CodeBlockItemListSyntax {
  /// Whether anything but printing follows the statement that saves.
  fileprivate func saysMore(after save: FunctionCallExprSyntax) -> Bool {
    contains { item in
      item.position > save.position && !(item.item.onlyExpression?.call?.writesToLog ?? false)
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether all that the function does is to save, where it prints that this failed.
  func onlyPrintsItsSave(in file: LintFile) -> Bool {
    guard let body, let first = name.text.camelWords.first,
      ["commit", "flush", "persist", "save"].contains(first),
      signature.returnClause == nil, enclosingType?.is(ActorDeclSyntax.self) != true,
      let attempt = body.statements.onlyAttempt, !throwsBeside(attempt)
    else { return false }
    guard let last = attempt.catchClauses.last, last.onlyPrints,
      !attempt.catchesAllBefore(last), let save = attempt.body.statements.firstSave,
      save.mayTellUsers(in: file)
    else { return false }
    return !attempt.body.statements.saysMore(after: save)
  }
}

extension FunctionDeclSyntax {
  /// Whether errors get out of a function that says so, beside the one that it catches.
  private func throwsBeside(_ attempt: DoStmtSyntax) -> Bool {
    guard signature.effectSpecifiers?.throwsClause != nil, let body else { return false }
    return body.hasDescendant { node in
      node.is(ThrowStmtSyntax.self)
        || node.as(TryExprSyntax.self).map { attempt in
          attempt.questionOrExclamationMark == nil
        } ?? false && !attempt.contains(node)
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The only `do` of statements that do nothing else, perhaps where there is a context, or something to save:
  /// `if let context, context.hasChanges { do { … } catch { … } }`.
  fileprivate var onlyAttempt: DoStmtSyntax? {
    var attempt: DoStmtSyntax?
    for item in self {
      if let own = item.item.as(DoStmtSyntax.self), attempt == nil {
        attempt = own
      } else if let choice = item.item.onlyIf, choice.elseBody == nil, attempt == nil,
        choice.conditions.asksForWork
      {
        attempt = choice.body.statements.onlyAttempt
        if attempt == nil { return nil }
      } else if !item.item.is(GuardStmtSyntax.self) && !item.item.is(DeclSyntax.self) {
        return nil
      }
    }
    return attempt
  }
}

extension ConditionElementListSyntax {
  /// `let context`, `context.hasChanges`
  fileprivate var asksForWork: Bool {
    allSatisfy { element in
      element.condition.is(OptionalBindingConditionSyntax.self)
        || element.condition.mentions(["hasChanges"])
    }
  }
}

extension CodeBlockItemSyntax.Item {
  fileprivate var onlyIf: IfExprSyntax? {
    self.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
      ?? onlyExpression?.as(IfExprSyntax.self)
  }
}
