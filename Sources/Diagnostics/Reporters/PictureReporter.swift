/// Writes the pictures of a report, one after the other, and nothing else.
public struct PictureReporter: Reporter {
  private let form: Picture.Form

  /// Writes them in this form.
  public init(_ form: Picture.Form) { self.form = form }

  /// Writes the pictures, one after the other.
  public func write(_ report: Report, to out: ByteOutput) throws {
    guard let picture = report.picture else { return }
    for drawn in try picture.drawn(form) { out.write(drawn.text) }
  }
}
