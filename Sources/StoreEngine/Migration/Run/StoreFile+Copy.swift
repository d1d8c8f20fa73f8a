extension StoreFile {
  /// Writes the content into a new file, in large pieces: SQLite's own backup does it page by page.
  ///
  /// - Parameters:
  ///   - mark: the copy's `application_id`, from its first byte on.
  ///   - progress: gets pages done and pages in all, and may throw to stop.
  /// - Throws: `StoreOutputError`; `SQLiteError` where the store cannot be read, or changed.
  func copyContent(
    to path: String, mark: UInt32, progress: (Int, Int) throws -> Void
  ) throws {
    guard !isLiveCopy else {
      try FileOutput.create([], at: path)
      let copy = try Connection(path: path, mode: .readWrite)
      try copy.run("PRAGMA synchronous = OFF")
      try connection.backUp(to: copy, progress: progress)
      return try copy.run("PRAGMA application_id = \(mark)")
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var place: Int64 = 0
    try FileOutput.create(at: path) {
      let first = place == 0
      let count = try buffer.withUnsafeMutableBytes { bytes in
        do throws(StoreImage.Failure) {
          return try image.read(into: bytes, at: place)
        } catch {
          throw connection.error(code: error.code, sql: nil)
        }
      }
      if first, count >= StoreHeader.size {
        withUnsafeBytes(of: mark.bigEndian) { buffer.replaceSubrange(68..<72, with: $0) }
      }
      place += Int64(count)
      try progress(Int(place) / image.pageSize, image.pageCount)
      return count == 0 ? nil : buffer[..<count]
    }
  }
}
