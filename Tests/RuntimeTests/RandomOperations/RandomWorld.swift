import Foundation

@testable import SwiftData

/// What is not as the plain model says.
struct Difference: Error, CustomStringConvertible {
  let description: String
}

/// A store with several contexts, and the plain model of what is in it.
final class World {
  static let contexts = 4
  /// Tags of one lane lie within this.
  static let laneSize = 1_000_000

  static let schema = Schema([
    Town.self, Citizen.self, Worker.self, Boss.self, Passport.self, Guild.self, Locker.self,
    Lantern.self, Poster.self, Hammer.self, Badge.self, Seat.self,
  ])

  let url: URL
  let lane: Int
  let shared: ModelContainer?
  private var containers: [ModelContainer] = []
  var contexts: [ModelContext?] = []
  var current = 0
  /// What is stored.
  var base = PlainModel()
  /// What the current context should show.
  var now = PlainModel()
  /// Objects in use, all of the current context. Those that were never saved are always here.
  var objects: [Int: any Tagged] = [:]
  var identifiers: [Int: PersistentIdentifier] = [:]
  /// Objects of contexts that are not current.
  var kept: [Int: [Int: any Tagged]] = [:]
  var undo: UndoManager?
  var undoStack: [PlainModel] = []
  var redoStack: [PlainModel] = []
  /// Whether the last save failed, as it should.
  var isRefused = false
  /// Whether there are changes that are not saved.
  var isDirty = false

  /// - Parameter shared: the container of several worlds, each of which keeps to its lane.
  init(_ url: URL, lane: Int = 0, shared: ModelContainer? = nil) throws {
    ValueTransformer.setValueTransformer(Mirror(), forName: NSValueTransformerName("Mirror"))
    self.url = url
    self.lane = lane
    self.shared = shared
    try open()
  }

  static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
  }

  func open() throws {
    containers = try shared.map { [$0, $0] } ?? [Self.container(url), Self.container(url)]
    contexts = (0..<Self.contexts).map { fresh($0) }
  }

  /// Lets go of everything.
  ///
  /// - Returns: what is still there then, which keeps the file open.
  @discardableResult
  func close() -> [String] {
    objects = [:]
    kept = [:]
    undo = nil
    var left: [(name: String, object: Weak)] = contexts.enumerated().map {
      ("context \($0)", Weak(object: $1))
    }
    if shared == nil {
      left += containers.enumerated().map { ("container \($0)", Weak(object: $1)) }
    }
    contexts = []
    containers = []
    return left.filter { $0.object.object != nil }.map(\.name)
  }

  private struct Weak {
    weak var object: AnyObject?
  }

  /// The last context is that of a second container.
  func fresh(_ number: Int) -> ModelContext {
    ModelContext(containers[number == Self.contexts - 1 ? 1 : 0])
  }

  var context: ModelContext { contexts[current]! }

  func compareAnew(_ when: String) throws {
    try compare(fresh(0), now, when)
  }

  func renew(_ number: Int) {
    contexts[number] = fresh(number)
  }

  // MARK: - Values

  func value(_ kind: Kind, _ attribute: Int, _ seed: UInt64) -> AnyValue {
    var dice = Dice(seed: seed, lane: lane)
    return kind.rule.attributes[attribute].random(&dice)
  }

  func item(_ kind: Kind, _ seed: UInt64) -> PlainModel.Item {
    var dice = Dice(seed: seed, lane: lane)
    return PlainModel.Item(
      kind: kind, values: kind.rule.attributes.map { $0.random(&dice) },
      links: kind.rule.links.map { _ in [] })
  }

  // MARK: - Objects

  func object(_ id: Int) throws -> any Tagged {
    if let known = objects[id] { return known }
    guard let identifier = identifiers[id] else { throw Difference(description: "#\(id) is lost") }
    guard let object = context.model(for: identifier) as? any Tagged else {
      throw Difference(description: "\(identifier) is an object of another class")
    }
    return object
  }

  /// Forgets the objects that can be found again.
  func dropObjects() { objects = objects.filter { identifiers[$0.key] == nil } }
}
