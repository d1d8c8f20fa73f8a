import Diagnostics
import Foundation
import Testing

@testable import Lint

/// Core Data pairs entities by the Renaming IDs of both versions: an old one that has its own is kept by
/// that one alone, and every command says so.
@Suite struct RenamingIdentifierTests {
  private func answers(
    _ old: (name: String, identifier: String?), _ new: (name: String, identifier: String?),
    _ attribute: String = "title"
  ) throws -> (lint: String, plan: String) {
    let text = ChangeText.editor(
      ChangeText.entity(
        ChangeText.attribute("title"), name: old.name, identifier: old.identifier),
      ChangeText.entity(
        ChangeText.attribute(attribute) + ChangeText.attribute("more"), name: new.name,
        identifier: new.identifier))
    var files: [String: String] = [:]
    for part in text.components(separatedBy: "// file: ").dropFirst() {
      let lines = part.split(separator: "\n", maxSplits: 1).map(String.init)
      files[lines[0]] = lines[1]
    }
    let folder = try LintFolder(files)
    return (folder.run("lint {}").text, folder.run("plan {}@Notes --model {}").text)
  }

  @Test(arguments: [nil, "Person", "Other"]) func theOlderIdentifierIsTheOneToSet(_ new: String?)
    throws
  {
    let (lint, plan) = try answers(("Person", "A1B2"), ("Person", new), "headline")
    #expect(lint.contains("set its Renaming ID to 'A1B2'"), "\(lint)")
    #expect(!lint.contains("looks like its new name"), "\(lint)")
    #expect(plan.contains("'Notes 2' no longer has the Renaming ID 'A1B2'"), "\(plan)")
    #expect(plan.contains("set the renaming identifier 'A1B2' on 'Person'"), "\(plan)")
    #expect(!plan.contains("has no 'Person'"), "\(plan)")
  }

  @Test func aNameThatIsAskedForIsNoIdentifier() throws {
    let (lint, plan) = try answers(("Person", "A1B2"), ("Human", "Person"), "headline")
    #expect(lint.contains("set its Renaming ID to 'A1B2'"), "\(lint)")
    #expect(plan.contains("set the renaming identifier 'A1B2' on 'Human'"), "\(plan)")
  }

  @Test func thatOneKeepsTheRows() throws {
    for name in ["Person", "Human"] {
      let (lint, plan) = try answers(("Person", "A1B2"), (name, "A1B2"))
      #expect(!lint.contains("class-rename") && !plan.contains("LOSS"), "\(lint)\n\(plan)")
    }
  }

  @Test func whatIsGoneIsGone() throws {
    let (_, plan) = try answers(("Person", "A1B2"), ("Invoice", nil), "total")
    #expect(plan.contains("has no 'Person'"), "\(plan)")
    #expect(!plan.contains("set the renaming identifier"), "\(plan)")
  }
}
