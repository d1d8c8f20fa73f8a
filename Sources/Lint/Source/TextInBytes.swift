/// Looks for short texts in UTF-8, byte by byte: `String.contains` compares characters, and takes a good
/// part of a run where every name and every file is asked.
extension Collection<UInt8> {
  /// Whether some text stands in the bytes.
  func has(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { word in place(of: word, from: 0) != nil }
  }

  /// The number of bytes before the first place of a text at or behind another place; nil without one.
  func place(of text: StaticString, from start: Int) -> Int? {
    text.withUTF8Buffer { word in place(of: word, from: start) }
  }

  private func place(of word: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let found = withContiguousStorageIfAvailable { bytes in
      bytes.place(ofWord: word, from: start)
    }
    return found ?? Array(self).withUnsafeBufferPointer { $0.place(ofWord: word, from: start) }
  }
}

// Both buffers live as long as the closures that lend them, nothing keeps one, and every index is checked:
// the subscripts by the buffers themselves in a debug build, and `place` and `index` against the counts here.
extension UnsafeBufferPointer<UInt8> {
  fileprivate func place(ofWord word: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let first = word.first, count >= word.count else { return word.isEmpty ? start : nil }
    let end = word.count - 1
    let last = count - word.count
    var place = start
    while place <= last {
      // Two bytes tell most places apart.
      if self[place] == first, self[place + end] == word[end] {
        var index = 1
        while index < end, self[place + index] == word[index] { index += 1 }
        if index >= end { return place }
      }
      place += 1
    }
    return nil
  }
}

extension StringProtocol {
  /// Whether some text of ASCII stands in this one.
  func has(_ text: StaticString) -> Bool { utf8.has(text) }
}
