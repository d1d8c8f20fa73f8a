internal import Synchronization

/// SQLite's own read locks, which keep a store's files still while they are read.
///
/// - `SHARED` on the main file: nobody may write to it in rollback mode, and in WAL mode nobody may
///   remove the log or change the journal mode.
/// - In WAL mode, while somebody has the log open, two reader slots of the `-shm` file as well: slot
///   0 keeps checkpoints from writing to the main file, another one keeps the log from starting over.
///   Writers go on appending to the log, which readers of SQLite's own never hinder either.
///
/// They are held no longer than reading needs them: `LockWatch` gives them back when nothing was read
/// for a second, however long somebody looks at a pager or a log is followed, and for good when
/// somebody else has waited for a second while reading went on. The next read takes them again, if
/// the store is what it was.
///
/// Nothing of the `-shm` file's content is believed. Where the file system has no locks, nothing is
/// held, and the proof of `SnapshotMark` is all there is.
///
/// Unchecked because what changes is behind `state`, except for `index`, which is set before another
/// thread knows of the lock; of the files only the descriptors are used, which never change.
final class SnapshotLock: @unchecked Sendable {
  /// How long somebody waits for a reader, who may only be looking at what was read.
  static let courtesy = Duration.seconds(1)

  private struct State {
    /// `SHARED` is held.
    var isShared = false
    /// The reader slots are held.
    var freezesLog = false
    /// Given back until the next read.
    var isPaused = false
    /// Given back for good.
    var hasYielded = false
    var yields = true
    var reads = 0
    /// What `reads` was at the last look, and since when it is that.
    var seenReads = 0
    var quietSince = ContinuousClock.now
    /// Somebody waits since then.
    var waitingSince: ContinuousClock.Instant?
  }

  private let main: RawFile
  private var index: RawFile?
  private let state = Mutex(State())

  init(main: RawFile) { self.main = main }

  deinit { state.withLock { giveBack(&$0) } }

  var isShared: Bool { state.withLock(\.isShared) }
  var freezesLog: Bool { state.withLock(\.freezesLog) }

  /// Takes `SHARED` as SQLite does: through the pending byte, so that waiting writers come first.
  func share() -> FileLocks.Outcome { state.withLock { share(&$0) } }

  /// Freezes main file and log if somebody has the log open; without anybody, nothing is held, since
  /// a slot could hold up the recovery that the next process to come may have to do.
  func freeze(_ index: RawFile) -> FileLocks.Outcome {
    self.index = index
    return state.withLock { freeze(&$0) }
  }

  /// Somebody is changing the store in rollback mode, but has not yet begun to write to the main
  /// file, which only `SHARED` keeps from happening: the journal is no hot one.
  var isReserved: Bool {
    isShared && FileLocks.isLocked(main, FileLocks.reserved, with: .writing) == true
  }

  /// Reads under the locks.
  ///
  /// - Parameter isSame: whether the store is what it was, asked when they had been given back.
  func whileHeld(
    isSame: () -> Bool, read: () throws(StoreImage.Failure) -> Void
  ) throws(StoreImage.Failure) {
    try state.withLock { state throws(StoreImage.Failure) in
      if state.hasYielded { throw .yielded }
      if state.isPaused {
        guard take(&state), isSame() else {
          giveBack(&state)
          throw .changed
        }
        state.isPaused = false
      }
      state.reads += 1
      try read()
    }
  }

  /// Whoever waits has to go on waiting, until everything is read.
  func insist() { state.withLock { $0.yields = false } }

  func release() {
    // Once this returns, the watch knows nothing of the lock and its files any more: a descriptor
    // that another thread closed later would drop the locks of SQLite in this process.
    LockWatch.remove(self)
    state.withLock { giveBack(&$0) }
  }

  /// The look of `LockWatch`.
  func look(at now: ContinuousClock.Instant) {
    state.withLock { state in
      guard state.isShared || state.freezesLog else { return }
      if state.reads != state.seenReads {
        state.seenReads = state.reads
        state.quietSince = now
      }
      state.waitingSince = isAwaited(state) ? state.waitingSince ?? now : nil
      if now - state.quietSince >= Self.courtesy {
        giveBack(&state)
        state.isPaused = true
      } else if state.yields, let since = state.waitingSince, now - since >= Self.courtesy {
        giveBack(&state)
        state.hasYielded = true
      }
    }
  }

  /// A writer in rollback mode keeps new readers out; a checkpoint that lasts waits for the slots.
  private func isAwaited(_ state: borrowing State) -> Bool {
    if FileLocks.isLocked(main, FileLocks.pending, with: .writing) == true { return true }
    guard state.freezesLog, let index else { return false }
    return FileLocks.isLocked(index, FileLocks.checkpointer, with: .writing) == true
  }

  private func take(_ state: inout State) -> Bool {
    guard share(&state) == .done else { return false }
    return index == nil || freeze(&state) == .done
  }

  private func share(_ state: inout State) -> FileLocks.Outcome {
    let pending = FileLocks.set(main, FileLocks.pending, locked: true)
    guard case .done = pending else { return pending }
    let shared = FileLocks.set(main, FileLocks.ownShared, locked: true)
    _ = FileLocks.set(main, FileLocks.pending, locked: false)
    if case .done = shared { state.isShared = true }
    return shared
  }

  private func freeze(_ state: inout State) -> FileLocks.Outcome {
    guard let index else { return .done }
    switch FileLocks.isLocked(index, FileLocks.logUser, with: .any) {
    case nil: return .unsupported
    case false?: return .done
    case true?: break
    }
    state.freezesLog = true
    for slot in [FileLocks.mainReader, FileLocks.lastReader] {
      let outcome = FileLocks.set(index, slot, locked: true)
      guard case .done = outcome else {
        giveBack(&state)
        return outcome
      }
    }
    return .done
  }

  private func giveBack(_ state: inout State) {
    if state.freezesLog, let index {
      _ = FileLocks.set(index, FileLocks.lastReader, locked: false)
      _ = FileLocks.set(index, FileLocks.mainReader, locked: false)
    }
    if state.isShared { _ = FileLocks.set(main, FileLocks.ownShared, locked: false) }
    (state.isShared, state.freezesLog) = (false, false)
  }
}
