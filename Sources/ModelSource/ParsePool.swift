internal import StoreModel
internal import SwiftParser
internal import SwiftSyntax
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
enum ParsePool {
  static func parse(_ files: [SourceFile]) -> [FileDeclarations] {
    let work = Work(files)
    let threads = (0..<threadCount(for: files.count)).compactMap { _ in start(work) }
    for thread in threads { pthread_join(thread, nil) }
    return work.results
  }

  private static func threadCount(for files: Int) -> Int {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return min(files, max(1, min(processors, 8)))
  }

  /// Starts one thread; nil when the system has none left.
  private static func start(_ work: Work) -> pthread_t? {
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
    let context = Unmanaged.passRetained(work)
    let status = pthread_create(
      &thread, &attributes,
      { context in
        #if canImport(Darwin)
          Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
        #else
          if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        #endif
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      return nil
    }
    return thread
  }

  /// The queue shared by the threads: which file is next, and what came of each.
  private final class Work: Sendable {
    private let files: [SourceFile]
    private let state: Mutex<(next: Int, results: [FileDeclarations])>

    init(_ files: [SourceFile]) {
      self.files = files
      state = Mutex((0, Array(repeating: FileDeclarations(), count: files.count)))
    }

    var results: [FileDeclarations] { state.withLock { $0.results } }

    func run() {
      while let index = take() {
        let result = ParsePool.declarations(in: files[index])
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

  private static func declarations(in file: SourceFile) -> FileDeclarations {
    let source = SourceText(file)
    let tree = file.bytes.withUnsafeBufferPointer {
      Parser.parse(source: $0, maximumNestingLevel: deepestNesting)
    }
    var result = DeclarationReader(source: source).declarations(in: tree)
    result.containers = ContainerReader(source: source).containers(in: tree)
    if tree.hasError {
      result.problems += SyntaxProblems(source: source).problems(in: tree)
    }
    return result
  }

  private static let deepestNesting = 128
}
