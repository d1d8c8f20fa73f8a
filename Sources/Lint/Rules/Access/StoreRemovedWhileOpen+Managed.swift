internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Stores of Core Data whose files are removed while their coordinator has them open.
extension StoreRemovedWhileOpen {
  private static let leaving: Set = [
    "abort", "destroyPersistentStore", "exit", "fatalError", "remove", "replacePersistentStore",
  ]

  /// `try FileManager.default.removeItem(at: container.persistentStoreDescriptions.first!.url!)`
  ///
  /// - Returns: whether it is such a function.
  func checkManaged(_ node: Syntax, in file: LintFile, _ report: RuleReport) -> Bool {
    guard !file.isTest, file.loadsManagedStores, let function = node.as(FunctionDeclSyntax.self),
      let body = function.body, body.isHandwritten, !body.mentions(Self.leaving),
      let owner = function.ownerName,
      file.tree.memberBlocks(of: owner).contains(where: { $0.opensStore(beside: function) })
    else { return false }
    var found: FunctionCallExprSyntax?
    body.forEachDescendant { node in
      if found != nil || node.is(CatchClauseSyntax.self) { return false }
      if let closure = node.as(ClosureExprSyntax.self),
        closure.userCall?.name == "loadPersistentStores"
      {
        return false
      }
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "removeItem",
        let file = call.arguments.onlyElement?.expression, file.isOfOpenStore
      {
        found = call
      }
      return found == nil
    }
    guard let found else { return false }
    report(
      "the files of a store are removed here while its coordinator has it open",
      at: file.location(found.nameNode),
      help:
        "call 'destroyPersistentStore(at:type:)' of the coordinator and load the store anew, or delete the objects",
      certainty: .inferred("the app may end before it asks the store for anything"))
    return true
  }

  static let managed: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      final class Stack {
        let container: NSPersistentContainer
        init() {
          container = NSPersistentContainer(name: "Notes")
          container.loadPersistentStores { _, error in show(error) }
        }
        func wipe() throws {
          guard let url = container.persistentStoreDescriptions.first?.url else { return }
          try FileManager.default.↓removeItem(at: url)
          container.loadPersistentStores { _, error in show(error) }
        }
      }
      ---
      final class Stack {
        lazy var container: NSPersistentContainer = {
          let container = NSPersistentContainer(name: "Notes")
          container.loadPersistentStores { _, error in show(error) }
          return container
        }()
        func signOut() throws {
          for store in container.persistentStoreCoordinator.persistentStores {
            if let url = store.url { try FileManager.default.↓removeItem(at: url) }
          }
        }
      }
      ---
      final class Stack {
        static let storeURL = NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Notes.sqlite")
        let container = NSPersistentContainer(name: "Notes")
        init() { container.loadPersistentStores { _, error in show(error) } }
        func reset() throws { try FileManager.default.↓removeItem(at: Self.storeURL) }
      }
      """,
    clean: """
      final class Stack {
        let container = NSPersistentContainer(name: "Notes")
        init() { container.loadPersistentStores { _, error in show(error) } }
        func wipe() throws {
          let coordinator = container.persistentStoreCoordinator
          for store in coordinator.persistentStores {
            guard let url = store.url else { continue }
            try coordinator.remove(store)
            for end in ["", "-wal", "-shm"] {
              try FileManager.default.removeItem(at: URL(fileURLWithPath: url.path + end))
            }
          }
        }
        func removeExport(_ url: URL) throws { try FileManager.default.removeItem(at: url) }
      }
      ---
      final class Stack {
        let container = NSPersistentContainer(name: "Notes")
        func open() throws {
          if let url = container.persistentStoreDescriptions.first?.url, UserDefaults.standard.bool(forKey: "reset") {
            for end in ["", "-wal", "-shm"] {
              try FileManager.default.removeItem(at: URL(fileURLWithPath: url.path + end))
            }
          }
          container.loadPersistentStores { _, error in show(error) }
        }
      }
      """)
}

extension MemberBlockSyntax {
  /// Whether an initializer of the type, or the value of a property, opens the store.
  fileprivate func opensStore(beside function: FunctionDeclSyntax) -> Bool {
    members.contains { member in
      let code: Syntax?
      if let start = member.decl.as(InitializerDeclSyntax.self) {
        code = start.body.map { Syntax($0) }
      } else {
        code = member.decl.as(VariableDeclSyntax.self).map { Syntax($0) }
      }
      return code?.mentions(["loadPersistentStores", "addPersistentStore"]) ?? false
    }
  }
}

extension ExprSyntax {
  /// A file that the container says is its store's: `container.persistentStoreDescriptions.first!.url!`, `storeURL`.
  fileprivate var isOfOpenStore: Bool {
    // What a caller names may be another store, an old one perhaps.
    if case .parameter? = unwrapped.as(DeclReferenceExprSyntax.self)?.nameOrigin { return false }
    var values = [self, resolved]
    if let name = unwrapped.as(MemberAccessExprSyntax.self)?.base?.unwrapped
      .as(DeclReferenceExprSyntax.self), case .element(let list)? = name.nameOrigin
    {
      values.append(list)
    }
    if let name = unwrapped.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin
    {
      values.append(value)
      if let base = value.unwrapped.as(MemberAccessExprSyntax.self)?.base?.unwrapped
        .as(DeclReferenceExprSyntax.self), case .element(let list)? = base.nameOrigin
      {
        values.append(list)
      }
    }
    return values.contains { value in
      value.mentions(["persistentStoreDescriptions", "persistentStores", "storeURL"])
    }
  }
}
