/// Writes a report in one format. Rows are read while they are written, so an error of the store
/// can come out of the middle; what is written until then is complete up to the last row.
public protocol Reporter: Sendable {
  /// Writes the whole report.
  ///
  /// - Throws: an error of the store whose rows are read on the way.
  func write(_ report: Report, to out: ByteOutput) throws
}
