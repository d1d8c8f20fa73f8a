internal import Foundation
internal import StoreModel
internal import SwiftParser
internal import SwiftSyntax

/// Parses files on a few threads with large stacks: the parser recurses, and the threads of a
/// dispatch queue have too little room for source that nests as deep as the parser allows.
enum ParsePool {
  static func parse(_ files: [SourceFile]) -> [FileDeclarations] {
    let work = Work(files)
    let threads = max(1, min(files.count, ProcessInfo.processInfo.activeProcessorCount, 8))
    let group = DispatchGroup()
    for _ in 0..<(files.isEmpty ? 0 : threads) {
      group.enter()
      let thread = Thread {
        work.run()
        group.leave()
      }
      thread.stackSize = 256 << 20  // address space only; pages are used as the stack grows
      thread.start()
    }
    group.wait()
    return work.results
  }

  /// The queue shared by the threads: which file is next, and what came of each.
  private final class Work: @unchecked Sendable {
    private let files: [SourceFile]
    private let lock = NSLock()
    private var next = 0
    private(set) var results: [FileDeclarations]

    init(_ files: [SourceFile]) {
      self.files = files
      results = Array(repeating: FileDeclarations(), count: files.count)
    }

    func run() {
      while let index = take() {
        let result = ParsePool.declarations(in: files[index])
        lock.withLock { results[index] = result }
      }
    }

    private func take() -> Int? {
      lock.withLock {
        guard next < files.count else { return nil }
        defer { next += 1 }
        return next
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
