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

  /// Tells the lines of a file: of an archive, one for each store in it.
  func forEachLine(of path: String, _ tell: (ScannedStore) -> Void) {
    let start = ScannedStore(path: path, checks: scanner.checks, models: models)
    scanner.scan(file: path, from: start, tell: tell)
  }

  /// Answers until there are no more questions.
  func run() throws {
    let names = NameReader(descriptor: STDIN_FILENO, end: 0)
    let sink = DescriptorSink(3)
    while let path = try names.next() {
      forEachLine(of: path) { line in
        guard let text = try? line.text else { return }
        sink.write(Array("L\(text)\n".utf8))
      }
      sink.write(Array("E\n".utf8))
      if sink.error != nil { return }
    }
  }
}
