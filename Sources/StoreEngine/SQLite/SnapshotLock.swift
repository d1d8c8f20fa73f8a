/// SQLite's own read locks, which keep a store's files still while they are read.
///
/// - `SHARED` on the main file: nobody may write to it in rollback mode, and in WAL mode nobody may
///   remove the log or change the journal mode.
/// - In WAL mode, while somebody has the log open, two reader slots of the `-shm` file as well: slot
///   0 keeps checkpoints from writing to the main file, another one keeps the log from starting over.
///   Writers go on appending to the log, which readers of SQLite's own never hinder either.
///
/// Nothing of the `-shm` file's content is believed. Where the file system has no locks, nothing is
/// held, and the proof of `SnapshotMark` is all there is.
final class SnapshotLock {
  private let main: RawFile
  private var index: RawFile?
  /// `SHARED` is held.
  private(set) var isShared = false
  /// The reader slots are held.
  private(set) var freezesLog = false
  /// Somebody waits to write since then.
  private var waitingSince: ContinuousClock.Instant?

  /// How long a writer in rollback mode is kept waiting; apps wait some seconds before they give up.
  private static let courtesy = Duration.seconds(1)

  init(main: RawFile) { self.main = main }

  deinit { release() }

  /// Takes `SHARED` as SQLite does: through the pending byte, so that a writer that waits gets its
  /// turn.
  func share() -> FileLocks.Outcome {
    let pending = FileLocks.set(main, FileLocks.pending, locked: true)
    guard case .done = pending else { return pending }
    let shared = FileLocks.set(main, FileLocks.ownShared, locked: true)
    _ = FileLocks.set(main, FileLocks.pending, locked: false)
    if case .done = shared { isShared = true }
    return shared
  }

  /// Freezes main file and log if somebody has the log open; without anybody, nothing is held, since
  /// a slot could hold up the recovery that the next process to come may have to do.
  func freeze(_ index: RawFile) -> FileLocks.Outcome {
    switch FileLocks.isLocked(index, FileLocks.logUser, with: .any) {
    case nil: return .unsupported
    case false?: return .done
    case true?: break
    }
    self.index = index
    for slot in [FileLocks.mainReader, FileLocks.lastReader] {
      let outcome = FileLocks.set(index, slot, locked: true)
      guard case .done = outcome else {
        release()
        return outcome
      }
    }
    freezesLog = true
    return .done
  }

  /// Somebody is changing the store in rollback mode, but has not yet begun to write to the main
  /// file, which only `SHARED` keeps from happening: the journal is no hot one.
  var isReserved: Bool {
    isShared && FileLocks.isLocked(main, FileLocks.reserved, with: .writing) == true
  }

  /// True when a writer has waited long enough for this reader.
  func mustYield() -> Bool {
    guard isShared, FileLocks.isLocked(main, FileLocks.pending, with: .writing) == true
    else {
      waitingSince = nil
      return false
    }
    let now = ContinuousClock.now
    guard let waitingSince else {
      self.waitingSince = now
      return false
    }
    return now - waitingSince > Self.courtesy
  }

  func release() {
    if let index {
      _ = FileLocks.set(index, FileLocks.lastReader, locked: false)
      _ = FileLocks.set(index, FileLocks.mainReader, locked: false)
    }
    index = nil
    freezesLog = false
    if isShared { _ = FileLocks.set(main, FileLocks.ownShared, locked: false) }
    isShared = false
  }
}
