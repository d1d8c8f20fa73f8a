internal import Diagnostics
internal import Dispatch
internal import PlatformLibc
internal import StoreModel
internal import Synchronization

/// The lines of a client, read ahead on a thread of their own, so that a client can cancel what runs, ask
/// whether anybody is there, and be gone.
///
/// Unchecked, since a `LineSource` is no value: only the reading thread asks it. All else is behind the mutex.
final class ClientLines: @unchecked Sendable {
  private struct State {
    var waiting: [String] = []
    /// Whether all were taken, and the last one answered.
    var isDone = false
    /// The request that is being answered.
    var running: JSONValue?
    /// Requests that the client wants no answer to any more.
    var cancelled: Set<JSONValue> = []
  }

  private let input: any LineSource
  /// Answers a line out of turn; nil where it has to wait for its own.
  private let answerAtOnce: @Sendable (String) -> Bool
  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)
  /// A client that is far ahead has to wait.
  private let room = DispatchSemaphore(value: 0)
  private static let mostWaiting = 256
  /// Between two looks at what may not have been heard: an interrupt is lost on a statement that is only
  /// about to run.
  private static let pause: useconds_t = 20_000
  /// How long what was asked before the end of input may go on.
  private let longestGoodbye: Duration
  private let interrupt: @Sendable () -> Void

  /// - Parameters:
  ///   - isWatched: whether standard output is the client's, who may be gone.
  ///   - longestGoodbye: how long what was asked before the end of input may go on.
  ///   - interrupt: stops what runs, from any thread.
  init(
    _ input: any LineSource, isWatched: Bool, longestGoodbye: Duration = .seconds(60),
    interrupt: @escaping @Sendable () -> Void = { Interrupts.send() },
    answerAtOnce: @escaping @Sendable (String) -> Bool
  ) {
    (self.input, self.answerAtOnce) = (input, answerAtOnce)
    (self.longestGoodbye, self.interrupt) = (longestGoodbye, interrupt)
    Interrupts.prepare()
    for _ in 0..<Self.mostWaiting { room.signal() }
    DispatchQueue.global(qos: .userInitiated).async {
      self.read()
      if isWatched { self.watchReader() }
    }
  }

  /// The next line; nil at the end.
  func next() -> String? {
    news.wait()
    let line = state.withLock { state in
      // The end comes behind all lines.
      state.isDone = state.waiting.isEmpty
      return state.isDone ? nil : state.waiting.removeFirst()
    }
    room.signal()
    return line
  }

  /// Runs what answers a request; nil where the client has cancelled it, before or meanwhile.
  func running<Answer>(_ id: JSONValue, _ work: () -> Answer) -> Answer? {
    let isWanted = state.withLock { state in
      state.running = id
      return !state.cancelled.contains(id)
    }
    let answer = isWanted ? work() : nil
    let isCancelled = state.withLock { state in
      state.running = nil
      return state.cancelled.remove(id) != nil
    }
    return isCancelled ? nil : answer
  }

  // MARK: On the reading thread

  private func read() {
    while true {
      switch input.read(prompt: "") {
      case .interrupted: continue
      case .end:
        news.signal()
        return
      case .line(let line):
        if cancels(line) || isBusy && answerAtOnce(line) { continue }
        room.wait()
        state.withLock { $0.waiting.append(line) }
        news.signal()
      }
    }
  }

  private var isBusy: Bool { state.withLock { $0.running != nil || !$0.waiting.isEmpty } }

  /// Source: https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/cancellation
  private func cancels(_ line: String) -> Bool {
    guard line.contains("notifications/cancelled"), let notice = DecodedJSON.value(of: line),
      notice["method"] == "notifications/cancelled", let id = notice["params"]?["requestId"]
    else { return false }
    let isRunning = state.withLock { state in
      // One that was answered, or never asked, is nobody's.
      let isKnown =
        state.running == id
        || state.waiting.contains { DecodedJSON.value(of: $0)?["id"] == id }
      if isKnown { state.cancelled.insert(id) }
      return state.running == id
    }
    if isRunning { DispatchQueue.global().async { self.stop { $0.running == id } } }
    return true
  }

  /// Interrupts what runs, again and again as long as it is the same.
  private func stop(while isSame: @Sendable (borrowing State) -> Bool) {
    while state.withLock({ isSame($0) }) {
      interrupt()
      usleep(Self.pause)
    }
  }

  /// After the last line: nobody waits for an answer that nobody can read. A client that has only closed
  /// its end waits for the server to end, and not for ever.
  private func watchReader() {
    let deadline = ContinuousClock.now + longestGoodbye
    while !state.withLock({ $0.isDone }) {
      if ContinuousClock.now > deadline { return stop { !$0.isDone } }
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      if poll(&output, 1, 0) > 0, output.revents & Int16(POLLERR | POLLHUP) != 0 {
        return stop { !$0.isDone }
      }
      usleep(Self.pause)
    }
  }
}
