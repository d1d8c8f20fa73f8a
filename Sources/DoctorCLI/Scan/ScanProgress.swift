internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

/// How many stores are done, and of how many where that can be told beforehand.
final class ScanProgress {
  private let progress: Progress
  private let total: Int?
  private var done = 0

  /// Counts what there is first, where somebody sees the progress: that takes little beside the rest.
  ///
  /// - Parameter hasLines: whether lines go to a terminal, which then show the progress themselves.
  init(_ paths: [String], hasLines: Bool, _ session: Session) {
    let isQuiet = session.settings.isQuiet || hasLines
    progress = Progress(
      "scanning", total: 1000, unit: "‰", console: session.console, isQuiet: isQuiet)
    let isSeen = session.console.progressOutput(isQuiet: isQuiet) != nil
    total = isSeen && !paths.contains("-") ? Self.count(paths) : nil
  }

  private static func count(_ paths: [String]) -> Int {
    var names = paths[...]
    var search = StoreSearch { names.popFirst() }
    var count = 0
    while (try? search.next()) != nil { count += 1 }
    return count
  }

  func advance() {
    done += 1
    progress.advance(
      Double(total == nil ? 0 : done), of: total ?? 1,
      total.map { "\(done) of \($0) stores" } ?? "\(done) stores")
  }

  func finish() { progress.finish() }
}
