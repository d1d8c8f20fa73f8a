internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds stores that are copied without the log beside them.
struct StoreCopiedAlone: SourceRule {
  static let info = RuleInfo(
    id: "store-copied-alone", group: .dataAccess, severity: .warning,
    summary: "the file of a store is copied without its '-wal' file",
    why:
      "Core Data and SwiftData write to the log beside the file first: the copy lacks the latest saves, and beside "
      + "the log of another store it is damaged",
    fix:
      "copy with 'migratePersistentStore' or 'replacePersistentStore', or the '-wal' and '-shm' files too "
      + "while no store is open",
    limits:
      "files of stores, by what they are called; seeds of the app's bundle, files whose "
      + "content is decoded, and source files that name the log or another journal mode are left alone",
    examples: CoreDataText.copies + left)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let call = node.as(FunctionCallExprSyntax.self), call.endsWithDot, !file.isTest,
      !StoreWords.nameLog(file.source.bytes),
      file.imports.contains("CoreData") || file.imports.contains("SwiftData")
    {
      report(Self.wrongName, at: file.location(call.nameNode), help: Self.rightName)
    }
    if let call = node.as(FunctionCallExprSyntax.self) { checkLeft(call, file, report) }
    guard let call = node.as(FunctionCallExprSyntax.self), let given = call.copiedFiles,
      !file.isTest,
      file.imports.contains("CoreData") || file.imports.contains("SwiftData"),
      !StoreWords.knowLog(file.source.bytes) || call.isInFunctionWithoutLog
    else { return }
    // Who works with Core Data has other ways to take a store along, and ever so many to read one.
    let isOfSwiftData = !file.imports.contains("CoreData")
    guard !isOfSwiftData || call.name == "copyItem" || given[0].isPlaceOfContainer else { return }
    let names = (isOfSwiftData ? Array(given.prefix(1)) : given).flatMap { expression in
      [
        expression.writtenPlace,
        expression.as(DeclReferenceExprSyntax.self)?.localValue?.writtenPlace,
      ]
      .compactMap(\.self)
    }
    guard StoreWords.nameStore(names) || given[0].isPlaceOfContainer,
      !(call.enclosingBody?.mentions(StoreWords.wholeCopies) ?? false), !call.isDecoded,
      call.enclosing(ForStmtSyntax.self) == nil,
      call.enclosing(ClosureExprSyntax.self)?.loopedList == nil
    else { return }
    report(Self.message, at: file.location(call.nameNode))
  }

  fileprivate static let wrongName =
    "no store has a file of this name: those beside it end with '-wal' and '-shm', not with an extension of their own"
  fileprivate static let rightName =
    "take 'URL(fileURLWithPath: store.path + \"-wal\")', or let 'replacePersistentStore' take all files"

  static let message = "this takes the store's file without the '-wal' file beside it"
}

extension StoreCopiedAlone: ObjectiveCRule {
  private static let takers = [
    "copyItemAtURL", "copyItemAtPath", "moveItemAtURL", "moveItemAtPath", "dataWithContentsOfURL",
    "dataWithContentsOfFile",
  ]

  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    checkLeft(body, report)
    body.method.body.messages { message, _ in
      guard !StoreWords.nameLog(body.file.text.bytes),
        ["URLByAppendingPathExtension:", "stringByAppendingPathExtension:"]
          .contains(message.selector), let name = body.constant(message.parts[0].argument),
        StoreWords.wrongEnds.contains(name)
      else { return }
      report(
        Self.wrongName, at: body.file.location(message.offset),
        help: "take the path of the store with '-wal' at its end")
    }
    body.method.body.messages { message, place in
      guard Self.takers.contains(where: message.has),
        !place.around.contains(where: { $0.kind == .loop }),
        !StoreWords.knowLog(body.file.text.bytes), !body.copiesWholeStores
      else { return }
      let names = message.parts.prefix(2).flatMap { part in
        [part.argument.written, body.value(part.argument).written]
      }
      guard StoreWords.nameStore(names) else { return }
      report(Self.message, at: body.file.location(message.offset))
    }
  }
}

extension ObjCBody {
  fileprivate var copiesWholeStores: Bool {
    var isFound = false
    method.body.messages { message, _ in
      isFound = isFound || StoreWords.wholeCopies.contains { message.selector.hasPrefix($0) }
    }
    return isFound
  }
}

/// Words by which code tells the files of a store.
enum StoreWords {
  static let wrongEnds: Set = ["wal", "shm", "-wal", "-shm"]

  static func knowLog(_ bytes: [UInt8]) -> Bool {
    let words: [StaticString] = ["-wal", "-shm", "journal_mode", "wal\"", "checkpoint"]
    return words.contains(where: bytes.has)
  }

  /// Whether the true names are written, too: both are tried.
  static func nameLog(_ bytes: [UInt8]) -> Bool { bytes.has("\"-wal\"") }

  /// What copies all files of a store, or lets its log be forgotten, where the same function calls it.
  static let wholeCopies: Set = ["migratePersistentStore", "replacePersistentStore"]

  /// Files that are no store, whatever holds their place is called.
  private static let otherKinds = [
    ".csv\"", ".jpg\"", ".json\"", ".plist\"", ".png\"", ".txt\"", ".xml\"", "\"json\"",
    "\"plist\"",
  ]

  /// Whether one of the expressions is a store's file, and none is of another kind or comes out of the
  /// app's bundle.
  static func nameStore(_ names: [String]) -> Bool {
    let small = names.map { $0.lowercased() }
    let isSeed = small.contains { name in
      ["bundle", "defaultstore", "momd", "preload", "resource", "seed"].contains(
        where: name.contains)
    }
    let isOther = small.contains { name in otherKinds.contains(where: name.contains) }
    return !isSeed && !isOther
      && small.contains { name in
        [
          ".sqlite\"", "\"sqlite\"", "default.store\"", "sqliteurl", "persistentstore", "storepath",
          "storeurl",
        ]
        .contains(
          where: name.contains)
      }
  }
}

extension ExprSyntax {
  /// The text that says what file it is; of `note.file(in: storeURL)` without what the function is given.
  fileprivate var writtenPlace: String {
    guard let call = unwrapped.call, call.name.first?.isLowercase ?? false,
      !call.arguments.contains(where: { $0.expression.is(StringLiteralExprSyntax.self) })
    else { return trimmedDescription }
    return call.calledExpression.trimmedDescription
  }

  /// `container.configurations.first!.url`, also by way of a constant or property.
  var isPlaceOfContainer: Bool {
    let value = resolved
    return value.unwrapped.lastName == "url" && value.mentions(["configurations"])
  }
}

extension FunctionCallExprSyntax {
  private static let logWords = ["-wal", "-shm", "journal_mode", "wal\"", "checkpoint"]

  /// Whether another function of the file knows of the log, and neither this one, a function that it calls, nor what
  /// is declared beside both does.
  fileprivate var isInFunctionWithoutLog: Bool {
    guard let own = enclosing(FunctionDeclSyntax.self), let file = sourceFile, file.isHandwritten
    else { return false }
    var codes = [Syntax(own)]
    own.forEachDescendant { node in
      if let body = node.as(FunctionCallExprSyntax.self)?.functionOfFile {
        codes.append(Syntax(body))
      }
      return true
    }
    guard
      !codes.contains(where: { code in
        Self.logWords.contains { code.trimmedDescription.contains($0) }
      })
    else {
      return false
    }
    var isElsewhere = false
    file.forEachDescendant { node in
      if node.is(FunctionDeclSyntax.self) { return false }
      if let variable = node.as(VariableDeclSyntax.self),
        variable.parent?.is(MemberBlockItemSyntax.self) ?? false
          || variable.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
      {
        isElsewhere =
          isElsewhere || Self.logWords.contains { variable.trimmedDescription.contains($0) }
        return false
      }
      return !isElsewhere
    }
    return !isElsewhere
  }

  /// `storeURL.appendingPathExtension("wal")`, which makes 'Notes.sqlite.wal'.
  fileprivate var endsWithDot: Bool {
    guard name == "appendingPathExtension", receiver != nil,
      let given = arguments.onlyElement?.expression.literalText
    else { return false }
    return StoreWords.wrongEnds.contains(given)
  }

  /// What is copied, and where to.
  fileprivate var copiedFiles: [ExprSyntax]? {
    switch name {
    case "copyItem", "moveItem", "copyItemAtURL", "copyItemAtPath", "moveItemAtURL",
      "moveItemAtPath":
      guard receiver != nil, arguments.count == 2 else { return nil }
      return arguments.map(\.expression)
    case "Data", "NSData": return argument("contentsOf").map { [$0] }
    default: return nil
    }
  }

  private static let decoders: Set = [
    "decode", "jsonObject", "propertyList", "unarchivedArrayOfObjects", "unarchivedObject",
    "unarchiveObject",
  ]

  /// Whether the code around decodes what this reads, as nobody can with a store:
  /// `JSONDecoder().decode([Entry].self, from: data)`.
  fileprivate var isDecoded: Bool {
    guard let code = enclosing(CodeBlockItemListSyntax.self) else { return false }
    let names =
      enclosing(PatternBindingSyntax.self)?.pattern.boundNames
      ?? enclosing(OptionalBindingConditionSyntax.self)?.pattern.boundNames ?? []
    return code.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), Self.decoders.contains(call.name)
      else { return false }
      return call.arguments.contains { argument in
        argument.mentions(names) || argument.hasDescendant { $0.id == id }
      }
    }
  }
}

extension CoreDataText {
  static let copies: [RuleExample] =
    .texts(
      in: AccessText.models,
      flagged: """
        struct Library {
          let storeURL: URL
          func backUp(to folder: URL) throws -> URL {
            let target = folder.appending(path: "Backup.store")
            try FileManager.default.↓copyItem(at: storeURL, to: target)
            return target
          }
        }
        ---
        struct Sharing {
          let container: ModelContainer
          private var place: URL { container.configurations.first!.url }
          func pack() throws -> Data { try ↓Data(contentsOf: place) }
        }
        ---
        struct Library {
          let storeURL: URL
          func backUp(to folder: URL) throws {
            try FileManager.default.↓copyItem(at: storeURL, to: folder.appending(path: "Backup.store"))
          }
          func remove() {
            for end in ["-wal", "-shm"] {
              try? FileManager.default.removeItem(atPath: storeURL.path + end)
            }
          }
        }
        ---
        func backUp(to folder: URL) throws {
          let file = URL.applicationSupportDirectory.appending(path: "default.store")
          try FileManager.default.↓copyItem(at: file, to: folder.appending(path: "Backup"))
        }
        """,
      clean: """
        func backUp(_ storeURL: URL, to folder: URL) throws {
          for end in ["", "-wal", "-shm"] {
            let file = URL(fileURLWithPath: storeURL.path + end)
            try FileManager.default.copyItem(at: file, to: folder.appending(path: "default.store" + end))
          }
        }
        ---
        func keep(_ picture: URL, in folder: URL) throws {
          try FileManager.default.copyItem(at: picture, to: folder.appending(path: "1.store.jpg"))
        }
        ---
        func titles(_ storeURL: URL) throws -> [String] {
          try JSONDecoder().decode([String].self, from: Data(contentsOf: storeURL))
        }
        """)
    + .texts(
      in: code,
      flagged: """
        func backUp(_ storeURL: URL, to folder: URL) throws {
          let target = folder.appendingPathComponent("Backup.sqlite")
          try FileManager.default.↓copyItem(at: storeURL, to: target)
        }
        ---
        func move(_ storeURL: URL, to target: URL) throws {
          try FileManager.default.copyItem(at: storeURL, to: target)
          try FileManager.default.copyItem(
            at: storeURL.↓appendingPathExtension("wal"), to: target.↓appendingPathExtension("wal"))
          print("copied with its -wal")
        }
        func replace(_ url: URL, _ old: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
          try coordinator.replacePersistentStore(
            at: url, destinationOptions: nil, withPersistentStoreFrom: old, sourceOptions: nil,
            ofType: NSSQLiteStoreType)
        }
        ---
        func send(_ documents: URL) throws -> Data {
          let file = documents.appendingPathComponent("Notes.sqlite")
          return try ↓Data(contentsOf: file)
        }
        """,
      clean: """
        func backUp(_ storeURL: URL, to folder: URL) throws {
          for end in ["", "-wal", "-shm"] {
            let file = URL(fileURLWithPath: storeURL.path + end)
            try FileManager.default.copyItem(at: file, to: folder.appendingPathComponent("Notes.sqlite" + end))
          }
        }
        ---
        func remove(_ storeURL: URL) throws {
          let log = storeURL.deletingPathExtension().appendingPathExtension("sqlite-wal")
          try FileManager.default.removeItem(at: log)
        }
        ---
        func removeAll(_ storeURL: URL) throws {
          try? FileManager.default.removeItem(at: storeURL.appendingPathExtension("wal"))
          try FileManager.default.removeItem(atPath: storeURL.path + "-wal")
        }
        ---
        func seed(_ storeURL: URL) throws {
          guard let seed = Bundle.main.url(forResource: "Seed", withExtension: "sqlite") else { return }
          try FileManager.default.copyItem(at: seed, to: storeURL)
        }
        ---
        func backUp(_ storeURL: URL, _ coordinator: NSPersistentStoreCoordinator, to file: URL) throws {
          guard let store = coordinator.persistentStore(for: storeURL) else { return }
          _ = try coordinator.migratePersistentStore(store, to: file, options: nil, withType: NSSQLiteStoreType)
        }
        ---
        func keep(_ picture: URL, in folder: URL) throws {
          try FileManager.default.copyItem(at: picture, to: folder.appendingPathComponent("1.jpg"))
        }
        ---
        func secret(_ note: CDNote, in storeURL: URL) throws -> Data {
          let file = note.file(in: storeURL)
          return try Data(contentsOf: file)
        }
        ---
        final class Waiting {
          private let storeURL: URL
          init(storeURL: URL) { self.storeURL = storeURL }
          func titles() -> [String] {
            guard let data = try? Data(contentsOf: storeURL) else { return [] }
            return (try? JSONDecoder().decode([String].self, from: data)) ?? []
          }
          func counts() throws -> [Int] {
            try PropertyListDecoder().decode([Int].self, from: Data(contentsOf: storeURL))
          }
        }
        ---
        func pack(_ folder: URL) throws -> Data {
          let storeURL = folder.appendingPathComponent("waiting.json")
          return try Data(contentsOf: storeURL)
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (void)backUp:(NSURL *)folder {
          NSURL *file = [self.documents URLByAppendingPathComponent:@"Notes.sqlite"];
          NSURL *copy = [folder URLByAppendingPathComponent:@"Copy.sqlite"];
          [[NSFileManager defaultManager] ↓copyItemAtURL:file toURL:copy error:nil];
        }
        - (NSData *)pack {
          NSString *storePath = [self.folder stringByAppendingPathComponent:kFileName];
          return [NSData ↓dataWithContentsOfFile:storePath];
        }
        """,
      clean: """
        - (void)seed:(NSURL *)storeURL {
          NSURL *seed = [[NSBundle mainBundle] URLForResource:@"Seed" withExtension:@"sqlite"];
          [[NSFileManager defaultManager] copyItemAtURL:seed toURL:storeURL error:&problem];
        }
        - (void)open:(NSString *)storePath {
          NSString *defaultStorePath = [[NSBundle mainBundle] pathForResource:@"Seed" ofType:@"sqlite"];
          [[NSFileManager defaultManager] copyItemAtPath:defaultStorePath toPath:storePath error:&problem];
        }
        """)
}
