internal import Dispatch
internal import StoreEngine
public import StoreModel
internal import Synchronization

/// Asks SQLite on another thread whether the pages of a store are whole, while this one works with its
/// rows: what is out of reach in a damaged file looks as if it had never been there.
///
/// Unchecked, because `damage` is written before the group is left, and read after it was waited for.
final class DamageWatch: @unchecked Sendable {
  private let store: String
  private let isLive: Bool
  private let group = DispatchGroup()
  private let isStopped = Atomic<Bool>(false)
  private var damage: String?

  /// - Parameter isLive: wait longer for a process that writes.
  init(_ store: String, isLive: Bool = false) {
    (self.store, self.isLive) = (store, isLive)
    DispatchQueue.global(qos: .userInitiated).async(group: group) { self.damage = self.look() }
  }

  /// Waits for the answer.
  ///
  /// - Throws: `DamagedStore`.
  func require() throws {
    group.wait()
    if let damage { throw DamagedStore(path: store, problem: damage) }
  }

  /// Ends the work, whose answer nobody needs any more.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    group.wait()
  }

  /// What is wrong; nil too for what cannot be opened, which whoever works with the store says.
  private func look() -> String? {
    guard let file = try? StoreFile.open(path: store, live: isLive) else { return nil }
    let connection = file.connection
    do {
      return try connection.ticking {
        if self.isStopped.load(ordering: .relaxed) { connection.interrupt() }
      } _: {
        try connection.faults(atMost: 1).first
      }
    } catch let error as SQLiteError where error.isDamage {
      return error.message
    } catch {
      return nil
    }
  }
}

/// A store whose pages are damaged, so that nothing that is made of it has all of its rows.
public struct DamagedStore: ReportableError, Hashable {
  /// The store's file.
  public let path: String
  /// What SQLite says.
  public let problem: String

  /// As for other files that cannot be read.
  public var status: ExitStatus { .unreadable }

  public var description: String {
    "'\(path)' is damaged, and rows that cannot be reached would be lost: \(problem)"
  }

  /// The way on.
  public var help: [String] {
    [
      "restore a backup; without one, save what is left and go on with the new store: "
        + "storedoctor repair \(path) --salvage -o NEW"
    ]
  }
}
