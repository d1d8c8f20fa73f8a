import Diagnostics
import ErrorCatalog
import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import StoreDoctor

/// Error texts as people paste them: escaped, cut, out of stacks.
@Suite struct PastedTextTests {
  private func captures(_ text: String) -> [String: String] {
    let answers = Explainer.explain(text: text).answers
    return answers.flatMap(\.captures).reduce(into: [:]) { $0[$1.name] = $1.value }
  }

  /// Quotes that are escaped have no end but one that is escaped as much.
  @Test func aMessageEndsWhereItsQuotesDo() {
    let one = #""Error Domain=NSCocoaErrorDomain Code=1570 \"title is a required value.\" "#
    let result = Explainer.explain(text: one + "\n" + one + "\nsays the log, \"and nothing else\"")
    #expect(
      Set(result.answers.flatMap(\.chain).map(\.text))
        == ["NSCocoaErrorDomain 1570: title is a required value."])
    let deep = #"a = "Error Domain=D Code=1 \"it said \\\"no\\\" twice\" UserInfo={reason=x}";"#
    let text = Explainer.explain(text: deep + " 134110 Error Domain=NSCocoaErrorDomain Code=134110")
    #expect(text.recognised.contains("cocoa-134110"))
  }

  /// Logs in JSON write quotation marks and colours as numbers.
  @Test func charactersThatJSONWritesAsNumbersAreRead() {
    let plain = "The file “my.sqlite” couldn’t be opened because it isn’t in the correct format."
    let text = #"""
      {"log": "\u001b[31mThe file \u201cmy.sqlite\u201d couldn\u2019t be opened because it isn\u2019t in the \#
      correct format.\u001b[0m"}
      """#
    let ids = Explainer.explain(text: plain).recognised
    #expect(!ids.isEmpty && Explainer.explain(text: text).recognised == ids)
    // No numbers, halves of a character, and a text that ends in one.
    for rest in [#"\u20"#, #"\uZZZZ"#, #"\ud83d"#, #"\ud83d\u0041"#, #"\ud83d\ude00"#, "\\"] {
      #expect(Explainer.explain(text: plain + rest).recognised == ids, "\(rest)")
    }
  }

  /// Terminals and mail programs break lines where the column ends, and people quote what they answer.
  @Test(arguments: [40, 57, 72, 80, 132])
  func linesMayBeBrokenInWords(_ width: Int) throws {
    let plain =
      "2026-01-02 10:00:00 app[1:2] Error Domain=NSCocoaErrorDomain Code=134504 \"Cannot use staged migration "
      + "with an unknown model version.\" UserInfo={NSLocalizedDescription=Cannot use staged migration with an "
      + "unknown model version.}\nThread 1: Fatal error: Could not cast value of type '__NSCFString' to 'Note'"
    let ids = Explainer.explain(text: plain).recognised
    let broken = plain.split(separator: "\n").map { line in
      stride(from: 0, to: line.count, by: width).map { String(line.dropFirst($0).prefix(width)) }
        .joined(separator: "\n")
    }.joined(separator: "\n")
    #expect(ids.contains("cocoa-134504"))
    let result = Explainer.explain(text: broken)
    #expect(result.recognised == ids)
    let quoted = broken.split(separator: "\n").map { "> " + $0 }.joined(separator: "\n")
    #expect(Explainer.explain(text: quoted).recognised == ids)
  }

  @Test func whatIsNoErrorIsCalledANote() throws {
    let fixture = try CommandFixture()
    #expect(try fixture.run("explain notice-maintenance").contains("note "))
    #expect(try fixture.run("explain cocoa-134110").contains("error "))
  }

  /// Counting ends where it would only cost time, and the number says so.
  @Test func manyOfOneErrorAreAtLeastSoMany() throws {
    let fixture = try CommandFixture()
    func explain(_ count: Int) throws -> String {
      let log = String(repeating: "CoreData: error: no such table: ZNOTE\n", count: count)
      try Data(log.utf8).write(to: fixture.folder.appending(path: "many.log"))
      return try fixture.run("explain {dir}/many.log")
    }
    #expect(try explain(199).contains("(199 times)"))
    #expect(try explain(1_000).contains("(at least 200 times)"))
  }

  @Test func whatAnErrorIsAboutIsFound() {
    let invalid = """
      Error Domain=NSCocoaErrorDomain Code=1550 "(Cocoa error 1550.)" UserInfo=0x1 \
      {NSValidationErrorValue=Relationship 'projects' on managed object (0x2) <Client: 0x2>}
      """
    #expect(captures(invalid)["relationship"] == "projects")
    let conflict = """
      Error Domain=NSCocoaErrorDomain Code=133020 "(null)" UserInfo={conflictList=( "NSMergeConflict \
      (0x1) for NSManagedObject (0x2) with objectID '0x3 <x-coredata://A/League/p1>' with oldVersion \
      = 1 and newVersion = 2 and old object snapshot = {}" )}
      """
    #expect(captures(conflict)["old version"] == "1" && captures(conflict)["new version"] == "2")
    let request = """
      CoreData: error: SQLCore dispatchRequest: exception handling request: \
      <NSSQLFetchRequestContext: 0x1>, I/O error with userInfo of (null)
      """
    #expect(captures(request)["request"] == "NSSQLFetchRequestContext: 0x1")
    let frame = """
      3 CoreData -[NSPersistentStoreCoordinator \
      _coordinator_you_never_successfully_opened_the_database_device_locked:] + 12
      """
    #expect(captures(frame)["reason"] == "device_locked")
  }

  @Test func aNumberThatIsAWordOfTheSystemIsKnown() {
    #expect(Explainer.explain(text: "0xdead10cc").recognised == ["system-dead10cc"])
    #expect(Explainer.explain(text: "0x3ade68b1").input == .code)
  }

  /// A change of kind has no inference, whatever the text says.
  @Test func whatCannotBeInferredIsNamed() {
    let old = DataModel(
      name: "1",
      entities: [Entity(name: "Note", attributes: [Attribute(name: "body", type: .integer64)])],
      source: .compiledModel)
    var new = old
    new.name = "2"
    new.entities[0].attributes[0].type = .string
    let history = SchemaHistory(name: "Notes", versions: [old, new], currentVersion: "2")
    let facts = CaseFacts(
      store: CaseStore(
        name: "my.store", schema: StoreSchema(entityHashes: [:], checksum: nil, model: old)),
      histories: [history])
    let result = Explainer.explain(text: "134140", case: facts)
    #expect(
      result.answers.flatMap(\.findings).contains {
        $0.text.hasPrefix("'Note.body' cannot be inferred from 'my.store' to '2': ")
      }, "\(result)")
  }

  /// An app may merge its models into one: each then has a part of the hashes.
  @Test func modelsThatWereMergedAreNamedTogether() {
    func model(_ name: String) -> SchemaHistory {
      SchemaHistory(
        name: name,
        versions: [
          DataModel(
            name: name,
            entities: [Entity(name: name, attributes: [Attribute(name: "a", type: .string)])],
            source: .compiledModel)
        ])
    }
    let histories = [model("Cat"), model("Dog")]
    let lines = histories.map { history in
      "\(history.name) = <\(ModelHashes(of: history.versions[0]).entities[history.name]?.hex ?? "")>;\n"
    }
    let log =
      "NSStoreModelVersionHashes = {\n\(lines.joined())Fox = <\(String(repeating: "ab", count: 32))>;\n"
    let texts = Explainer.explain(text: log, case: CaseFacts(histories: histories)).findings.map(
      \.text)
    #expect(
      texts.contains {
        $0.hasSuffix(
          "by itself; 'Cat', 'Dog' have 2 of them together; none has 'Fox', so a model is missing")
      }, "\(texts)")
  }
}
