import Diagnostics
import Foundation
import StoreEngine
import TestSupport
import Testing

@testable import DoctorCLI

/// Version, cause and next step are the same whatever command is asked, and so is the exit code.
@Suite struct FirstAnswerTests {
  /// The sources of the sample, changed, and a store of it.
  private struct Case {
    let folder = FileManager.default.temporaryDirectory.appending(path: "answer-\(UUID())")
    var models: String { folder.appending(path: "Sources").path }
    var output: String { folder.appending(path: "new.store").path }
    let store: String

    init(_ store: String) throws {
      self.store = Folders.samples.appending(path: store).path
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: Folders.samples.appending(path: "Notes/Sources"), to: URL(filePath: models))
    }

    func edit(_ file: String, _ old: String, _ new: String) throws {
      let path = URL(filePath: models).appending(path: file)
      let text = try String(contentsOf: path, encoding: .utf8)
      #expect(text.contains(old))
      try text.replacing(old, with: new, maxReplacements: 1)
        .write(to: path, atomically: true, encoding: .utf8)
    }

    func remove(_ file: String) throws {
      try FileManager.default.removeItem(at: URL(filePath: models).appending(path: file))
    }

    func run(_ words: String...) -> (code: Int32, text: String) { run(words) }

    func run(_ words: [String]) -> (code: Int32, text: String) {
      let output = ByteOutput()
      let console = Console(out: output, err: output, environment: [:])
      let code = CommandLineTool(console: console, input: GivenLines("")).run(words)
      return (code, output.text)
    }

    /// What each command says of store and models.
    func answers() -> [(command: String, code: Int32, text: String)] {
      ["identify", "plan", "preflight", "migrate", "explain"].map { command in
        let result =
          switch command {
          case "explain": run(command, "134504", "--store", store, "--model", models)
          case "migrate":
            run(command, store, "--model", models, "-o", output, "--skip-closures")
          default: run(command, store, "--model", models)
          }
        return (command, result.code, result.text)
      }
    }

    /// All say the text; all but `explain`, which explains all the same, end with the code.
    func expect(_ text: String, code: Int32 = 1, not others: String...) {
      for answer in answers() {
        #expect(answer.text.contains(text), "\(answer)")
        for other in others { #expect(!answer.text.contains(other), "\(answer)") }
        #expect(answer.command == "explain" || answer.code == code, "\(answer)")
      }
    }
  }

  @Test func anEditedVersionIsNamed() throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    try notes.edit(
      "NotesSchemaV1.swift", "var folder: Folder?", "var folder: Folder?; var color: String?")
    let text = "'NotesSchemaV1' also says 1.0.0 and now has 'Note.color': edited after it shipped"
    notes.expect(text, not: "nearest is NotesSchemaV1_1", "add the store's version")
    #expect(!FileManager.default.fileExists(atPath: notes.output))
  }

  /// Another version may have more equal entities.
  @Test func anEditInEveryEntityIsOne() throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    let file = "NotesSchemaV1.swift"
    try notes.edit(file, "var position: Int = 0", "var position: Int = 0; var color: String?")
    try notes.edit(file, "var folder: Folder?", "var folder: Folder?; var color: String?")
    try notes.edit(
      file,
      "var notes: [Note] = []\n\n    init(name: String) {\n      self.name = name\n    }\n  }\n}",
      "var notes: [Note] = []; var color: String?\n    init(name: String) { self.name = name }\n  }\n}"
    )
    notes.expect(
      "'NotesSchemaV1' also says 1.0.0 and now has 'Folder.color', 'Note.color', 'Tag.color'")
  }

  /// Which of two was edited, nobody can tell.
  @Test func twoVersionsOfOneIdentifierAreBothNamed() throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    try notes.edit("NotesSchemaV1_1.swift", "Version(1, 1, 0)", "Version(1, 0, 0)")
    try notes.edit(
      "NotesSchemaV1.swift", "var folder: Folder?", "var folder: Folder?; var color: String?")
    notes.expect("both say 1.0.0, and one of them was edited after it shipped")
  }

  @Test func aNewerStoreIsNamed() throws {
    let notes = try Case("Notes/notes-2.0.0.store")
    try notes.remove("NotesSchemaV2.swift")
    let plan = "NotesMigrationPlan.swift"
    try notes.edit(plan, ", NotesSchemaV2.self]", "]")
    try notes.edit(plan, "[addLevel, fillLevel]", "[addLevel]")
    notes.expect(
      "the store is newer than the models: it says 2.0.0, and the models end with 1.1.0",
      not: "a lightweight migration will do")
  }

  /// Core Data goes back by the model that the store carries, and drops what the older app has no place
  /// for.
  @Test func aNewerStoreOfModelFilesLosesWhatIsNew() throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    let folder = notes.folder.appending(path: "Notes.xcdatamodeld")
    func write(_ name: String, _ entities: String) throws {
      let version = folder.appending(path: "\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try "<model type=\"com.apple.IDECoreDataModeler.DataModel\">\(entities)</model>"
        .write(to: version.appending(path: "contents"), atomically: true, encoding: .utf8)
    }
    func entity(_ name: String) -> String {
      "<entity name=\"\(name)\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/>"
        + "</entity>"
    }
    try write("Notes 2", entity("Note") + entity("Tag"))
    let store = notes.folder.appending(path: "newer.store").path
    let made = notes.run(
      "generate", "--model", "\(folder.path)@Notes 2", "--rows", "10", "-o", store)
    #expect(made.code == 0, "\(made)")
    try FileManager.default.removeItem(at: folder)
    try write("Notes", entity("Note"))
    let words = [
      ["identify", store], ["plan", store], ["preflight", store],
      ["migrate", store, "-o", notes.output], ["explain", "134100", "--store", store],
    ]
    for line in words {
      let answer = notes.run(line + ["--model", folder.path])
      #expect(answer.text.contains("the store is newer than the models"), "\(answer)")
      #expect(!answer.text.contains("would fail"), "\(answer)")
      #expect(answer.code == (line[0] == "explain" ? 0 : 1), "\(answer)")
    }
    #expect(FileManager.default.fileExists(atPath: notes.output))
  }

  /// With a plan Core Data finds no way; without one it would drop everything.
  @Test(arguments: [true, false]) func anotherAppsStoreIsNoUpdate(_ hasPlan: Bool) throws {
    var notes = try Case("Music/music.store")
    if !hasPlan {
      notes = try Case("Notes/notes-1.0.0.store")
      try FileManager.default.removeItem(atPath: notes.models)
      try FileManager.default.copyItem(
        at: Folders.samples.appending(path: "Recipes/Sources"), to: URL(filePath: notes.models))
    }
    notes.expect(
      "either the store or the models belong to another app", not: "ask the user to update", "LOSS")
  }

  /// Classes outside of the plan are not where such a store goes.
  @Test func aPlanThatCannotBeReadIsNotPassedBy() throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    let file = notes.folder.appending(path: "Sources/Models.swift")
    try FileManager.default.removeItem(atPath: notes.models)
    try FileManager.default.createDirectory(
      atPath: notes.models, withIntermediateDirectories: true)
    func version(_ number: Int, _ more: String) -> String {
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self, Old.Pin.self] }
        @Model final class Note { var title = ""; \(more)init() {} }
      }

      """
    }
    let source =
      "import SwiftData\n" + version(1, "") + version(2, "var text = \"\"; ")
        + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
        }
        @Model final class Note { var title = ""; var color = ""; init() {} }
        enum Old { @Model final class Pin { var place = ""; init() {} } }
        """
    try source.write(to: file, atomically: true, encoding: .utf8)
    let store = notes.folder.appending(path: "pins.store").path
    let made = notes.run(
      "generate", "--model", notes.models + "@1.0.0", "--rows", "4", "-o", store)
    #expect(made.code == 0, "\(made.text)")
    try source.replacing("enum Old", with: "enum Frozen")
      .write(to: file, atomically: true, encoding: .utf8)
    for command in ["plan", "preflight", "migrate", "explain", "diagnose"] {
      let words =
        switch command {
        case "explain": [command, "134504", "--store", store]
        case "migrate": [command, store, "-o", notes.output, "--skip-closures"]
        default: [command, store]
        }
      let answer = notes.run(words + ["--model", notes.models])
      #expect(
        answer.text.contains("'V1' may be its version, but cannot be read"), "\(command): \(answer)"
      )
      let codes: [String: Int32] = ["explain": 0, "diagnose": 1]
      #expect(answer.code == codes[command] ?? 3, "\(command): \(answer)")
    }
    #expect(!FileManager.default.fileExists(atPath: notes.output))
  }

  /// A version that lists a class which no file declares may have more than what is compared.
  @Test func aListThatIsNotAllKnownMakesTheVersionLikely() throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    try notes.edit("NotesSchemaV1.swift", "Tag.self]", "Tag.self, Label.self]")
    let answer = notes.run("identify", notes.store, "--model", notes.models)
    #expect(answer.text.contains("likely: not all that the version lists is known"), "\(answer)")
    #expect(answer.text.contains("'Label', listed in 'NotesSchemaV1'"), "\(answer)")
  }

  @Test func aVersionThatThePlanLeavesOutIsKnown() throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    let plan = "NotesMigrationPlan.swift"
    try notes.edit(plan, "[NotesSchemaV1.self, NotesSchemaV1_1.self", "[NotesSchemaV1_1.self")
    try notes.edit(plan, "[addLevel, fillLevel]", "[fillLevel]")
    for answer in notes.answers() {
      #expect(answer.text.contains("NotesSchemaV1"), "\(answer)")
      #expect(answer.text.contains("not list"), "\(answer)")
      #expect(
        answer.code == (["identify", "explain"].contains(answer.command) ? 0 : 1), "\(answer)")
    }
  }

  @Test func aHalfMigratedStoreIsNamed() throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    let half = notes.folder.appending(path: "half.store").path
    try FileManager.default.copyItem(atPath: notes.store, toPath: half)
    let newer = try Store(
      file: StoreFile.open(path: Folders.samples.appending(path: "Notes/notes-1.1.0.store").path))
    let connection = try Connection(path: half, mode: .readWrite)
    try connection.run(
      "UPDATE Z_METADATA SET Z_PLIST = ?1", [.blob(newer.metadata.plist())])
    let words: [[String]] = [
      ["identify", half], ["plan", half], ["preflight", half],
      ["migrate", half, "-o", notes.output, "--skip-closures"],
      ["explain", "134504", "--store", half],
    ]
    for command in words {
      let output = ByteOutput()
      let console = Console(out: output, err: output, environment: [:])
      let code = CommandLineTool(console: console, input: GivenLines("")).run(
        command + ["--model", notes.models])
      let text = "the metadata says 'NotesSchemaV1_1', but the tables are those of 'NotesSchemaV1'"
      #expect(output.text.contains(text), "\(output.text)")
      #expect(command[0] == "explain" || code == 1)
    }
  }

  /// The metadata say that there is nothing to migrate, so no stage comes upon what the tables lack.
  @Test func aStoreThatOnlySaysItIsMigratedIsNotCalledReady() throws {
    let notes = try Case("Notes/notes-1.1.0.store")
    let half = notes.folder.appending(path: "half.store").path
    try FileManager.default.copyItem(atPath: notes.store, toPath: half)
    let connection = try Connection(path: half, mode: .readWrite)
    try connection.run("ALTER TABLE ZNOTE DROP COLUMN ZLEVEL")
    let words: [[String]] = [
      ["identify", half], ["plan", half], ["preflight", half],
      ["migrate", half, "-o", notes.output, "--skip-closures"],
    ]
    for command in words {
      let target = command[0] == "identify" ? [] : ["--to", "NotesSchemaV1_1"]
      let answer = notes.run(command + ["--model", notes.models] + target)
      #expect(answer.code == 1, "\(answer.text)")
      #expect(answer.text.contains("'Note.level'"), "\(answer.text)")
      #expect(answer.text.contains("[half-migrated]"), "\(answer.text)")
    }
  }

  /// Every command that reads the source says it at its place.
  @Test(arguments: [true, false]) func whatDoesNotCompileIsSaid(_ isSyntax: Bool) throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    let file = "NotesSchemaV1.swift"
    if isSyntax {
      try notes.edit(
        file, "[Folder.self, Note.self, Tag.self]\n  }", "[Folder.self, Note.self, Tag.self]\n")
    } else {
      try notes.edit(file, "var title: String", "var title: Strin")
    }
    let rule = isSyntax ? "syntax error" : "no given file declares 'Strin'"
    func check(_ answer: (code: Int32, text: String), _ name: String) {
      #expect(answer.text.contains("\(file):"), "\(name): \(answer.text)")
      #expect(answer.text.contains(rule), "\(name): \(answer.text)")
      #expect(answer.code == 1 || answer.code == 3, "\(name): \(answer.code)")
      #expect(!answer.text.contains("Binary"), "\(name): \(answer.text)")
    }
    for answer in notes.answers() { check((answer.code, answer.text), answer.command) }
    check(notes.run("hash", notes.models), "hash")
    check(notes.run("entities", notes.models), "entities")
    check(notes.run("lint", notes.models), "lint")
    check(notes.run("diff", notes.store, notes.models + "@NotesSchemaV1"), "diff")
    check(
      notes.run(
        "generate", "--model", notes.models + "@NotesSchemaV1", "--rows", "1", "-o", notes.output),
      "generate")
    check(notes.run("freeze", "--model", notes.models, "--lock", notes.output + ".lock"), "freeze")
  }

  @Test func aQuestionWithoutATargetIsAskedBack() throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    try notes.remove("NotesMigrationPlan.swift")
    for answer in notes.answers() where !["identify", "explain"].contains(answer.command) {
      #expect(answer.code == 2, "\(answer)")
      #expect(answer.text.contains("no migration plan says which version is the current one"))
    }
  }

  /// Whoever mends one wants to know of the others, too.
  @Test func hashNamesEveryUnknownProperty() throws {
    let notes = try Case("Notes/notes-1.1.0.store")
    try notes.edit("NotesSchemaV2.swift", "var title: String", "var title: Elsewhere")
    try notes.edit("NotesSchemaV2.swift", "var isPinned: Bool", "var isPinned: Away")
    let text = notes.run("hash", notes.models + "@NotesSchemaV2").text
    #expect(text.contains("Note.title: ") && text.contains("Note.isPinned: "), "\(text)")
  }

  /// What was misread is not what ships.
  @Test func sourceThatDoesNotParseIsNotLocked() throws {
    let notes = try Case("Notes/notes-1.1.0.store")
    try notes.edit("NotesSchemaV2.swift", "var title: String", "var title: String = (")
    let answer = notes.run("freeze", "--model", notes.models, "--lock", notes.output + ".lock")
    #expect(answer.code != 0 && answer.text.contains("no lock is written"), "\(answer.text)")
    #expect(!FileManager.default.fileExists(atPath: notes.output + ".lock"))
  }

  /// Every command that reads the source says it, at its place.
  @Test func aSecondDeclarationIsNamedByEveryCommand() throws {
    let notes = try Case("Notes/notes-2.0.0.store")
    try notes.edit(
      "NotesSchemaV2.swift", "var title: String", "var title: Int\n    var title: String")
    for answer in [
      notes.run("lint", notes.models), notes.run("hash", notes.models + "@NotesSchemaV2"),
      notes.run("identify", notes.store, "--model", notes.models),
      notes.run("diff", notes.models + "@NotesSchemaV1", notes.models + "@NotesSchemaV2"),
    ] {
      #expect(
        answer.text.contains("'Note.title' is declared here again") && answer.code != 0,
        "\(answer.text)")
    }
  }

  /// Broken models have no hashes that anybody could know.
  @Test func classesThatInheritFromEachOtherHaveNoChecksum() throws {
    let notes = try Case("Notes/notes-2.0.0.store")
    let file = URL(filePath: notes.models).appending(path: "Circle.swift")
    try
      "import SwiftData\n@Model class Cat: Dog { init() {} }\n@Model class Dog: Cat { init() {} }\n"
      .write(to: file, atomically: true, encoding: .utf8)
    let answer = notes.run("hash", file.path)
    #expect(answer.code == 1 && answer.text.contains("unknown: not all models"), "\(answer.text)")
    #expect(
      answer.text.contains("the class 'Cat' inherits from itself, by 'Dog'"), "\(answer.text)")
  }

  /// A custom stage is not told to be one.
  @Test func aMisspeltTypeIsSaidOnce() throws {
    let notes = try Case("Notes/notes-1.1.0.store")
    try notes.edit("NotesSchemaV2.swift", "var title: String", "var title: Strin")
    let text = notes.run("lint", notes.models).text
    #expect(text.contains("[undeclared-type]") && text.contains("1 error in"), "\(text)")
  }

  @Test func aCustomStageIsNotAskedFor() throws {
    let notes = try Case("Notes/notes-1.1.0.store")
    try notes.edit("NotesSchemaV2.swift", "var createdAt: Date\n", "var createdAt: String\n")
    try notes.edit("NotesSchemaV2.swift", "createdAt: Date)", "createdAt: String)")
    for answer in notes.answers() where ["plan", "preflight", "migrate"].contains(answer.command) {
      #expect(answer.code == 1, "\(answer)")
      #expect(!answer.text.contains("write a custom stage"), "\(answer)")
      #expect(!answer.text.contains("in a custom stage"), "\(answer)")
    }
  }

  @Test func aStoreThatIsCurrentIsCopied() throws {
    let notes = try Case("Notes/notes-2.0.0.store")
    let answer = notes.run("migrate", notes.store, "--model", notes.models, "-o", notes.output)
    #expect(answer.code == 0, "\(answer.text)")
    #expect(notes.run("identify", notes.output, "--model", notes.models).code == 0)
    #expect(notes.run("check", notes.output).code == 0)
    // An existing output is the same mistake in every command that writes one.
    #expect(
      notes.run("migrate", notes.store, "--model", notes.models, "-o", notes.output).code == 2)
    let made = notes.run(
      "generate", "--model", notes.models + "@current", "--rows", "1", "-o", notes.output)
    #expect(made.code == 2)
  }

  @Test func thePromptSaysTheVersionOrWhyNoneFits() throws {
    let notes = try Case("Notes/notes-1.0.0.store")
    func label() throws -> String? {
      let session = Session(
        console: Console(out: ByteOutput(), err: ByteOutput(), environment: [:]))
      try session.use(notes.store)
      #expect(session.versionLabel == "1.0.0")
      session.setModels([notes.models])
      return session.versionLabel
    }
    #expect(try label() == "NotesSchemaV1")
    try notes.edit(
      "NotesSchemaV1.swift", "var folder: Folder?", "var folder: Folder?; var color: String?")
    #expect(try label() == "(NotesSchemaV1 edited)")
  }

  @Test func aClassThatTheContainerOpensAndNoVersionHasIsSaid() throws {
    let test = try Case("Notes/notes-1.0.0.store")
    for alias in ["Folder", "Note", "Tag"] {
      try test.edit("NotesMigrationPlan.swift", "typealias \(alias) = NotesSchemaV2.\(alias)\n", "")
    }
    let live = """
      import SwiftData
      @Model final class Tag {
        var name = ""
        var color: String?
        init() {}
      }

      """
    let file = URL(filePath: test.models).appending(path: "Live.swift")
    try live.write(to: file, atomically: true, encoding: .utf8)
    let assumed = test.run("plan", test.store, "--model", test.models)
    #expect(assumed.code == 1)
    #expect(assumed.text.contains("the app has a 'Tag' that is in no version"), "\(assumed.text)")
    #expect(assumed.text.contains("(likely: the given files open no container)"))
    let container =
      "let container = try ModelContainer(for: Tag.self, migrationPlan: NotesMigrationPlan.self)\n"
    try (live + container).write(to: file, atomically: true, encoding: .utf8)
    for command in ["plan", "preflight"] {
      let said = test.run(command, test.store, "--model", test.models)
      #expect(said.code == 1)
      #expect(said.text.contains("error: the container opens a 'Tag'"), "\(said.text)")
      #expect(said.text.contains("now has 'Tag.color'"), "\(said.text)")
    }
    #expect(test.run("lint", test.models).text.contains("[container-behind-plan]"))
  }

  @Test func whatCannotBeReadIsNoEmptyAnswer() throws {
    let test = try Case("Notes/notes-1.0.0.store")
    try "no model".write(toFile: test.models + "/Old.mom", atomically: true, encoding: .utf8)
    for command in ["hash", "entities"] {
      let said = test.run(command, test.models)
      #expect(said.code == 3, "\(said.text)")
      #expect(said.text.contains("Old.mom: error:"), "\(said.text)")
    }
  }

  @Test func aFolderIsNoErrorText() throws {
    let test = try Case("Notes/notes-1.0.0.store")
    for text in ["", " "] {
      let said = test.run("explain", text)
      #expect(said.code == 2)
      #expect(said.text.contains("nothing to explain given"))
    }
    let said = test.run("explain", test.models)
    #expect(said.code == 3, "\(said.text)")
    #expect(said.text.contains("is a directory"), "\(said.text)")
  }
}
