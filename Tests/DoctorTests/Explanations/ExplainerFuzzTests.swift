import ErrorCatalog
import StoreDoctor
import TestSupport
import Testing

/// Any text is answered without a trap and in bounded time, and the answer is about that text.
@Suite struct ExplainerFuzzTests {
  private static let dump = """
    CoreData: error: Error Domain=NSCocoaErrorDomain Code=134110 "An error occurred." UserInfo={\
    reason=Cannot migrate store in-place: no such table: ZNOTE, metadata={
        NSStoreModelVersionHashes = { Note = <00010203 04050607>; Tag = {length = 32, bytes = 0x00 \
    ... ff }; };
    }, NSDetailedErrors=("Error Domain=X Code=1 \\"a\\" UserInfo={k=[\\"a\\": b, \\"c\\": (1, 2)]}"), \
    NSUnderlyingError=0x60 {Error Domain=NSSQLiteErrorDomain Code=1 "(null)" UserInfo={a = b; }}}
    """

  /// What holds of the answer to any text.
  private func expectSense(_ result: ExplainResult, of bytes: [UInt8]) {
    let lines = 1 + bytes.count { $0 == 0x0A }
    let known = Set(result.recognised)
    #expect(known.count == result.recognised.count)
    #expect(known.allSatisfy { ExplanationCatalog.explanation(id: $0) != nil })
    for answer in result.answers {
      #expect(answer.lines.allSatisfy { (1...lines).contains($0) })
      #expect(answer.lines.count <= min(10, max(1, answer.count)))
      #expect(answer.explanation.map { known.contains($0.id) } ?? (answer.code != nil))
    }
    #expect(Explainer.explain(log: bytes) == result)
  }

  @Test func randomBytes() {
    var generator = Seeded(1)
    for _ in 0..<60 {
      let count = Int.random(in: 0...4_000, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      expectSense(Explainer.explain(log: bytes), of: bytes)
    }
  }

  @Test func cutDumps() {
    let bytes = Array(Self.dump.utf8)
    for end in stride(from: 0, through: bytes.count, by: 3) {
      for part in [Array(bytes.prefix(end)), Array(bytes.dropFirst(end))] {
        expectSense(Explainer.explain(log: part), of: part)
      }
    }
  }

  /// What stands above a key is looked at for hashes: each key has but a few lines above it, and short ones.
  @Test func manyKeysWithMuchAboveThem() {
    let key = "NSStoreModelVersionIdentifiers = ();"
    let hash = "  N = <\(String(repeating: "ab", count: 32))>;\n"
    for text in [
      String(repeating: key + "\n", count: 3_300),
      String(repeating: "x", count: 300_000) + "\n" + String(repeating: key + " ", count: 3_300),
      String(repeating: hash, count: 2_000) + String(repeating: key + "\n", count: 1_700),
    ] {
      let (result, seconds) = measured { Explainer.explain(text: text) }
      #expect(result.answers.isEmpty && seconds < 30)
    }
  }

  @Test func shuffledPieces() {
    var generator = Seeded(2)
    let pieces = [
      "Error Domain=", "NSCocoaErrorDomain", " Code=", "134110", "-9", " UserInfo={", "}", "{", "(",
      ")", "[", "]", "\"", "\\", "=", ";", ", ", "\n", "NSUnderlyingError=0x1 {", "<", ">",
      "NSStoreModelVersionHashes = ", "bytes = 0x00 ... ", "Cocoa error ", "é", "\u{2019}",
      "CKError ", "99999999999999999999", "no such table: Z", "\"a\": ",
    ]
    for _ in 0..<400 {
      let text = (0..<60).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      expectSense(Explainer.explain(text: text), of: Array(text.utf8))
    }
  }

  @Test(arguments: ["{", "(", "[", "Error Domain=a Code=1 \"x\" UserInfo={a=", "{a={", "\"", "<"])
  func deepNesting(_ piece: String) {
    let opening = "Error Domain=NSCocoaErrorDomain Code=134110 \"x\" UserInfo={a="
    let result = Explainer.explain(text: opening + String(repeating: piece, count: 10_000))
    #expect(result.recognised.contains("cocoa-134110"))
    let hashes = "NSStoreModelVersionHashes = " + String(repeating: piece, count: 10_000)
    expectSense(Explainer.explain(text: hashes), of: Array(hashes.utf8))
  }

  @Test func endlessLine() {
    let text = String(repeating: "a is a required valu ", count: 4_000) + "no such table: ZNOTE"
    #expect(Explainer.explain(text: text).recognised == ["sqlite-no-such-table"])
    let spaces = "missing" + String(repeating: " ", count: 100_000) + "mapping model"
    for text in [spaces, String(repeating: "Domain=", count: 20_000)] {
      expectSense(Explainer.explain(text: text), of: Array(text.utf8))
    }
  }

  @Test func bigLog() {
    let lines = """
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE FROM ZNOTE t0 WHERE  t0.Z_PK = ?
      CoreData: annotation: sql connection fetch time: 0.0002s
      CoreData: error: (1) I/O error for database at /tmp/x. SQLite error code:1, 'no such table: ZTAG'

      """
    let log = Array(String(repeating: lines, count: 4_000).utf8)
    let result = Explainer.explain(log: log)
    #expect(result.answers.first?.explanation?.id == "sqlite-no-such-table")
    #expect(!result.notes.isEmpty)
  }
}
