internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds stores that are kept where the system deletes files.
struct StoreInPurgedFolder: SourceRule {
  static let info = RuleInfo(
    id: "store-in-purged-folder", group: .dataAccess, severity: .warning,
    summary: "the store is kept in a folder whose files the system deletes",
    why:
      "the system empties 'Caches' when the disk fills up, and the temporary folder whenever the app does not "
      + "run; neither is in a backup: what users have entered is gone then",
    fix: "keep the store in 'URL.applicationSupportDirectory', and move the one that is there",
    limits:
      "stores whose file, class or function is called a cache or temporary are what these folders are for, and "
      + "so are tests, previews and samples",
    examples: managed
      + .texts(
        in: AccessText.models,
        flagged: """
          func open() throws -> ModelContainer {
            let url = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
              .appending(path: "notes.store")
            return try ModelContainer(for: Note.self, configurations: ↓ModelConfiguration(url: url))
          }
          ---
          func open() throws -> ModelContainer {
            let configuration = ↓ModelConfiguration(url: URL.cachesDirectory.appending(path: "notes.store"))
            return try ModelContainer(for: Note.self, configurations: configuration)
          }
          ---
          let folder = FileManager.default.temporaryDirectory
          func open() throws -> ModelContainer {
            let url = folder.appendingPathComponent("notes.store")
            return try ModelContainer(
              for: Note.self, configurations: ↓ModelConfiguration(schema: nil, url: url, allowsSave: true))
          }
          """,
        clean: """
          func open() throws -> ModelContainer {
            let url = URL.applicationSupportDirectory.appending(path: "notes.store")
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          }
          ---
          final class FeedCache {
            func open() throws -> ModelContainer {
              let url = URL.cachesDirectory.appending(path: "feed.store")
              return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
            }
          }
          ---
          func makeTemporaryContainer() throws -> ModelContainer {
            let url = FileManager.default.temporaryDirectory.appending(path: "a.store")
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          }
          ---
          func compare(_ notes: [Note]) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let url = folder.appending(path: "notes.store")
            let other = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
            print(notes.count, other.configurations.count)
          }
          ---
          func open(_ isTest: Bool) throws -> ModelContainer {
            let folder = isTest ? URL.temporaryDirectory : URL.applicationSupportDirectory
            return try ModelContainer(
              for: Note.self,
              configurations: ModelConfiguration(url: folder.appending(path: "notes.store")))
          }
          ---
          func open() throws -> ModelContainer {
            if CommandLine.arguments.contains("-test") {
              let url = URL.temporaryDirectory.appending(path: "notes.store")
              return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
            }
            return try ModelContainer(for: Note.self)
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]
  static let certainty = Certainty.inferred("everything in it may be loaded from elsewhere again")

  private static let meant: Set = [
    "cache", "cached", "caches", "demo", "memory", "mock", "preview", "sample", "scratch", "temp",
    "temporary", "test", "tests", "testing", "tmp",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      let url = call.placeOfStore(in: file), call.enclosingBody?.isHandwritten ?? true,
      let folder = url.purgedFolder(5), !call.isUnderCondition, !url.isNewEachTime(5),
      !file.path.lastPathComponent.lowercased().contains("cache"),
      !call.typesAndFunctions.contains(where: { $0.camelWords.contains(where: Self.meant.contains) }
      ),
      !url.textsOnTheWay(5).contains(where: {
        $0.lowercased().camelWords.contains(where: Self.meant.contains)
          || $0.lowercased().contains("cache")
      })
    else { return }
    report(Self.message(folder), at: file.location(call.nameNode), certainty: Self.certainty)
  }

  static func message(_ folder: String) -> String {
    "the store is kept in \(folder), whose files the system deletes"
  }
}

extension FunctionCallExprSyntax {
  /// The URL of the store that the call names.
  fileprivate func placeOfStore(in file: LintFile) -> ExprSyntax? {
    switch name {
    case "ModelConfiguration": file.meansSwiftData ? argument("url") : nil
    case "addPersistentStore": argument("at")
    case "NSPersistentStoreDescription": argument("url")
    default: nil
    }
  }
}

extension ExprSyntax {
  /// What the names that a URL is made of stand for.
  private func parts(_ steps: Int) -> [ExprSyntax] {
    guard steps > 0 else { return [self] }
    var found = [self]
    var names: [DeclReferenceExprSyntax] = []
    if let own = self.as(DeclReferenceExprSyntax.self) { names.append(own) }
    forEachDescendant { node in
      if let name = node.as(DeclReferenceExprSyntax.self), name.isValue || name.isOfSelf {
        names.append(name)
      }
      return true
    }
    for name in names {
      switch name.nameOrigin {
      case .local(_, let value?): found += value.parts(steps - 1)
      case .property(let binding, _):
        if let value = binding.onlyValue { found += value.parts(steps - 1) }
      case nil:
        if let value = name.valueOfOwnProperty ?? name.sourceFile?.globalValue(name.baseName.text) {
          found += value.parts(steps - 1)
        }
      default: break
      }
    }
    return found
  }

  /// In which of the folders it lies that the system empties, whatever is chosen.
  fileprivate func purgedFolder(_ steps: Int) -> String? {
    let all = parts(steps)
    let isChosen = all.contains { part in
      part.hasDescendant {
        $0.is(UnresolvedTernaryExprSyntax.self) || $0.is(IfExprSyntax.self)
          || $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
      }
    }
    guard !isChosen else { return nil }
    if all.contains(where: { $0.mentions(["cachesDirectory"]) }) { return "'Caches'" }
    let words: Set = ["NSTemporaryDirectory", "temporaryDirectory"]
    return all.contains(where: { $0.mentions(words) }) ? "the temporary folder" : nil
  }

  /// Whether nobody could find the store again: a part of its path is made up at each run.
  fileprivate func isNewEachTime(_ steps: Int) -> Bool {
    parts(steps).contains { part in
      part.hasDescendant { $0.as(FunctionCallExprSyntax.self)?.name == "UUID" }
        || part.mentions(["globallyUniqueString"])
    }
  }

  fileprivate func textsOnTheWay(_ steps: Int) -> [String] {
    var found: [String] = []
    for part in parts(steps) {
      part.forEachDescendant { node in
        if let text = node.as(StringLiteralExprSyntax.self) {
          found.append(text.trimmedDescription)
        }
        return true
      }
    }
    return found
  }
}

extension DeclReferenceExprSyntax {
  /// `folder` of `self.folder`.
  fileprivate var isOfSelf: Bool {
    parent?.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
      == "self"
  }

  /// The value that a property of the type around begins with, or that its getter gives.
  fileprivate var valueOfOwnProperty: ExprSyntax? {
    guard let owner = ownerName, let binding = sourceFile?.binding(baseName.text, of: owner) else {
      return nil
    }
    return binding.initializer?.value ?? binding.accessorBlock?.getter?.onlyResult
  }
}

extension SourceFileSyntax {
  /// The value of a constant outside of all types.
  fileprivate func globalValue(_ name: String) -> ExprSyntax? {
    for statement in statements {
      guard let variable = statement.item.as(DeclSyntax.self)?.as(VariableDeclSyntax.self),
        let binding = variable.bindings.first(where: { $0.name == name })
      else { continue }
      return binding.onlyValue
    }
    return nil
  }
}

extension SyntaxProtocol {
  /// Whether only some runs of the app come here: under a condition, or after a failure.
  fileprivate var isUnderCondition: Bool {
    var node = Syntax(self)
    while let next = node.parent, !next.is(FunctionDeclSyntax.self),
      !next.is(MemberBlockSyntax.self)
    {
      if next.is(IfExprSyntax.self) || next.is(CatchClauseSyntax.self)
        || next.is(IfConfigClauseSyntax.self) || next.is(SwitchCaseSyntax.self)
        || next.is(UnresolvedTernaryExprSyntax.self)
      {
        return true
      }
      node = next
    }
    return false
  }

  /// The names of the functions, properties and types around the code.
  fileprivate var typesAndFunctions: [String] {
    var names: [String] = []
    var node = Syntax(self)
    while let next = node.parent {
      if let function = next.as(FunctionDeclSyntax.self) { names.append(function.name.text) }
      if let binding = next.as(PatternBindingSyntax.self), let name = binding.name {
        names.append(name)
      }
      if let name = next.typeName { names.append(name) }
      node = next
    }
    return names
  }
}
