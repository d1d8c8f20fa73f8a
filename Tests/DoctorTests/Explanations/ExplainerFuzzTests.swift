import StoreDoctor
import TestSupport
import Testing

/// Any text is answered without a trap and in bounded time.
@Suite struct ExplainerFuzzTests {
  private static let dump = """
    CoreData: error: Error Domain=NSCocoaErrorDomain Code=134110 "An error occurred." UserInfo={\
    reason=Cannot migrate store in-place: no such table: ZNOTE, metadata={
        NSStoreModelVersionHashes = { Note = <00010203 04050607>; Tag = {length = 32, bytes = 0x00 \
    ... ff }; };
    }, NSDetailedErrors=("Error Domain=X Code=1 \\"a\\" UserInfo={k=[\\"a\\": b, \\"c\\": (1, 2)]}"), \
    NSUnderlyingError=0x60 {Error Domain=NSSQLiteErrorDomain Code=1 "(null)" UserInfo={a = b; }}}
    """

  @Test func randomBytes() {
    var generator = Seeded(1)
    for _ in 0..<60 {
      let count = Int.random(in: 0...4_000, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = Explainer.explain(log: bytes)
      _ = ErrorText(bytes: bytes)
    }
  }

  @Test func cutDumps() {
    let bytes = Array(Self.dump.utf8)
    for end in stride(from: 0, through: bytes.count, by: 3) {
      _ = ErrorText(bytes: Array(bytes.prefix(end)))
      _ = ErrorText(bytes: Array(bytes.dropFirst(end)))
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
      _ = Explainer.explain(text: text)
    }
  }

  @Test(arguments: ["{", "(", "[", "Error Domain=a Code=1 \"x\" UserInfo={a=", "{a={", "\"", "<"])
  func deepNesting(_ piece: String) {
    let opening = "Error Domain=NSCocoaErrorDomain Code=134110 \"x\" UserInfo={a="
    let result = Explainer.explain(text: opening + String(repeating: piece, count: 10_000))
    #expect(result.recognised.contains("cocoa-134110"))
    _ = Explainer.explain(
      text: "NSStoreModelVersionHashes = " + String(repeating: piece, count: 10_000))
  }

  @Test func endlessLine() {
    let text = String(repeating: "a is a required valu ", count: 4_000) + "no such table: ZNOTE"
    #expect(Explainer.explain(text: text).recognised == ["sqlite-no-such-table"])
    let spaces = "missing" + String(repeating: " ", count: 100_000) + "mapping model"
    _ = Explainer.explain(text: spaces)
    _ = Explainer.explain(text: String(repeating: "Domain=", count: 20_000))
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
