internal import StoreModel

/// Where one entry of a log ends and the next begins: an entry may span lines, and a line that
/// begins like a log line ends the one before.
struct LogEntries {
  let text: UnsafeBufferPointer<UInt8>
  let lineStarts: [Int]

  private static let marks: [[UInt8]] = [
    "coredata:", "error:", "warning:", "fault:", "annotation:", "swiftdata/", "error domain=",
  ].map { Array($0.utf8) }
  /// Lines of one entry that are looked at.
  private static let lineLimit = 5_000
  /// Bytes of a line that prints one hash.
  private static let rowLimit = 1_000

  /// The end of the entry that holds `position`.
  func end(of position: Int) -> Int {
    var line = lineStarts.partitioningIndex { $0 > position }
    let last = min(lineStarts.count, line + Self.lineLimit)
    while line < last {
      if isEntryStart(lineStarts[line]) { return lineStarts[line] }
      line += 1
    }
    return last < lineStarts.count ? lineStarts[last] : text.count
  }

  private func isEntryStart(_ start: Int) -> Bool {
    if Self.marks.contains(where: { text.hasPrefix($0, at: start) }) { return true }
    // 2024-06-01 12:00:00.000 App[123:456]
    return text.byte(start)?.isDigit == true && text.byte(start + 3)?.isDigit == true
      && text.byte(start + 4) == UInt8(ascii: "-") && text.byte(start + 7) == UInt8(ascii: "-")
  }

  /// The `userInfo` that systems since 2024 log one key to a line behind the error:
  /// `CoreData: error: <tab>key : value`.
  func loggedUserInfo(after position: Int) -> [ErrorNode.Field] {
    var fields: [ErrorNode.Field] = []
    var line = lineStarts.partitioningIndex { $0 > position }
    let prefix = Array("coredata: error:".utf8)
    while line < lineStarts.count, fields.count < 100,
      text.hasPrefix(prefix, at: lineStarts[line])
    {
      let start = lineStarts[line] + prefix.count
      line += 1
      let next = line < lineStarts.count ? lineStarts[line] - 1 : text.count
      let body = text.string(start..<max(start, next))
      let trimmed = body.drop { $0 == " " || $0 == "\t" }
      if trimmed.hasPrefix("userInfo") { continue }
      guard let separator = trimmed.firstRange(of: " : "), body.contains("\t") else { break }
      let key = String(trimmed[..<separator.lowerBound])
      let value = String(trimmed[separator.upperBound...])
      fields.append(ErrorNode.Field(key: key, value: .text(value)))
    }
    return fields
  }

  /// The version hashes in the lines right above `position`, which end a list whose beginning is not in
  /// the text: `Note = <9f83a4fa …>;`, and `};` behind the last one.
  func hashes(above position: Int) -> [String: PrintedHash] {
    var found: [String: PrintedHash] = [:]
    var line = lineStarts.partitioningIndex { $0 > position } - 1
    // No more than three keys stand between the list and the first that is read.
    let highest = line - 5
    while line > 0, found.count < Self.lineLimit, !found.isEmpty || line > highest {
      line -= 1
      let row = lineStarts[line]..<lineStarts[line + 1]
      guard row.count < Self.rowLimit else { break }
      let words = text.string(row).split {
        $0.isWhitespace || $0 == ";" || $0 == "\""
      }
      if found.isEmpty, words == ["}"] || words.first?.hasPrefix("NSStore") == true { continue }
      guard words.count > 2, words[1] == "=" else { break }
      let value = words.dropFirst(2).joined(separator: " ")
        .replacing("{length = 32, bytes = ", with: "").filter { $0 != "}" }
      guard let hash = PrintedHash(text: value) else { break }
      found[String(words[0])] = hash
    }
    return found
  }
}
