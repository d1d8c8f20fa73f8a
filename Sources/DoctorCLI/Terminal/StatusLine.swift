internal import Diagnostics
internal import StoreDoctor

/// What is being done, on standard error when it is a terminal; gone when the value is.
final class StatusLine {
  private let output: ByteOutput?
  private let columns: Int

  init(_ text: String, _ session: Session) {
    let console = session.console
    let isShown =
      console.showsProgress && !session.settings.isQuiet && console.environment["TERM"] != "dumb"
    output = isShown ? console.err : nil
    let line = VisibleText(text + "…").cut(to: (console.size?.columns ?? 80) - 1).text
    columns = VisibleText(line).columns
    output?.write("\r" + line)
    output?.flush()
  }

  deinit {
    guard let output else { return }
    output.write("\r")
    output.write(spaces: columns)
    output.write("\r")
    output.flush()
  }
}
