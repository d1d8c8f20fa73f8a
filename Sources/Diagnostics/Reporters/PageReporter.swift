/// Writes the page that a report has of itself.
public struct PageReporter: Reporter {
  /// Writes whatever report it is given.
  public init() {}

  /// Writes the whole report.
  public func write(_ report: Report, to out: ByteOutput) throws {
    if let page = report.page { out.write(page()) }
  }
}
