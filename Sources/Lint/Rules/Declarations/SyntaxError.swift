internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds files that are no Swift, so that what they say is not known.
struct SyntaxError: SourceRule {
  static let info = SourceFaults.syntaxError.with(
    group: .declarations,
    examples: .texts(
      flagged: """
        @Model class Note↓ var title: String = ""; init() {} }
        ---
        @Model class Note {
          var title: String = (
          init() {}↓
        }
        ---
        @Model class Trip {
          var name = ""
          init() {}↓
        ---
        @Model class Trip {
        ↓<<<<<<< HEAD
          var name = ""
        =======
          var title = ""
        >>>>>>> main
          init() {}
        }
        ---
        import SwiftData
        func save(_ context: ModelContext) throws {
          try context.save(↓
        }
        """,
      clean: """
        @Model class Note {
          var title: String = "{"
          init() {}
        }
        ---
        @objc (Picture) public final class Picture: NSObject {}
        ---
        @Model class Trip {
          @Attribute (.unique) var name = ""
          @Relationship  (inverse: \\Stop.trip) var stops: [Stop] = []
          init() {}
        }
        @Model class Stop { var trip: Trip?; init() {} }
        ---
        import SwiftData
        func save(_ context: ModelContext) throws { try context.save() }
        ---
        import SwiftData
        #if os(macOS)
        func save(_ context: ModelContext) throws { try context.save() }
        #endif
        """))

  static let nodes = [SyntaxKind.sourceFile]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard node.hasError, let (offset, what) = SyntaxProblems.first(in: node) else { return }
    let line = file.source.bytes.dropFirst(offset).prefix { $0 != UInt8(ascii: "\n") }
    if let sign = OldSwift.sign(of: what, before: String(decoding: line, as: UTF8.self)) {
      report(
        OldSwift.message(sign), at: file.source.location(offset: offset), help: OldSwift.help,
        severity: .warning)
      return
    }
    report(SyntaxProblems.message(what), at: file.source.location(offset: offset))
  }
}
