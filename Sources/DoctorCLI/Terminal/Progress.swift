internal import CLineEditor
internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor

/// How far a long piece of work is: one line on standard error that is drawn over itself and taken
/// away at the end.
///
/// Nothing is shown in the first second, nor where standard error is no terminal. The line is plain
/// text, without colours or escape sequences.
final class Progress {
  private let title: String
  private let unit: String
  private let total: Int
  private let output: ByteOutput?
  private let columns: Int
  private let now: () -> Duration
  private let start: Duration
  private var next: Duration
  private var shownColumns = 0

  private static let delay = Duration.seconds(1)
  private static let interval = Duration.milliseconds(100)
  private static let barWidth = 24

  /// - Parameters:
  ///   - title: what is done, as in `writing rows`.
  ///   - unit: what `total` counts, in the plural.
  ///   - now: a clock that only goes forward.
  init(
    _ title: String, total: Int, unit: String, console: Console, isQuiet: Bool = false,
    now: (() -> Duration)? = nil
  ) {
    let clock = ContinuousClock()
    let origin = clock.now
    self.title = title
    self.unit = unit
    self.total = max(total, 1)
    output = console.progressOutput(isQuiet: isQuiet)
    columns = output.flatMap { _ in Console.terminalSize(of: STDERR_FILENO)?.columns } ?? 80
    self.now = now ?? { clock.now - origin }
    start = self.now()
    next = start + Self.delay
  }

  deinit { finish() }

  /// For work that is told in steps of different length, each with a name.
  convenience init(_ title: String, _ session: Session) {
    self.init(
      title, total: 1000, unit: "‰", console: session.console, isQuiet: session.settings.isQuiet)
  }

  /// The steps done of all, and the name of the one that runs.
  func advance(_ done: Double, of steps: Int, _ name: String) {
    guard output != nil else { return }
    advance(to: Int(done * 1000 / Double(max(steps, 1))), VisibleText(name).text)
  }

  /// Call it as often as is handy, but not for every row: it looks at the clock.
  ///
  /// - Parameter name: what runs, instead of how much is done.
  func advance(to done: Int, _ name: String? = nil) {
    guard let output else { return }
    let time = now()
    guard time >= next else { return }
    next = time + Self.interval
    let text = text(done: min(max(done, 0), total), name, after: time - start)
    let line = String(text.prefix(max(columns - 1, 0)))
    output.write("\r")
    output.write(line)
    output.write(spaces: shownColumns - line.count)
    output.flush()
    shownColumns = line.count
  }

  /// Takes the line away.
  func finish() {
    if shownColumns > 0 { output?.erase(columns: shownColumns) }
    shownColumns = 0
  }

  private func text(done: Int, _ name: String?, after elapsed: Duration) -> String {
    let share = Double(done) / Double(total)
    let filled = Int(share * Double(Self.barWidth))
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: "-", count: Self.barWidth - filled)
    let percent = String(Int(share * 100))
    let padding = String(repeating: " ", count: max(0, 3 - percent.count))
    var text = "\(title) [\(bar)] \(padding)\(percent)%  "
    text += name ?? "\(done) of \(total) \(unit)"
    // Before a twentieth is done the rest cannot be told.
    if share >= 0.05 && done < total {
      let left = elapsed / share * (1 - share)
      text += ", \(Self.rounded(left)) left"
    }
    return text
  }

  private static func rounded(_ duration: Duration) -> String {
    let seconds = max(1, duration.components.seconds)
    return seconds < 100 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }
}

/// What is being done, on standard error when it is a terminal; gone when the value is.
final class StatusLine {
  private let output: ByteOutput?
  private let columns: Int

  init(_ text: String, _ session: Session) {
    let console = session.console
    output = console.progressOutput(isQuiet: session.settings.isQuiet)
    let line = VisibleText(text + "…").cut(to: (console.currentSize?.columns ?? 80) - 1).text
    columns = VisibleText(line).columns
    output?.write("\r" + line)
    output?.flush()
  }

  deinit { output?.erase(columns: columns) }
}
