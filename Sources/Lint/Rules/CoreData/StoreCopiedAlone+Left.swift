internal import Diagnostics
internal import ModelSource
internal import SwiftSyntax

/// Stores that are moved by Core Data, or closed, of whose old files only one is removed.
extension StoreCopiedAlone {
  private static let leftover =
    "this removes the store's file, and leaves its '-wal' and '-shm' files beside it"
  private static let leftoverHelp =
    "let 'destroyPersistentStore(at:ofType:)' empty the store, or remove all three files"

  /// What takes a store from one place to another.
  private static let moves: Set = ["migratePersistentStore", "replacePersistentStore"]

  /// `try files.removeItem(at: oldStoreURL)` beside `migratePersistentStore(…)`
  func checkLeft(_ call: FunctionCallExprSyntax, _ file: LintFile, _ report: RuleReport) {
    guard call.name == "removeItem", call.receiver != nil, !file.isTest,
      let url = call.arguments.onlyElement?.expression, let body = call.enclosingBody,
      !StoreWords.knowLog(file.source.bytes), !body.mentions(["destroyPersistentStore"])
    else { return }
    guard let move = body.firstMove(of: Self.moves) else {
      return checkRemoved(call, url, file, report)
    }
    let name = url.lastName == "path" ? url.as(MemberAccessExprSyntax.self)?.base ?? url : url
    let places = move.arguments.map { $0.expression.trimmedDescription }
    guard
      places.contains(name.trimmedDescription) || StoreWords.nameStore([name.trimmedDescription])
        || name.storeOfURL.map(places.contains) ?? false
    else { return }
    report(Self.leftover, at: file.location(call.nameNode), help: Self.leftoverHelp)
  }

  /// `try files.removeItem(at: storeURL)` of a store of SwiftData's that the same file opens.
  private func checkRemoved(
    _ call: FunctionCallExprSyntax, _ url: ExprSyntax, _ file: LintFile, _ report: RuleReport
  ) {
    guard file.imports.contains("SwiftData"), !file.imports.contains("CoreData"),
      call.enclosing(CatchClauseSyntax.self) == nil, call.enclosing(ForStmtSyntax.self) == nil,
      // What takes its place, other rules look at.
      !(call.enclosingBody?.mentions(["copyItem", "moveItem", "replaceItem", "replaceItemAt"])
        ?? true),
      file.opensStore(at: url.isPath ? url.as(MemberAccessExprSyntax.self)?.base ?? url : url)
    else { return }
    report(
      Self.leftover, at: file.location(call.nameNode),
      help:
        "remove all three files while no container is open, or empty the store with 'container.erase()' or "
        + "'delete(model:)'")
  }

  /// `[files removeItemAtURL:oldStoreURL error:nil]` beside `[coordinator migratePersistentStore:…]`
  func checkLeft(_ body: ObjCBody, _ report: RuleReport) {
    var places: Set<String> = []
    body.method.body.messages { message, _ in
      // What is closed to begin anew leaves them, too.
      if Self.moves.contains(where: { message.parts[0].name.hasPrefix($0) })
        || message.has("removePersistentStore")
      {
        places.formUnion(message.parts.map(\.argument.written))
      }
    }
    guard !places.isEmpty, !StoreWords.knowLog(body.file.text.bytes),
      !body.method.body.mentions("destroyPersistentStoreAtURL")
    else { return }
    body.method.body.messages { message, place in
      guard message.has("removeItemAtURL") || message.has("removeItemAtPath"),
        !place.around.contains(where: { $0.kind == .loop }),
        case let name = message.parts[0].argument.written,
        places.contains(name) || StoreWords.nameStore([name])
      else { return }
      report(Self.leftover, at: body.file.location(message.offset), help: Self.leftoverHelp)
    }
  }

  static let left: [RuleExample] =
    .texts(
      in: AccessText.models,
      flagged: """
        struct Library {
          let folder: URL
          var place: URL { folder.appending(path: "Library.store") }
          func open() throws -> ModelContainer {
            try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: place))
          }
          func erase() throws {
            guard FileManager.default.fileExists(atPath: place.path) else { return }
            try FileManager.default.↓removeItem(at: place)
          }
        }
        ---
        enum Stores {
          static let url = URL.documentsDirectory.appending(path: "Notes.store")
          static func open() throws -> ModelContainer {
            let configuration = ModelConfiguration("Notes", url: Stores.url)
            return try ModelContainer(for: Note.self, configurations: configuration)
          }
          static func startAnew() throws -> ModelContainer {
            try? FileManager.default.↓removeItem(atPath: url.path)
            return try open()
          }
        }
        ---
        func eraseAtNextLaunch() {
          let file = URL.applicationSupportDirectory.appending(path: "default.store")
          try? FileManager.default.↓removeItem(at: file)
        }
        """,
      clean: """
        struct Library {
          let place: URL
          func open() throws -> ModelContainer {
            try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: place))
          }
          func erase() {
            for end in ["", "-wal", "-shm"] {
              try? FileManager.default.removeItem(atPath: place.path + end)
            }
          }
        }
        ---
        struct Pictures {
          let place: URL
          func remove(_ name: String) throws {
            try FileManager.default.removeItem(at: place.appending(path: name))
          }
        }
        ---
        struct Library {
          let folder: URL
          func open() throws -> ModelContainer {
            let configuration = ModelConfiguration(url: folder.appending(path: "Notes.store"))
            return try ModelContainer(for: Note.self, configurations: configuration)
          }
          func erase() throws { try FileManager.default.removeItem(at: folder) }
        }
        """)
    + .texts(
      in: CoreDataText.code,
      flagged: """
        func move(_ oldStoreURL: URL, to target: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
          guard let store = coordinator.persistentStore(for: oldStoreURL) else { return }
          _ = try coordinator.migratePersistentStore(
            store, to: target, options: store.options, withType: NSSQLiteStoreType)
          try FileManager.default.↓removeItem(at: oldStoreURL)
        }
        ---
        func eraseAll(_ coordinator: NSPersistentStoreCoordinator) throws {
          for store in coordinator.persistentStores {
            guard let url = store.url else { continue }
            try coordinator.remove(store)
            try FileManager.default.↓removeItem(at: url)
          }
        }
        ---
        func reset(_ store: NSPersistentStore, _ coordinator: NSPersistentStoreCoordinator) throws {
          guard let storeURL = store.url else { return }
          try coordinator.remove(store)
          try FileManager.default.↓removeItem(at: storeURL)
          try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: storeURL, options: store.options)
        }
        """,
      clean: """
        func reset(_ store: NSPersistentStore, _ coordinator: NSPersistentStoreCoordinator) throws {
          guard let storeURL = store.url else { return }
          try coordinator.remove(store)
          for end in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: storeURL.path + end) }
        }
        ---
        func move(_ oldStoreURL: URL, to target: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
          guard let store = coordinator.persistentStore(for: oldStoreURL) else { return }
          _ = try coordinator.migratePersistentStore(
            store, to: target, options: store.options, withType: NSSQLiteStoreType)
          try coordinator.destroyPersistentStore(at: oldStoreURL, ofType: NSSQLiteStoreType)
        }
        ---
        func move(_ oldURL: URL, to target: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
          guard let store = coordinator.persistentStore(for: oldURL) else { return }
          _ = try coordinator.migratePersistentStore(
            store, to: target, options: store.options, withType: NSSQLiteStoreType)
          for end in ["", "-wal", "-shm"] {
            try FileManager.default.removeItem(atPath: oldURL.path + end)
          }
        }
        """)
    + .texts(
      in: CoreDataText.objectiveC,
      flagged: """
        - (BOOL)move:(NSPersistentStore *)store from:(NSURL *)oldURL to:(NSURL *)url error:(NSError **)error {
          NSPersistentStore *moved = [self.coordinator migratePersistentStore:store toURL:url
            options:nil withType:NSSQLiteStoreType error:error];
          NSURL *oldStoreURL = oldURL;
          return moved != nil && [[NSFileManager defaultManager] ↓removeItemAtURL:oldStoreURL error:error];
        }
        ---
        - (BOOL)reset:(NSPersistentStore *)store error:(NSError **)error {
          NSURL *storeURL = store.URL;
          if (![self.coordinator removePersistentStore:store error:error]) { return NO; }
          return [[NSFileManager defaultManager] ↓removeItemAtURL:storeURL error:error];
        }
        """,
      clean: """
        - (NSPersistentStore *)move:(NSPersistentStore *)store to:(NSURL *)url error:(NSError **)error {
          return [self.coordinator migratePersistentStore:store toURL:url options:nil
            withType:NSSQLiteStoreType error:error];
        }
        """)
}

extension LintFile {
  /// Whether the file of a store stands at a place: the default one, or one that a configuration here is given.
  fileprivate func opensStore(at url: ExprSyntax) -> Bool {
    if url.isPlaceOfContainer || url.resolved.trimmedDescription.contains("\"default.store\"") {
      return true
    }
    let place = url.plainPlace
    return tree.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "ModelConfiguration",
        let given = call.argument("url")
      else { return false }
      return given.plainPlace == place
    }
  }
}

extension ExprSyntax {
  /// `url.path`
  fileprivate var isPath: Bool {
    ["path", "relativePath"].contains(self.as(MemberAccessExprSyntax.self)?.declName.baseName.text)
  }

  /// The text without the type or object whose member it is: `storeURL` of `self.storeURL` and `Stores.storeURL`.
  fileprivate var plainPlace: String {
    guard let access = self.as(MemberAccessExprSyntax.self), let owner = access.ownerOfMember,
      owner == access.ownerName || access.base?.isSelfName ?? false
    else { return trimmedDescription }
    return access.declName.baseName.text
  }

  /// `store` of `store.url`, also where that was given to a variable.
  fileprivate var storeOfURL: String? {
    var value = unwrapped
    if let name = value.as(DeclReferenceExprSyntax.self),
      case .local(_, let given?)? = name.nameOrigin
    {
      value = given.unwrapped
    }
    guard let access = value.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "url"
    else { return nil }
    return access.base?.unwrapped.trimmedDescription
  }
}

extension FunctionCallExprSyntax {
  /// `coordinator.remove(store)`
  fileprivate var closesStore: Bool {
    (name == "remove" || name == "removePersistentStore") && arguments.count == 1
      && receiver?.lastName?.lowercased().hasSuffix("coordinator") ?? false
  }
}

extension Syntax {
  fileprivate func firstMove(of names: Set<String>) -> FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      guard found == nil else { return false }
      if let call = node.as(FunctionCallExprSyntax.self),
        names.contains(call.name) || call.closesStore
      {
        found = call
      }
      return found == nil
    }
    return found
  }
}
