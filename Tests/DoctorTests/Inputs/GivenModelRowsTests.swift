import Foundation
import StoreEngine
import TestSupport
import Testing

@testable import DoctorCLI

/// Rows of a store that carries no model, which the app's models can tell the names and types of.
@Suite struct GivenModelRowsTests {
  private let test = BundleCase()

  init() throws {
    let members = [
      BundleCase.attribute("fullName"), BundleCase.attribute("isDone", "Boolean"),
      BundleCase.attribute("price", "Decimal"),
    ]
    try test.write("Notes", BundleCase.entity("Note", members.joined()))
    #expect(test.generate("Notes"))
    try Connection(path: test.store, mode: .readWrite).run("DELETE FROM Z_MODELCACHE")
  }

  @Test func aGivenModelNamesThem() throws {
    for words in [["entities", test.store], ["show", test.store, "Note"]] {
      let (guessed, told) = (test.run(words).text, test.run(words + ["--model", test.models]).text)
      #expect(guessed.contains("FULLNAME") && !guessed.contains("fullName"), "\(guessed)")
      #expect(told.contains("fullName") && !told.contains("FULLNAME,"), "\(told)")
    }
    let sql = ["sql", test.store, "SELECT * FROM Note LIMIT 1"]
    #expect(!test.run(sql).text.contains("fullName"))
    #expect(test.run(sql + ["--model", test.models]).text.contains("fullName"))
    #expect(test.run(["entities", test.store]).text.contains("--model PATH"))
  }

  /// A column of a table for programs has one type.
  @Test func decimalsAreTextsInEveryRow() throws {
    let lines = test.run([
      "rows", test.store, "Note", "--model", test.models, "--show-values", "--format", "jsonl",
    ]).text.split(separator: "\n")
    #expect(lines.count == 20)
    for line in lines {
      let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(row?["price"] is String || row?["price"] is NSNull, "\(line)")
    }
  }

  /// Lists are lists there, whatever is in their texts.
  @Test func listsAreJSON() throws {
    let source = test.folder.appending(path: "Doc.swift").path
    try """
    import SwiftData
    @Model final class Doc { var tags: [String] = []; init() {} }
    """.write(toFile: source, atomically: true, encoding: .utf8)
    let store = test.folder.appending(path: "docs.store").path
    #expect(test.run(["generate", "--model", source, "--rows", "8", "-o", store]).code == 0)
    let lines = test.run(["rows", store, "Doc", "--show-values", "--format", "jsonl"]).text
      .split(separator: "\n")
    let lists = try lines.map { line in
      let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return row?["tags"] as? [String]
    }
    #expect(lists.count == 8 && !lists.contains(nil))
    #expect(lists.contains { $0?.contains { $0.contains("\"") } == true }, "\(lists)")
  }
}
