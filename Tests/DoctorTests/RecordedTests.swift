import Foundation
import TestSupport
import Testing

/// Recorded texts pass only where they were compared.
@Suite struct RecordedTests {
  private let file = FileManager.default.temporaryDirectory
    .appending(path: "recorded-\(UUID().uuidString).txt")

  private func failure(_ text: String, recording: Bool = false) -> String? {
    do {
      try Recorded.expect(text, at: file, recording: recording)
      return nil
    } catch { return "\(error)" }
  }

  @Test func onlyTheSameTextPasses() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(failure("a\nb\n")?.contains("is missing") == true)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try Data("a\nb\n".utf8).write(to: file)
    #expect(failure("a\nb\n") == nil)
    #expect(failure("a\nc\n")?.contains("line 2: expected 'b', got 'c'") == true)
    #expect(failure("a\nb\nc")?.contains("line 3: expected '', got 'c'") == true)
    #expect(failure("a")?.contains("line 2: expected 'b', got the end") == true)
  }

  @Test func recordingNeverPasses() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    for text in ["a", "a", "b"] {
      let said = failure(text, recording: true)
      #expect(said?.hasSuffix("recorded, run again without RECORD_SNAPSHOTS") == true)
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
  }
}
