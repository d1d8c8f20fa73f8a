import Foundation
import StoreEngine
import Testing

@testable import DoctorCLI

/// One damaged byte in the schema, or a header that is cut off, is damage for every command: none takes
/// the file for another kind, and each says how to save what is left.
@Suite struct DamagedSchemaTests {
  private let fixture: DiagnoseFixture

  init() throws { fixture = try DiagnoseFixture() }

  private static let models = "--model {samples}/Notes/Sources"
  private static let commands = [
    "info {dir}/my.store", "check {dir}/my.store", "hash {dir}/my.store",
    "entities {dir}/my.store", "show {dir}/my.store Note", "rows {dir}/my.store Note",
    "identify {dir}/my.store \(models)", "plan {dir}/my.store \(models)",
    "preflight {dir}/my.store \(models)", "repair {dir}/my.store --dry-run",
    "migrate {dir}/my.store \(models) -o {dir}/new.store",
    "generate --model {dir}/my.store --rows 1 -o {dir}/new.store",
  ]

  private func write(_ edit: (inout Data) throws -> Void) throws {
    try fixture.copy("Notes/notes-2.0.0.store")
    let file = URL(filePath: fixture.path("my.store"))
    var bytes = try Data(contentsOf: file)
    try edit(&bytes)
    try bytes.write(to: file)
  }

  /// - Parameter hasRest: whether anything is left that could be saved, so that advice says how.
  private func expectDamage(hasRest: Bool = true) throws {
    for command in Self.commands {
      let text = try fixture.commands.run(command)
      #expect(text.contains("is damaged: "), "\(command): \(text)")
      #expect(
        text.contains("--salvage") == hasRest && text.hasSuffix("[exit 3]\n"), "\(command): \(text)"
      )
      #expect(!text.contains("not a ") && !text.contains("holds no model"), "\(command): \(text)")
    }
    let (answer, code) = try fixture.diagnose("{dir}/my.store \(Self.models)")
    #expect(answer.verdict == "damaged" && code == 1)
    let steps = answer.causes[0].treatment
    #expect(steps.contains { $0.command?.contains("--salvage") == true } == hasRest, "\(steps)")
    #expect(!steps.contains { $0.text.contains("look for the store") }, "\(steps)")
  }

  @Test(arguments: [
    "CREATE INDEX ", "CREATE TABLE ZNOTE ", "CREATE UNIQUE INDEX ", "INTEGER PRIMARY KEY",
  ])
  func aDamagedStatementIsDamage(_ text: String) throws {
    try write { bytes in
      let place = try #require(bytes.firstRange(of: Data(text.utf8)))
      bytes[place.lowerBound + 8] = UInt8(ascii: "\u{1}")
    }
    try expectDamage()
  }

  /// What SQLite reads and no statement of the tool fits is damage, and no mistake of the command line.
  @Test(arguments: ["COLLATE BINARY", "Z_NAME VARCHAR"])
  func aDamagedNameIsDamage(_ text: String) throws {
    try write { bytes in
      let place = try #require(bytes.firstRange(of: Data(text.utf8)))
      bytes[place.lowerBound + (text.hasPrefix("COLLATE") ? 9 : 2)] = UInt8(ascii: "Q")
    }
    for command in Self.commands.dropLast() + ["history {dir}/my.store"] {
      let text = try fixture.commands.run(command)
      #expect(!text.contains("[exit 2]") && !text.contains("[exit 4]"), "\(command): \(text)")
      #expect(!text.contains("while running"), "\(command): \(text)")
    }
    let (answer, code) = try fixture.diagnose("{dir}/my.store \(Self.models)")
    #expect(answer.verdict == "damaged" && code == 1, "\(answer)")
  }

  @Test(arguments: [16, 60, 99]) func aHeaderThatIsCutOffIsDamage(_ count: Int) throws {
    try write { $0 = $0.prefix(count) }
    try expectDamage(hasRest: false)
  }

  /// Another program's database is still what it is.
  @Test func aSoundDatabaseOfAnotherKindIsNoDamage() throws {
    try Connection(path: fixture.path("other.db"), mode: .create).run("CREATE TABLE plain(a)")
    let text = try fixture.commands.run("identify {dir}/other.db \(Self.models)")
    #expect(text.contains("is not a Core Data store") && !text.contains("damaged"), "\(text)")
    let verdict = try fixture.verdict("{dir}/other.db \(Self.models)")
    #expect(verdict == "notAStore 1")
  }
}
