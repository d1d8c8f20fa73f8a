internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds tests that keep their objects in a store on the disk.
struct TestStoreOnDisk: SourceRule {
  static let info = RuleInfo(
    id: "test-store-on-disk", group: .dataAccess, severity: .warning,
    summary: "a test puts its objects into the default store on the disk",
    why:
      "the default store stays from one run to the next, and all tests share it: what they find depends on what ran before "
      + "and beside them",
    fix:
      "give the container 'ModelConfiguration(isStoredInMemoryOnly: true)'; in a view, 'inMemory: true'",
    limits:
      "only containers of the default store; files of tests that remove it, and tests of migrations, are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        // file: NotesTests/NoteTests.swift
        import SwiftData
        import XCTest
        final class NoteTests: XCTestCase {
          var container: ModelContainer!
          override func setUpWithError() throws { container = try ↓ModelContainer(for: Note.self, Folder.self) }
        }
        ---
        // file: NotesTests/FolderTests.swift
        import SwiftData
        import Testing
        @Test @MainActor func insertsOne() throws {
          let schema = Schema([Note.self])
          let container = try ↓ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema)])
          container.mainContext.insert(Note())
          #expect(try container.mainContext.fetchCount(FetchDescriptor<Note>()) == 1)
        }
        ---
        // file: NotesTests/StoreTests.swift
        import SwiftData
        import XCTest
        final class StoreTests: XCTestCase {
          private func makeContainer() throws -> ModelContainer {
            let configuration = ModelConfiguration(isStoredInMemoryOnly: false)
            return try ↓ModelContainer(for: Note.self, configurations: configuration)
          }
          func testEmpty() throws { XCTAssertEqual(try makeContainer().schema.entities.count, 2) }
        }
        """,
      clean: """
        // file: NotesTests/NoteTests.swift
        import SwiftData
        import XCTest
        final class NoteTests: XCTestCase {
          var container: ModelContainer!
          override func setUpWithError() throws {
            container = try ModelContainer(
              for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          }
        }
        ---
        // file: NotesTests/NoteTests.swift
        import SwiftData
        import Testing
        @Test func opensAFile() throws {
          let url = URL.temporaryDirectory.appending(path: UUID().uuidString)
          let container = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          #expect(container.schema.entities.count == 2)
        }
        ---
        struct NoteList: View { var body: some View { Text("") } }
        #Preview { NoteList().modelContainer(for: Note.self, inMemory: true) }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard file.meansSwiftData, !file.imports.isDisjoint(with: ["Testing", "XCTest"]),
      let call = node.as(FunctionCallExprSyntax.self),
      call.name == "ModelContainer", call.receiver == nil,
      call.arguments.first?.label?.text == "for", call.opensDefaultStore,
      !file.tree.mentions(Self.emptying), !call.isForMigration
    else { return }
    report(
      "this test opens the default store on the disk, which it shares with the other tests and with the runs before",
      at: file.location(call.nameNode),
      help: "add 'configurations: ModelConfiguration(isStoredInMemoryOnly: true)'")
  }

  private static let emptying: Set = ["deleteAllData", "erase", "removeItem", "tearDownStore"]
}

extension FunctionCallExprSyntax {
  /// Whether nothing says that the store is another one than the default store, or in memory.
  fileprivate var opensDefaultStore: Bool {
    guard let given = argument("configurations") else { return !mentions(["inMemory"]) }
    let lists = given.as(ArrayExprSyntax.self).map { $0.elements.map(\.expression) } ?? [given]
    guard lists.count == 1 else { return false }
    let meant = lists[0].meanings(as: "ModelConfiguration")
    return !meant.isEmpty
      && meant.allSatisfy { meaning in
        meaning.calls("ModelConfiguration")?.arguments.allSatisfy { argument in
          ["cloudKitDatabase", "schema"].contains(argument.label?.text)
            || argument.label?.text == "isStoredInMemoryOnly"
              && argument.expression.trimmedDescription == "false"
        } ?? false
      }
  }

  /// Whether the name around says that it is about a migration, which needs a file.
  fileprivate var isForMigration: Bool {
    argument("migrationPlan") != nil
      || (ownerName ?? "").lowercased().contains("migration")
      || (enclosing(FunctionDeclSyntax.self)?.name.text ?? "").lowercased().contains("migrat")
  }
}
