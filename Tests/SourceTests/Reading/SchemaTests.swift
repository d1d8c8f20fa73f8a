import ModelSource
import StoreModel
import Testing

@Suite("Versions and plans from Swift source")
struct SchemaTests {
  private func names(_ model: DataModel) -> [String] { model.entities.map(\.name) }

  @Test(
    "version identifiers",
    arguments: [
      "static var versionIdentifier = Schema.Version(1, 2, 3)",
      "static let versionIdentifier: Schema.Version = .init(1, 2, 3)",
      "public static var versionIdentifier: Schema.Version { Schema.Version(1, 2, 3) }",
      "static var versionIdentifier: Schema.Version { get { return .init(1, 2, 3) } }",
      "static let versionIdentifier = SwiftData.Schema.Version(1, 2, 3)",
      "static let versionIdentifier = shared; static let shared = Schema.Version(1, 2, 3)",
      "nonisolated(unsafe) static var versionIdentifier: Schema.Version = Schema.Version(1, 2, 3)",
    ])
  func identifiers(_ declaration: String) {
    for kind in ["enum", "struct"] {
      let model = ModelText.model(
        """
        \(kind) V: VersionedSchema {
          \(declaration)
          static var models: [any PersistentModel.Type] { [A.self] }
          @Model final class A { var a: Int }
        }
        """)
      #expect(model.name == "V")
      #expect(model.versionIdentifiers == ["1.2.3"])
      #expect(ModelText.lines(model) == ["A", "  a Integer 64"])
      #expect(model.problems.isEmpty)
    }
  }

  static let lists: [(String, [String])] = [
    ("static var models: [any PersistentModel.Type] { [A.self, V.B.self] }", ["A", "B"]),
    ("static let models: [any PersistentModel.Type] = [A.self, B.self,]", ["A", "B"]),
    ("static var models: [any PersistentModel.Type] { return [Self.A.self] }", ["A"]),
    ("static var models: [any PersistentModel.Type] { Old.models + [A.self] }", ["A", "X"]),
    (
      "static var models: [any PersistentModel.Type] { Self.all }; static let all = [A.self]", ["A"]
    ),
    (
      "static var models: [any PersistentModel.Type] { [A.self] as [any PersistentModel.Type] }",
      ["A"]
    ),
    (
      "static var models: [any PersistentModel.Type] { (Old.models + [Outside.self]) }",
      ["Outside", "X"]
    ),
    ("static var models: [any PersistentModel.Type] { [Alias.self] }", ["Outside"]),
    (
      """
      static var models: [any PersistentModel.Type] {
        let old = Old.models
        var all: [any PersistentModel.Type] = [A.self]
        all += old
        print("asked for models")
        all.append(Outside.self)
        all.append(contentsOf: [B.self])
        return all
      }
      """, ["A", "B", "Outside", "X"]
    ),
    (
      """
      static var models: [any PersistentModel.Type] {
        #if os(watchOS)
        return [A.self]
        #else
        let rest = Old.models
        #if DEBUG
        return [Outside.self]
        #endif
        return [B.self] + rest
        #endif
      }
      """, ["B", "X"]
    ),
    (
      """
      static var models: [any PersistentModel.Type] {
        #if os(iOS)
        [A.self]
        #endif
      }
      """, ["A"]
    ),
    ("static var models: [any PersistentModel.Type] { [Space.Inner.self] }", ["Inner"]),
    ("static var models: [any PersistentModel.Type] { [App.Outside.self] }", ["Outside"]),
  ]

  @Test("lists of models", arguments: lists)
  func modelLists(_ list: (String, [String])) throws {
    let histories = ModelText.histories(
      """
      typealias Alias = Alias2
      typealias Alias2 = Outside
      @Model class Outside { var o: Int }
      enum Space { @Model class Inner { var i: Int } }
      enum Old: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [X.self] }
        @Model class X { var x: Int }
      }
      enum V: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        \(list.0)
        @Model class A { var a: Int }
      }
      extension V { @Model class B { var b: Int } }
      """)
    let model = try #require(histories.first?.versions.first { $0.name == "V" })
    #expect(names(model) == list.1)
  }

  @Test("a plan with every way to write a stage")
  func plan() throws {
    let histories = ModelText.histories(
      """
      enum V1: VersionedSchema {
        static var versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model class Note { var title: String }
      }
      enum V2: VersionedSchema {
        static var versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model class Note { @Attribute(originalName: "title") var heading: String }
      }
      enum V3: VersionedSchema {
        static var versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
      }
      extension V3 { @Model class Note { var heading: String? } }
      typealias Note = V3.Note
      let last = MigrationStage.lightweight(fromVersion: V2.self, toVersion: V3.self)
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] {
          [first, Plan.second, third, last, .lightweight(fromVersion: V1.self, toVersion: V2.self),
           trailing, reference]
        }
        static let first = MigrationStage.custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: { context in
            try context.save()
          },
          didMigrate: nil)
        static let second: MigrationStage = .custom(
          fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: { _ in })
        static var third: MigrationStage { .lightweight(fromVersion: V2.self, toVersion: V3.self) }
        static let trailing = MigrationStage.custom(fromVersion: V1.self, toVersion: V2.self) { _ in
        } didMigrate: { _ in
        }
        static let reference = MigrationStage.custom(
          fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: finish)
        static func finish(_ context: ModelContext) throws { }
      }
      """)
    #expect(histories.count == 1)
    let plan = try #require(histories.first)
    #expect(plan.name == "Plan")
    #expect(plan.isOrdered)
    #expect(plan.currentVersion == "V3")
    #expect(plan.versions.map(\.name) == ["V1", "V2", "V3"])
    #expect(plan.versions.allSatisfy { $0.problems.isEmpty && $0.entities.count == 1 })
    let steps = plan.stages.map { stage -> String in
      switch stage.kind {
      case .lightweight: return "\(stage.from) \(stage.to) lightweight"
      case .custom(let will, let did):
        let places = [will, did].map { $0.map { "\($0.line ?? 0):\($0.column ?? 0)" } ?? "nil" }
        return "\(stage.from) \(stage.to) \(places.joined(separator: " "))"
      }
    }
    #expect(
      steps == [
        "V1 V2 26:18 nil", "V1 V2 nil 31:77", "V2 V3 lightweight", "V2 V3 lightweight",
        "V1 V2 lightweight", "V1 V2 33:89 34:17", "V1 V2 nil 37:77",
      ])
  }

  @Test(
    "lists that code decides on are left open",
    arguments: [
      "var all = [A.self]; if isNew { all.append(B.self) }; return all",
      "var all = [A.self]; [B.self].forEach { all.append($0) }; return all",
      "var all = [A.self]; fill(&all); return all",
      "var all = [A.self, B.self]; all.removeLast(); return all",
      // Twice as long with each line.
      "let a = [A.self]" + (0..<40).map { _ in "; a += a" }.joined() + "; return a",
    ])
  func openLists(_ body: String) {
    let model = ModelText.model(
      """
      enum V: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { \(body) }
        @Model final class A { var a: Int }
        @Model final class B { var b: Int }
      }
      """)
    #expect(model.problems.contains { $0.topic == .unreadList })
  }

  @Test("a version that is declared elsewhere leaves the plan open, but not its stages")
  func missingVersion() throws {
    let plan = try #require(
      ModelText.histories(
        """
        enum V2: VersionedSchema {
          static var versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [] }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static var stages: [MigrationStage] { [] }
        }
        """
      ).first)
    #expect(plan.name == "Plan")
    #expect(!plan.isComplete && plan.hasAllStages)
  }

  @Test("stages are found in instances, closures called at once, and extensions")
  func scatteredStages() throws {
    let plan = try #require(
      ModelText.histories(
        """
        enum V1: VersionedSchema {
          static var versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model class Note { var title: String }
        }
        enum V2: VersionedSchema {
          static var versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model class Note { var title: String? }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static var stages: [MigrationStage] {
            [Step().stage, called, .extended, .made(), MigrationStage.extended]
          }
          final class Step {
            var kept: [String] = []
            var stage: MigrationStage {
              return MigrationStage.custom(
                fromVersion: V1.self, toVersion: V2.self,
                willMigrate: self.keep(_:), didMigrate: self.fill(_:))
            }
            func keep(_ context: ModelContext) {}
            func fill(_ context: ModelContext) {}
          }
          static let called: MigrationStage = {
            let kept = Step()
            return .custom(
              fromVersion: V1.self, toVersion: V2.self, willMigrate: kept.keep, didMigrate: nil)
          }()
        }
        extension MigrationStage {
          static let extended = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
          static func made() -> MigrationStage {
            var kept = 0
            return .custom(
              fromVersion: V1.self, toVersion: V2.self, willMigrate: nil) { _ in kept += 1 }
          }
        }
        """
      ).first)
    #expect(plan.isComplete)
    #expect(plan.stages.map(\.from) == Array(repeating: "V1", count: 5))
    let kinds = plan.stages.map { stage -> String in
      guard case .custom(let will, let did) = stage.kind else { return "lightweight" }
      return "\(will?.line ?? 0) \(did?.line ?? 0)"
    }
    #expect(kinds == ["21 21", "29 0", "lightweight", "0 37", "lightweight"])
  }

  @Test("unversioned models form the version 'live', beside the versions")
  func live() {
    let histories = ModelText.histories(
      """
      enum V1: VersionedSchema {
        static var versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model class Note { var title: String }
      }
      @Model class Note { var title: String?; var tag: Tag? }
      enum Models { @SwiftData.Model class Tag { } }
      typealias Tag = Models.Tag
      """)
    #expect(histories.map(\.name) == ["V1", "live"])
    #expect(histories.last?.versions.map(\.versionIdentifiers) == [["1.0.0"]])
    #expect(histories.last?.versions.map(names) == [["Note", "Tag"]])
  }

  @Test("live models that a version lists are that version")
  func listedLive() {
    let histories = ModelText.histories(
      """
      enum V2: VersionedSchema {
        static var versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
      }
      @Model class Note { var title: String? }
      """)
    #expect(histories.map(\.name) == ["V2"])
  }

  @Test("what cannot be resolved is named")
  func problems() {
    let model = ModelText.model(
      """
      enum V: VersionedSchema {
        static var versionIdentifier = Schema.Version(major)
        static var models: [any PersistentModel.Type] { [Gone.self, Plain.self, A.self, A.self, f()] }
        class Plain { }
        @Model class A { var b: B? }
        @Model class B { var c: Int }
        @Model class Unlisted { var c: Int }
      }
      """)
    #expect(
      model.problems.map(\.message) == [
        "'Gone', listed in 'V', is not declared in the given sources",
        "'Plain', listed in 'V', is not a @Model class",
        "'A' is listed twice in 'V'",
        "'f()' in the models of 'V' is not a list of types",
        "'B' is declared in 'V' but not listed in its models",
        "'Unlisted' is declared in 'V' but not listed in its models",
        "the versionIdentifier of 'V' is not three numbers",
        "the hash includes 'B', which the version reaches and does not list",
      ])
    #expect(ModelText.lines(model) == ["A", "  b -> B?", "B", "  c Integer 64 ~"])
  }

  @Test("a struct cannot be a model")
  func structModel() {
    let result = SwiftModelReader.readAll([
      SourceFile(path: "App.swift", text: "@Model struct A { var a: Int }")
    ])
    #expect(result.histories.isEmpty)
    #expect(result.problems.map(\.message) == ["'A' is no model: @Model needs a class"])
  }

  @Test("two classes of one name in one version")
  func duplicates() {
    let model = ModelText.model(
      "@Model class A { var a: Int }\nenum X { @Model class A { var b: Int } }")
    #expect(ModelText.lines(model) == ["A", "  a Integer 64"])
    #expect(
      model.problems.map(\.message) == [
        "two classes are called 'A'; entities have the class's bare name"
      ])
  }

  @Test("branches of '#if' are those of an iOS release build")
  func conditions() {
    let model = ModelText.model(
      """
      @Model class A {
        #if os(macOS)
        var mac: Int
        #elseif DEBUG || targetEnvironment(simulator)
        var debug: Int
        #elseif canImport(UIKit) && !DEBUG
        var phone: Int
        #else
        var other: Int
        #endif
      }
      """)
    #expect(ModelText.lines(model) == ["A", "  phone Integer 64"])
    #expect(
      model.problems == [
        ModelProblem(
          "declarations inside '#if' are read as an iOS release build sees them",
          topic: .conditional, entity: "A",
          location: Location(path: "App.swift", line: 2, column: 3))
      ])
  }

  @Test("containers and what they open")
  func containers() {
    let result = SwiftModelReader.readAll([
      SourceFile(
        path: "App.swift",
        text: """
          struct App {
            let plain = try ModelContainer(for: A.self, B.self)
            let container: ModelContainer = {
              let schema = Schema(versionedSchema: V2.self)
              let config = ModelConfiguration(
                schema: schema, isStoredInMemoryOnly: true, cloudKitDatabase: .private("x"))
              return try! ModelContainer(
                for: schema, migrationPlan: Plan.self, configurations: [config])
            }()
            var body: some Scene { WindowGroup { V() }.modelContainer(for: [A.self], inMemory: true) }
            let file = ModelConfiguration(url: store)
            func open() { _ = ModelContainer(for: Schema([A.self]), configurations: file) }
          }
          """)
    ])
    let lines = result.containers.map { use in
      [
        "\(use.location.line ?? 0)", use.call, use.types.joined(separator: "+"),
        use.versionedSchema ?? "-", use.migrationPlan ?? "-", use.cloudKitDatabase ?? "-",
        use.isStoredInMemoryOnly ? "memory" : "-", use.url ?? "-",
      ].joined(separator: " ")
    }
    #expect(
      lines == [
        "2 ModelContainer A+B - - - - -", "4 Schema  V2 - - - -",
        "7 ModelContainer  V2 Plan .private(\"x\") memory -",
        "10 modelContainer A - - - memory -", "12 ModelContainer A - - - - store",
        "12 Schema A - - - - -",
      ])
  }
}

extension SchemaTests {
  @Test("parts of a folder with classes of one name are read on their own")
  func parts() {
    let result = SwiftModelReader.readAll([
      SourceFile(
        path: "A/Item.swift",
        text: "@Model class Item { var folder: Folder? }\n@Model class Folder { var items: [Item] }"
      ),
      SourceFile(
        path: "B/Item.swift", text: "@Model class Item { var b: Int; var tag: Tag? }"),
      SourceFile(path: "B/Open.swift", text: "let c = ModelContainer(for: Item.self)"),
      SourceFile(path: "Shared/Tag.swift", text: "@Model class Tag { var items: [Item] }"),
    ])
    #expect(result.histories.map(\.name) == ["live", "live in A", "live in B"])
    let models = result.histories.compactMap(\.versions.first)
    #expect(
      models.map { ModelText.lines($0) } == [
        ["Tag", "  items Undefined ?!"],
        [
          "Folder", "  items -> [Item] inverse folder (implied)",
          "Item", "  folder -> Folder? inverse items (implied)",
        ],
        [
          "Item", "  b Integer 64", "  tag -> Tag? inverse items (implied)",
          "Tag", "  items -> [Item] inverse tag (implied)",
        ],
      ])
    #expect(result.containers.first?.declared["Item"]?.path == "B/Item.swift")
  }

  @Test("what lies around parts finds the names that one part alone declares")
  func around() {
    let note = "extension SchemaV1 { @Model class Note { var text: String } }"
    let schema = "enum SchemaV1: VersionedSchema { static var models = [Note.self] }"
    let result = SwiftModelReader.readAll([
      SourceFile(path: "App/Aliases.swift", text: "typealias Note = SchemaV2.Note"),
      SourceFile(
        path: "App/V2.swift",
        text: """
          enum SchemaV2: VersionedSchema {
            static var models = [Note.self]
            @Model class Note { var text: String }
          }
          """),
      SourceFile(path: "App/V1.swift", text: schema + note),
      SourceFile(path: "Copy/V1.swift", text: schema + note),
      SourceFile(
        path: "Old.swift",
        text: "enum Old: VersionedSchema { static var models = [Note.self, SchemaV1.Note.self] }"),
    ])
    let old = result.histories.flatMap(\.versions).first { $0.name == "Old" }
    #expect(old.map { ModelText.lines($0) } == ["Note", "  text String"])
    #expect(old?.problems.map(\.message).filter { $0.contains("'SchemaV1.Note'") }.count == 1)
  }

  @Test("copies beside each other cannot be told apart")
  func copies() {
    let result = SwiftModelReader.readAll([
      SourceFile(path: "App/Item 2.swift", text: "@Model class Item { var b: Int }"),
      SourceFile(path: "App/Item.swift", text: "@Model class Item { var a: Int }"),
    ])
    #expect(result.histories.count == 1)
    #expect(ModelText.lines(result.histories[0].versions[0]) == ["Item", "  b Integer 64"])
  }
}
