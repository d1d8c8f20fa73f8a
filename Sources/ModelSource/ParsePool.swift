internal import StoreModel
internal import SwiftParser
package import SwiftSyntax
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Parses files on a few threads with large stacks: the parser recurses, and the threads of a
/// dispatch queue have too little room for source that nests as deep as the parser allows.
package enum ParsePool {
  static func parse(_ files: [SourceFile]) -> [FileDeclarations] {
    map(files) { source, tree in declarations(in: tree, source) }
  }

  /// What `body` makes of each file, in the order of the files. A tree lives only as long as `body`
  /// works on it.
  package static func map<Result: Sendable>(
    _ files: [SourceFile], _ body: @escaping @Sendable (SourceText, SourceFileSyntax) -> Result
  ) -> [Result] {
    let work = Work(files, body)
    let threads = (0..<threadCount(for: files.count)).compactMap { _ in start(work) }
    // Without a thread the work is done here, with the room there is.
    if threads.isEmpty { work.run() }
    for thread in threads { pthread_join(thread, nil) }
    return work.results
  }

  private static func threadCount(for files: Int) -> Int {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return min(files, max(1, min(processors, 8)))
  }

  /// Starts one thread; nil when the system has none left.
  private static func start(_ work: some ParseWork) -> pthread_t? {
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
    let context = Unmanaged.passRetained(WorkBox(work))
    let status = pthread_create(
      &thread, &attributes,
      { context in
        #if canImport(Darwin)
          Unmanaged<WorkBox>.fromOpaque(context).takeRetainedValue().work.run()
        #else
          if let context { Unmanaged<WorkBox>.fromOpaque(context).takeRetainedValue().work.run() }
        #endif
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      return nil
    }
    return thread
  }

  /// A C function pointer cannot carry a generic type, so the work travels in a box.
  private final class WorkBox: Sendable {
    let work: any ParseWork
    init(_ work: any ParseWork) { self.work = work }
  }

  private protocol ParseWork: Sendable {
    func run()
  }

  /// The queue shared by the threads: which file is next, and what came of each.
  private final class Work<Result: Sendable>: ParseWork {
    private let files: [SourceFile]
    private let body: @Sendable (SourceText, SourceFileSyntax) -> Result
    private let state: Mutex<(next: Int, results: [Result?])>

    init(
      _ files: [SourceFile], _ body: @escaping @Sendable (SourceText, SourceFileSyntax) -> Result
    ) {
      self.files = files
      self.body = body
      state = Mutex((0, Array(repeating: nil, count: files.count)))
    }

    var results: [Result] { state.withLock { $0.results.compactMap(\.self) } }

    func run() {
      while let index = take() {
        let source = SourceText(files[index])
        let tree = files[index].bytes.withUnsafeBufferPointer {
          Parser.parse(source: $0, maximumNestingLevel: deepestNesting)
        }
        let result = body(source, tree)
        state.withLock { $0.results[index] = result }
      }
    }

    private func take() -> Int? {
      state.withLock { state in
        guard state.next < files.count else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }
  }

  private static func declarations(
    in tree: SourceFileSyntax, _ source: SourceText
  ) -> FileDeclarations {
    var result = DeclarationReader(source: source).declarations(in: tree)
    result.containers = ContainerReader(source: source).containers(in: tree)
    if tree.hasError {
      result.problems += SyntaxProblems(source: source).problems(in: tree)
    }
    return result
  }

  private static let deepestNesting = 128
}
