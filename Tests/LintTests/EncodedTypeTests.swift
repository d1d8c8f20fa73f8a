import Diagnostics
import Foundation
import ModelSource
import StoreModel
import Testing

@testable import Lint
@testable import StoreDoctor

/// An encoded value is of the Swift type that wrote it, whatever its column is: another type is no new name
/// for it, and reads it only where its members are there.
@Suite struct EncodedTypeTests {
  private static let types = """

    struct Lap: Codable { var meters: Double; var seconds: Int }
    struct Round: Codable { var meters: Int; var seconds: Double; var label: String? }
    struct Badge: Codable { var title: String; var won: Date }
    struct Free: Codable {
      var meters = 0
      func encode(to encoder: any Encoder) throws {}
      init(from decoder: any Decoder) throws {}
    }
    enum Grade: String, Codable { case low, high }
    enum Rank: Int, Codable { case low, high }
    """

  private func rules(_ old: String, _ new: String) -> Set<String> {
    let text = ChangeText.note(old, new) + Self.types
    let input = LintInput(files: [SourceFile(path: "Plan.swift", text: text)])
    return Set(Linter().lint(input).map(\.rule)).intersection([
      "rename-without-original-name", "encoded-type-changed", "property-dropped",
    ])
  }

  @Test(arguments: [
    ("[Lap]", "[Badge]", false), ("[String: Lap]", "[String: Badge]", false),
    ("[Lap]", "[Round]", true), ("[Lap]", "[Lap]", true), ("[Lap]", "[Free]", false),
    ("[Free]", "[Free]", true), ("[Lap]", "[String: Lap]", false), ("[Grade]", "[Rank]", false),
    ("[String]", "[Int]", false), ("[String]", "[String]", true), ("Lap?", "Badge?", false),
    ("Lap?", "Round?", false), ("Lap?", "Lap?", true), ("Data?", "Data?", true),
  ])
  func aRenameIsAGuessOnlyWhereTheValuesFit(_ old: String, _ new: String, _ isGuess: Bool) {
    func property(_ name: String, _ type: String) -> String {
      "var day = 0; var \(name): \(type)"
        + (type.hasSuffix("?") ? "" : type.contains(":") ? " = [:]" : " = []")
    }
    let found = rules(property("entries", old), property("entryList", new))
    #expect(
      found == [isGuess ? "rename-without-original-name" : "property-dropped"],
      "\(old) to \(new): \(found)")
  }

  @Test(arguments: [
    ("[Lap]", "[Badge]", true), ("[Grade]", "[Rank]", true), ("[String]", "[Int]", true),
    ("[Lap]", "[Round]", false), ("[Lap]", "[Free]", false),
    ("[Free]", "[Lap]", false), ("[Int]", "[Double]", false), ("[Grade]", "[String]", false),
  ])
  func oneNameOfTwoTypesIsSaid(_ old: String, _ new: String, _ isSaid: Bool) {
    let found = rules("var entries: \(old) = []", "var note: String?; var entries: \(new) = []")
    #expect(found == (isSaid ? ["encoded-type-changed"] : []), "\(old) to \(new): \(found)")
  }

  @Test func preflightCountsTheValuesThatAreThere() throws {
    let text =
      ChangeText.note("var entries: [Lap] = []", "var note: String?; var entries: [Badge] = []")
      + Self.types
    let folder = try LintFolder(["Plan.swift": text])
    let made = folder.run("generate --model {}/Plan.swift@V1 --rows 6 -o {}/old.store")
    #expect(made.code == 0, "\(made.text)")
    let result = folder.run("preflight {}/old.store --model {}/Plan.swift")
    #expect(result.text.contains("[encoded-type-changed]"), "\(result.text)")
    #expect(result.text.contains("likely"), "\(result.text)")
    let plan = folder.run("plan {}/Plan.swift@V1 --model {}/Plan.swift")
    #expect(plan.text.contains("are read as [Badge]"), "\(plan.text)")
    #expect(!plan.text.contains("originalName"), "\(plan.text)")
    // Nothing is in them that could be read wrong.
    let empty = folder.run("generate --model {}/Plan.swift@V1 --rows 0 -o {}/none.store")
    #expect(empty.code == 0, "\(empty.text)")
    #expect(
      !folder.run("preflight {}/none.store --model {}/Plan.swift").text
        .contains("encoded-type-changed"))
  }
}
