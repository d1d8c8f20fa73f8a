import Diagnostics
import Foundation
import StoreDoctor
import TestSupport
import Testing

@testable import DoctorCLI

/// The pages are right: what they show is what the commands print, each command they name exists with
/// its options, Swift code compiles in the tests, and links lead somewhere.
@Suite struct DocumentedCommandTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let pages: [Page] = {
    let below = ["Documentation", "Sources"].flatMap { folder in
      let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      return names?.compactMap { ($0 as? String).map { folder + "/" + $0 } } ?? []
    }
    let names = ["README.md", "CONTRIBUTING.md", "SECURITY.md"] + below
    return names.filter { $0.hasSuffix(".md") }.sorted().compactMap { Page($0, in: root) }
  }()

  @Test func outputIsAsShown() throws {
    var count = 0
    for page in Self.pages {
      for block in page.blocks {
        for text in block.text.components(separatedBy: "$ storedoctor ").dropFirst() {
          let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
          guard lines.count == 2, !lines[0].contains("<") else { continue }
          count += 1
          let shown = lines[1].trimmingCharacters(in: .newlines)
          let printed = try Self.output(of: lines[0])
          #expect(
            Self.timeless(printed) == Self.timeless(shown), "\(page.name): \(lines[0])\n\(printed)")
        }
      }
    }
    #expect(count >= 25)
  }

  /// What a reader of a tutorial types has been typed: each command is shown with what it says.
  @Test func everyCommandOfATutorialIsShownWithItsOutput() {
    let tutorials = Self.pages.filter { $0.name.hasPrefix("Documentation/Tutorials/") }
    #expect(tutorials.count == 4)
    for page in tutorials {
      for block in page.blocks where block.text.contains("storedoctor ") {
        let lines = block.text.split(separator: "\n")
        #expect(
          lines.count > 1 && lines[0].hasPrefix("$ storedoctor "), "\(page.name): \(lines[0])")
      }
    }
  }

  @Test func picturesAreAsDrawn() throws {
    let drawn = try Self.output(
      of: "plan Samples/Notes/notes-1.0.0.store --model Samples/Notes/Sources --format svg")
    let file = Self.root.appending(path: "Documentation/Pictures/plan.svg")
    #expect(
      try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines) == drawn)
  }

  /// Times differ from run to run, and with them the width of their column.
  private static func timeless(_ text: String) -> String {
    text.replacing(#/ *[0-9.]+ m?s\b/#, with: " TIME").replacing(#/ *\btime +/#, with: " time ")
  }

  /// Options that name a file the command writes.
  private static let written: Set = ["-o", "--lock", "--baseline"]

  /// Broken samples are made first, and what a command writes goes beside them.
  private static func output(of command: String) throws -> String {
    let made = try madeFiles.get()
    let given = command.split(separator: " ").map(String.init)
    let words = zip(given, [""] + given).map { word, before in
      if word.hasPrefix("Samples/Broken/") || written.contains(before) {
        return made.path + "/" + word
      }
      return word.hasPrefix("Samples/") ? root.path + "/" + word : word
    }
    return try printed(words).replacingOccurrences(of: made.path + "/", with: "")
      .replacingOccurrences(of: root.path + "/", with: "").trimmingCharacters(in: .newlines)
  }

  private static func printed(_ words: [String]) throws -> String {
    // Its workers are processes of the tool.
    guard words[0] != "rehearse" else {
      return try TestProgram.run([ScanFleet.tool] + words).text
    }
    let out = ByteOutput()
    _ = CommandLineTool(console: Console(out: out, err: out), input: GivenLines("")).run(words)
    return out.text
  }

  /// A folder with `Samples/Broken` in it.
  private static let madeFiles = Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "documented-\(UUID().uuidString)")
    let samples = folder.appending(path: "Samples")
    try FileManager.default.createDirectory(at: samples, withIntermediateDirectories: true)
    try BrokenSamplesTests.make(in: samples.appending(path: "Broken").path)
    return folder
  }

  @Test func everyCommandIsOne() throws {
    var count = 0
    for page in Self.pages {
      for command in page.commands {
        count += 1
        let problem = Self.problem(with: command)
        #expect(problem == nil, "\(page.name): 'storedoctor \(command)': \(problem ?? "")")
      }
    }
    #expect(count > 60)
  }

  /// Why the words after `storedoctor` are no command line; nil when they are one.
  private static func problem(with command: String) -> String? {
    let end = command.firstIndex { "|<>#".contains($0) } ?? command.endIndex
    let words = command[..<end].split(separator: " ").map(String.init)
      .filter { !$0.contains("…") && !$0.hasPrefix("[") && !$0.hasSuffix("]") }
      .map { $0.trimmingCharacters(in: ["'", "\""]) }
    guard let name = words.first, CommandCatalog.command(named: name) != nil else {
      // A store, or an option that needs no command.
      let isShell = words.first.map { $0.contains("/") || $0.first?.isLowercase != true } ?? true
      return isShell ? nil : "there is no such command"
    }
    do {
      _ = try CommandParser.parse(words)
      return nil
    } catch let failure as Failure {
      // What is left out with "…" may be missing.
      let isShortened = command.contains("…") || words.count == 1
      return isShortened && failure.message.hasPrefix("missing") ? nil : failure.message
    } catch {
      return "\(error)"
    }
  }

  /// Each block of Swift code, without its imports, is a part of a file that the tests compile. The
  /// examples of rules are run by `RuleExampleTests`.
  @Test func swiftCodeIsCompiled() throws {
    let folder = Self.root.appending(path: "Tests")
    let files = [
      "RuntimeTests/DocumentedCode.swift", "DoctorTests/Documentation/DocumentedLibraryUse.swift",
    ]
    let code = try files.map {
      try Self.code(String(contentsOf: folder.appending(path: $0), encoding: .utf8))
    }
    var count = 0
    for page in Self.pages where page.name != "Documentation/Rules.md" {
      for block in page.blocks where block.language == "swift" {
        count += 1
        let lines = Self.code(block.text)
        #expect(code.contains { $0.contains(lines) }, "\(page.name) shows\n\(lines)")
      }
    }
    #expect(count >= 8)
  }

  /// The lines that say something, without their indentation.
  private static func code(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
  }

  @Test func everyLinkLeadsToAFile() {
    var count = 0
    for page in Self.pages {
      for target in page.links {
        count += 1
        let file = page.folder.appending(path: target)
        #expect(FileManager.default.fileExists(atPath: file.path), "\(page.name): \(target)")
      }
    }
    #expect(count > 20)
  }
}

/// A page of the documentation, taken apart.
private struct Page {
  var name: String
  var folder: URL
  var blocks: [(language: String, text: String)] = []
  private var prose = ""

  init?(_ name: String, in root: URL) {
    let file = root.appending(path: name)
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    self.name = name
    folder = file.deletingLastPathComponent()
    var block: (language: String, text: String)?
    for line in text.components(separatedBy: "\n") {
      let bare = line.trimmingCharacters(in: .whitespaces)
      if bare.hasPrefix("```") {
        if let open = block { blocks.append(open) }
        block = block == nil ? (String(bare.dropFirst(3)), "") : nil
      } else if block != nil {
        block?.text += line + "\n"
      } else {
        prose += line + "\n"
      }
    }
  }

  /// What follows `storedoctor` in code, in blocks and in the text.
  var commands: [String] {
    let shown = blocks.flatMap { block in
      block.text.split(separator: "\n").compactMap { line -> String? in
        let line = line.drop { $0 == " " || $0 == "$" }
        return line.hasPrefix("storedoctor ") ? String(line.dropFirst("storedoctor ".count)) : nil
      }
    }
    let spans = prose.replacing("\n", with: " ").components(separatedBy: "`").enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("storedoctor ") }
      .map { String($0.element.dropFirst("storedoctor ".count)) }
    return shown + spans
  }

  /// Paths of links to files.
  var links: [String] {
    prose.components(separatedBy: "](").dropFirst().compactMap { text in
      let target = text.prefix { $0 != ")" && $0 != "#" }
      return target.isEmpty || target.contains { ":<".contains($0) } ? nil : String(target)
    }
  }
}
