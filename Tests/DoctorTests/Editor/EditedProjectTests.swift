import Foundation
import ModelSource
import TestSupport
import Testing

@testable import Diagnostics
@testable import Lint
@testable import StoreDoctor
@testable import StoreModel

/// What is said of a file while somebody types in it is what a run over everything says.
@Suite struct EditedProjectTests {
  private static func read(_ project: inout EditedProject) {
    let work = project.work(
      cache: { _ in nil }, read: { try String(contentsOfFile: $0, encoding: .utf8) })
    project.take(work())
  }

  private static func lines(_ project: EditedProject, _ path: String) -> [String] {
    (project.findings[path] ?? []).filter { finding in
      // How objects go from function to function is that of the last run over everything.
      ![.dataAccess, .lint].contains(LintRules.named[finding.rule]?.group)
    }.map { finding in
      let place = finding.location.map { "\($0.line ?? 0):\($0.column ?? 0)" } ?? ""
      let edits = finding.edits.map { "\($0.range) \($0.replacement)" }
      return "\(place) \(finding.rule) \(finding.message) \(edits)"
    }.sorted()
  }

  /// Edits of any place, the kind of which depends on a number.
  private static func edited(_ text: String, _ number: Int) -> String {
    var lines = text.components(separatedBy: "\n")
    let line = (number * 7919) % lines.count
    switch number % 5 {
    case 0: lines.insert("", at: line)
    case 1: lines.insert("// 🎈 a remark", at: line)
    case 2: lines.remove(at: line)
    case 3: lines[line] = lines[line].replacingOccurrences(of: "?", with: "")
    default: lines[line] += " // storedoctor:ignore[missing-inverse] known"
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: ["Recipes", "Followers", "Trips", "Notes", "Patterns"])
  func aChangedFileIsSeenAsInARunOverEverything(_ sample: String) throws {
    let folder = try ScratchFolder(sample: sample)
    var project = folder.project
    Self.read(&project)
    #expect(!project.isStale && project.failures.isEmpty)
    let files = try #require(project.run?.input.files.map(\.path))
    for (index, file) in files.enumerated() {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      // What a file changes in the code of others is not seen; models and the file itself are.
      for number in 0..<10 {
        var now = project
        let seen1 = now.edit(file, Array(Self.edited(text, number + index).utf8))
        #expect(seen1)
        let quick = Self.lines(now, file)
        #expect(now.isStale)
        Self.read(&now)
        #expect(quick == Self.lines(now, file), "\(file) \(number)")
      }
    }
  }

  @Test func aModelFileIsLintedAsItStands() throws {
    let contents = "App.xcdatamodeld/App.xcdatamodel/contents"
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Note" representedClassName="Note">
      <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
      </entity>
      <entity name="Folder" representedClassName="Folder">
      <relationship name="notes" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
      </entity>
      </model>
      """
    let folder = try ScratchFolder([contents: xml])
    var project = folder.project
    Self.read(&project)
    let path = folder.path(contents)
    #expect(project.findings[path] == nil)
    let broken = xml.replacingOccurrences(
      of: " inverseName=\"notes\" inverseEntity=\"Folder\"", with: "")
    let seen2 = project.edit(path, Array(broken.utf8))
    #expect(seen2)
    let quick = Self.lines(project, path)
    #expect(quick.contains { $0.contains("missing-inverse") })
    Self.read(&project)
    #expect(Self.lines(project, path) == quick)
    // What does not parse is said, and the models stay.
    let seen3 = project.edit(path, Array("<model".utf8))
    #expect(seen3)
    #expect(project.findings[path]?.contains { $0.rule == "unread-file" } == true)
    #expect(project.lookup.symbols(matching: "Note").count == 1)
    project.close(path)
    Self.read(&project)
    #expect(project.findings[path] == nil)
  }

  @Test func whatSeveralPlacesShareIsSaidOfEach() throws {
    let folder = try ScratchFolder([
      "A.swift": """
      import SwiftData
      @Model final class A { var b: B?; var c: B?; var d: B?; var e: B?; init() {} }
      """,
      "B.swift": "import SwiftData\n@Model final class B { var name = \"\"; init() {} }",
    ])
    var project = folder.project
    Self.read(&project)
    let path = folder.path("A.swift")
    let found = project.findings[path] ?? []
    #expect(found.count { $0.rule == "missing-inverse" } == 4)
    let places = project.likewise(path)
    #expect(places.count == found.count && places.allSatisfy { $0.count == 3 })
  }

  @Test func aFileOfNoProjectIsSilentUntilItIsThere() throws {
    let folder = try ScratchFolder([
      "A.swift": "import SwiftData\n@Model final class A { init() {} }"
    ])
    var project = folder.project
    Self.read(&project)
    let text = "import SwiftData\n@Model final class C { var a: A?; init() {} }"
    let seen4 = project.edit(folder.path("C.swift"), Array(text.utf8))
    #expect(!seen4)
    Self.read(&project)
    #expect(project.findings.isEmpty)
    try folder.write("C.swift", "")
    let seen5 = project.edit(folder.path("C.swift"), Array(text.utf8))
    #expect(!seen5)
    Self.read(&project)
    #expect(project.findings[folder.path("C.swift")]?.map(\.rule) == ["missing-inverse"])
  }

  @Test func configurationLockAndBaselineCount() throws {
    let folder = try ScratchFolder(sample: "Recipes")
    var project = folder.project
    Self.read(&project)
    let path = folder.path("Sources/RecipeModels.swift")
    let all = Self.lines(project, path)
    #expect(all.contains { $0.contains("missing-inverse") })
    try folder.write(".storedoctor.yml", "rules:\n  missing-inverse: off\n")
    project = EditedProject(.configuration(folder.path(".storedoctor.yml")))
    Self.read(&project)
    #expect(Self.lines(project, path) == all.filter { !$0.contains("missing-inverse") })
    try folder.write(".storedoctor.yml", "rules:\n  missing-inverse: of\n")
    project.forgetFiles()
    Self.read(&project)
    #expect(project.failures.map(\.line) == [2])
    // What was known before still holds.
    #expect(Self.lines(project, path) == all.filter { !$0.contains("missing-inverse") })
    try folder.write(".storedoctor.yml", "baseline: known.txt\n")
    try folder.write(
      "known.txt",
      Baseline(of: try #require(project.last).findings, in: folder.path("known.txt")).text)
    project.forgetFiles()
    Self.read(&project)
    #expect(project.failures.isEmpty)
    #expect(Self.lines(project, path) == all.filter { $0.contains("missing-inverse") })
    try folder.write("known.txt", "no baseline")
    project.forgetFiles()
    Self.read(&project)
    #expect(project.failures.first?.path?.hasSuffix("known.txt") == true)
  }

  @Test func aFixIsOfferedOnlyForTheTextItWasFoundIn() throws {
    let folder = try ScratchFolder(sample: "Recipes")
    var project = folder.project
    Self.read(&project)
    let path = folder.path("Sources/RecipeModels.swift")
    let finding = try #require(project.findings[path]?.first { !$0.edits.isEmpty })
    #expect(project.edits(of: finding)?.isEmpty == false)
    let text = "// one more\n" + (try folder.text("Sources/RecipeModels.swift"))
    let seen6 = project.edit(path, Array(text.utf8))
    #expect(seen6)
    let moved = try #require(project.findings[path]?.first { $0.rule == finding.rule })
    #expect(moved.location?.line == (finding.location?.line ?? 0) + 1)
    let edit = try #require(project.edits(of: moved)?.first)
    #expect(edit.range.lowerBound == (finding.edits.first?.range.lowerBound ?? 0) + 12)
    #expect(project.allEdits(in: path).contains(edit))
  }
}

extension ScratchFolder {
  var project: EditedProject { EditedProject(.path(url.path)) }
}
