import Foundation
import Testing

@testable import DoctorCLI
@testable import StoreEngine

/// Who asks for a number in the model's own `id` probably means the key, and is told so.
@Suite struct KeyHintTests {
  private static func store() throws -> Store {
    let samples = CommandFixture.samples.appending(path: "Notes/notes-1.0.0.store")
    return try Store(file: StoreFile.open(path: samples.path))
  }

  @Test(arguments: [
    "SELECT title FROM Note WHERE id = 3", "select * from note n where n.id==12 and title = 'x'",
    "SELECT * FROM Note WHERE \"id\" = 3", "SELECT * FROM Note WHERE 3 = Note.ID",
    "SELECT * FROM Note WHERE id IN (3, 4)",
  ])
  func aNumberIsMeantForTheKey(_ sql: String) throws {
    let hint = try #require(try KeyHint.text(of: sql, in: Self.store()), "\(sql)")
    #expect(hint.contains("'Note.id'") && hint.contains("Z_PK = ") && hint.contains("UUID"))
  }

  @Test(arguments: [
    "SELECT title FROM Note WHERE Z_PK = 3", "SELECT title FROM Note WHERE id = 'a' LIMIT 3",
    "SELECT 'id = 3' FROM Note", "SELECT name FROM Tag WHERE id = 3",
    "SELECT id, 3 FROM Note", "SELECT * FROM Note WHERE importance = 3 AND id = :id",
    "SELECT * FROM Note WHERE 3 = importance",
  ])
  func otherQuestionsAreLeftAlone(_ sql: String) throws {
    #expect(try KeyHint.text(of: sql, in: Self.store()) == nil, "\(sql)")
  }
}
