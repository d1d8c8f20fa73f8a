internal import Observation
internal import Synchronization

/// Says whether somebody is watching what this thread reads.
///
/// Observation keeps that to itself, and a registrar for every object that is read would cost more
/// than the reading. But a key path is put into the watcher's set, and for that it is hashed: an
/// access to a property of the probe's own shows whether that happens.
final class ObservationProbe: Sendable {
  private final class Subject: Observable, Sendable {
    subscript(_ mark: Mark) -> Bool { false }
  }

  private struct Mark: Hashable {
    static func == (left: Mark, right: Mark) -> Bool { true }
    func hash(into hasher: inout Hasher) { ObservationProbe.seen.add(1, ordering: .relaxed) }
  }

  private static let seen = Atomic<Int>(0)
  /// Retained once and never released, so that it need not be counted at every access.
  private static let shared = Unmanaged.passRetained(ObservationProbe())

  /// Reads the property. A closure, because a registrar, of which only its library knows what it is
  /// made of, would be copied from any other place at every access.
  private let access: @Sendable () -> Void

  private init() {
    let registrar = ObservationRegistrar()
    let subject = Subject()
    let property: any KeyPath<Subject, Bool> & Sendable = \Subject[Mark()]
    access = { registrar.access(subject, keyPath: property) }
  }

  static var isWatched: Bool {
    let before = seen.load(ordering: .relaxed)
    shared._withUnsafeGuaranteedRef { $0.access() }
    // Another thread's watcher may have been seen; then an access too many is noted.
    return seen.load(ordering: .relaxed) != before
  }
}
