import ErrorCatalog
import Foundation
import StoreModel
import Testing

@testable import DoctorCLI
@testable import StoreDoctor

/// Commands that an explanation names can be pasted: with the store, the models and the names that are
/// known.
@Suite struct FilledCommandTests {
  private static let commands = FilledCommands(store: "my notes.store", models: ["a.swift", "b"])

  /// Of several versions a command is given the current one, where the models say which it is.
  @Test(arguments: [
    ("2", "'storedoctor show m@current Note'"), (nil, "'storedoctor show MODEL Note'"),
  ])
  func aModelWithVersions(_ current: String?, _ filled: String) {
    let versions = ["1", "2"].map { DataModel(name: $0, entities: [], source: .compiledModel) }
    let history = SchemaHistory(name: "m", versions: versions, currentVersion: current)
    let commands = FilledCommands(store: nil, models: ["m"], histories: [history])
    #expect(commands.filled("'storedoctor show MODEL Note'") == filled)
  }

  @Test(arguments: [
    ("'storedoctor check STORE' finds them", "'storedoctor check 'my notes.store'' finds them"),
    (
      "'storedoctor check --full STORE'; then 'lsof FILE'.",
      "'storedoctor check --full 'my notes.store''; then 'lsof 'my notes.store''."
    ),
    (
      "'storedoctor identify STORE --model PATH' tells",
      "'storedoctor identify 'my notes.store' --model a.swift --model b' tells"
    ),
    // A new file is the user's to name, and so is one of several models.
    (
      "'storedoctor repair STORE -o NEW'", "'storedoctor repair 'my notes.store' -o NEW'"
    ),
    ("'storedoctor show MODEL ENTITY'", "'storedoctor show MODEL ENTITY'"),
    // Only commands are filled in.
    ("the STORE of FILE, 'a STORE'", "the STORE of FILE, 'a STORE'"),
    ("'storedoctor check STORE", "'storedoctor check 'my notes.store'"),
    (
      "save it: storedoctor repair STORE -o NEW",
      "save it: storedoctor repair 'my notes.store' -o NEW"
    ),
    ("", ""),
  ])
  func whatIsKnownStandsInTheCommand(_ text: String, _ expected: String) {
    #expect(Self.commands.filled(text) == expected)
  }

  @Test func withoutACaseTheWordsOfTheUsageLineStay() {
    let text = "'storedoctor identify STORE --model PATH'"
    #expect(FilledCommands(store: nil, models: []).filled(text) == text)
    #expect(
      FilledCommands(store: "-x", models: ["m"]).filled(text)
        == "'storedoctor identify ./-x --model m'")
  }

  private func confirm(_ text: String, _ facts: CaseFacts? = nil) -> String {
    let result = Explainer.explain(text: text, case: facts)
    return result.answers.compactMap(\.explanation).flatMap { $0.confirm + $0.fixes }
      .joined(separator: "\n")
  }

  private func placeholders(_ text: String, _ facts: CaseFacts? = nil) -> [String] {
    ExplanationAnswer(of: [.init(text)], rules: RuleCatalog.index, case: facts).placeholders
  }

  /// A word that is left says what goes there, and only where it is left.
  @Test func whatIsNotKnownIsSaidInWords() throws {
    let alone = placeholders("134504")
    #expect(alone.map { $0.prefix { $0 != " " } } == ["STORE", "PATH"], "\(alone)")
    let models = CaseFacts(store: nil, named: "", histories: [], models: ["Models"])
    let modelled = placeholders("134504", models)
    #expect(modelled.count == 1 && modelled[0].hasPrefix("STORE is the path"), "\(modelled)")
    let whole = CaseFacts(unreadable: "why", named: "n.store", histories: [], models: ["M"])
    #expect(placeholders("134504", whole).isEmpty)
    // A rule has no commands to be filled in.
    #expect(placeholders("missing-inverse").isEmpty)
    let text = try CommandFixture().run("explain 134504 --model {samples}/Notes/Sources")
    #expect(text.contains("In these commands\nSTORE is the path"), "\(text)")
  }

  /// What the error itself names is known without a store.
  @Test func namesOfTheErrorStandInTheCommand() {
    let facts = CaseFacts(unreadable: "why", named: "n.store", histories: [], models: ["M"])
    let fault = "CoreData could not fulfill a fault for '0xd000 <x-coredata://A-B/Note/p7>'"
    let text = confirm(fault, facts)
    #expect(text.contains("'storedoctor rows n.store Note --where \"Z_PK = 7\"'"), "\(text)")
    #expect(confirm(fault).contains("'storedoctor rows STORE Note --where \"Z_PK = 7\"'"))
    let validation = """
      Error Domain=NSCocoaErrorDomain Code=1570 "title is a required value." \
      UserInfo={NSValidationErrorKey=title, \
      NSValidationErrorObject=<NSManagedObject: 0x1> (entity: Note; id: 0x2)}
      """
    let required = confirm(validation, facts)
    #expect(
      required.contains("'storedoctor rows n.store Note --where \"title IS NULL\"'"), "\(required)")
    // A text of several objects is about none of them in particular.
    let several = confirm(fault + "\n" + fault.replacing("p7", with: "p8"), facts)
    #expect(several.contains("Z_PK = KEY"), "\(several)")
    // What is no name of a model is put into no command.
    let odd = confirm(validation.replacing("entity: Note", with: "entity: a' -o x"), facts)
    #expect(odd.contains("rows n.store ENTITY"), "\(odd)")
  }

  /// Beside commands no text has words that stand for something else.
  @Test func noExplanationHasPlaceholders() {
    let known = [
      "<deleted>", "<computed", "<relationship", "<fetchIndex", "<uniquenessConstraint>",
    ]
    for explanation in ExplanationCatalog.all {
      for text in explanation.causes + explanation.confirm + explanation.fixes
        + [explanation.meaning]
      {
        var rest = text
        for word in known { rest = rest.replacing(word, with: "") }
        #expect(
          rest.firstMatch(of: /(?:^|[ .('_])<[A-Za-z]+>|'[XYN]\b|\bpN\b|\bFoo\b/) == nil,
          "\(explanation.id): \(text)")
        for command in text.split(separator: "'storedoctor ").dropFirst() {
          let words = command.prefix { $0 != "'" }
          #expect(
            !words.contains("Entity") && !words.contains("property"), "\(explanation.id): \(text)")
        }
      }
    }
  }

  /// Errors and findings advise commands about the very store.
  @Test func adviceNamesTheStore() throws {
    let fixture = try CommandFixture()
    let path = fixture.folder.path + "/cut.store"
    let whole = try Data(contentsOf: URL(filePath: fixture.folder.path + "/notes.store"))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
    let text = try fixture.run("info {dir}/cut.store")
    #expect(text.contains("storedoctor repair {dir}/cut.store --salvage -o NEW"), "\(text)")
    let damaged = try fixture.run("check {dir}/damaged.store")
    #expect(!damaged.contains("STORE"), "\(damaged)")
  }

  @Test func theCaseAtHandNamesItsFiles() throws {
    let fixture = try CommandFixture()
    let text = try fixture.run(
      "explain 134504 --store {dir}/notes.store --model {dir}/Next.swift")
    #expect(text.contains("storedoctor identify {dir}/notes.store --model {dir}/Next.swift"))
    #expect(!text.contains("STORE") && !text.contains("PATH"), "\(text)")
  }
}
