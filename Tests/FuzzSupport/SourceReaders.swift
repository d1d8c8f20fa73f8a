import Diagnostics
import ModelSource
import StoreDoctor
import StoreModel
import TestSupport

extension FuzzReader {
  /// Swift source: the samples of the project, taken apart and put together again.
  static let sources: [FuzzReader] = [
    FuzzReader(
      "swift", isText: true, words: swiftWords,
      samples: { _ in try FuzzFolder.samples(".swift") },
      read: { bytes, _, random in
        let files = [SourceFile(path: "a.swift", bytes: bytes)]
        let read = SwiftModelReader.readAll(files)
        guard SwiftModelReader.readAll(files).histories == read.histories else {
          throw FuzzFailure("read twice, it differs")
        }
        let lines = bytes.count { $0 == 0x0a } + 1
        for problem in read.problems + read.histories.flatMap({ $0.versions.flatMap(\.problems) }) {
          if let line = problem.location?.line, line > lines {
            throw FuzzFailure("a problem in line \(line) of \(lines)")
          }
          if problem.message.isEmpty { throw FuzzFailure("a problem without words") }
        }
        try check(read.histories.flatMap(\.versions))
        // The rules take most of the time.
        guard random.below(3) == 0 else { return }
        for finding in Linter().lint(LintInput(files: files)) {
          if let line = finding.location?.line, line > lines {
            throw FuzzFailure("[\(finding.rule)] in line \(line) of \(lines)")
          }
          if finding.message.isEmpty { throw FuzzFailure("[\(finding.rule)] without words") }
        }
      })
  ]

  static func sourceFiles() throws -> [SourceFile] {
    try FuzzFolder.samples(".swift").enumerated().map {
      SourceFile(path: "\($0.offset).swift", bytes: $0.element)
    }
  }

  private static let swiftWords = [
    "@Model", "class", "struct", "enum", "extension", "protocol", "typealias", "var", "let",
    "static",
    "case", "func", "init", "@Attribute(.unique)", "@Relationship(inverse: \\Note.tags)",
    "@Transient",
    "#Unique<Note>([\\.title])", "#Index<Note>([\\.title])", "#if DEBUG", "#else", "#endif",
    "#elseif",
    ": VersionedSchema", ": SchemaMigrationPlan", ": Codable", "[", "]", "?", "!", "Self", "[Note]",
    "originalName: \"a\"", "Schema.Version(1, 2, 3)",
    ".lightweight(fromVersion: A.self, toVersion: B.self)",
    ".custom(", "static var models: [any PersistentModel.Type] {", "lazy", "indirect",
    "private(set)",
    "= nil", "= []", "= .max", "\"\\(", "\"\"\"", "//", "/*", "*/",
    "storedoctor:ignore[rule] reason",
    "#Predicate<Note> { $0.title == \"\" }", "FetchDescriptor<Note>()", "try", "await", "->",
    "where",
    "@available(*, deprecated)", "0x7fffffffffffffff", "1_000", "\u{1F600}", "`class`", "T", "<T>",
  ]
}
