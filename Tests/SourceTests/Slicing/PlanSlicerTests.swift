import Foundation
import StoreModel
import TestSupport
import Testing

@testable import ModelSource

@Suite("Cutting a plan out of an app")
struct PlanSlicerTests {
  /// What is left of each file, without blank lines and indentation; nil when the plan is not found.
  static func kept(_ files: [String: String], plan: String = "Plan") -> [String]? {
    let files = files.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) }
    return PlanSlicer(files, plan: plan).slice().map(lines)
  }

  static func lines(_ slice: PlanSlice) -> [String] {
    slice.files.flatMap { file in
      ["\(file.path):"]
        + String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
          let words = line.split(separator: " ").joined(separator: " ")
          return words.isEmpty || words.hasPrefix("//") ? nil : words
        }
    }
  }

  static let plan = """
    import SwiftData
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note {
        var title: String
        init(title: String) { self.title = title }
      }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self] }
      static var stages: [MigrationStage] { [] }
    }
    """

  @Test("a plan with its schemas stays as it is")
  func whole() {
    let lines = Self.plan.split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init)
    #expect(Self.kept(["Plan.swift": Self.plan]) == ["Plan.swift:"] + lines)
    #expect(Self.kept(["Plan.swift": Self.plan], plan: "Other") == nil)
  }

  @Test("lines and columns stay where they are")
  func places() throws {
    let text = "import SwiftUI\nstruct Ü: View { }\n" + Self.plan
    let slice = try #require(
      PlanSlicer([SourceFile(path: "a.swift", text: text)], plan: "Plan").slice())
    let bytes = try #require(slice.files.first).bytes
    #expect(bytes.count == text.utf8.count)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(Self.plan))
    #expect(slice.missingModules == ["a.swift": ["SwiftUI"]])
  }

  @Test("a class loses the conformance whose own code is left out")
  func lostConformance() throws {
    let text = Self.plan.replacing(
      "@Model final class Note {",
      with: """
        @Model final class Note: Codable, Hashable {
          init(from decoder: Decoder) throws { title = UIImage(named: "a").map { "\\($0)" } ?? "" }
          func encode(to encoder: Encoder) throws {}
          struct Place: Codable { var x = 0; init(from decoder: Decoder) throws { UIImage.load() } }
          var place: Place?
        """)
    let kept = try #require(Self.kept(["Plan.swift": text]))
    #expect(kept.contains("@Model final class Note: Hashable {"), "\(kept)")
    #expect(kept.contains { $0.hasPrefix("struct Place: Codable { var x = 0;") }, "\(kept)")
  }

  @Test("files that are left out whole tell their modules, too")
  func modules() throws {
    let plan = Self.plan.replacing("{ [] }", with: "{ [Helper.stage] }")
    let helper = "import VaultKit\nstruct Helper: View { static let stage = 1 }"
    let files = ["Plan.swift": plan, "Helper.swift": helper].map {
      SourceFile(path: $0.key, text: $0.value)
    }
    let slice = try #require(PlanSlicer(files, plan: "Plan").slice())
    #expect(slice.missingModules == ["Helper.swift": ["VaultKit"]])
    #expect(slice.files.map(\.path) == ["Plan.swift"])
  }

  @Test(
    "a model keeps an initializer in place of those that do not compile",
    arguments: [
      "init(title: String) { self.title = title }",
      "init(\n    title: String\n  ) {\n    self.title = title\n  }",
    ])
  func initializers(_ initializer: String) throws {
    let source = Self.plan.replacing(
      "init(title: String) { self.title = title }", with: initializer)
    var slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
    let line = try #require(source.split(separator: "\n").firstIndex { $0.contains("init(") }) + 1
    _ = slicer.leaveOut(at: Location(path: "a.swift", line: line, column: 9), because: "")
    let slice = try #require(slicer.slice())
    let text = Self.lines(slice).joined(separator: " ")
    #expect(text.contains("var title: String init(_ n: Never){ switch n{}} }"), "\(text)")
    #expect(slice.files.first?.bytes.count == source.utf8.count)
  }

  @Test("an extension of a schema is not spared with the model in it")
  func modelInExtension() throws {
    let source = Self.plan.replacing("  @Model", with: "}\nextension V1 {\n  @Model")
    var slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
    let line = try #require(source.split(separator: "\n").firstIndex { $0.contains("init(") }) + 1
    for place in [line, line - 2] {
      _ = slicer.leaveOut(at: Location(path: "a.swift", line: place, column: 9), because: "")
    }
    #expect(try Self.lines(#require(slicer.slice())).contains("@Model final class Note {"))
  }

  @Test("a name of Apple's that the app has, too, keeps its module in front")
  func ownNames() throws {
    func text(_ name: String) -> String {
      "import os\n" + Self.plan.replacing("{ [] }", with: "{ \(name).log.info(\"\"); return [] }")
        + "\nstruct \(name) { static let log = os.Logger() }\n"
    }
    let slice = try #require(
      PlanSlicer([SourceFile(path: "a.swift", text: text("Logger"))], plan: "Plan").slice())
    #expect(slice.planPath == "a.swift")
    #expect(Self.lines(slice).last?.contains("log = os.Logger()") == true)
    #expect(slice.substitutes == "enum os {\ntypealias Logger = PlanHost.Logger\n}")
    let plain = try #require(
      PlanSlicer([SourceFile(path: "a.swift", text: text("Log"))], plan: "Plan").slice())
    #expect(Self.lines(plain).last?.contains("log = Logger()") == true)
    #expect(!plain.substitutes.contains("enum os"))
  }

  @Test("the app's own module is known by what stands behind it")
  func ownModule() {
    let text = "let a = [\nApp.V1.self,\nApp.v1, app]\n" + Self.plan
    let slicer = PlanSlicer([SourceFile(path: "a.swift", text: text)], plan: "Plan")
    func isOwnModule(_ name: String, _ line: Int, _ column: Int = 1) -> Bool {
      slicer.isOwnModule(name, at: Location(path: "a.swift", line: line, column: column))
    }
    #expect(isOwnModule("App", 2))
    #expect(!isOwnModule("App", 3))
    #expect(!isOwnModule("app", 3, 9))
    #expect(!isOwnModule("App", 900))
  }

  @Test("views, the app, previews and statements are left out; imports are reduced")
  func interface() {
    let app = """
      import SwiftUI
      import SwiftData
      import UIKit.UIImage
      @main struct NotesApp: App {
        let note: V1.Note
        var body: some Scene { WindowGroup { Text("") } }
      }
      struct Row: View { let note: V1.Note; var body: some View { Text(note.title) } }
      #Preview { Row(note: V1.Note(title: "")) }
      """
    let kept = Self.kept(["App.swift": app, "Plan.swift": Self.plan])
    #expect(kept == Self.kept(["Plan.swift": Self.plan]))
    let together = Self.kept(["Plan.swift": Self.plan + "\n" + app.replacingImports()])
    #expect(together == kept)
  }

  @Test("helper types, aliases, functions and constants come along by name, through files")
  func helpers() {
    let plan = """
      import SwiftData
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static var stages: [MigrationStage] { [stage] }
        static let stage = MigrationStage.custom(
          fromVersion: V1.self, toVersion: V1.self, willMigrate: { _ in shorten(limit) },
          didMigrate: nil)
        static let unused = View()
      }
      """
    let helpers = """
      let limit: Limit = 3
      let other = 4
      func shorten(_ value: Limit) { print(value.doubled.half) }
      func lengthen() {}
      """
    let more = """
      typealias Limit = Int
      extension Int {
        var doubled: Int { self * 2 }
        var tripled: Int { self * 3 }
      }
      """
    let extensions =
      "extension Int { var half: Int { self / 2 } }\nextension Color { var half: Int { 0 } }"
    let schema = "enum V1: VersionedSchema { static var models: [any PersistentModel.Type] { [] } }"
    let kept = Self.kept([
      "a.swift": plan, "b.swift": helpers, "c.swift": more, "d.swift": extensions,
      "e.swift": schema,
    ])
    #expect(
      kept == [
        "a.swift:", "import SwiftData", "enum Plan: SchemaMigrationPlan {",
        "static var schemas: [any VersionedSchema.Type] { [V1.self] }",
        "static var stages: [MigrationStage] { [stage] }",
        "static let stage = MigrationStage.custom(",
        "fromVersion: V1.self, toVersion: V1.self, willMigrate: { _ in shorten(limit) },",
        "didMigrate: nil)", "}", "b.swift:", "let limit: Limit = 3",
        "func shorten(_ value: Limit) { print(value.doubled.half) }", "c.swift:",
        "typealias Limit = Int", "extension Int {", "var doubled: Int { self * 2 }", "}",
        "d.swift:", "extension Int { var half: Int { self / 2 } }", "e.swift:",
        "enum V1: VersionedSchema { static var models: [any PersistentModel.Type] { [] } }",
      ])
  }

  @Test("of a model's own members, those that nothing mentions and those of the interface go")
  func members() {
    let source = """
      import SwiftUI
      enum V1: VersionedSchema {
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note: Codable, Transferable {
          #Unique<Note>([\\.title])
          var title: String
          @Transient var cache: UIImage?
          var kind: Kind = Kind.plain
          var shown: String { title.uppercased() }
          var unshown: String { title.lowercased() }
          var color: Color { shown.isEmpty ? .red : .blue }
          init(title: String) { self.title = title }
          convenience init(image: UIImage) { self.init(title: "") }
          func encode(to encoder: any Encoder) throws { _ = shown }
          enum Kind: String, Codable, AppEnum {
            case plain, rich
            static var caseDisplayRepresentations: [Kind: DisplayRepresentation] { [:] }
          }
        }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static var stages: [MigrationStage] { [] }
      }
      """
    #expect(
      Self.kept(["a.swift": source])?.dropFirst(3) == [
        "@Model final class Note: Codable {", "#Unique<Note>([\\.title])", "var title: String",
        "var kind: Kind = Kind.plain", "var shown: String { title.uppercased() }",
        "init(title: String) { self.title = title }",
        "func encode(to encoder: any Encoder) throws { _ = shown }",
        "enum Kind: String, Codable {", "case plain, rich", "}", "}", "}",
        "enum Plan: SchemaMigrationPlan {",
        "static var schemas: [any VersionedSchema.Type] { [V1.self] }",
        "static var stages: [MigrationStage] { [] }", "}",
      ])
  }

  @Test("of branches, the one for iOS without its frameworks is kept")
  func branches() {
    let source = """
      #if canImport(UIKit)
      import UIKit
      typealias Picture = UIImage
      #else
      typealias Picture = Int
      #endif
      \(Self.plan.replacing("var title: String", with: """
      #if os(iOS)
      var title: String
      #else
      var title: Int
      #endif
      var picture: Picture = 1
      """))
      """
    let kept = Self.kept(["a.swift": source]) ?? []
    #expect(kept.contains("typealias Picture = Int"))
    #expect(
      !kept.contains { $0.hasPrefix("#") || $0.contains("UIImage") || $0 == "var title: Int" })
    #expect(kept.contains("var title: String"))
  }

  @Test("of two sides that name each other as inverse, the first stays")
  func inverses() {
    let models = """
      @Model final class Note {
        var title: String
        @Relationship(deleteRule: .nullify, inverse: \\Tag.notes) var tags: [Tag] = []
        @Relationship(inverse: \\Note.next) var previous: Note?
        @Relationship(inverse: \\Note.previous, hashModifier: "a") var next: Note?
      """
    let tag = """
      @Model final class Tag {
        @Relationship(deleteRule: .nullify, inverse: \\Note.tags) var notes: [Note] = []
        @Relationship(inverse: \\Tag.same) var same: [Tag] = []
      }
      static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
      """
    let source = Self.plan.replacing(
      "@Model final class Note {\n    var title: String", with: models
    )
    .replacing("static var models: [any PersistentModel.Type] { [Note.self] }", with: tag)
    let kept = Self.kept(["a.swift": source])?.filter { $0.contains("@Relationship") }
    #expect(
      kept == [
        "@Relationship(deleteRule: .nullify, inverse: \\Note.tags) var notes: [Note] = []",
        "@Relationship( ) var same: [Tag] = []",
        "@Relationship(deleteRule: .nullify ) var tags: [Tag] = []",
        "@Relationship(inverse: \\Note.next) var previous: Note?",
        "@Relationship( hashModifier: \"a\") var next: Note?",
      ])
  }

  @Test("members of one line go with their semicolons")
  func semicolons() throws {
    let plan = Self.plan.replacing(
      "    var title: String\n",
      with: "    var title: String; func view() -> UIView { UIView() }; var size = 0\n")
    let lines = try #require(Self.kept(["Plan.swift": plan]))
    #expect(lines.contains("var title: String; var size = 0"), "\(lines)")
  }

  @Test("a plan inside the app's own type brings that type as an empty shell")
  func nested() {
    let source = """
      import SwiftUI
      @main struct NotesApp: App {
        @State private var path = NavigationPath()
        var body: some Scene { WindowGroup { } }
        \(Self.plan.replacing("import SwiftData\n", with: ""))
      }
      """
    let kept = Self.kept(["a.swift": source], plan: "NotesApp.Plan")
    #expect(kept?.prefix(3) == ["a.swift:", "struct NotesApp {", "enum V1: VersionedSchema {"])
  }

  @Test("what does not compile and can be spared is left out, with what only it needed")
  func leavingOut() throws {
    let source =
      Self.plan + """

        extension V1.Note: Shareable {
          var shareText: String { Sharing.text(title) }
        }
        protocol Shareable { var shareText: String { get } }
        enum Sharing { static func text(_ text: String) -> String { Portal.shared.text } }
        """
    var slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
    #expect(try #require(slicer.slice()).leftOut.isEmpty)
    let line = source.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
      $0.contains("Portal")
    }
    let place = Location(path: "a.swift", line: try #require(line) + 1, column: 60)
    let isLeftOut = slicer.leaveOut(at: place, because: "there is no 'Portal'")
    #expect(isLeftOut)
    let slice = try #require(slicer.slice())
    #expect(slice.leftOut.map(\.name) == ["text"])
    #expect(slice.leftOut.map(\.why) == ["there is no 'Portal'"])
    #expect(!Self.lines(slice).contains { $0.contains("Portal") })
    // A stored property of a model is the model; nothing of the plan can be spared either.
    let stored = slicer.leaveOut(at: Location(path: "a.swift", line: 6, column: 9), because: "")
    let plan = slicer.leaveOut(at: Location(path: "a.swift", line: 12, column: 9), because: "")
    #expect(!stored && !plan)
  }

  @Test("two errors in one function leave out the function, not the type around it")
  func errorsSideBySide() throws {
    let source = """
      enum V1: VersionedSchema { static var models: [any PersistentModel.Type] { [] } }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static var stages: [MigrationStage] { [
          .custom(fromVersion: V1.self, toVersion: V1.self, willMigrate: nil) { _ in
            print(Code.text(raw: "a"))
          }
        ] }
      }
      enum Code {
        static func text(of state: Portal) -> Portal { parts(of: state) }
        static func parts(of state: Portal) -> Portal { state }
        static func text(raw: String) -> String { raw }
      }
      """
    var slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
    let first = slicer.leaveOut(
      at: Location(path: "a.swift", line: 11, column: 31), because: "there is no 'Portal'")
    let second = slicer.leaveOut(
      at: Location(path: "a.swift", line: 11, column: 42), because: "there is no 'Portal'")
    // It was needed by the other one only.
    let third = slicer.leaveOut(
      at: Location(path: "a.swift", line: 12, column: 35), because: "there is no 'Portal'")
    #expect(first && !second && !third)
    let lines = Self.lines(try #require(slicer.slice()))
    #expect(lines.contains { $0.contains("text(raw: String)") })
    #expect(!lines.contains { $0.contains("Portal") })
  }

  @Test("a class that a transformer makes bytes of may be an empty one")
  func opaqueTypes() throws {
    func slice(_ attribute: String) throws -> PlanSlice {
      let source = Self.plan.replacing(
        "var title: String\n",
        with: "var title: String\n\(attribute) var tint: UIColor?\n"
          + "init(tint: UIColor) { title = \"\" }\nvar image: UIImage { fatalError() }\n")
      let slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
      return try #require(slicer.slice())
    }
    let opaque = try slice("@Attribute(.transformable(by: \"Tint\"))")
    #expect(opaque.substitutes.contains("class UIColor"))
    #expect(!opaque.substitutes.contains("UIImage"))
    #expect(Self.lines(opaque).contains { $0.hasPrefix("init(tint") })
    let plain = try slice("@Attribute(.unique)")
    #expect(!plain.substitutes.contains("UIColor"))
    #expect(!Self.lines(plain).contains { $0.hasPrefix("init(tint") })
  }

  @Test("an extension of what stands in for Apple's declares nothing anew")
  func extendedSubstitute() throws {
    let source = """
      enum V1: VersionedSchema { static var models: [any PersistentModel.Type] { [] } }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static var stages: [MigrationStage] { [
          .custom(fromVersion: V1.self, toVersion: V1.self, willMigrate: nil) { _ in
            let state = OSSignposter.plan.beginInterval("fill")
            Logger.plan.info("done")
          }
        ] }
      }
      extension Logger { static let plan = Logger(subsystem: "notes", category: "plan") }
      extension OSSignposter { static let plan = OSSignposter(logger: .plan) }
      """
    let slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
    let slice = try #require(slicer.slice())
    #expect(slice.substitutes == "")
    #expect(slice.leftOut == [])
    #expect(Self.lines(slice).contains { $0.contains("extension Logger") })
  }

  @Test("closures that will not run go, with what only they needed")
  func otherClosures() throws {
    let source = """
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static var stages: [MigrationStage] { [
          .custom(fromVersion: V1.self, toVersion: V1.self, willMigrate: { context in
            old(context)
          }) { _ in later() },
          .custom(fromVersion: V1.self, toVersion: V1.self, willMigrate: nil) { context in
            new()
          }
        ] }
      }
      func old(_ context: ModelContext) {}
      func later() {}
      func new() {}
      enum V1: VersionedSchema { static var models: [any PersistentModel.Type] { [] } }
      """
    let slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
    let needed = Location(path: "a.swift", line: 7, column: 68)
    let part = try #require(slicer.withoutClosures(except: [needed]))
    #expect(slicer.keeps(Location(path: "a.swift", line: 5, column: 8)))
    #expect(!part.keeps(Location(path: "a.swift", line: 5, column: 8)))
    #expect(part.keeps(Location(path: "a.swift", line: 8, column: 8)))
    let lines = Self.lines(try #require(part.slice()))
    #expect(lines.contains("}) { _ in },") && lines.contains("new()"))
    #expect(lines.filter { $0.contains("func") } == ["func new() {}"])
    #expect(
      slicer.withoutClosures(except: [
        needed, .init(path: "a.swift", line: 4),
        .init(path: "a.swift", line: 6),
      ]) == nil)
  }

  @Test("of declarations that several targets repeat, the plan's own is taken")
  func repeatedDeclarations() {
    let kept = Self.kept([
      "App/Plan.swift": Self.plan.replacing("{ [] }", with: "{ _ = Kind.plain; return [] }"),
      "App/Sub/Kind.swift": "enum Kind { case plain }",
      "Widget/Kind.swift": "enum Kind { case fancy }",
      "Widget/Plan.swift": Self.plan,
    ])
    #expect(kept?.filter { $0.hasSuffix(":") } == ["App/Plan.swift:", "App/Sub/Kind.swift:"])
  }

  @Test("nothing is public, and extensions of Foundation's types come along")
  func accessAndExtensions() throws {
    let source =
      Self.plan.replacing(
        "{ [] }", with: "{ NotificationCenter.default.post(name: .done, object: nil); return [] }")
        + """

        extension Notification.Name {
          public static let done = Notification.Name("done")
          static let other = Notification.Name("other")
        }
        """
    let kept = try #require(Self.kept(["a.swift": "public " + source]))
    #expect(kept.contains("static let done = Notification.Name(\"done\")"))
    #expect(!kept.contains { $0.contains("public") || $0.contains("other") })
  }

  /// A plan of three versions, of which a closure works with the last two.
  static func versions(_ closure: String) -> String {
    (1...3).map { number in
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
      }
      extension V\(number) { @Model final class Note { var title = "v\(number)"; init() {} } }
      extension V\(number).Note { var upper: String { title } }
      """
    }.joined(separator: "\n") + """

      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] {
          [
            .lightweight(fromVersion: V1.self, toVersion: V2.self),
            .custom(fromVersion: V2.self, toVersion: V3.self, willMigrate: nil) { context in
              \(closure)
            },
          ]
        }
      }
      """
  }

  @Test("models of versions that no code works with are left out")
  func idleVersions() throws {
    let file = SourceFile(path: "a.swift", text: Self.versions("_ = V3.Note().upper"))
    let slicer = PlanSlicer([file], plan: "Plan")
    let few = try #require(slicer.withoutModels(except: ["V2", "V3"])?.slice())
    #expect(few.models == 2)
    let lines = Self.lines(few)
    #expect(lines.contains("enum V1: VersionedSchema {"))
    #expect(lines.contains("static let versionIdentifier = Schema.Version(1, 0, 0)"))
    #expect(lines.filter { $0.contains("models") }.count == 3)
    #expect(lines.contains("static var models:[any PersistentModel.Type]{[]}"))
    #expect(!lines.contains { $0.contains("v1") })
    #expect(!lines.contains("extension V1.Note { var upper: String { title } }"))
  }

  @Test(
    "models of every version stay where code may reach them",
    arguments: [
      "_ = V1.Note()", "_ = Schema(versionedSchema: V1.self)", "_ = V1.models.count",
      "_ = Plan.schemas.first", "_ = Old.Note()",
    ])
  func reachedVersions(_ closure: String) {
    let alias = closure.contains("Old") ? "\ntypealias Old = V1" : ""
    let text = Self.versions(closure) + alias
    let slicer = PlanSlicer([SourceFile(path: "a.swift", text: text)], plan: "Plan")
    #expect(slicer.withoutModels(except: ["V2", "V3"])?.slice()?.models ?? 3 == 3)
  }

  @Test("an error that quotes what went with the models is told from others")
  func lackingModels() throws {
    let file = SourceFile(path: "a.swift", text: Self.versions("_ = V3.Note()"))
    let less = try #require(PlanSlicer([file], plan: "Plan").withoutModels(except: ["V3"]))
    #expect(less.slice()?.models == 1)
    #expect(less.lacks("type 'V1' has no member 'Note'") && less.lacks("cannot find 'V2.Note'"))
    #expect(!less.lacks("type 'V3' has no member 'Page'"))
  }

  @Test("closures are named for the places that they alone need")
  func reachingClosures() throws {
    let stage = { (name: String, from: Int) in
      """
      static let \(name) = MigrationStage.custom(
        fromVersion: V\(from).self, toVersion: V\(from + 1).self, willMigrate: nil) { _ in
          \(name)Help(); both()
        }
      """
    }
    let text = """
      \(Self.versions("").split(separator: "enum Plan").first ?? "")
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] { [first, second] }
        \(stage("first", 1))
        \(stage("second", 2))
      }
      func firstHelp() {}
      func secondHelp() {}
      func both() {}
      """
    let slicer = PlanSlicer([SourceFile(path: "a.swift", text: text)], plan: "Plan")
    let lines = text.components(separatedBy: "\n")
    func place(_ text: String) throws -> Location {
      let line = try #require(lines.firstIndex { $0.contains(text) })
      return Location(path: "a.swift", line: line + 1, column: 6)
    }
    #expect(slicer.closures.count == 2)
    #expect(slicer.closures(reaching: [try place("func secondHelp")]) == [slicer.closures[1]])
    #expect(slicer.closures(reaching: [try place("firstHelp();")]) == [slicer.closures[0]])
    #expect(slicer.closures(reaching: [try place("func both")]) == slicer.closures)
    #expect(slicer.closures(reaching: [try place("enum V2")]) == [])
  }

  @Test("conditions inside of functions are decided as on iOS; what they leave out brings nothing")
  func conditionsInBodies() throws {
    let text =
      Self.versions("seed()") + """

        func seed() {
          #if os(iOS)
          phone()
          #if DEBUG
          debugging()
          #endif
          #else
          desktop()
          #endif
          let text = "a"
            #if canImport(UIKit)
            .uppercased()
            #else
            .lowercased()
            #endif
        }
        func phone() {}
        func desktop() {}
        func debugging() {}
        """
    let lines = try #require(Self.kept(["a.swift": text]))
    #expect(lines.contains("phone()") && lines.contains("func phone() {}"))
    #expect(lines.contains(".lowercased()") && !lines.contains(".uppercased()"))
    #expect(!lines.contains { $0.contains("desktop") || $0.contains("debug") || $0.contains("#") })
  }

  @Test("a type loses the protocol of which it no longer has every member")
  func lostProtocol() throws {
    let text =
      Self.plan.replacing("class Note {", with: "class Note: Titled, Dated {")
      + "\nprotocol Titled { var shown: String { get } }\nprotocol Dated {}"
    var slicer = PlanSlicer([SourceFile(path: "a.swift", text: text)], plan: "Plan")
    let place = Location(path: "a.swift", line: 5, column: 22)
    let why = "type 'V1.Note' does not conform to protocol 'Titled'"
    let isLeftOut = slicer.leaveOut(at: place, because: why)
    #expect(isLeftOut)
    let lines = try Self.lines(#require(slicer.slice()))
    #expect(lines.contains("@Model final class Note: Dated {"))
    let isLeftOutAgain = slicer.leaveOut(at: place, because: why)
    #expect(!isLeftOutAgain)
  }

  @Test("what an error may concern are files with errors, changed ones and those that name it")
  func concernedFiles() throws {
    let files = [
      "a.swift": Self.versions("one(); two()"), "b.swift": "func one() { gone() }",
      "c.swift": "func two() { three() }", "d.swift": "func gone() { Missing.do() }",
      "e.swift": "func three() {}",
    ].sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) }
    var slicer = PlanSlicer(files, plan: "Plan")
    let first = try #require(slicer.slice())
    let place = Location(path: "d.swift", line: 1, column: 15)
    let isLeftOut = slicer.leaveOut(at: place, because: "cannot find 'Missing' in scope")
    #expect(isLeftOut)
    let second = try #require(slicer.slice())
    #expect(second.concerned(by: ["c.swift"], since: first) == ["b.swift", "c.swift"])
  }

  @Test("of plans of one name, the one in the named folder is taken")
  func folders() {
    let text = { (name: String) in Self.plan.replacing("title", with: name) }
    let kept = Self.kept(
      ["A/Plan.swift": text("first"), "B/Plan.swift": text("second")], plan: "Plan in B")
    #expect(kept?.first == "B/Plan.swift:")
    #expect(kept?.contains { $0.contains("first") } == false)
  }

  @Test("of what extensions of one type declare twice, the nearest to the plan is taken")
  func repeatedMembers() throws {
    let plan = Self.plan.replacing("{ [] }", with: "{ _ = V1.limit(1); return [Part.stage] }")
    let copies = { (value: Int) in
      """
      extension V1 {
        struct Part { static let stage = \(value) }
        public static func limit(_ n: Int) -> Int { \(value) }
        static func limit(_ n: String) -> Int { \(value) }
      }
      """
    }
    let kept = try #require(
      Self.kept(["App/Plan.swift": plan, "App/Parts.swift": copies(1), "Widget.swift": copies(2)]))
    #expect(kept.filter { $0.contains("limit(_ n") }.count == 2)
    #expect(kept.contains("struct Part { static let stage = 1 }"))
    #expect(!kept.contains("Widget.swift:"))
  }

  @Test("a part that was left out is known when what named it had to go as well")
  func leftOutBefore() throws {
    let source = Self.plan.replacing(
      "init(title: String) { self.title = title }",
      with: """
        init(title: String) { self.title = title + Self.mark }
            static var mark: String { UIScreen.main.description }
        """)
    var slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
    #expect(try #require(slicer.slice()).leftOut.map(\.name) == ["mark"])
    let line = source.split(separator: "\n").firstIndex { $0.contains("Self.mark") }
    let place = Location(path: "a.swift", line: try #require(line) + 1, column: 50)
    let wasLeftOut = slicer.leaveOut(at: place, because: "type 'Self' has no member 'mark'")
    #expect(wasLeftOut)
    #expect(try #require(slicer.slice()).leftOut.map(\.name) == ["mark", "init"])
  }

  @Test("names of Apple's logging get stand-ins, unless the sources declare them")
  func substitutes() throws {
    let source = Self.plan.replacing(
      "{ self.title = title }", with: "{ self.title = title; Logger().info(\"\\(title)\") }")
    let slice = { (text: String) in
      PlanSlicer([SourceFile(path: "a.swift", text: text)], plan: "Plan").slice()
    }
    #expect(PlanSlice.standsIn("Logger"))
    #expect(try #require(slice(source)).leftOut == [])
    let own = try #require(slice(source + "\nstruct Logger { func info(_: String) {} }"))
    #expect(own.substitutes == "")
    #expect(Self.lines(own).contains("struct Logger { func info(_: String) {} }"))
  }

  @Test("what is said to stand in is declared where every plan finds it")
  func declaredStandIns() throws {
    let folder = Folders.package.appending(path: "Sources/PlanHost/StandIns")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let declaration = /(?m)^public (?:final )?(?:class|struct|typealias|func|protocol) (\w+)/
    let declared = Set(text.matches(of: declaration).map { String($0.output.1) })
    #expect(declared == StandIns.types.union(StandIns.functions))
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    guard let range = self.ranges(of: part).first else { return self }
    return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }

  fileprivate func replacingImports() -> String {
    split(separator: "\n").filter { !$0.hasPrefix("import") }.joined(separator: "\n")
  }
}
