import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint
@testable import StoreDoctor

/// What `--fix` makes of the rules' own examples is Swift, and the finding is gone.
@Suite struct RuleEditTests {
  /// Rules that mend at least one of their examples.
  private static let mending: Set = [
    "constant-descriptor", "constant-in-model", "fetch-without-limit", "index-on-missing-property",
    "inverse-on-both-sides",
    "predicate-comparing-emptiness",
    "swallowed-migration-error", "uninferred-inverse",
    "unknown-configuration-argument", "unknown-configuration-name", "unknown-entity-name",
    "unknown-key", "unknown-model-name", "unknown-object-key",
    "unknown-option", "whole-rows-for-count",
  ]

  @Test(arguments: LintRules.infos.map(\.id)) func editsMend(_ id: String) throws {
    let info = try #require(RuleCatalog.rule(id))
    var mended = 0
    for (number, example) in info.examples.enumerated() where example.isFlagged {
      var text = ExampleText(example)
      let before = try text.lint().filter { $0.rule == id }
      guard before.contains(where: { !$0.edits.isEmpty }) else { continue }
      mended += 1
      // Two that touch are mended one after the other.
      for _ in 0..<4 { try text.fix(id) }
      let after = try text.lint()
      let broken = after.contains { $0.rule == "syntax-error" }
      #expect(!broken, "example \(number + 1) of \(id)")
      let rest = after.filter { $0.rule == id }
      let open = rest.filter { !$0.edits.isEmpty }
      #expect(open == [], "example \(number + 1) of \(id)")
      let least = before.filter(\.edits.isEmpty).count
      #expect(rest.count <= least, "example \(number + 1) of \(id): \(text.files.map(\.text))")
    }
    if Self.mending.contains(id) { #expect(mended > 0, "no example of \(id) has an edit") }
  }

  /// That something was renamed is a guess, and a wrong original name moves values to the wrong place.
  @Test(arguments: [
    ("var title = \"\"", "var heading = \"\""),
    ("var title = \"\"", "var heading = \"\"; var body = \"\""),
    ("var title = \"\"; var text = \"\"", "var heading = \"\""),
  ]) func guessesAreLeftToPeople(_ old: String, _ new: String) throws {
    let findings = try ExampleText(.flagged(ChangeText.note(old, new))).lint()
    let isSure = (old, new) == ("var title = \"\"", "var heading = \"\"")
    let isTold = findings.contains {
      $0.help?.contains("@Attribute(originalName: \"title\")") == true
    }
    #expect(isTold || !isSure)
    let edits = findings.flatMap(\.edits)
    #expect(edits == [])
  }

  @Test(arguments: [
    (
      "try context.fetch(FetchDescriptor<Note>()).count",
      "try context.fetchCount(FetchDescriptor<Note>())"
    ),
    (
      "(try? context.fetch(FetchDescriptor<Note>()))?.count ?? 0",
      "(try? context.fetchCount(FetchDescriptor<Note>())) ?? 0"
    ),
    (
      "(try context.fetch(FetchDescriptor<Note>())).count",
      "(try context.fetchCount(FetchDescriptor<Note>()))"
    ),
    (
      "(try? context.fetch(FetchDescriptor<Note>()).count) ?? 0",
      "(try? context.fetchCount(FetchDescriptor<Note>())) ?? 0"
    ),
  ]) func countsAreAskedFor(_ old: String, _ new: String) throws {
    var text = ExampleText(.flagged(LoopText.function("print(\(old))")))
    let before = text.files[0].text
    try text.fix("whole-rows-for-count")
    #expect(text.files[0].text == before.replacing(old, with: new))
  }

  @Test(arguments: [
    (
      "let all = try context.fetch(FetchDescriptor<Note>())\n  print(all.count, all.count + 1)",
      "let all = try context.fetchCount(FetchDescriptor<Note>())\n  print(all, all + 1)"
    ),
    (
      "let all = try? context.fetch(FetchDescriptor<Note>())\n  print(all?.count ?? 0)",
      "let all = try? context.fetchCount(FetchDescriptor<Note>())\n  print(all ?? 0)"
    ),
    (
      "let all = (try? context.fetch(FetchDescriptor<Note>())) ?? []\n  print(all.count)",
      "let all = (try? context.fetchCount(FetchDescriptor<Note>())) ?? 0\n  print(all)"
    ),
    // What else is asked of the list, or is written of it, stays as it is.
    (
      "let all = try context.fetch(FetchDescriptor<Note>())\n  print(all.count, all.isEmpty)",
      "let all = try context.fetch(FetchDescriptor<Note>())\n  print(all.count, all.isEmpty)"
    ),
    (
      "let all: [Note] = try context.fetch(FetchDescriptor<Note>())\n  print(all.count)",
      "let all: [Note] = try context.fetch(FetchDescriptor<Note>())\n  print(all.count)"
    ),
  ]) func keptCountsAreAskedFor(_ old: String, _ new: String) throws {
    var text = ExampleText(.flagged(LoopText.function(old)))
    let before = text.files[0].text
    try text.fix("whole-rows-for-count")
    #expect(text.files[0].text == before.replacing(old, with: new))
    let rest = try text.lint().filter { $0.rule == "whole-rows-for-count" }
    #expect(rest.isEmpty || old == new)
  }

  @Test(arguments: [
    (
      "let newest = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.title)])\n"
        + "  print(try context.fetch(newest).first as Any)",
      "var newest = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.title)])\n"
        + "  newest.fetchLimit = 1\n  print(try context.fetch(newest).first as Any)"
    ),
    (
      "print(1)\n  let note = try context.fetch(FetchDescriptor<Note>(sortBy: [.init(\\.code)])).first",
      "print(1)\n  var descriptor = FetchDescriptor<Note>(sortBy: [.init(\\.code)])\n  descriptor.fetchLimit = 1\n"
        + "  let note = try context.fetch(descriptor).first"
    ),
    // A descriptor that another fetch uses too, and a name that is taken.
    (
      "let all = FetchDescriptor<Note>(sortBy: [.init(\\.code)])\n  print(try context.fetch(all).first as Any)\n"
        + "  print(try context.fetch(all))",
      "let all = FetchDescriptor<Note>(sortBy: [.init(\\.code)])\n  print(try context.fetch(all).first as Any)\n"
        + "  print(try context.fetch(all))"
    ),
    (
      "let descriptor = 1\n  print(\n    descriptor, try context.fetch(FetchDescriptor<Note>(sortBy: [.init(\\.code)])).first as Any)",
      "let descriptor = 1\n  print(\n    descriptor, try context.fetch(FetchDescriptor<Note>(sortBy: [.init(\\.code)])).first as Any)"
    ),
  ]) func oneIsAskedFor(_ old: String, _ new: String) throws {
    var text = ExampleText(.flagged(LoopText.function(old)))
    let before = text.files[0].text
    try text.fix("fetch-without-limit")
    #expect(text.files[0].text == before.replacing(old, with: new))
    let rest = try text.lint().filter { $0.rule == "fetch-without-limit" }
    #expect(rest.isEmpty || old == new)
  }

  /// What fails for certain would keep the app from opening its store.
  @Test(arguments: [
    ("try? context.delete(model: V1.Note.self)", true), ("try? context.save()", true),
    ("try? context.delete(model: V2.Note.self)", false),
    ("try? context.delete(model: Note.self)", false),
  ]) func whatAnotherVersionHasStaysSwallowed(_ statement: String, _ isMended: Bool) throws {
    var text = ExampleText(.flagged(MigrationText.plan(will: statement + "\n      print(1)")))
    let before = text.files[0].text
    try text.fix("swallowed-migration-error")
    let after = isMended ? before.replacing("try?", with: "try") : before
    #expect(text.files[0].text == after)
    let isSaid = try text.lint().contains { $0.rule == "swallowed-migration-error" }
    #expect(isSaid == !isMended)
  }

  @Test(arguments: [
    ("titel", "title", true), ("titl", "title, titls", false), ("colour", "title", false),
  ]) func keysAreSpeltAsTheOnlyLikelyProperty(_ key: String, _ names: String, _ isSure: Bool) throws
  {
    let properties = names.split(separator: ", ").map { "var \($0) = \"\"" }.joined(separator: "; ")
    var text = ExampleText(
      .flagged("@Model class Note { #Index<Note>([\\.\(key)]); \(properties); init() {} }"))
    let before = text.files[0].text
    try text.fix("index-on-missing-property")
    #expect(text.files[0].text == (isSure ? before.replacing(key, with: "title") : before))
  }
}

extension ExampleText {
  /// Applies the edits of a rule's findings.
  mutating func fix(_ rule: String) throws {
    let findings = try lint().filter { $0.rule == rule }
    let texts = Dictionary(files.map { ($0.path, $0.text) }) { first, _ in first }
    for plan in EditPlan.plans(for: findings, text: { texts[$0].map { Array($0.utf8) } }) {
      for index in files.indices where files[index].path == plan.path {
        files[index].text = String(decoding: plan.result, as: UTF8.self)
      }
    }
  }
}
