/// Writes streamed rows for a program, into anything that takes bytes.
public enum RowWriter {
  /// Everything the stream has, in its format and without a terminal's width.
  ///
  /// - Throws: what reading the rows throws.
  public static func write(_ stream: RowStream, to out: ByteOutput) throws {
    try TextRows(style: .plain, width: nil).write(stream, to: out)
    out.flush()
  }
}
