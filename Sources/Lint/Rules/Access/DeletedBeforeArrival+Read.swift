internal import Diagnostics
internal import SwiftSyntax

/// Restores and imports: what they read may be damaged or missing.
extension CodeBlockItemSyntax {
  /// Whether the statement reads or decodes data that the app did not ship, and ends when that fails; itself
  /// or in a function of the file.
  var readsForeignData: Bool { Syntax(self).readsForeignData(1) }
}

extension Syntax {
  fileprivate func readsForeignData(_ steps: Int) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.isTried else { return false }
      if call.readsForeignData { return true }
      guard steps > 0, call.receiver?.isSelfName ?? true,
        let body = call.functionOfFile?.body, body.isHandwritten, !body.mentions(["Bundle"])
      else { return false }
      return Syntax(body).readsForeignData(steps - 1)
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether a `try` stands before it that does not end the app.
  fileprivate var isTried: Bool {
    var node = Syntax(self)
    for _ in 0..<16 {
      guard let next = node.parent, !next.is(CodeBlockItemSyntax.self) else { return false }
      if let attempt = next.as(TryExprSyntax.self) {
        return attempt.questionOrExclamationMark?.text != "!"
      }
      node = next
    }
    return false
  }

  /// `decoder.decode(…)`, `Data(contentsOf: url)`, `JSONSerialization.jsonObject(with: data)`
  fileprivate var readsForeignData: Bool {
    switch name {
    case "decode":
      guard argument("from") != nil, arguments.count == 2, !Syntax(self).isInBundleCode else {
        return false
      }
      return [receiver?.lastName, receiver?.call?.name].contains {
        $0?.lowercased().hasSuffix("decoder") ?? false
      }
    case "Data", "String": return argument("contentsOf") != nil && !Syntax(self).isInBundleCode
    case "jsonObject": return argument("with") != nil && !Syntax(self).isInBundleCode
    default: return false
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether it moves a store into place that a migration has made: the new one has all of the old one.
  fileprivate var movesMigrated: Bool {
    name == "moveItem"
      && (enclosingType ?? root)
        .mentions(["NSMigrationManager", "migratePersistentStore", "migrateStore"])
  }
}

extension Syntax {
  /// Whether the function around reads a file of the app's own, which is there and whole.
  fileprivate var isInBundleCode: Bool { enclosingBody?.mentions(["Bundle"]) ?? true }
}

extension DeletedBeforeArrival {
  private static let removals: Set = ["destroyPersistentStore", "removeItem"]

  /// The file of a store that is removed before the one that replaces it has been copied:
  /// `try files.removeItem(at: storeURL)`, `try files.copyItem(at: backup, to: storeURL)`.
  func checkFiles(_ items: CodeBlockItemListSyntax, in file: LintFile, _ report: RuleReport) {
    guard items.mentions(Self.removals), items.mentions(["copyItem", "moveItem"]) else { return }
    var removed: (text: String, call: FunctionCallExprSyntax)?
    var kept: Set<String> = []
    for item in items {
      item.forEachDescendant { node in
        // Blocks that do both are looked at on their own.
        if let inner = node.as(CodeBlockItemListSyntax.self), inner.mentions(Self.removals),
          inner.mentions(["copyItem", "moveItem"])
        {
          return false
        }
        guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
        if Self.removals.contains(call.name), removed == nil, let place = call.argument("at"),
          place.isOfStore, !kept.contains(place.trimmedDescription)
        {
          removed = (place.trimmedDescription, call)
        }
        guard ["copyItem", "moveItem"].contains(call.name), let from = call.argument("at") else {
          return true
        }
        kept.insert(from.trimmedDescription)
        if let known = removed, call.isTried, !call.movesMigrated,
          call.argument("to")?.trimmedDescription == known.text
        {
          let step = call.name == "copyItem" ? "copy" : "move"
          report(
            "the store's file is removed before the one that replaces it is there: when the \(step) below "
              + "fails, what the app had is gone", at: file.location(known.call.nameNode),
            help:
              "copy the new file beside the old one first, and exchange them with 'replaceItemAt'")
          removed = nil
        }
        return true
      }
    }
  }

  static let read: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func restore(_ url: URL, _ context: ModelContext) throws {
        try context.↓delete(model: Note.self)
        let data = try Data(contentsOf: url)
        for title in try JSONDecoder().decode([String].self, from: data) {
          let note = Note()
          note.title = title
          context.insert(note)
        }
        try context.save()
      }
      ---
      @MainActor final class Backup {
        let context: ModelContext
        init(_ context: ModelContext) { self.context = context }
        func restore(_ data: Data, isReplacing: Bool) throws {
          if isReplacing { try ↓empty() }
          let titles = try parse(data)
          for title in titles { add(title) }
          try context.save()
        }
        private func empty() throws {
          let all = try context.fetch(FetchDescriptor<Note>())
          all.forEach { context.delete($0) }
        }
        private func parse(_ data: Data) throws -> [String] {
          let decoder = JSONDecoder()
          return try decoder.decode([String].self, from: data)
        }
        private func add(_ title: String) {
          let note = Note()
          note.title = title
          context.insert(note)
        }
      }
      ---
      func restore(_ backup: URL, _ storeURL: URL) throws {
        if FileManager.default.fileExists(atPath: storeURL.path) {
          try FileManager.default.↓removeItem(at: storeURL)
        }
        try FileManager.default.copyItem(at: backup, to: storeURL)
      }
      ---
      func bring(_ backup: URL, to storeURL: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
        try coordinator.↓destroyPersistentStore(at: storeURL, ofType: NSSQLiteStoreType)
        try FileManager.default.copyItem(at: backup, to: storeURL)
      }
      """,
    clean: """
      struct Migrator {
        let storeURL: URL
        func run(_ manager: NSMigrationManager, _ newURL: URL, _ mapping: NSMappingModel) throws {
          try manager.migrateStore(
            from: storeURL, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
          try FileManager.default.removeItem(at: storeURL)
          try FileManager.default.moveItem(at: newURL, to: storeURL)
        }
      }
      ---
      func restore(_ data: Data, _ context: ModelContext) throws {
        let titles = try JSONDecoder().decode([String].self, from: data)
        try context.delete(model: Note.self)
        for title in titles {
          let note = Note()
          note.title = title
          context.insert(note)
        }
        try context.save()
      }
      ---
      func restore(_ data: Data, _ container: ModelContainer) throws {
        let context = ModelContext(container)
        try context.delete(model: Note.self)
        for _ in try JSONDecoder().decode([String].self, from: data) { context.insert(Note()) }
        try context.save()
      }
      ---
      func reset(_ context: ModelContext) throws {
        try context.delete(model: Note.self)
        guard let url = Bundle.main.url(forResource: "samples", withExtension: "json") else { return }
        for _ in try JSONDecoder().decode([String].self, from: Data(contentsOf: url)) {
          context.insert(Note())
        }
        try context.save()
      }
      ---
      func restore(_ backup: URL, _ storeURL: URL, _ aside: URL) throws {
        try FileManager.default.moveItem(at: storeURL, to: aside)
        try? FileManager.default.removeItem(at: storeURL)
        try FileManager.default.copyItem(at: backup, to: storeURL)
      }
      ---
      func export(_ storeURL: URL, _ copy: URL) throws {
        try FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(at: storeURL, to: copy)
        try FileManager.default.copyItem(atPath: storeURL.path + "-wal", toPath: copy.path + "-wal")
      }
      """)
}

extension ExprSyntax {
  /// Whether it names the place of a store.
  fileprivate var isOfStore: Bool {
    (words + resolved.words).contains { word in
      let parts = word.camelWords
      return parts.contains("store") || parts.contains("database") || parts.contains("sqlite")
    }
      && !words.contains { word in
        !Set(word.camelWords).isDisjoint(with: ["backup", "copy", "export", "temp", "temporary"])
      }
  }
}
