import Testing

@testable import ModelSource

@Suite struct FileReadingTests {
  /// Most files of an app are never parsed; `Model` is a common name for other things.
  @Test(
    arguments: [
      ("@Model final class Note {}", true), ("@SwiftData.Model final class Note {}", true),
      ("@  Model class Note {}", false), ("let a = Storage.Model()", false),
      ("class Model {}", false), ("import SwiftData\nlet a = B.Model.self", false),
      ("// @Model class Note {}", false), ("let text = \"@Model\"", false),
    ])
  func modelsAreDeclaredByTheirMacro(_ source: String, _ expected: Bool) {
    let reading = FileReading(bytes: Array(source.utf8))
    #expect(reading.declaresModels == expected && reading.scan.isSchemaSource == expected)
  }
}
