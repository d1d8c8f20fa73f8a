internal import ModelSource
internal import StoreModel

/// Suppressions in Objective-C: a comment speaks of its own line, or of the next one where it stands
/// alone.
extension SuppressionReader {
  static func read(objectiveC files: [SourceFile], into found: inout Found) {
    for file in files {
      let text = String(decoding: file.bytes, as: UTF8.self)
      guard text.contains(Suppression.marker) else { continue }
      var start = 0
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        read(line, number: index + 1, start: start, of: file, into: &found)
        start += line.utf8.count + 1
      }
    }
  }

  private static func read(
    _ line: Substring, number: Int, start: Int, of file: SourceFile, into found: inout Found
  ) {
    guard let comment = line.range(of: "//"), let column = line.utf8Offset(of: comment.lowerBound)
    else { return }
    var text = line[comment.upperBound...].drop { $0 == "/" || $0 == " " }
    guard text.hasPrefix(Suppression.marker) else { return }
    text = text.dropFirst(Suppression.marker.count)
    let place = Location(path: file.path, line: number, column: column + 1)
    let isFile = text.hasPrefix("-file")
    if isFile { text = text.dropFirst("-file".count) }
    guard let (rules, reason) = Suppression.parse(text), !rules.isEmpty else {
      found.malformed.append((place, String(line[comment.lowerBound...])))
      return
    }
    let isAlone = line[..<comment.lowerBound].allSatisfy(\.isWhitespace)
    let end = start + line.utf8.count
    found.suppressions.append(
      Suppression(
        rules: rules, reason: reason,
        scope: isFile ? .file : .lines(isAlone ? number...(number + 1) : number...number),
        location: place,
        range: isAlone ? start..<min(end + 1, file.bytes.count) : (start + column)..<end))
  }
}

extension Substring {
  /// The range of the first place of a text.
  fileprivate func range(of text: String) -> Range<Index>? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(text) { return place..<index(place, offsetBy: text.count) }
      place = index(after: place)
    }
    return nil
  }

  fileprivate func utf8Offset(of index: Index) -> Int? {
    utf8.distance(from: startIndex, to: index)
  }
}
