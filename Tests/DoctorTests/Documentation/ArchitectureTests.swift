import Foundation
import TestSupport
import Testing

/// Documentation/Architecture.md says which target and which folder knows which; the source is asked.
@Suite struct ArchitectureTests {
  private static let sources = Folders.package.appending(path: "Sources")

  private static func page() throws -> ArchitecturePage {
    ArchitecturePage(
      text: try String(
        contentsOf: Folders.package.appending(path: "Documentation/Architecture.md"),
        encoding: .utf8))
  }

  /// What lies below a folder, by the first folder of its path there. A target of C has no Swift
  /// file, and is listed with an empty one.
  private static func files(in folder: URL) throws -> [ArchitecturePage.File] {
    let found = try #require(FileManager.default.enumerator(atPath: folder.path))
    return try found.compactMap { name -> ArchitecturePage.File? in
      guard let name = name as? String, !name.hasPrefix("."), !name.contains(".docc") else {
        return nil
      }
      let parts = name.split(separator: "/").map(String.init)
      let top = parts.count > 1 ? parts[0] : ""
      guard name.hasSuffix(".swift") else { return top.isEmpty ? nil : (folder: top, text: "") }
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return (folder: top, text: text)
    }
  }

  @Test func targetsKnowWhatThePageSays() throws {
    let page = try Self.page()
    let files = try Self.files(in: Self.sources)
    #expect(files.count > 500)
    let problems = page.targetProblems(files) + page.drawingProblems()
    #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
  }

  @Test func foldersKnowOnlyLowerOnes() throws {
    let rows = try Self.page().rows(after: "| target | folders, lowest first |")
    #expect(rows.count > 3)
    for (target, folders) in rows {
      let files = try Self.files(in: Self.sources.appending(path: target))
      let problems = ArchitecturePage.folderProblems(folders, files)
      #expect(problems.isEmpty, "\(target): \(problems.joined(separator: "; "))")
    }
  }

  @Test func stepsOfTheWalksNameFunctionsThatExist() throws {
    let steps = try Self.page().text.matches(of: #/\n\d+\. `([^`]+)`, `(\w+)`:/#)
    #expect(steps.count > 30)
    for step in steps {
      let file = Self.sources.appending(path: String(step.1))
      let text = try String(contentsOf: file, encoding: .utf8)
      let function = step.2 == "init" ? "init(" : "func \(step.2)"
      #expect(text.contains(function), "\(step.1) has no '\(step.2)'")
    }
  }

  // MARK: What is wrong is noticed

  private static let table = "| target | knows |\n|---|---|\n| `A` | |\n| `B` | `A` | as `C` |\n"
  private static let circle = table.replacingOccurrences(of: "| |", with: "| `B` |")

  @Test(
    arguments: [
      (table, ["A": "", "B": "internal import A\n"], []),
      (table, ["A": "", "B": "#if x\n  @_spi(Y) public import struct A.S\n#endif"], []),
      (
        table, ["A": "", "B": "let a = \"\"\"\n  import A"], ["B names A, which it does not import"]
      ),
      (table, ["A": "import B", "B": "import A"], ["A imports B, which its row lacks"]),
      (table, ["A": "", "B": "import A", "C": ""], ["C is not in the table"]),
      (table, ["B": ""], ["there is no A", "B names A, which it does not import"]),
      (
        circle, ["A": "import B", "B": "import A"],
        ["A names B, which does not stand above it"]
      ),
    ] as [(String, [String: String], [String])])
  func ofTargets(_ page: String, _ texts: [String: String], _ problems: [String]) {
    let files = texts.map { (folder: $0.key, text: $0.value) }
    #expect(ArchitecturePage(text: page).targetProblems(files) == problems)
  }

  @Test(
    arguments: [
      ("  B --> A\n  B -.-> C\n", []), ("", ["no way from B to A is drawn"]),
      ("B --> A\nA --> C", ["A --> C is drawn, and is not in the table"]),
    ] as [(String, [String])])
  func ofDrawings(_ drawing: String, _ problems: [String]) {
    #expect(ArchitecturePage(text: Self.table + drawing).drawingProblems() == problems)
  }

  @Test(
    arguments: [
      ("low", "struct One {}\nprivate enum Two {}", []), ("", "let a: High?", []),
      ("high", "let a = (One(), Two())", []), ("low", "let a: High?", ["low mentions High"]),
      ("low", "let a = \"\\(High.self)\"", ["low mentions High"]),
      ("low", "let a = \"\\\"High\" // High", []), ("low", "/// \"High\nlet a = 1", []),
      ("low", "let a = \"\"\"\n  \"High\"\n  \"\"\"", []),
      ("low", "let a = \"\"\"\n  \"\n  \"\"\"\nlet b = High()", ["low mentions High"]),
      ("high", "let a: Top.B?", ["high mentions Top"]),
      ("other", "", ["other is not in the table"]),
    ] as [(String, String, [String])])
  func ofFolders(_ folder: String, _ text: String, _ problems: [String]) {
    let rest: [ArchitecturePage.File] = [
      ("low", "enum One {}"), ("high", "@frozen public struct High: P {}"), ("", "enum Top<T> {}"),
      ("high", "fileprivate struct Own {}\n  struct Inner {}"), ("low", "let a: (Own, Inner)?"),
    ]
    let files = rest + [(folder: folder, text: text)]
    #expect(ArchitecturePage.folderProblems(["low", "high"], files) == problems)
    let gone = ArchitecturePage.folderProblems(["low", "high", "x"], rest)
    #expect(gone == ["there is no folder x"])
  }
}
