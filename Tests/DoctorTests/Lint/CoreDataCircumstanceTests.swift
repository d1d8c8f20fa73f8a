import Foundation
import StoreModel
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import StoreDoctor

/// Code around Core Data and its model files, which is a mistake in one place and none in another.
@Suite struct CoreDataCircumstanceTests {
  private func check(_ text: String, _ rule: String) throws {
    let example = RuleExample(isFlagged: true, text: CoreDataText.code(text), settings: nil)
    let parsed = ExampleText(example)
    let places = try parsed.lint().filter { $0.rule == rule }.map(\.location)
    #expect(places == parsed.marks, "\(text)")
  }

  private func text(_ files: [String: String]) throws -> String {
    try LintFolder(files).run("lint {}").text
  }

  private static func model(_ body: String, _ mark: String = "") -> String {
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" \(mark)>\n\(body)\n</model>"
  }

  private static let photo = model(
    "<entity name=\"Note\">\n<attribute name=\"photo\" optional=\"YES\" attributeType=\"Binary\"/>\n"
      + "</entity>")

  @Test(arguments: [(["Notes", "Notes 2", "Notes 10"], ["Notes 10"]), (["A", "B"], ["A", "B"])])
  func ofVersionsWithoutACurrentOneTheNewestIsMended(
    _ versions: [String], _ expected: [String]
  ) throws {
    var files: [String: String] = [:]
    for name in versions { files["Notes.xcdatamodeld/\(name).xcdatamodel/contents"] = Self.photo }
    let said = try text(files)
    #expect(
      said.components(separatedBy: "[large-data-inline]").count - 1 == expected.count, "\(said)")
    for name in expected { #expect(said.contains("\(name).xcdatamodel/contents"), "\(said)") }
  }
}
