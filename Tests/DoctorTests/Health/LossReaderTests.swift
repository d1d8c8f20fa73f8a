import Diagnostics
import ModelSource
import StoreEngine
import StoreModel
import Testing

@testable import StoreDoctor

/// What a closure reads before it goes may be carried on; nobody can prove it, so it stays a possible loss.
@Suite struct LossReaderTests {
  private static let source = SourceFile(
    path: "Models.swift",
    text: """
      import SwiftData

      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note {
          var title = ""; var size = 0; var pages = 0; var draft = ""; var kept = ""
          init() {}
        }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var kept = ""; var lines = 0; init() {} }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [first] }
        nonisolated(unsafe) static var titles: [String] = []
        static let first = MigrationStage.custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: { context in
            for note in try context.fetch(FetchDescriptor<V1.Note>()) {
              note.size = 0
              titles.append(note.title)
              keep(note)
            }
            try context.save()
          },
          didMigrate: { context in
            for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.kept += note.draft }
            try context.save()
          })
        static func keep(_ note: V1.Note) { note.kept += "\\(note.pages)" }
      }
      """)

  private func report(
    _ names: [String] = [], of source: SourceFile = LossReaderTests.source
  ) throws -> LossReport {
    let histories = SwiftModelReader.read([source])
    let start = try #require(histories.flatMap(\.versions).first { $0.name == "V1" })
    let path = try MigrationPath.find(from: StoreVersion(model: start), in: histories)
    let policy = LossPolicy(
      names, project: nil, files: [source], histories: histories, rules: RuleCatalog.index)
    return LossReport(SchemaLoss.all(of: path), policy, along: path.steps)
  }

  @Test func theFindingNamesTheLineThatReads() throws {
    let report = try report()
    let readers = report.dropped.map { "\($0.loss.path) \($0.loss.reader?.line ?? 0)" }
    // 'size' is written only, and 'draft' is read when it is gone.
    #expect(readers == ["Note.draft 0", "Note.pages 34", "Note.size 0", "Note.title 25"])
    let title = try #require(report.findings.first { $0.property == "title" })
    #expect(title.message.contains("reads 'title' at Models.swift:25:"), "\(title.message)")
    // The code was read and not run.
    #expect(title.message.contains("may carry it on") && title.severity == .warning)
    #expect(report.headlines.contains { $0.hasPrefix("POSSIBLE LOSS: all values of 'Note.title'") })
    #expect(report.headlines.contains { $0.hasPrefix("LOSS: all values of 'Note.size'") })
    #expect(title.help?.contains("--allow-loss Note.title") == true)
    let size = try #require(report.findings.first { $0.property == "size" })
    #expect(!size.message.contains("carry"))
  }

  /// Functions that call others, that are handed on by their names, or that are the closure.
  @Test(arguments: [
    ("willMigrate: { context in try move(context) }", 1),
    ("willMigrate: move", 1), ("willMigrate: Self.move(_:)", 1),
    ("willMigrate: { context in try context.save() }", 0),
  ]) func functionsAreFollowed(_ closure: String, _ count: Int) throws {
    let text = """
      import SwiftData
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; var size = 0; var draft = ""; init() {} }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var kept = ""; init() {} }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [.custom(fromVersion: V1.self, toVersion: V2.self, \(closure), didMigrate: nil)]
        }
        static func move(_ context: ModelContext) throws {
          titles = try context.fetch(FetchDescriptor<V1.Note>()).map(copy)
        }
        static func copy(_ note: V1.Note) -> String { again(note) }
        static func again(_ note: V1.Note) -> String { note.size > 0 ? note.title : copy(note) }
        static func unused(_ note: V1.Note) { print(note.draft) }
      }
      """
    let report = try report(of: SourceFile(path: "Models.swift", text: text))
    let readers = report.dropped.filter { $0.loss.reader != nil }.map(\.loss.path)
    #expect(readers == (count == 1 ? ["Note.size", "Note.title"] : []), "\(text)")
  }

  /// Functions in other files are followed where a type tells which they are.
  @Test(arguments: [
    // What the closure does, what another file has, and whether that is what it calls.
    ("Copy.all(context)", "enum Copy { static func all(_ c: ModelContext) { READ } }", true),
    ("Copy.all(context)", "enum Other { static func all(_ c: ModelContext) { READ } }", false),
    ("all(context)", "extension Plan { static func all(_ c: ModelContext) { READ } }", true),
    ("Self.all(context)", "extension Plan { static func all(_ c: ModelContext) { READ } }", true),
    ("all(context)", "func all(_ c: ModelContext) { READ }", true),
    ("all(context)", "struct View { func all(_ c: ModelContext) { READ } }", false),
    ("context.move()", "extension ModelContext { func move() { READ } }", true),
    ("list.move()", "extension ModelContext { func move() { READ } }", false),
    ("note.snapshot()", "extension V1.Note { func snapshot() { READ } }", true),
    ("note.rename(1)", "extension V1.Note { func rename(_ title: Int) { size = title } }", false),
    ("note.snapshot()", "extension Window { func snapshot() { READ } }", false),
    ("keep(Copy(note))", "struct Copy { init(_ note: V1.Note) { READ } }", true),
    ("_ = notes.map(Copy.init)", "struct Copy { init(_ note: V1.Note) { READ } }", true),
    (
      "Copy.first()",
      "enum Copy { static func first() { second() }; static func second() { Deep.third() } }\n"
        + "enum Deep { static func third() { READ } }", true
    ),
    (
      "Copy.first()", "enum Copy { static func first() { first() }; func unused() { READ } }", false
    ),
  ]) func otherFilesAreFollowed(_ call: String, _ other: String, _ isRead: Bool) throws {
    let plan = SourceFile(
      path: "Plan.swift",
      text: """
        import SwiftData
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var title = ""; init() {} }
        }
        enum V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var kept = ""; init() {} }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static var stages: [MigrationStage] {
            [
              .custom(
                fromVersion: V1.self, toVersion: V2.self, willMigrate: { context in \(call) },
                didMigrate: nil)
            ]
          }
        }
        """)
    let files = [
      SourceFile(path: "View.swift", text: "import SwiftUI\nstruct Row { var title = \"\" }"), plan,
      SourceFile(path: "Copy.swift", text: other.replacing("READ", with: "print(note.title)")),
    ]
    let histories = SwiftModelReader.read(files)
    let start = try #require(histories.flatMap(\.versions).first { $0.name == "V1" })
    let path = try MigrationPath.find(from: StoreVersion(model: start), in: histories)
    let policy = LossPolicy(
      [], project: nil, files: files, histories: histories, rules: RuleCatalog.index)
    let report = LossReport(SchemaLoss.all(of: path), policy, along: path.steps)
    let reader = report.dropped.first { $0.loss.path == "Note.title" }?.loss.reader
    #expect(reader?.path == (isRead ? "Copy.swift" : nil), "\(call): \(other)")
  }

  /// What an earlier stage has moved, a later one may drop; and rows are read by their class.
  @Test func codeOfEarlierStagesCounts() throws {
    func version(_ name: String, _ number: Int, _ models: String, _ list: String) -> String {
      """
      enum \(name): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [\(list)] }
        \(models)
      }

      """
    }
    let page = "@Model final class Page { var note: Note?; init() {} }"
    let text =
      "import SwiftData\n"
      + version(
        "V1", 1,
        "@Model final class Note { var a = \"\"; var pages: [Page] = []; init() {} }" + page,
        "Note.self, Page.self")
      + version(
        "V2", 2,
        "@Model final class Note { var a = \"\"; var b = \"\"; var pages: [Page] = []; init() {} }"
          + page, "Note.self, Page.self")
      + version("V3", 3, "@Model final class Note { var b = \"\"; init() {} }", "Note.self") + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
          static var stages: [MigrationStage] {
            [
              .custom(
                fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
                didMigrate: { context in
                  for note in try context.fetch(FetchDescriptor<V2.Note>()) {
                    note.b = note.a
                    print(note.pages.count)
                  }
                }),
              .lightweight(fromVersion: V2.self, toVersion: V3.self),
            ]
          }
        }
        """
    let file = SourceFile(path: "Models.swift", text: text)
    let histories = SwiftModelReader.read([file])
    let start = try #require(histories.flatMap(\.versions).first { $0.name == "V1" })
    let path = try MigrationPath.find(from: StoreVersion(model: start), in: histories)
    let policy = LossPolicy(
      [], project: nil, files: [file], histories: histories, rules: RuleCatalog.index)
    let report = LossReport(SchemaLoss.all(of: path), policy, along: path.steps)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func line(_ part: String) -> Int { (lines.firstIndex { $0.contains(part) } ?? -2) + 1 }
    let found = Dictionary(
      uniqueKeysWithValues: report.dropped.map { ($0.loss.path, $0.loss.reader?.line) })
    #expect(found["Note.a"] == line("note.b = note.a"), "\(found)")
    #expect(found["Page"] == line("print(note.pages"), "\(found)")
    #expect(report.findings.contains { $0.message.contains("reads these rows at Models.swift:") })
  }

  /// A plan that works on a class, an attribute that becomes a relationship, and a class of the middle version.
  private static func plan(_ will: String, _ did: String = "nil", first: String = "nil")
    -> SourceFile
  {
    SourceFile(
      path: "Models.swift",
      text: """
        import SwiftData
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var title = ""; init() {} }
        }
        enum V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Label.self] }
          @Model final class Note { var title = ""; var place = ""; var mood = ""; init() {} }
          @Model final class Label { var name = ""; init() {} }
        }
        enum V3: VersionedSchema {
          static let versionIdentifier = Schema.Version(3, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Place.self] }
          @Model final class Note { var title = ""; var place: Place?; init() {} }
          @Model final class Place { var name = ""; var note: Note?; init() {} }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
          nonisolated(unsafe) static var kept: [V2.Note] = []
          static var stages: [MigrationStage] {
            [
              .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: \(first)),
              .custom(
                fromVersion: V2.self, toVersion: V3.self, willMigrate: \(will), didMigrate: \(did)),
            ]
          }
        }
        """)
  }

  @Test(arguments: [
    // Code, what it loses, and what its text shows to be dealt with.
    (
      "{ context in for label in try context.fetch(FetchDescriptor<V2.Label>()) { context.delete(label) } }",
      1
    ),
    ("{ context in try context.delete(model: V2.Label.self) }", 1),
    ("{ context in print(try context.fetch(FetchDescriptor<V2.Label>()).count) }", 0),
    ("{ context in try context.delete(model: V2.Note.self) }", 0),
  ]) func rowsThatCodeDeletesAreNoLoss(_ will: String, _ count: Int) throws {
    let report = try report(of: Self.plan(will))
    let label = try #require(report.dropped.first { $0.loss.path == "Label" })
    #expect(label.isError == (count == 0), "\(will)")
    if count == 1 {
      #expect(label.evidence?.contains("deletes them before (likely:") == true)
      #expect(!report.headlines.contains { $0.contains("'Label'") })
    }
    let isNamed = will.contains("Label")
    let words = isNamed ? "POSSIBLE LOSS: all rows of 'Label'" : "LOSS: all rows of 'Label'"
    #expect(report.headlines.contains { $0.hasPrefix(words) } == (count == 0), "\(will)")
  }

  @Test func anOrderToDeleteReadsNoRow() throws {
    for (will, isRead) in [
      ("{ context in try context.delete(model: V2.Label.self) }", false),
      ("{ context in print(try context.fetch(FetchDescriptor<V2.Label>()).count) }", true),
    ] {
      let label = try report(of: Self.plan(will)).dropped.first { $0.loss.path == "Label" }
      #expect((label?.loss.reader != nil) == isRead, "\(will)")
    }
  }

  /// One order for all objects of a class leaves nothing that a property could lose.
  @Test(arguments: [
    ("try context.delete(model: V2.Note.self)", true),
    ("do { try context.delete(model: V2.Note.self) } catch { print(error) }", true),
    ("try clear(context)", true),
    ("try context.delete(model: V2.Note.self, where: #Predicate { $0.mood.isEmpty })", false),
    ("if kept.isEmpty { try context.delete(model: V2.Note.self) }", false),
    ("try context.delete(model: V2.Label.self)", false),
    ("try context.delete(model: V2.Note.self); context.insert(V2.Note())", false),
  ]) func whatOneOrderDeletesLosesNothing(_ will: String, _ isEmptied: Bool) throws {
    let source = Self.plan("{ context in \(will) }")
    let helper =
      "func clear(_ context: ModelContext) throws { try context.delete(model: V2.Note.self) }"
    let report = try report(
      of: SourceFile(
        path: source.path, text: String(decoding: source.bytes, as: UTF8.self) + "\n" + helper))
    for name in ["Note.mood", "Note.place"] {
      let loss = try #require(report.dropped.first { $0.loss.path == name })
      #expect(loss.isError != isEmptied, "\(will)")
      #expect(
        loss.evidence?.hasPrefix("the plan's code deletes all rows of 'Note' before") ?? false
          == isEmptied, "\(will)")
    }
  }

  /// Another class may have a property of that name.
  @Test(arguments: [
    ("for note in try context.fetch(FetchDescriptor<V2.Note>()) { print(note.mood) }", true),
    ("for label in try context.fetch(FetchDescriptor<V2.Label>()) { print(label.mood) }", false),
    ("let parts = Parts(); print(parts.mood)", false),
    ("let first = try context.fetch(FetchDescriptor<V2.Note>()).first; print(first?.mood)", true),
    ("show(nil)", false), ("kept.forEach { print($0.mood) }", true),
    ("print(\\V2.Label.mood)", false), ("print(\\V2.Note.mood)", true),
  ]) func onlyTheClassThatLosesItIsRead(_ will: String, _ isRead: Bool) throws {
    let source = Self.plan("{ context in \(will) }")
    let helper = "func show(_ label: V2.Label?) { print(label?.mood ?? \"\") }"
    let report = try report(
      of: SourceFile(
        path: source.path, text: String(decoding: source.bytes, as: UTF8.self) + "\n" + helper))
    let loss = try #require(report.dropped.first { $0.loss.path == "Note.mood" }?.loss)
    #expect((loss.reader != nil) == isRead, "\(will)")
  }

  @Test func anAttributeOfWhichCodeMakesObjectsIsNoLoss() throws {
    let read = "{ context in keep(try context.fetch(FetchDescriptor<V2.Note>()).map(\\.place)) }"
    let made = try report(of: Self.plan(read)).dropped.first { $0.loss.path == "Note.place" }
    #expect(made?.isError == false && made?.evidence?.contains("to make the objects") == true)
    let left = try report(of: Self.plan("nil")).dropped.first { $0.loss.path == "Note.place" }
    #expect(left?.isError == true && left?.loss.why == "it becomes a relationship")
  }

  @Test func objectsThatWereKeptAreReadAfterwards() throws {
    let keep = "{ context in kept = try context.fetch(FetchDescriptor<V2.Note>()) }"
    func reader(_ did: String) throws -> Location? {
      try report(of: Self.plan(keep, did)).dropped.first { $0.loss.path == "Note.mood" }?.loss
        .reader
    }
    #expect(try reader("{ context in for old in kept { copy(old.mood) } }") != nil)
    // A new object has no such property, and this does not compile.
    let wrong = "for note in try context.fetch(FetchDescriptor<V3.Note>()) { print(note.mood) }"
    #expect(try reader("{ context in \(wrong) }") == nil)
  }

  /// Nothing of what came later can be in a store of the first version, unless code makes it.
  @Test(arguments: [
    ("nil", false), ("{ context in context.insert(V2.Label()) }", true),
    ("{ context in note.labels = [.init()] }", true), ("{ context in fill(context) }", true),
    ("{ context in print(try context.fetch(FetchDescriptor<V2.Label>())) }", false),
  ]) func whatCameLaterIsNotLostByOlderStores(_ first: String, _ mayBeThere: Bool) throws {
    let source = Self.plan("nil", first: first)
    let histories = SwiftModelReader.read([source])
    let start = try #require(histories.flatMap(\.versions).first { $0.name == "V1" })
    let path = try MigrationPath.find(from: StoreVersion(model: start), in: histories)
    let policy = LossPolicy(
      [], project: nil, files: [source], histories: histories, rules: RuleCatalog.index)
    #expect(policy.losses(of: path).contains { $0.path == "Label" } == mayBeThere, "\(first)")
    #expect(SchemaLoss.all(of: path).contains { $0.path == "Label" })
  }

  @Test(arguments: [
    ("var parts = Parts(); parts.mood = 1", false),
    ("for label in try context.fetch(FetchDescriptor<V2.Label>()) { label.mood = 1 }", false),
    ("for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.mood = \"\" }", true),
    ("kept.forEach { $0.mood = \"\" }", true),
  ]) func onlyTheClassThatLosesItIsFilled(_ first: String, _ mayBeThere: Bool) throws {
    let source = Self.plan("nil", first: "{ context in \(first) }")
    let histories = SwiftModelReader.read([source])
    let start = try #require(histories.flatMap(\.versions).first { $0.name == "V1" })
    let path = try MigrationPath.find(from: StoreVersion(model: start), in: histories)
    let policy = LossPolicy(
      [], project: nil, files: [source], histories: histories, rules: RuleCatalog.index)
    #expect(policy.losses(of: path).contains { $0.path == "Note.mood" } == mayBeThere, "\(first)")
  }

  @Test func itIsALossUntilSomebodyAcknowledgesIt() throws {
    #expect(try report().dropped.allSatisfy(\.isError))
    let meant = try report(["Note.title"])
    #expect(meant.dropped.filter { !$0.isError }.map(\.loss.path) == ["Note.title"])
  }
}
