import StoreEngine
import Testing

/// SQLite can keep texts in UTF-16; what is read of them is the same.
@Suite struct WideTextTests {
  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func textsAreReadWhateverTheirEncoding(_ encoding: String) throws {
    let connection = try Connection(path: ":memory:", mode: .memory)
    try connection.run("PRAGMA encoding = '\(encoding)'")
    try connection.run("CREATE TABLE t (a TEXT, b BLOB)")
    let row: [SQLiteValue] = [.text("für 👍 \u{0}"), .blob([0x61, 0, 0x62, 0])]
    try connection.run("INSERT INTO t VALUES (?, ?)", row)
    #expect(try connection.value("SELECT name FROM sqlite_master")?.text == "t")
    #expect(try connection.rows("SELECT a, b FROM t") == [row])
    let statement = try connection.prepare("SELECT a, b FROM t")
    #expect(try statement.step())
    #expect(statement.bytes(at: 0) == Array("für 👍 \u{0}".utf8))
    guard case .text(let bytes) = statement.cell(at: 0) else {
      Issue.record("no text")
      return
    }
    #expect(Array(bytes) == Array("für 👍 \u{0}".utf8))
    try connection.addFunction("given", argumentCount: 1, deterministic: true) {
      .text($0[0].text ?? "")
    }
    #expect(try connection.value("SELECT given(a) FROM t") == row[0])
  }
}
