import Foundation
import ModelInputs
import StoreDoctor
import StoreEngine
import StoreModel
import Testing

/// The notes sample's plan, from Swift source to the consequence of each step.
@Suite struct SampleModelTests {
  private static let notes = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Samples/Notes").path

  private static func steps(_ from: String, _ to: String) throws -> [String] {
    let old = try ModelLoader.model("\(notes)@\(from)")
    let new = try ModelLoader.model("\(notes)@\(to)")
    return ModelDiff.differences(from: old, to: new).map { "\($0.path) \($0.change)" }
  }

  @Test func oneHistoryWithItsCurrentVersion() throws {
    let histories = try ModelLoader.load(Self.notes)
    #expect(histories.map(\.name) == ["NotesMigrationPlan"])
    #expect(try ModelLoader.model(Self.notes + "@current").name == "NotesSchemaV2")
  }

  @Test func notesPlanStepByStep() throws {
    #expect(try Self.steps("1.0.0", "1.1.0") == ["Note.level attributeAdded"])
    #expect(
      try Self.steps("1.1.0", "2.0.0") == [
        "Note.body attributeRenamed", "Note.importance attributeRemoved",
        "Note.isPinned attributeAdded",
      ])
    #expect(try Self.steps("2.0.0", "2.0.0").isEmpty)
  }
}
