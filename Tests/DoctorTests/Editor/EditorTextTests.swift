import Diagnostics
import StoreModel
import Testing

@testable import DoctorCLI

/// Bytes to messages, bytes to positions, addresses to paths.
@Suite struct EditorTextTests {
  // MARK: Messages

  private func read(_ parts: [String]) -> [String] {
    var frames = MessageFrames()
    var read: [String] = []
    for part in parts {
      frames.add(Array(part.utf8))
      while let event = frames.next() {
        switch event {
        case .message(let value): read.append(value.text())
        case .fault(let reason): read.append("fault: \(reason)")
        }
      }
    }
    return read
  }

  private static func framed(_ text: String) -> String {
    "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }

  @Test func messagesComeInPiecesOfAnySize() {
    let text = Self.framed("{\"a\":\"🎈\"}") + "Content-Type: x\r\ncontent-length:2\r\n\r\n[]"
    let bytes = Array(text.utf8)
    for size in [1, 2, 3, 7, 1000] {
      var frames = MessageFrames()
      var count = 0
      for start in stride(from: 0, to: bytes.count, by: size) {
        frames.add(Array(bytes[start..<min(start + size, bytes.count)]))
        while let event = frames.next() {
          if case .message = event { count += 1 }
        }
      }
      #expect(count == 2, "\(size)")
    }
  }

  @Test(arguments: [
    "Content-Length: -4\r\n\r\n", "Content-Length: two\r\n\r\n", "Content-Length:\r\n\r\n",
    "Content-Length: 99999999999999999999999\r\n\r\n", "Content-Length: +2\r\n\r\n",
    "Length: 2\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
    // Too short, so that the rest is no header; and too long, so that it reaches into the next one.
    "Content-Length: 3\r\n\r\n{\"a\":1}\r\n\r\n", "Content-Length: 12\r\n\r\n{\"a\":1}",
  ])
  func afterAFaultTheNextMessageIsRead(_ wrong: String) {
    let read = read([wrong + Self.framed("{\"b\":2}") + Self.framed("[3]")])
    #expect(read.first?.hasPrefix("fault: ") == true)
    #expect(read.suffix(2) == ["{\"b\":2}", "[3]"])
  }

  @Test func aHugeMessageIsPassedOver() {
    var frames = MessageFrames()
    frames.add(Array("Content-Length: \(MessageFrames.largest + 10)\r\n\r\nabc".utf8))
    guard case .fault = frames.next() else {
      Issue.record("no fault")
      return
    }
    let piece = [UInt8](repeating: 0x20, count: MessageFrames.largest / 4)
    for _ in 0..<4 { frames.add(piece) }
    if frames.next() != nil { Issue.record("a part of it was read") }
    frames.add([UInt8](repeating: 0x20, count: 7) + Array(Self.framed("[1]").utf8))
    guard case .message(let value)? = frames.next() else {
      Issue.record("no message")
      return
    }
    #expect(value == [1])
  }

  // MARK: Positions

  @Test(arguments: [
    ("ab\ncd", 1, 1, 4), ("ab\r\ncd", 1, 1, 5), ("ab\rcd", 1, 1, 4), ("a🎈b", 0, 3, 5),
    ("a🎈b", 0, 1, 1), ("é\u{301}x", 0, 2, 4), ("👩‍👩‍👧 x", 0, 8, 18), ("\r\n\r\n", 2, 0, 4),
  ])
  func positionsAndOffsetsAgree(_ text: String, _ line: Int, _ character: Int, _ offset: Int) {
    let positions = TextPositions(Array(text.utf8))
    let position = TextPositions.Position(line: line, character: character)
    #expect(positions.offset(of: position) == offset)
    #expect(positions.position(of: offset) == position)
  }

  @Test func whatIsOutsideIsTheNearestEnd() {
    let positions = TextPositions(Array("a🎈\r\nb".utf8))
    #expect(positions.offset(of: .init(line: 0, character: 99)) == 5)
    #expect(positions.offset(of: .init(line: 7, character: 0)) == 8)
    #expect(positions.offset(of: .init(line: -1, character: 3)) == 0)
    // Between the two halves of the balloon.
    #expect(positions.offset(of: .init(line: 0, character: 2)) == 1)
    #expect(positions.position(of: 3) == .init(line: 0, character: 1))
    #expect(positions.position(of: 99) == .init(line: 1, character: 1))
  }

  @Test func everyOffsetOfATextComesBack() {
    let text = "// 🎈é\r\nlet a = \"👩‍👩‍👧\"\n\r\tb\u{2028}c\r"
    let bytes = Array(text.utf8)
    let positions = TextPositions(bytes)
    for index in text.unicodeScalars.indices {
      let offset = text.utf8.distance(from: text.startIndex, to: index)
      // Behind the line feed of CR LF a line begins; between them nothing does.
      guard offset == 0 || bytes[offset] != 0x0a || bytes[offset - 1] != 0x0d else { continue }
      #expect(positions.offset(of: positions.position(of: offset)) == offset, "\(offset)")
    }
  }

  @Test func bytesThatAreNoTextHavePositions() {
    let positions = TextPositions([0x61, 0xff, 0xf0, 0x9f, 0x0a, 0x62])
    #expect(positions.position(of: 5) == .init(line: 1, character: 0))
    #expect(positions.offset(of: .init(line: 1, character: 1)) == 6)
  }

  @Test func findingsHaveTheirWordOrTheirLine() {
    let positions = TextPositions(Array("\tlet a\r\n  var title = 1\r\n".utf8))
    let place = Location(path: "", line: 2, column: 7)
    #expect(positions.bytes(at: place, length: 5) == 14..<19)
    #expect(positions.bytes(at: Location(path: "", line: 1), length: nil) == 1..<6)
    #expect(positions.bytes(at: Location(path: ""), length: nil) == 0..<0)
    #expect(positions.bytes(at: Location(path: "", line: 9, column: 4), length: 3).isEmpty)
    #expect(positions.bytes(at: Location(path: "", line: 1, column: 99), length: 3) == 6..<6)
  }

  // MARK: Changes

  @Test func changesAreMadeOneAfterTheOther() {
    var document = OpenDocument(address: "", path: nil, version: 1, text: "a🎈b\r\nc")
    func change(_ text: String, _ from: (Int, Int), _ to: (Int, Int)) -> JSONValue {
      let position = { (at: (Int, Int)) in
        TextPositions.Position(line: at.0, character: at.1).json
      }
      return .object([
        "range": .object(["start": position(from), "end": position(to)]), "text": .string(text),
      ])
    }
    var isMade = document.change(
      [change("x", (0, 1), (0, 3)), change("y", (0, 2), (1, 0))], version: 2)
    #expect(isMade)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "axyc")
    #expect(document.version == 2)
    // Outside of the text, and the wrong way round.
    isMade = document.change(
      [change("!", (9, 9), (99, 99)), change("", (0, 2), (0, 0))], version: 3)
    #expect(isMade)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "yc!")
    for wrong in [["text": 1], ["range": .object([:]), "text": "z"]] as [[String: JSONValue]] {
      isMade = document.change([.object(wrong)], version: 4)
      #expect(!isMade)
    }
    #expect(String(decoding: document.bytes, as: UTF8.self) == "yc!")
  }

  // MARK: Addresses

  @Test(arguments: ["/a/b.swift", "/with space/ü 🎈/x+y%z#?.swift", "/"])
  func addressesLeadBack(_ path: String) {
    #expect(FileAddress.path(of: FileAddress.address(of: path)) == path)
  }

  @Test(arguments: [
    ("file:///a%20b", "/a b"), ("file://localhost/a", "/a"), ("FILE:///a", "/a"),
    ("untitled:Untitled-1", nil), ("git:/a", nil), ("file://server/a", nil), ("file:///a%00b", nil),
    ("file:///%FF", nil), ("", nil), ("file:///a%2", "/a%2"),
  ])
  func onlyFilesHavePaths(_ address: String, _ path: String?) {
    #expect(FileAddress.path(of: address) == path)
  }
}
