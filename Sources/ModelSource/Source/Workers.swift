internal import PlatformLibc
internal import Synchronization

/// Works on a list with a few threads that have large stacks: the parser recurses, and the threads
/// of a dispatch queue have too little room for source that nests as deep as the parser allows.
package enum Workers {
  /// What `body` makes of 0, 1, … `count - 1`, in that order.
  package static func map<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let work = List(count, body)
    let owner = waiting
    let threads = (0..<threadCount(for: count)).compactMap { _ in
      start { $waiting.withValue(owner, operation: work.run) }
    }
    // Without a thread the work is done here, with the room there is.
    if threads.isEmpty { work.run() }
    for thread in threads { pthread_join(thread, nil) }
    return work.results
  }

  /// Whether somebody waits for the work at hand.
  private final class Wait: Sendable {
    let isOver = Atomic<Bool>(false)
  }

  @TaskLocal private static var waiting: Wait?

  /// Whether nobody waits for this work any more. Its result is dropped, so that what is asked for
  /// next may be made of nothing, and nothing of it may be kept.
  package static var isAbandoned: Bool { waiting?.isOver.load(ordering: .relaxed) ?? false }

  /// What `work` makes on a thread of its own; nil as soon as `isStopped` says so. The thread then
  /// comes to its end by itself, soon where the work asks for ``isAbandoned``.
  package static func run<Result: Sendable>(
    isStopped: () -> Bool, _ work: @escaping @Sendable () -> Result
  ) -> Result? {
    let wait = Wait()
    let list = List(1) { _ in $waiting.withValue(wait, operation: work) }
    guard let thread = start(list.run) else { return work() }
    pthread_detach(thread)
    while !isStopped() {
      if let result = list.results.first { return result }
      usleep(10_000)
    }
    wait.isOver.store(true, ordering: .relaxed)
    return nil
  }

  private static func threadCount(for tasks: Int) -> Int {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return min(tasks, max(1, min(processors, 8)))
  }

  /// Starts one thread; nil when the system has none left.
  private static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // Address space only; pages are used as the stack grows.
    pthread_attr_setstacksize(&attributes, 256 << 20)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // Retained for the thread, which releases it; without a thread it is released below.
    let context = Unmanaged.passRetained(WorkBox(run: work))
    let status = pthread_create(
      &thread, &attributes,
      { context in
        // Whether it is optional differs between systems.
        if let context = context as UnsafeMutableRawPointer? {
          Unmanaged<WorkBox>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      return nil
    }
    return thread
  }

  /// A C function pointer carries nothing but an object.
  private final class WorkBox: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// The queue shared by the threads: what is next, and what came of each.
  private final class List<Result: Sendable>: Sendable {
    private let count: Int
    private let body: @Sendable (Int) -> Result
    private let state: Mutex<(next: Int, results: [Result?])>

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) {
      self.count = count
      self.body = body
      state = Mutex((0, Array(repeating: nil, count: count)))
    }

    var results: [Result] { state.withLock { $0.results.compactMap(\.self) } }

    @Sendable func run() {
      while let index = take() {
        let result = body(index)
        state.withLock { $0.results[index] = result }
      }
    }

    private func take() -> Int? {
      state.withLock { state in
        guard state.next < count else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }
  }
}
