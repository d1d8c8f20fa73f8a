internal import Diagnostics
internal import SwiftSyntax

/// Finds arguments that Apple's types do not take.
struct UnknownConfigurationArgument: ProjectRule {
  static let info = RuleInfo(
    id: "unknown-configuration-argument", group: .dataAccess, severity: .error,
    summary: "a container or a configuration is given an argument that does not exist",
    why: "the file does not compile; options of Core Data and of other frameworks have other names "
      + "in SwiftData, or none",
    fix: "leave the argument out; history is always kept, and CloudKit is chosen with "
      + "'cloudKitDatabase'",
    limits: "where the given paths extend the type, it is left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        let kept = ModelConfiguration(isStoredInMemoryOnly: false, ↓isHistoryEnabled: true)
        ---
        let first = ModelConfiguration(↓isHistoryEnabled: true, isStoredInMemoryOnly: false)
        let only = ModelConfiguration(↓isHistoryEnabled: true)
        ---
        let some = ModelConfiguration(schema: Schema([Note.self]), ↓inMemory: true)
        ---
        func open() throws -> ModelContainer {
          let configuration = ModelConfiguration("notes", allowsSave: true)
          return try ModelContainer(
            for: Schema([Note.self]), ↓migration: nil, configurations: [configuration])
        }
        """,
      clean: """
        let kept = ModelConfiguration(
          "notes", schema: Schema([Note.self]), isStoredInMemoryOnly: false, allowsSave: true,
          groupContainer: .automatic, cloudKitDatabase: .none)
        ---
        let named = ModelConfiguration(for: Note.self, isStoredInMemoryOnly: true)
        ---
        func open(_ url: URL) throws -> ModelContainer {
          try ModelContainer(
            for: Note.self, migrationPlan: nil,
            configurations: ModelConfiguration(url: url, allowsSave: true, cloudKitDatabase: .none))
        }
        // file: AppTests/Fixtures.swift
        import SwiftData
        let some = ModelConfiguration(schema: Schema([Note.self]), inMemory: true)
        """))

  private static let known: [String: Set<String>] = [
    "ModelConfiguration": [
      "for", "schema", "url", "isStoredInMemoryOnly", "allowsSave", "groupContainer",
      "cloudKitDatabase", "from",
    ],
    "ModelContainer": ["for", "migrationPlan", "configurations"],
  ]

  static func arguments(
    of call: FunctionCallExprSyntax, in file: LintFile
  ) -> [ObjectFlows.UnknownArgument] {
    guard !file.isTest, call.receiver == nil, let known = known[call.name],
      // Other modules have types of these names, too.
      file.imports.isEmpty || file.imports.contains("SwiftData")
    else { return [] }
    return call.arguments.compactMap { argument in
      guard let label = argument.label?.text, !known.contains(label) else { return nil }
      return ObjectFlows.UnknownArgument(
        call: call.name, label: label, location: file.location(argument),
        edits: label == "isHistoryEnabled" ? call.edits(leavingOut: argument, in: file) : [])
    }
  }

  func check(_ lint: LintContext, report: RuleReport) {
    // Whoever extends the type may have given it an initializer of another form.
    for argument in lint.flows.unknownArguments where !lint.flows.extended.contains(argument.call) {
      report(
        "'\(argument.call)' takes no '\(argument.label)'", at: argument.location,
        help: argument.label == "inMemory" ? "write 'isStoredInMemoryOnly'" : nil,
        edits: argument.edits)
    }
  }
}

extension FunctionCallExprSyntax {
  /// What removes an argument with the comma that belongs to it.
  fileprivate func edits(leavingOut argument: LabeledExprSyntax, in file: LintFile) -> [TextEdit] {
    let all = Array(arguments)
    guard let place = all.firstIndex(where: { $0.id == argument.id }) else { return [] }
    var start = argument.positionAfterSkippingLeadingTrivia
    var end = argument.endPositionBeforeTrailingTrivia
    if place + 1 < all.count {
      end = all[place + 1].positionAfterSkippingLeadingTrivia
    } else if place > 0 {
      start = all[place - 1].expression.endPositionBeforeTrailingTrivia
    }
    return [
      TextEdit(path: file.path, range: start.utf8Offset..<end.utf8Offset, replacement: "")
    ]
  }
}
