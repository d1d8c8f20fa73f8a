import Foundation
import StoreModel
import Testing

@testable import SwiftData

// Spellings that circulate, and isolation that Swift 6 asks for.

@Model
final class Pinned {
  @Attribute(.unique) var id: String
  var title: String
  @Relationship(deleteRule: .nullify, inverse: \Pinned.right) var left: [Pinned] = []
  @Relationship(deleteRule: .nullify) var right: [Pinned] = []

  init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

@Model
final class Circulating {
  @Attribute(.indexed) var genre: String = ""
  @Relationship(deleteRule: .cascade, inverse: \Circulating.owner, minimum: 0, maximum: 4)
  var parts: [Circulating] = []
  var owner: Circulating?
  init() {}
}

/// Words that are keywords or names of the module's own.
@Model
final class Awkward {
  var `default`: String = "d"
  var `in`: Int = 1
  var id: Int = 5
  var state: Mood? = nil
  var value: Double { Double(id) }
  private var secret: String = "s"
  public private(set) var shown: String = "x"
  let constant: Int = 3
  lazy var late: Int = 4
  static let shared = 1
  var closure: Int {
    get { id }
    set { id = newValue }
  }

  init() {}
  convenience init(id: Int) {
    self.init()
    self.id = id
  }

  func show(_ text: String) { shown = text }
  var hidden: String { secret }
}

@Suite struct SpellingTests {
  @Test @MainActor func mainActorModels() throws {
    let container = try ModelContainer(
      for: Pinned.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = container.mainContext
    let a = Pinned(id: "a", title: "A")
    let b = Pinned(id: "b", title: "B")
    context.insert(a)
    context.insert(b)
    a.left.append(b)
    try context.save()
    #expect(b.right.map(\.id) == ["a"])
    let found = try context.fetch(FetchDescriptor<Pinned>(predicate: #Predicate { $0.id == "b" }))
    #expect(found.map(\.title) == ["B"])
  }

  @Test func circulatingSpellings() throws {
    let entity = try #require(Schema(Circulating.self).model.entity(named: "Circulating"))
    #expect(entity.relationship(named: "parts")?.maxCount == 4)
    #expect(entity.relationship(named: "owner")?.inverse == "parts")
    let configuration = ModelConfiguration(
      schema: Schema(Circulating.self), cloudKitDatabase: .none, allowsSave: true,
      isHistoryEnabled: true)
    #expect(configuration.allowsSave)
  }

  @Test func awkwardNames() throws {
    let store = try TestStore()
    let container = try store.container(Awkward.self)
    let context = ModelContext(container)
    let object = Awkward(id: 7)
    object.default = "changed"
    object.in = 2
    object.show("y")
    object.state = .wild
    context.insert(object)
    try context.save()
    let names = try #require(Schema(Awkward.self).model.entity(named: "Awkward"))
      .attributes.map(\.name)
    #expect(names == ["default", "in", "id", "state", "secret", "shown", "constant"])
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Awkward>()).first)
    #expect(read.default == "changed" && read.in == 2 && read.id == 7 && read.shown == "y")
    #expect(read.hidden == "s" && read.constant == 3 && read.state == .wild && read.late == 4)
    #expect(try store.sql("SELECT ZCONSTANT, ZDEFAULT, ZIN FROM ZAWKWARD") == ["3|changed|2"])
  }

  @Test func observation() throws {
    let object = Awkward()
    nonisolated(unsafe) var changes = 0
    func watch() {
      withObservationTracking {
        _ = object.in
      } onChange: {
        changes += 1
      }
    }
    watch()
    object.default = "other"
    #expect(changes == 0)
    object.in = 9
    #expect(changes == 1)
  }

  @Test func versions() {
    #expect(Schema.Version(1, 2, 3) < Schema.Version(1, 10, 0))
    #expect(Schema.Version(2, 0, 0).description == "2.0.0")
    #expect(Schema(Author.self).version == Schema.Version(1, 0, 0))
    #expect(Schema(versionedSchema: DiaryV1.self).version == Schema.Version(1, 0, 0))
    #expect(
      Schema(Author.self).entitiesByName.keys.sorted() == ["Author", "Book", "Prize", "Profile"])
  }
}

/// What CloudKit would refuse, one rule each.
@Suite struct CloudKitRuleTests {
  private func problems(_ build: (inout DataModel) -> Void) -> [String] {
    var model = DataModel(
      name: "m",
      entities: [
        Entity(
          name: "A", attributes: [Attribute(name: "x", type: .string, isOptional: true)],
          relationships: [
            Relationship(name: "b", destination: "B", inverse: "a", isOptional: true)
          ]),
        Entity(
          name: "B",
          relationships: [
            Relationship(name: "a", destination: "A", inverse: "b", isOptional: true)
          ]),
      ], source: .swift)
    build(&model)
    return CloudKitCheck.problems(of: model)
  }

  @Test func goodModel() { #expect(problems { _ in } == []) }

  @Test(arguments: [
    "optional", "relationship", "inverse", "unique", "ordered", "deny", "type", "outside",
  ])
  func broken(_ rule: String) {
    let found = problems { model in
      switch rule {
      case "optional": model.entities[0].attributes[0].isOptional = false
      case "relationship": model.entities[0].relationships[0].isOptional = false
      case "inverse": model.entities[0].relationships[0].inverse = nil
      case "unique": model.entities[0].uniquenessConstraints = [["x"]]
      case "ordered": model.entities[0].relationships[0].isOrdered = true
      case "deny": model.entities[0].relationships[0].deleteRule = .deny
      case "type": model.entities[0].attributes[0].type = .objectID
      default: model.entities[0].relationships[0].destination = "C"
      }
    }
    #expect(found.count == 1)
  }

  @Test func onlyNamedDatabasesAreChecked() throws {
    let schema = Schema(Author.self)
    _ = try ModelContainer(
      for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: schema,
        configurations: ModelConfiguration(
          isStoredInMemoryOnly: true, cloudKitDatabase: .private("iCloud.example")))
    }
  }
}
