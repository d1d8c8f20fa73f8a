internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds tests that write into the store of the app itself.
struct TestOnRealStore: ProjectRule {
  static let info = RuleInfo(
    id: "test-on-real-store", group: .tests, severity: .warning,
    summary: "a test writes into the store that the app itself uses",
    why:
      "the test runs inside of the app on a simulator or a Mac: it finds what the app and earlier tests have left, "
      + "passes or fails by it, and deletes what somebody works with",
    fix: "make the stack for each test, with a store in memory or in a folder of its own",
    limits:
      "stacks that are kept in a 'shared' of their type, whose file says nothing of tests and of stores in memory",
    examples: [
      .flagged(
        project(
          stack: "let container = NSPersistentContainer(name: \"Notes\")",
          test: """
            let context = Stack.↓shared.container.viewContext
            _ = CDNote(context: context)
            try context.save()
            """)),
      .flagged(
        project(
          stack: """
            let container: NSPersistentContainer
            init() {
              container = NSPersistentContainer(name: "Notes")
              container.loadPersistentStores { _, error in show(error) }
            }
            """,
          test: """
            let stack = Stack.↓shared
            for note in try stack.container.viewContext.fetch(CDNote.fetchRequest()) {
              stack.container.viewContext.delete(note)
            }
            """)),
      .flagged(
        project(
          stack: """
            lazy var container: NSPersistentContainer = {
              let container = NSPersistentContainer(name: "Notes")
              container.loadPersistentStores { _, error in show(error) }
              return container
            }()
            func save() {}
            """,
          test: "Stack.↓shared.save()")),
      .clean(
        project(
          stack: """
            let container = NSPersistentContainer(name: "Notes")
            init() {
              if NSClassFromString("XCTestCase") != nil {
                container.persistentStoreDescriptions = [NSPersistentStoreDescription()]
              }
            }
            """,
          test: "_ = CDNote(context: Stack.shared.container.viewContext)")),
      .clean(
        project(
          stack: "let container = NSPersistentContainer(name: \"Notes\")",
          test: "XCTAssertEqual(Stack.shared.container.name, \"Notes\")")),
      .clean(
        project(
          stack: "let container = NSPersistentContainer(name: \"Notes\")",
          test: "_ = CDNote(context: Stack().container.viewContext)")),
    ])

  private static func project(stack: String, test: String) -> String {
    """
    // file: Stack.swift
    import CoreData
    final class Stack {
      static let shared = Stack()
      \(stack)
    }
    // file: NotesTests/NoteTests.swift
    import CoreData
    import XCTest
    final class NoteTests: XCTestCase {
      func testNotes() throws {
        \(test)
      }
    }
    \(CoreDataText.model)
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let used = lint.coreData.code.testedStacks
    guard !used.isEmpty else { return }
    let files = lint.allFiles()
    let real = Set(used.map(\.type)).filter { type in
      WordsOfFiles.positions(of: [type], in: files).contains { position in
        let text = String(decoding: files[position].bytes, as: UTF8.self)
        return Self.kinds.contains { text.contains("\($0) \(type)") }
          && text.contains("static let shared") && text.contains("NSPersistent")
          && text.contains("Container(")
          && !Self.aware.contains { text.contains($0) }
      }
    }
    for stack in used where real.contains(stack.type) {
      report(
        "'\(stack.type).shared' opens the store of the app, and this test writes into it",
        at: stack.location)
    }
  }

  private static let kinds = ["class", "struct", "actor", "enum"]
  /// What says that a file knows of tests, or of who starts it.
  private static let aware = [
    "XCTest", "ProcessInfo", "NSClassFromString", "sTesting", "sTests", "sTestRun", "UITest",
    "CommandLine",
  ]
}

extension CoreDataCode {
  /// A stack that a test uses and writes with.
  struct TestedStack: Sendable, Codable {
    var type: String
    var location: Location
  }

  private static let writes: Set = ["delete", "insert", "save"]

  mutating func noteTestedStack(_ access: MemberAccessExprSyntax, in file: LintFile) {
    guard file.imports.contains("XCTest") || file.imports.contains("Testing"),
      access.declName.baseName.text == "shared",
      let type = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      type.first?.isUppercase ?? false, let body = access.enclosingBody,
      body.hasDescendant(where: { node in
        guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
        return Self.writes.contains { call.name.hasPrefix($0) }
          || call.arguments.count == 1 && call.argument("context") != nil
            && call.name.first?.isUppercase ?? false
      })
    else { return }
    testedStacks.append(.init(type: type, location: file.location(access.declName)))
  }
}
