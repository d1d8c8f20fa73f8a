import Foundation
import ModelSource
import StoreModel
import Testing

@testable import Lint
@testable import ModelInputs

/// Files that no target of an Xcode project builds are code that never runs, and are left out.
@Suite struct BuiltFilesTests {
  private static let code = "import CoreData\n"

  /// A project whose only target builds `App/Used.swift`, and what the folder `Kept` holds but one file.
  private static let project = """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objects = {
        /* Begin PBXBuildFile section */
        B1 /* Used.swift in Sources */ = {isa = PBXBuildFile; fileRef = F1 /* Used.swift */; };
        B2 = {isa = PBXBuildFile; fileRef = F2; };
        B3 = {isa = PBXBuildFile; fileRef = V1; };
        F1 = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = Used.swift; sourceTree = "<group>"; };
        F2 = {isa = PBXFileReference; name = "Elsewhere.swift"; path = "Gen/Elsewhere.swift"; sourceTree = DERIVED_FILE_DIR; };
        F3 = {isa = PBXFileReference; path = "Old \\"one\\".swift"; sourceTree = "<group>"; };
        V1 = {isa = PBXVariantGroup; children = (); name = Main.storyboard; sourceTree = "<group>"; };
        G0 = {isa = PBXGroup; children = (G1, S1, ); sourceTree = "<group>"; };
        G1 = {isa = PBXGroup; children = (F1, F2, F3, V1); path = App; sourceTree = "<group>"; };
        S1 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E1, E2); path = Kept; sourceTree = "<group>"; };
        E1 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Left.swift, Inner/Dead); target = T1; };
        E2 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Inner/Dead/Saved.swift); target = T2; };
        P1 = {isa = PBXSourcesBuildPhase; files = (B1, B2, B3); };
        T1 = {isa = PBXNativeTarget; buildPhases = (P1, ); fileSystemSynchronizedGroups = (S1, ); name = App; };
        T2 = {isa = PBXNativeTarget; buildPhases = (); name = Tests; };
        R0 = {isa = PBXProject; mainGroup = G0; projectDirPath = ""; targets = (T1, T2); };
      };
      rootObject = R0 /* Project object */;
    }
    """

  private func files(_ names: [String: String]) throws -> [String] {
    let folder = try LintFolder(names)
    let path = folder.root.path
    return try LintReader.read([path]).files.map { String($0.path.dropFirst(path.count + 1)) }
      .sorted()
  }

  private static let tree = [
    "App/used.swift", "App/Elsewhere.swift", "App/Old \"one\".swift", "App/Dead.swift",
    "Kept/A.swift", "Kept/Left.swift", "Kept/Inner/B.swift", "Kept/Inner/Dead/C.swift",
    "Kept/Inner/Dead/Saved.swift", "Tools/Package.swift", "Tools/Sources/Tool.swift",
    "Stray.swift",
  ]

  private static func tree(_ project: String, at path: String = "App.xcodeproj") -> [String: String]
  {
    var names = Dictionary(uniqueKeysWithValues: tree.map { ($0, code) })
    names[path + "/project.pbxproj"] = project
    return names
  }

  @Test func onlyWhatATargetBuildsIsRead() throws {
    #expect(
      try files(Self.tree(Self.project)) == [
        "App/Elsewhere.swift", "App/used.swift", "Kept/A.swift", "Kept/Inner/B.swift",
        "Kept/Inner/Dead/Saved.swift", "Tools/Package.swift", "Tools/Sources/Tool.swift",
      ])
  }

  @Test(arguments: [
    project.replacing("rootObject = R0", with: "<<<<<<< HEAD"),
    project.replacing("mainGroup = G0", with: "mainGroup = G9"),
    String(repeating: "(", count: 100_000), "", "{ objects = {}; rootObject = R0; }",
  ])
  func aProjectThatCannotBeReadLeavesNothingOut(_ project: String) throws {
    #expect(try files(Self.tree(project)) == Self.tree.sorted())
  }

  @Test func twoProjectsShareFilesAndOthersAreNotJudged() throws {
    var names = Self.tree(Self.project, at: "ios/App.xcodeproj")
    // Nothing above 'ios' is said to be built by it.
    #expect(try files(names) == Self.tree.sorted())
    names = Self.tree(Self.project)
    names["mac/Mac.xcodeproj/project.pbxproj"] = Self.project
      .replacing("path = App;", with: "path = \"../App\";")
      .replacing("path = Used.swift", with: "path = Dead.swift")
      .replacing("path = Kept;", with: "path = \"../Kept2\";")
    names["mac/View.swift"] = Self.code
    let read = try files(names)
    #expect(read.contains("App/Dead.swift") && read.contains("App/used.swift"))
    #expect(!read.contains("mac/View.swift") && !read.contains("Stray.swift"))
  }

  /// Where nothing lies where the project says, a file of that name is taken for the one meant.
  @Test func aProjectThatNamesFilesWhereTheyNoLongerLie() throws {
    let moved = Self.project.replacing("path = Used.swift", with: "path = \"Old/Moved.swift\"")
    var names = Self.tree(moved)
    for path in ["App/Moved.swift", "App/Old/Other.swift"] { names[path] = Self.code }
    let read = try files(names)
    #expect(read.contains("App/Moved.swift"))
    #expect(!read.contains("App/used.swift") && !read.contains("App/Old/Other.swift"))
    names["App/Old/Moved.swift"] = Self.code
    #expect(try !files(names).contains("App/Moved.swift"))
  }

  @Test(arguments: ["project.yml", "Project.swift", "Notes.podspec"])
  func whatAProjectIsMadeFromMayBeNewerThanIt(_ name: String) throws {
    var names = Self.tree(Self.project)
    names[name] = ""
    #expect(try files(names).contains("App/Dead.swift"))
  }

  @Test(
    arguments: [
      ("sources: [Gone]", false), ("sources:\n      - path: Gone # old\n", false),
      ("sources:\n      - \"Gone\"\n    settings:\n      - App\n", false),
      ("sources:\n      - path: Gone\n      - path: App\n        name: X\n", false),
      ("sources:\n      - path: Gone\n        optional: true\n      - App\n", true),
      ("sources:\n      - path: App\n        optional: true\n      - path: Gone\n", false),
      ("sources: \"*/App\"", true),
      ("sources:\n      - path: App\n", true), ("sources: App", true), ("type: application", true),
    ])
  func aRecipeWhoseFoldersAreGoneIsOlderThanTheProject(_ text: String, _ counts: Bool) throws {
    var names = Self.tree(Self.project)
    names["project.yml"] = "targets:\n  App:\n    \(text)\n"
    #expect(try files(names).contains("App/Dead.swift") == counts, "\(text)")
  }

  /// What no target builds declares no version of a store, and is no code of a plan; the one model that
  /// targets build is not there twice. Where targets build no model, all are read.
  @Test func modelsThatNoTargetBuildsAreNotRead() throws {
    let note = "import SwiftData\n@Model final class Note { var title = \"\"; init() {} }\n"
    var names = Self.tree(Self.project)
    names["App/used.swift"] = note
    names["App/Dead.swift"] = note + "enum Old: VersionedSchema {}\n"
    let folder = try LintFolder(names)
    let path = folder.root.path
    let loaded = try ModelLoader.read(path)
    #expect(loaded.histories.flatMap(\.versions).flatMap(\.entities).map(\.name) == ["Note"])
    #expect(loaded.problems.map(\.message).count { $0.contains("5 files, which no target") } == 1)
    #expect(try !ModelLoader.swiftFiles([path]).contains { $0.path.hasSuffix("Dead.swift") })
    let hash = folder.run("hash {}")
    #expect(hash.code == 0 && hash.text.contains("Note"), "\(hash.text)")
    try folder.write("App/used.swift", Self.code)
    #expect(try ModelLoader.swiftFiles([path]).contains { $0.path.hasSuffix("Dead.swift") })
  }

  @Test func theNumberIsSaid() throws {
    let folder = try LintFolder(Self.tree(Self.project))
    let result = folder.run("lint {}")
    #expect(
      result.text.contains("left out 5 files: 5 in no target of the Xcode project"),
      "\(result.text)")
    #expect(folder.run("lint {} --all-files").text.contains("\(Self.tree.count) Swift files"))
    #expect(folder.run("lint {}/App/Dead.swift").text.contains("1 Swift file"))
  }

  @Test func aScriptIsPartOfNoApp() throws {
    let note = "@Model final class Note { var title = \"\"; init() {} }\n"
    let folder = try LintFolder([
      "Note.swift": "import SwiftData\n\(note)",
      "Tools/seed.swift": "#!/usr/bin/env swift\nimport SwiftData\n\(note)",
    ])
    let (text, code) = folder.run("lint {}")
    #expect(!text.contains("declared-twice") && code == 0, "\(text)")
    #expect(text.contains("left out 1 file: 1 that run as scripts"), "\(text)")
    #expect(folder.run("entities {}").code == 0)
    #expect(folder.run("lint {}/Tools/seed.swift").text.contains("1 Swift file"))
    #expect(folder.run("lint {} --all-files").text.contains("declared-twice"))
  }

  /// A model that lies beside the one that is built is an old one.
  @Test(arguments: [("Model.xcdatamodeld", ["Built"]), ("Other.swift", ["Built", "Old", "Stray"])])
  func modelsBesideTheOneThatIsBuilt(_ built: String, _ read: [String]) throws {
    let places = ["App/Model": "Built", "Model": "Stray", "Old/Old": "Old"]
    var names: [String: String] = [:]
    for (path, entity) in places {
      names["\(path).xcdatamodeld/1.xcdatamodel/contents"] =
        "<model type=\"com.apple.IDECoreDataModeler.DataModel\"><entity name=\"\(entity)\"/></model>"
    }
    names["App/Other.swift"] = Self.code
    names["App.xcodeproj/project.pbxproj"] = Self.project
      .replacingOccurrences(of: "path = Used.swift", with: "path = \(built)")
    let folder = try LintFolder(names)
    let models = try LintReader.read([folder.root.path]).models
    let entities = models.flatMap(\.versions).flatMap(\.entities).map(\.name)
    #expect(entities.sorted() == read)
  }
}
