import Testing

@testable import Diagnostics

@Suite struct CSVFieldTests {
  private func field(_ bytes: [UInt8], isForTerminal: Bool = false) -> String {
    let out = ByteOutput()
    bytes.withUnsafeBytes { CSVField(isForTerminal: isForTerminal).write($0, to: out) }
    return out.text
  }

  /// What the standard library accepts is what is passed on without a look at its characters.
  @Test func wellFormedIsWhatTheStandardLibraryAccepts() {
    let bytes: [UInt8] = [
      0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1,
      0xec,
      0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
    ]
    var accepted = 0
    for number in 0..<(bytes.count * bytes.count * bytes.count * bytes.count) {
      var rest = number
      let text = (0..<4).map { _ in
        defer { rest /= bytes.count }
        return bytes[rest % bytes.count]
      }
      for length in 1...4 where length == 4 || text[length...].allSatisfy({ $0 == 0 }) {
        let part = Array(text[..<length])
        let isWellFormed = String(validating: part, as: UTF8.self) != nil
        accepted += isWellFormed ? 1 : 0
        if part.withUnsafeBytes({ $0.isUTF8 }) != isWellFormed { Issue.record("\(part)") }
      }
    }
    #expect(accepted > 100)
  }

  @Test func brokenTextIsRepairedAndQuotedAsItWouldBe() {
    #expect(field([0x61, 0xff, 0x2c]) == "\"a\u{fffd},\"")
    #expect(field([0xc3]) == "\u{fffd}")
    #expect(field(Array("é, \"日\"".utf8)) == "\"é, \"\"日\"\"\"")
    #expect(field(Array("é\n".utf8)) == "\"é\n\"")
    #expect(field(Array("\"".utf8)) == "\"\"\"\"")
    #expect(field([]) == "\"\"")
    #expect(field(Array("a\tb".utf8)) == "a\tb")
  }

  @Test func terminalsGetNoControlCharacters() {
    #expect(field(Array("a\nb".utf8), isForTerminal: true) == "a\\nb")
    #expect(field(Array("a\u{1b},".utf8), isForTerminal: true).contains("\u{1b}") == false)
  }
}
