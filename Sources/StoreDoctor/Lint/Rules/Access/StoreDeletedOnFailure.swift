internal import Diagnostics
internal import SwiftSyntax

/// Finds apps that throw a store away because it does not open.
struct StoreDeletedOnFailure: SourceRule {
  static let info = RuleInfo(
    id: "store-deleted-on-failure", group: .dataAccess, severity: .warning,
    summary: "the store is deleted when it does not open",
    why: "a missing stage, a full disk or a locked device is enough, and everything the user has "
      + "written is gone without a question",
    fix: "move the file aside under another name and tell the user; mend the migration plan",
    limits:
      "deletions in 'catch', after a 'try?' that made no container, where 'loadPersistentStores' gave an "
      + "error, and in functions of the same file; what is copied or moved first, debug builds and "
      + "tests are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func open(_ url: URL) throws -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          } catch {
            try? FileManager.default.↓removeItem(at: url)
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          }
        }
        ---
        enum Store {
          static func open() -> ModelContainer? {
            do { return try ModelContainer(for: Note.self) } catch {
              ↓deleteStore()
              return try? ModelContainer(for: Note.self)
            }
          }
          static func deleteStore() {
            let url = URL.applicationSupportDirectory.appending(path: "default.store")
            for end in ["", "-wal", "-shm"] {
              try? FileManager.default.removeItem(atPath: url.path() + end)
            }
          }
        }
        ---
        let container: ModelContainer = {
          let configuration = ModelConfiguration()
          do {
            return try ModelContainer(for: Note.self, configurations: configuration)
          } catch {
            let files = FileManager.default
            if files.fileExists(atPath: configuration.url.path()) {
              try! files.↓removeItem(at: configuration.url)
            }
            return try! ModelContainer(for: Note.self, configurations: configuration)
          }
        }()
        ---
        func open(_ url: URL) throws -> ModelContainer {
          let here = ModelConfiguration(url: url)
          if let made = try? ModelContainer(for: Note.self, configurations: here) { return made }
          try? FileManager.default.↓removeItem(at: url)
          return try ModelContainer(for: Note.self, configurations: here)
        }
        ---
        func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
          do {
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
          } catch {
            try coordinator.↓destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
          }
        }
        ---
        func open(_ container: NSPersistentContainer) {
          container.loadPersistentStores { description, error in
            if error != nil, let url = description.url {
              try? FileManager.default.↓removeItem(at: url)
            }
          }
        }
        ---
        func open(_ container: NSPersistentContainer, _ url: URL) {
          container.loadPersistentStores(completionHandler: { _, problem in
            guard let problem else { return }
            print(problem)
            try? FileManager.default.↓removeItem(at: url)
          })
        }
        """,
      clean: """
        func open(_ url: URL) throws -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          } catch {
            try FileManager.default.moveItem(at: url, to: url.appendingPathExtension("broken"))
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          }
        }
        ---
        func open(_ url: URL, _ draft: URL) throws -> ModelContainer {
          try? FileManager.default.removeItem(at: draft)
          if let made = try? ModelContainer(for: Note.self) { return made }
          try FileManager.default.moveItem(at: url, to: draft)
          return try ModelContainer(for: Note.self)
        }
        ---
        func open(_ container: NSPersistentContainer, _ imported: URL) {
          container.loadPersistentStores { _, error in
            guard error == nil else { return }
            try? FileManager.default.removeItem(at: imported)
          }
        }
        ---
        func open(_ container: NSPersistentContainer, _ url: URL, _ spare: URL) {
          container.loadPersistentStores { _, error in
            if let error {
              print(error)
              try? FileManager.default.moveItem(at: url, to: spare)
              try? FileManager.default.removeItem(at: url)
            }
          }
        }
        ---
        func clear(_ cache: URL) {
          do { try Data().write(to: cache) } catch { try? FileManager.default.removeItem(at: cache) }
        }
        ---
        func open(_ url: URL) throws -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          } catch {
            #if DEBUG
              try? FileManager.default.removeItem(at: url)
            #endif
            throw error
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.doStmt, .ifExpr, .guardStmt, .functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest else { return }
    if let failed = node.whenNoContainer {
      guard !failed.contains(where: \.keepsACopy),
        let place = failed.lazy.compactMap({ $0.deletion(in: file.tree) }).first
      else { return }
      report(
        "what the user has stored is deleted here when the store does not open",
        at: file.location(place))
      return
    }
    guard let attempt = node.as(DoStmtSyntax.self), attempt.isHandwritten,
      attempt.body.statements.makesContainer
    else { return }
    for clause in attempt.catchClauses {
      // What was put aside before is not lost.
      guard !clause.body.statements.keepsACopy else { continue }
      if let place = clause.body.statements.deletion(in: file.tree) {
        report(
          "what the user has stored is deleted here when the store does not open",
          at: file.location(place))
      }
    }
  }
}

extension Syntax {
  /// What runs when `if let container = try? ModelContainer(…)` or the same `guard` finds none: the
  /// `else`, or what comes after an `if` that returns; or when Core Data says why a store is not loaded.
  fileprivate var whenNoContainer: [CodeBlockItemSyntax]? {
    if let call = self.as(FunctionCallExprSyntax.self) { return call.whenNotLoaded }
    if let choice = self.as(GuardStmtSyntax.self) {
      return choice.conditions.triesContainer ? Array(choice.body.statements) : nil
    }
    guard let choice = self.as(IfExprSyntax.self), choice.conditions.triesContainer else {
      return nil
    }
    if case .codeBlock(let block)? = choice.elseBody { return Array(block.statements) }
    guard choice.elseBody == nil,
      choice.body.statements.contains(where: { $0.item.is(ReturnStmtSyntax.self) }),
      let item = choice.enclosing(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return nil }
    return Array(list).filter { $0.position > item.position }
  }
}

extension FunctionCallExprSyntax {
  /// What the closure of `loadPersistentStores` does with an error; nil for other calls.
  var whenNotLoaded: [CodeBlockItemSyntax]? {
    guard name == "loadPersistentStores",
      let closure = trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self),
      let error = closure.errorName
    else { return nil }
    var failed: [CodeBlockItemSyntax] = []
    let all = Array(closure.statements)
    for (index, item) in all.enumerated() {
      let node = Syntax(item.item)
      if let choice = node.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
        ?? node.as(IfExprSyntax.self)
      {
        if choice.conditions.says(error, isThere: true) { failed += choice.body.statements }
      } else if let choice = node.as(GuardStmtSyntax.self) {
        if choice.conditions.says(error, isThere: false) { failed += choice.body.statements }
        if choice.conditions.says(error, isThere: true) { failed += all[(index + 1)...] }
      }
    }
    return failed
  }
}

extension ClosureExprSyntax {
  /// The second parameter of a closure that has two.
  fileprivate var errorName: String? {
    let names: [String] =
      switch signature?.parameterClause {
      case .simpleInput(let list)?: list.map(\.name.text)
      case .parameterClause(let clause)?:
        clause.parameters.map { ($0.secondName ?? $0.firstName).text }
      case nil: []
      }
    return names.count == 2 && names[1] != "_" ? names[1] : nil
  }
}

extension ConditionElementListSyntax {
  /// Whether one condition is that a value is there (`let error`, `error != nil`), or is not.
  fileprivate func says(_ name: String, isThere: Bool) -> Bool {
    contains { element in
      if let binding = element.condition.as(OptionalBindingConditionSyntax.self) {
        guard isThere else { return false }
        guard let value = binding.initializer?.value.withoutCast else {
          return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
        }
        return value.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      }
      guard let sequence = element.condition.as(SequenceExprSyntax.self),
        sequence.elements.count == 3, let first = sequence.elements.first,
        first.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        sequence.elements.last?.is(NilLiteralExprSyntax.self) ?? false,
        let comparison = sequence.elements.dropFirst().first?.as(BinaryOperatorExprSyntax.self)
      else { return false }
      return comparison.operator.text == (isThere ? "!=" : "==")
    }
  }

  fileprivate var triesContainer: Bool {
    contains { element in
      guard
        let value = element.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value,
        value.as(TryExprSyntax.self)?.questionOrExclamationMark?.text == "?"
      else { return false }
      return value.call?.name == "ModelContainer" && !(value.call?.arguments.isEmpty ?? true)
    }
  }
}

extension SyntaxProtocol {
  fileprivate var makesContainer: Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      return ["ModelContainer", "addPersistentStore"].contains(call.name) && !call.arguments.isEmpty
    }
  }

  fileprivate var keepsACopy: Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      let name = call.name.lowercased()
      return ["moveitem", "copyitem", "replaceitem"].contains(name)
        || ["backup", "backsup", "archive", "moveaside", "quarantine"].contains {
          name.contains($0)
        }
    }
  }

  /// The call that deletes, here or in a function of the file.
  fileprivate func deletion(in tree: SourceFileSyntax) -> Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      guard found == nil else { return false }
      if let condition = node.as(IfConfigDeclSyntax.self) {
        return !condition.clauses.contains { $0.condition?.mentions(["DEBUG"]) ?? false }
      }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.removesStore {
        found = call.nameNode
      } else if call.receiver == nil || ["self", "Self"].contains(call.receiver?.lastName ?? "")
        || call.receiver?.lastName?.first?.isUppercase ?? false,
        let body = tree.onlyFunction(call.name)?.body?.statements, body.isHandwritten,
        !body.keepsACopy, body.removesStore
      {
        found = call.nameNode
      }
      return found == nil
    }
    return found
  }

  private var removesStore: Bool {
    hasDescendant { node in
      node.as(FunctionCallExprSyntax.self)?.removesStore ?? false
    }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var removesStore: Bool {
    ["removeItem", "destroyPersistentStore", "deleteAllData", "trashItem"].contains(name)
  }
}

extension SourceFileSyntax {
  /// The function of a name that only one declaration of the file has.
  func onlyFunction(_ name: String) -> FunctionDeclSyntax? {
    guard isHandwritten || totalLength.utf8Length < 400_000 else { return nil }
    var found: [FunctionDeclSyntax] = []
    forEachDescendant { node in
      if let function = node.as(FunctionDeclSyntax.self), function.name.text == name {
        found.append(function)
      }
      return !node.is(CodeBlockSyntax.self)
    }
    return found.count == 1 ? found[0] : nil
  }
}
