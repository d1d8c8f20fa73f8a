internal import Diagnostics
internal import StoreModel

/// Finds second declarations of one name, of which only one is read.
struct DeclaredTwice: ProjectRule {
  static let info = SourceFaults.declaredTwice.with(
    group: .declarations,
    examples: .texts(
      flagged: """
        @Model class Note { var title = ""; init() {} }
        @Model class ↓Note { var count = 0; init() {} }
        ---
        @Model class Note { var size: Int = 0; var ↓size: String = ""; init() {} }
        ---
        enum Sky: String, Codable { case clear }
        enum ↓Sky: Int, Codable { case grey }
        @Model class Day { var sky: Sky? = Sky.clear; init() {} }
        ---
        // file: Models/Note.swift
        @Model class Note { var title = ""; init() {} }
        // file: Models/Note copy.swift
        @Model class ↓Note { var count = 0; init() {} }
        """,
      clean: """
        @Model class Note { var title = ""; static let title = "Note"; init() {} }
        ---
        // file: App/Note.swift
        @Model class Note { var title = ""; init() {} }
        // file: Widget/Note.swift
        @Model class Note { var title = ""; init() {} }
        ---
        // file: A.swift
        private enum Kind { case one }
        @Model class Note { var title = ""; init() {} }
        // file: B.swift
        private enum Kind { case two }
        @Model class Trip { var title = ""; init() {} }
        ---
        #if DEBUG
        @Model class Note { var title = ""; init() {} }
        #else
        @Model class Note { var title = ""; init() {} }
        #endif
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    let versions = lint.histories.flatMap(\.versions).filter { $0.source == .swift }
    for fault in SourceFaults.declaredTwice(versions.flatMap(\.problems) + lint.problems) {
      report(
        fault.message, at: fault.location, entity: fault.entity, property: fault.property)
    }
  }
}
