internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// The other side of a `WorkerPool`: looks at each file that it is told, and answers with its lines.
struct ScanWorker {
  private let scanner: StoreScanner
  private let models: String?

  init(_ scanner: StoreScanner) {
    self.scanner = scanner
    models = scanner.models
  }

  /// Tells what becomes of a file: of an archive, one line for each store in it.
  func scan(
    _ path: String, _ range: ArchiveRange = .whole, _ tell: (StoreScanner.News) -> Void
  ) {
    let start = ScannedStore(path: path, checks: scanner.checks, models: models)
    scanner.scan(file: path, range, from: start, tell: tell)
  }

  /// Answers until there are no more questions.
  func run() throws {
    let names = NameReader(descriptor: STDIN_FILENO, end: 0)
    let sink = DescriptorSink(3)
    while let question = try names.next() {
      guard let (range, path) = ArchiveRange.parse(question) else { return }
      scan(path, range) { news in
        switch news {
        case .bounds(let bounds):
          sink.write(Array("R\(bounds.lowerBound) \(bounds.upperBound)\n".utf8))
        case .begun(let index, let name):
          // A name may hold the end of a line.
          let plain = name.replacing("%", with: "%25").replacing("\n", with: "%0A")
          sink.write(Array("B\(index) \(plain)\n".utf8))
        case .line(let line):
          guard let text = try? line.text else { return }
          sink.write(Array("L\(text)\n".utf8))
        }
      }
      sink.write(Array("E\n".utf8))
      if sink.error != nil { return }
    }
  }
}
