internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds unique properties that may be empty.
struct UniqueOnOptional: ModelRule {
  static let info = RuleInfo(
    id: "unique-on-optional", group: .declarations, severity: .note,
    summary: "a unique property is optional",
    why: "SQLite treats no two NULLs as equal, so any number of objects without a value are kept "
      + "side by side, and saving one again does not update the other",
    fix: "make the property required if it identifies the object",
    limits:
      "constraints over several properties are not looked at, nor are two optional properties "
      + "that stand for each other, a property of which code asks whether it is nil, as drafts have none, and a "
      + "property of Core Data's objects that all code which makes one gives a value",
    examples: [
      .flagged("@Model class Note { @Attribute(.unique) var ↓code: String?; init() {} }"),
      .flagged("@Model class Note { #Unique<Note>([\\.code]); var ↓code: Int?; init() {} }"),
      .flagged(
        """
        import SwiftData

        @Model
        final class Account {
          @Attribute(.unique) var ↓remoteID: UUID?
          var name: String

          init(remoteID: UUID? = nil, name: String) {
            self.remoteID = remoteID
            self.name = name
          }
        }
        """),
      .clean("@Model class Note { @Attribute(.unique) var code = \"\"; init() {} }"),
      .clean("@Model class Note { var code: String?; init() {} }"),
      .clean(
        """
        @Model class Note { @Attribute(.unique) var remoteID: String?; init() {} }
        func isDraft(_ note: Note) -> Bool { note.remoteID == nil }
        """),
      .clean(
        """
        @Model class Book {
          @Attribute(.unique) var shopID: String?
          @Attribute(.unique) var ownID: String?
          init() {}
        }
        """),
      .clean(
        """
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            <attribute name="number" optional="YES" attributeType="Integer 64" defaultValueString="0" usesScalarValueType="YES"/>
            <uniquenessConstraints>
              <uniquenessConstraint><constraint value="number"/></uniquenessConstraint>
            </uniquenessConstraints>
          </entity>
        </model>
        """),
      .clean(
        """
        // file: Notes.swift
        import CoreData
        func add(_ code: String, _ context: NSManagedObjectContext) {
          let note = Note(context: context)
          note.code = code
        }
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note" representedClassName="Note">
            <attribute name="code" optional="YES" attributeType="String"/>
            <uniquenessConstraints>
              <uniquenessConstraint><constraint value="code"/></uniquenessConstraint>
            </uniquenessConstraints>
          </entity>
        </model>
        """),
      .clean(
        """
        @Model class Draft {
          @Attribute(.unique) var serverCode: String?
          init() {}
        }
        func isLocal(_ draft: Draft) -> Bool { draft.serverCode == nil }
        """),
      .clean(
        """
        @Model class Seat {
          #Unique<Seat>([\\.row, \\.number])
          var row: Int?
          var number = 0
          init() {}
        }
        """),
    ])

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift || model.source == .xcodeModel else { return }
    for entity in model.entities {
      let single = entity.uniquenessConstraints.filter { $0.count == 1 }
      // Two that are both optional stand for each other: an object has one of them.
      let optional = single.filter { entity.attribute(named: $0[0])?.isOptional ?? false }
      guard optional.count == 1 else { continue }
      for constraint in single {
        // What begins with a value has one, as numbers of model files do.
        guard let attribute = entity.attribute(named: constraint[0]), attribute.isOptional,
          attribute.defaultValue == nil, !lint.isAlwaysGiven(attribute.name, of: entity),
          // Who asks whether an object has one, keeps those that have none yet.
          !(model.source == .swift
            ? lint.flows.asksForNone(attribute.name, of: entity.name)
            : lint.asksForNone(attribute.name))
        else { continue }
        report(
          "'\(entity.name).\(attribute.name)' is unique but optional: any number of objects "
            + "may have no value", about: attribute, of: entity)
      }
    }
  }
}

extension LintContext {
  /// Whether code asks for objects without a value, which it then has on purpose: drafts that no server knows.
  fileprivate func asksForNone(_ property: String) -> Bool {
    let files = allFiles()
    return WordsOfFiles.positions(of: [property], in: files).contains { position in
      let text = String(decoding: files[position].bytes, as: UTF8.self)
      return ["nil", "NULL"].contains { none in
        ["==", "!="].contains { text.contains("\(property) \($0) \(none)") }
      }
    }
  }

  /// Whether all code that makes an object of Core Data's gives the property a value at once.
  fileprivate func isAlwaysGiven(_ property: String, of entity: Entity) -> Bool {
    let made = coreData.code.made.filter {
      [entity.name, entity.managedClass].contains($0.type)
    }
    return !made.isEmpty && made.allSatisfy { $0.members.contains(property) }
  }
}
