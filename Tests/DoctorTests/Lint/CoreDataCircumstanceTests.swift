import Foundation
import StoreModel
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import Lint

/// Code around Core Data and its model files, which is a mistake in one place and none in another.
@Suite struct CoreDataCircumstanceTests {
  private func check(_ text: String, _ rule: String) throws {
    let example = RuleExample(isFlagged: true, text: CoreDataText.code(text), settings: nil)
    let parsed = ExampleText(example)
    let places = try parsed.lint().filter { $0.rule == rule }.map(\.location)
    #expect(places == parsed.marks, "\(text)")
  }

  private func text(_ files: [String: String]) throws -> String {
    try LintFolder(files).run("lint {}").text
  }

  private static func model(_ body: String, _ mark: String = "") -> String {
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" \(mark)>\n\(body)\n</model>"
  }

  private static let photo = model(
    "<entity name=\"Note\">\n<attribute name=\"photo\" optional=\"YES\" attributeType=\"Binary\"/>\n"
      + "</entity>")

  @Test(arguments: [(["Notes", "Notes 2", "Notes 10"], ["Notes 10"]), (["A", "B"], ["A", "B"])])
  func ofVersionsWithoutACurrentOneTheNewestIsMended(
    _ versions: [String], _ expected: [String]
  ) throws {
    var files: [String: String] = [:]
    for name in versions { files["Notes.xcdatamodeld/\(name).xcdatamodel/contents"] = Self.photo }
    let said = try text(files)
    #expect(
      said.components(separatedBy: "[large-data-inline]").count - 1 == expected.count, "\(said)")
    for name in expected { #expect(said.contains("\(name).xcdatamodel/contents"), "\(said)") }
  }

  @Test func whatOneModelDoesWithItsLinksIsSaidOnce() throws {
    func pair(_ one: String, _ other: String, _ parts: String) -> String {
      """
      <entity name="\(one)">
      <relationship name="\(parts)" optional="YES" toMany="YES" deletionRule="Nullify" \
      inverseName="whole" destinationEntity="\(other)" inverseEntity="\(other)"/>
      </entity>
      <entity name="\(other)">
      <relationship name="whole" maxCount="1" deletionRule="Nullify" inverseName="\(parts)" \
      destinationEntity="\(one)" inverseEntity="\(one)"/>
      </entity>
      """
    }
    let said = try text([
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model(
        pair("Order", "Item", "items") + pair("Bill", "Row", "rows"))
    ])
    #expect(said.components(separatedBy: "[nullify-required]").count == 2, "\(said)")
    #expect(said.contains("likewise 'Bill.rows'"), "\(said)")
  }

  @Test(
    arguments: [
      ("Cascade", "chain", false), ("Nullify", "theme", true), ("Cascade", "theme", true),
      ("Nullify", "chain", false),
    ])
  func whatGoesWithItsOwnerHarmsNobody(
    _ rule: String, _ deleted: String, _ isSaid: Bool
  ) throws {
    let said = try text([
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model(
        """
        <entity name="Chain" representedClassName="Chain">
        <relationship name="theme" maxCount="1" deletionRule="\(rule)" inverseName="chain" \
        destinationEntity="Theme" inverseEntity="Theme"/>
        </entity>
        <entity name="Theme" representedClassName="Theme">
        <relationship name="chain" optional="YES" maxCount="1" deletionRule="Nullify" \
        inverseName="theme" destinationEntity="Chain" inverseEntity="Chain"/>
        </entity>
        """),
      "App.swift": """
      import CoreData
      @objc(Chain) class Chain: NSManagedObject { @NSManaged var theme: Theme }
      @objc(Theme) class Theme: NSManagedObject { @NSManaged var chain: Chain? }
      func drop(_ chain: Chain, _ theme: Theme, _ context: NSManagedObjectContext) {
        context.delete(\(deleted))
      }
      """,
    ])
    #expect(said.contains("[nullify-required]") == isSaid, "\(said)")
  }

  @Test func oneHierarchyIsSaidOnce() throws {
    let said = try text([
      "M.swift": """
      import SwiftData
      @Model class A { var a = 0; init() {} }
      @Model class B: A { var b = 0 }
      @Model class C: B { var c = 0 }
      @Model class D: C { var d = 0 }
      @Model class E: C { var e = 0 }
      """
    ])
    #expect(said.components(separatedBy: "[deep-inheritance]").count == 2, "\(said)")
    #expect(said.contains("likewise 'E'"), "\(said)")
  }

  private static let marked = model(
    """
    <entity name="Note">
    <attribute name="title" attributeType="String"/>
    <attribute name="code" optional="YES" attributeType="String"/>
    <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint>\
    </uniquenessConstraints>
    </entity>
    """, "usedWithCloudKit=\"YES\"")

  @Test(
    arguments: [
      ("NSPersistentContainer(name: \"M\")", false),
      ("NSPersistentCloudKitContainer(name: \"M\")", true), ("nil", true),
    ])
  func aMarkMirrorsNothingByItself(_ container: String, _ isMirrored: Bool) throws {
    let said = try text([
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.marked,
      "App.swift": "import CoreData\nlet container: Any? = \(container)\n",
    ])
    #expect(said.contains("[ck-unique-constraints]") == isMirrored, "\(said)")
    // Xcode's compiler refuses this one because of the mark alone.
    #expect(said.contains("[ck-attributes-optional-or-default]"), "\(said)")
  }

  @Test(arguments: ["AppTests/VersionTests.swift", "App/Versions.swift"])
  func testsHaveEqualVersionsOnPurpose(_ path: String) throws {
    let said = try text([
      path: """
      import SwiftData
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model class Note { var title = ""; init() {} }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model class Note { var title = ""; init() {} }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static let stages = [MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)]
      }
      """
    ])
    #expect(said.contains("[same-checksum-versions]") == path.hasPrefix("App/"), "\(said)")
  }

  @Test func whoGetsTheContextWorksOnItsQueue() throws {
    func load(_ arguments: String) -> String {
      """
      func load(
        _ container: NSPersistentContainer, completion: @escaping (CDNote?, NSManagedObjectContext?) -> Void
      ) {
        container.performBackgroundTask { task in
          let note = CDNote(context: task)
          try? task.save()
          completion(\(arguments))
        }
      }
      """
    }
    try check(load("note, task"), "context-across-tasks")
    try check(load("↓note, nil"), "context-across-tasks")
  }

  @Test func aFunctionInsideOfPerformRunsThere() throws {
    let fetch = "_ = try? context.fetch(CDNote.fetchRequest())"
    try check(
      """
      func work(_ container: NSPersistentContainer) {
        let context = container.newBackgroundContext()
        context.perform {
          func load() { \(fetch) }
          load()
        }
      }
      """, "context-outside-perform")
    try check(
      """
      func work(_ container: NSPersistentContainer) {
        let context = container.newBackgroundContext()
        _ = try? ↓context.fetch(CDNote.fetchRequest())
      }
      """, "context-outside-perform")
  }

  @Test(
    arguments: [
      ("title == %@", "", false), ("title == %@ AND folder == %@", "", false),
      ("title BEGINSWITH %@", "", true), ("title == %@ OR title == %@", "", true),
      ("title != %@", "", true), ("isKept == YES", "", true),
      (
        "title == %@",
        "request.sortDescriptors = [NSSortDescriptor(key: \"title\", ascending: true)]",
        true
      ),
    ])
  func whatEqualsOneValueIsFew(_ format: String, _ sort: String, _ isSaid: Bool) throws {
    try check(
      """
      func find(_ context: NSManagedObjectContext, _ a: String) throws -> CDNote? {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "\(format)", a, a)
        \(sort)
        return try context.\(isSaid ? "↓" : "")fetch(request).first
      }
      """, "fetch-without-limit")
  }

  @Test(arguments: [("if (note.tags.count == 1) {", false), ("if (note.tags.count > 1) {", true)])
  func theOnlyOneIsTheFirst(_ condition: String, _ isSaid: Bool) throws {
    let said = try text([
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model(
        """
        <entity name="Note" representedClassName="Note">
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" \
        inverseName="note" destinationEntity="Tag" inverseEntity="Tag"/>
        </entity>
        <entity name="Tag" representedClassName="Tag">
        <relationship name="note" optional="YES" maxCount="1" deletionRule="Nullify" \
        inverseName="tags" destinationEntity="Note" inverseEntity="Note"/>
        </entity>
        """),
      "Shower.m": """
      #import "Note.h"
      @implementation Shower
      - (void)show:(Note *)note {
        \(condition)
          Tag *tag = [[note.tags allObjects] lastObject];
          NSLog(@"%@", tag);
        }
      }
      @end
      """,
    ])
    #expect(said.contains("[order-of-to-many]") == isSaid, "\(said)")
  }
}
