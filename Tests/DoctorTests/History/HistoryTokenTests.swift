import Foundation
import StoreEngine
import Testing

@testable import DoctorCLI

/// A place in the history as an app keeps it.
@Suite struct HistoryTokenTests {
  private static let id = "83A993EA-6D3C-4D63-B07C-44FD6018524E"
  private static let other = "11111111-2222-4333-8444-555555555555"

  @Test(arguments: [
    "<NSPersistentHistoryToken - {\n    \"\(id)\" = 42;\n}>",
    "historyToken = \"<NSPersistentHistoryToken - {\\n    \\\"\(id)\\\" = 42;\\n}>\";",
    "{\"tokenValue\":{\"\(id)\":42}}", "{\"\(id)\": 42}", "[\"\(id)\": 42]",
    "{\"\(id.lowercased())\": 42}",
    "DefaultHistoryToken(tokenValue: Optional([\"\(other)\": 7, \"\(id)\": 42]))",
  ])
  func whatAnAppPrintsIsRead(_ text: String) throws {
    let token = try #require(HistoryToken(text))
    #expect(token.transactions[Self.id] == 42)
    #expect(HistoryToken(Array(text.utf8)) == token)
  }

  @Test(arguments: [
    "", "42", "2025-06-01", "2025-06-01T10:30:00Z", "{}", id, "\(id)/Note/p12", "{\"store\": 42}",
    "\(id) 42", "{\"\(id)\": -1}", "{\"\(id)\": 99999999999999999999}", "QUJD",
  ])
  func anythingElseIsNone(_ text: String) {
    #expect(HistoryToken(text) == nil)
    #expect(HistoryToken(Array(text.utf8)) == nil)
  }

  private struct Archive {
    let bytes: [UInt8]

    /// An archive as Foundation writes one: the dictionary is a field of an object.
    init(_ tokens: [String: Int]) throws {
      let archiver = NSKeyedArchiver(requiringSecureCoding: false)
      archiver.encode(
        NSDictionary(dictionary: ["inner": NSDictionary(dictionary: tokens)]),
        forKey: NSKeyedArchiveRootObjectKey)
      archiver.finishEncoding()
      bytes = Array(archiver.encodedData)
    }
  }

  @Test func anArchiveIsReadWhereverItKeepsTheNumbers() throws {
    let archive = try Archive([Self.id: 42, Self.other: 7])
    let expected = [Self.id: Int64(42), Self.other: 7]
    #expect(HistoryToken(archive.bytes)?.transactions == expected)
    #expect(HistoryToken(Data(archive.bytes).base64EncodedString())?.transactions == expected)
    #expect(HistoryToken(try Archive(["a": 1]).bytes) == nil)
    for length in stride(from: 0, to: archive.bytes.count, by: 7) {
      #expect(HistoryToken(Array(archive.bytes.prefix(length))) == nil)
    }
  }

  private func run(_ token: String, _ options: String = "") throws -> String {
    try CommandFixture().run(
      "history {samples}/Notes/notes-1.0.0.store --since '\(token)' \(options)")
  }

  private func store() throws -> (id: String, last: Int64) {
    let path = CommandFixture.samples.appending(path: "Notes/notes-1.0.0.store").path
    let store = try Store(file: try StoreFile.open(path: path))
    let last = try store.connection.value("SELECT max(Z_PK) FROM ATRANSACTION")?.integer
    return (store.metadata.uuid, try #require(last))
  }

  @Test func whatCameBehindATokenIsShown() throws {
    let (id, last) = try store()
    let all = try run("{\"\(id)\":0}", "--changes --format csv --limit 0")
    let none = try run("{\"\(id)\":\(last)}", "--changes --format csv --limit 0")
    #expect(all.split(separator: "\n").count > none.split(separator: "\n").count)
    #expect(none.split(separator: "\n").count == 1, "\(none)")
    // The number that the first column shows is enough.
    #expect(try run("\(last)", "--changes --format csv --limit 0") == none)
    #expect(try run("0", "--changes --format csv --limit 0") == all)
    #expect(try run("2025-06-01", "--until 5").contains("'5' is no moment"))
    let overview = try run("{\"\(id)\":0}")
    #expect(!overview.contains("Not all is there") && !overview.contains("[exit"), "\(overview)")
  }

  @Test func anotherStoresTokenAndOneAheadAreSaid() throws {
    let (id, last) = try store()
    let foreign = try run("{\"\(Self.other)\":1}")
    #expect(foreign.contains("134501") && foreign.contains(Self.other), "\(foreign)")
    #expect(foreign.hasSuffix("[exit 2]\n"))
    let ahead = try run("{\"\(id)\":\(last + 5)}")
    #expect(ahead.contains("another state of this store") && ahead.hasSuffix("[exit 1]\n"))
    #expect(try run("yesterday").contains("is no moment"))
  }

  @Test func transactionsThatAreGoneAreNamed() throws {
    let library = try LibraryStore()
    try library.run(["UPDATE ATRANSACTION SET Z_PK = 9", "UPDATE ACHANGE SET ZTRANSACTIONID = 9"])
    let store = try Store(file: try StoreFile.open(path: library.path))
    #expect(try store.historyGap(after: 4)?.contains("5 to 8 are gone") == true)
    #expect(try store.historyGap(after: 7)?.contains("8 is gone") == true)
    #expect(try store.historyGap(after: 8) == nil && store.historyGap(after: 9) == nil)
  }
}
