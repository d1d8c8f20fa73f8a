internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds `@NSManaged` properties that the entity does not have.
struct UnknownManagedProperty: ProjectRule {
  static let info = RuleInfo(
    id: "unknown-managed-property", group: .declarations, severity: .error,
    summary: "a property is declared @NSManaged, but the model's entity has none of that name",
    why:
      "Core Data provides no value for it: the app crashes at the first access with 'unrecognized "
      + "selector'",
    fix:
      "write the name as the model has it, or add the property to the current version of the model",
    limits: "runs where the model file is among the paths, for classes that it names",
    examples: [
      .flagged(
        CoreDataText.code(
          """
          @objc(CDNote) final class CDNote: NSManagedObject {
            @NSManaged var ↓titel: String?
            @NSManaged var folder: CDFolder?
            @NSManaged @objc(labels) var ↓tags: String?
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          class CDFolder: NSManagedObject {}
          extension CDFolder {
            @NSManaged public var name: String?
            @NSManaged public var ↓colour: String?
            @NSManaged public var ↓owner: CDFolder?
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          public final class CDNote: NSManagedObject {
            @NSManaged public private(set) var ↓isPinned: Bool
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          final class CDNote: NSManagedObject {
            @NSManaged var title: String?
            @NSManaged var createdAt: Date?
            @NSManaged private var primitiveTitle: String?
            @objc(folder) @NSManaged private(set) var _folder: CDFolder?
            @NSManaged override var isDeleted: Bool
            var isEmpty: Bool { title?.isEmpty ?? true }
            @NSManaged func addToTags(_ tag: NSManagedObject)
          }
          """)),
      .flagged(
        CoreDataText.code(
          "final class CDNote: NSManagedObject { @NSManaged var ↓`extension`: String? }")),
      .clean(
        CoreDataText.code(
          """
          final class CDNote: NSManagedObject { @NSManaged public var `default`: Bool }
          """
        ).replacing(
          "<attribute name=\"title\"",
          with: "<attribute name=\"default\" attributeType=\"Boolean\"/><attribute name=\"title\"")),
      .clean(
        CoreDataText.code("final class CDNote: NSManagedObject { @NSManaged var path: String? }")
          + "\n// file: Sample/Notes.swift\nimport CoreData\nclass CDNote: NSManagedObject {}"),
      .clean(
        CoreDataText.code(
          "final class Attachment: NSManagedObject { @NSManaged var path: String? }")),
      .clean(
        """
        // file: Base.swift
        import CoreData
        class Base: NSManagedObject { @NSManaged var id: UUID? }
        final class Song: Base { @NSManaged var name: String? }
        // file: Music.xcdatamodeld/Music.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Base" representedClassName="Base" isAbstract="YES">
          <attribute name="id" optional="YES" attributeType="UUID"/>
        </entity>
        <entity name="Song" representedClassName="Song" parentEntity="Base">
          <attribute name="name" optional="YES" attributeType="String"/>
        </entity>
        </model>
        """),
    ])

  func check(_ lint: LintContext, report: RuleReport) {
    let classes = lint.currentClasses
    for property in lint.coreData.code.properties {
      guard let entities = classes[property.type], let first = entities.first else { continue }
      let names = entities.flatMap { $0.model.keys(of: $0.entity) }
      guard !names.contains(property.name), !names.contains(property.name.withoutPrimitive) else {
        continue
      }
      let near = NameDistance.nearest(to: property.name, in: Set(names).sorted())
      report(
        "'\(first.entity.name)' has no property '\(property.name)' in '\(first.model.name)'",
        at: property.location, entity: first.entity.name, property: property.name,
        help: near.map { "write '\($0)', or add '\(property.name)' to the model" })
    }
  }
}

extension DataModel {
  /// What objects of the entity, or of one that inherits from it, are asked for by key.
  func keys(of entity: Entity) -> [String] {
    var keys: [String] = []
    for part in lineage(of: entity) + family(of: entity.name) {
      keys += part.attributes.map(\.name)
      keys += part.relationships.map(\.name)
      keys += part.fetchedProperties
    }
    return keys
  }
}

extension String {
  /// `title` of `primitiveTitle`, under which Core Data provides the same value as well.
  fileprivate var withoutPrimitive: String {
    guard hasPrefix("primitive"), let first = dropFirst(9).first else { return self }
    return first.lowercased() + dropFirst(10)
  }
}

extension LintContext {
  /// The entities of each class in the versions of the model files that stores are written with now;
  /// not of a name that several classes have, as in a folder of samples.
  var currentClasses: [String: [ModelFileIndex.Found]] {
    guard !modelIndex.isInferred else { return [:] }
    let current = Set(modelFiles.flatMap(openVersions).map(\.name))
    let declared = Dictionary(grouping: coreData.code.classes) { $0 }
    return modelIndex.byClass.filter { (declared[$0.key]?.count ?? 0) < 2 }
      .mapValues { $0.filter { current.contains($0.model.name) } }
  }
}
