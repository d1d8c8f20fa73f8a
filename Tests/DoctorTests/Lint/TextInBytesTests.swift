import Testing

@testable import Lint

/// A text is found wherever it stands, at both ends of the bytes too, and nothing is read behind them: the
/// suite is one of those that Scripts/sanitize.sh runs.
@Suite struct TextInBytesTests {
  /// Every text of up to four letters of two, so that beginnings repeat inside of what is looked for.
  private static let texts: [String] = (0...4).flatMap { length in
    (0..<(1 << length)).map { bits in
      String((0..<length).map { bits >> $0 & 1 == 1 ? "a" : "b" })
    }
  }

  @Test(arguments: ["a", "ab", "aab", "aba", "bbbb"])
  func placesAreThoseOfASlowSearch(_ wanted: String) throws {
    let word: StaticString =
      switch wanted {
      case "a": "a"
      case "ab": "ab"
      case "aab": "aab"
      case "aba": "aba"
      default: "bbbb"
      }
    for text in Self.texts {
      #expect(text.has(word) == text.contains(wanted), "\(text)")
      let bytes = Array(text.utf8)
      for start in 0...bytes.count {
        let slow = bytes.indices.first { place in
          place >= start && bytes[place...].starts(with: wanted.utf8)
        }
        #expect(bytes.place(of: word, from: start) == slow, "\(text) from \(start)")
        #expect(bytes[start...].has(word) == (slow != nil), "\(text) from \(start)")
      }
    }
  }
}
