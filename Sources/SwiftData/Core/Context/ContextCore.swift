internal import Foundation

/// What the objects of a context keep of it: the stores, and which of them are in memory.
///
/// Ownership goes one way. A context holds its core and the objects with changes; an object holds the
/// related objects that it has loaded, and the core; the core holds neither. So only objects can hold
/// each other in a circle, and a context that goes takes such circles apart.
///
/// An object may outlive its context. When it needs more than it has loaded, or is changed, the core
/// makes another context, which goes as soon as it has nothing to save; until there is something,
/// nothing is loaded that would close a circle.
final class ContextCore {
  let stores: OpenStores
  let tables: [ObjectTable]
  /// Told of every change, saved or not.
  let watchers = Watchers()
  /// What temporary identifiers became.
  var permanent: [UUID: PersistentIdentifier] = [:]
  // Without the runtime's checks of exclusive access: both are read at once or replaced at once.

  /// Whether a context will take the circles apart that come about now.
  @exclusivity(unchecked) private(set) var isLinking = false
  /// From table to table, where objects have ever held others.
  private var links: Set<Link> = []
  private var lastLink = Link(from: -1, to: -1)
  /// Nil before the context's deinitializer does anything else, so that it is never one that goes.
  @exclusivity(unchecked) private unowned var living: ModelContext?
  /// One that was made for objects whose own is gone, while it has something to save.
  private var kept: ModelContext?
  /// Objects that are not in their table, because they left the context or another took their place.
  private let strays = ObjectTable()
  private var strayCount: Int64 = 0

  init(_ stores: OpenStores) {
    self.stores = stores
    tables = (0..<stores.tableCount).map { _ in ObjectTable() }
  }

  var context: ModelContext { living ?? ModelContext(standInWith: self) }

  func begin(_ context: ModelContext) {
    living = context
    isLinking = !context.isStandIn
  }

  /// - Returns: whether there may be circles.
  func end() -> Bool {
    living = nil
    defer { isLinking = false }
    return isLinking
  }

  /// Objects are about to hold each other.
  func startLinking() { isLinking = true }

  func keep(_ context: ModelContext) {
    isLinking = true
    kept = context
  }

  func letGo() { kept = nil }

  /// Remembers an object that is no longer found by its key, as long as it lives.
  func noteStray(_ object: any PersistentModel) {
    strayCount += 1
    strays.insert(object, strayCount)
  }

  private struct Link: Hashable {
    let from: Int
    let to: Int
  }

  /// An object is about to hold objects by the relationship.
  func noteLink(_ relationship: RelationshipPlan) {
    let link = Link(from: relationship.source.tableNumber, to: relationship.destination.tableNumber)
    // Mostly one after the other is alike.
    if link == lastLink { return }
    lastLink = link
    links.insert(link)
  }

  /// Looking at all objects takes as long as fetching some of them, and often the tables alone show
  /// that there is no circle: what does not lead on is no part of one.
  private var mayHaveCircles: Bool {
    var rest = links
    while true {
      let sources = Set(rest.map(\.from))
      let leading = rest.filter { sources.contains($0.to) }
      if leading.count == rest.count { return !rest.isEmpty || strayCount > 0 }
      rest = leading
    }
  }

  /// Takes apart the circles in which objects hold each other.
  func openCircles() {
    guard mayHaveCircles else { return }
    let objects = tables.flatMap(\.all) + strays.all
    let storages = objects.map(\._$storage)
    for storage in storages { storage.releaseAll(of: self) }
    _ModelStorage.openCircles(among: storages)
    withExtendedLifetime(objects) {}
  }

  /// Lets go of all that objects hold of each other.
  func unlink() {
    for table in tables { for object in table.all { object._$storage.releaseRelated() } }
  }
}

extension _ModelStorage {
  /// The context, made again if it is gone; nil for an object that belongs to none.
  @inline(__always)
  var context: ModelContext? { core?.context }
}
