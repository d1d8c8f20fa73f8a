internal import Observation
internal import Synchronization

/// Says whether somebody is watching what this thread reads.
///
/// Observation keeps that to itself, and a registrar for every object that is read would cost more
/// than the reading. But a key path is put into the watcher's set, and for that it is hashed: an
/// access to a property of the probe's own shows whether that happens.
enum ObservationProbe {
  private final class Subject: Observable, Sendable {
    subscript(_ mark: Mark) -> Bool { false }
  }

  private struct Mark: Hashable {
    static func == (left: Mark, right: Mark) -> Bool { true }
    func hash(into hasher: inout Hasher) { seen.add(1, ordering: .relaxed) }
  }

  private static let seen = Atomic<Int>(0)
  private static let registrar = ObservationRegistrar()
  private static let subject = Subject()
  private static let property = \Subject[Mark()]

  static var isWatched: Bool {
    let before = seen.load(ordering: .relaxed)
    registrar.access(subject, keyPath: property)
    // Another thread's watcher may have been seen; then an access too many is noted.
    return seen.load(ordering: .relaxed) != before
  }
}
