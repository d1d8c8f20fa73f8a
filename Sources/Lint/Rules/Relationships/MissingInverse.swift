internal import Diagnostics
internal import StoreModel

/// Finds relationships that nothing leads back from.
struct MissingInverse: ModelRule {
  static let info = RuleInfo(
    id: "missing-inverse", group: .relationships, severity: .warning,
    summary: "a relationship has no inverse",
    why: "deleting the object at the other end leaves a reference to nothing, which traps or "
      + "reads as an empty object when it is touched, and CloudKit refuses the model; a list without "
      + "inverse is kept at the other end, so that an object can be in one list at a time",
    fix: "declare a property for the way back and name it with @Relationship(inverse:) on one side",
    limits: "models whose source is not among the given paths are not seen, and relationships to "
      + "them are left alone, as are the models of tests; so is what no code of Core Data deletes, and of SwiftData "
      + "the one object of a relationship where all that code deletes are other objects; a note where the other end "
      + "is a part that goes with its owner, and nothing where no code deletes such parts by themselves; copies of "
      + "a class in versions that no container opens are left alone",
    examples: .texts(
      flagged: """
        @Model class Trip { var name = ""; var ↓stops: [Stop] = [] }
        @Model class Stop { var place = "" }
        ---
        @Model final class Recipe {
          var title: String
          @Relationship(deleteRule: .cascade) var ↓ingredients: [Ingredient] = []
          init(title: String) { self.title = title }
        }
        @Model final class Ingredient {
          var name: String
          init(name: String) { self.name = name }
        }
        ---
        @Model class Trip {
          var name = ""
          @Relationship(deleteRule: .cascade) var ↓look: Look?
          init() {}
        }
        @Model class Look { var color = ""; init() {} }
        func drop(_ trip: Trip, _ look: Look, _ context: ModelContext) {
          context.delete(trip)
          context.delete(look)
        }
        ---
        // file: Shop.xcdatamodeld/Shop.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Order">
            ↓<relationship name="items" toMany="YES" destinationEntity="Item"/>
          </entity>
          <entity name="Item"><attribute name="name" attributeType="String"/></entity>
        </model>
        ---
        // file: Shop.xcdatamodeld/Shop.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Order">
            ↓<relationship name="items" toMany="YES" destinationEntity="Item"/>
          </entity>
          <entity name="Item">
            ↓<relationship name="order" maxCount="1" destinationEntity="Order"/>
          </entity>
        </model>
        """,
      clean: """
        @Model class Trip { var name = ""; var stops: [Stop] = [] }
        @Model class Stop { var trip: Trip? }
        ---
        @Model final class Folder {
          var name: String
          @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note] = []
          init(name: String) { self.name = name }
        }
        @Model final class Note {
          var text: String
          var folder: Folder?
          init(text: String) { self.text = text }
        }
        ---
        @Model class Trip {
          var name = ""
          @Relationship(deleteRule: .cascade) var stops: [Stop] = []
          init() {}
        }
        @Model class Stop { var place = ""; init() {} }
        func drop(_ trip: Trip, _ context: ModelContext) { context.delete(trip) }
        ---
        @Model final class Trip {
          var name = ""
          var stops: [Stop] = []
          init() {}
        }
        @Model final class Stop { var trip: Trip?; init() {} }
        enum OldSchema: VersionedSchema {
          static var versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }
          @Model final class Trip { var stops: [Stop] = []; init() {} }
          @Model final class Stop { var place = ""; init() {} }
        }
        let container = try ModelContainer(for: Trip.self)
        ---
        @Model class Payment {
          var amount = 0
          var bank: Bank?
          init() {}
        }
        @Model class Bank { var name = ""; init() {} }
        func drop(_ payment: Payment, _ context: ModelContext) { context.delete(payment) }
        ---
        @Model class Visit { var place: SomewhereElse? }
        ---
        @Model class Trip {
          var name = ""
          @Relationship(deleteRule: .cascade) var look: Look?
          init() {}
        }
        @Model class Look { var color = ""; init() {} }
        func drop(_ trip: Trip, _ context: ModelContext) { context.delete(trip) }
        ---
        // file: AppTests/Fixtures.swift
        @Model class Child { var parent: Parent?; init() {} }
        @Model class Parent { var name = ""; init() {} }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.inverse == nil && !relationship.isTransient {
        guard let destination = model.entity(named: relationship.destination),
          !(relationship.location?.isInTests ?? false),
          case let back = model.waysBack(of: relationship, from: entity),
          // Only SwiftData takes a property that leads back for the inverse by itself.
          back.isEmpty || model.source != .swift,
          // What no code of Core Data deletes, no reference can outlive.
          model.source == .swift || lint.mayDelete(destination, in: model)
            || MirroredModel(model, in: lint)?.holds(entity.name) ?? false,
          !lint.goesOnlyWithOwner(relationship, isWhole: model.isWhole(relationship)),
          model.source != .swift || relationship.isToMany
            || lint.mayDelete(destination.name, of: model)
        else { continue }
        report(
          "'\(entity.name).\(relationship.name)' has no inverse", about: relationship, of: entity,
          help: model.source == .swift
            ? nil
            : model.help(for: relationship, of: entity, back),
          severity: model.isWhole(relationship) ? .note : nil)
      }
    }
  }
}

extension LintContext {
  /// Whether code may delete objects of a class of SwiftData's, themselves or with those that cascade to them. Code
  /// that deletes nothing at all is not there yet.
  fileprivate func mayDelete(_ name: String, of model: DataModel) -> Bool {
    let deleted = flows.removals.map(\.entity)
    guard !deleted.isEmpty, !deleted.contains(nil) else { return true }
    if MirroredModel(model, in: self)?.holds(name) ?? false { return true }
    var waiting = deleted.compactMap(\.self)
    var found: Set<String> = []
    while let next = waiting.popLast() {
      guard found.insert(next).inserted, let entity = model.entity(named: next) else { continue }
      waiting += model.allRelationships(of: entity).filter { $0.deleteRule == .cascade }
        .map(\.destination)
      waiting += model.entities.filter { $0.superentity == next }.map(\.name)
    }
    return found.contains(name)
  }

  /// Whether what is at the other end are parts that no code deletes without their owner, although it deletes
  /// others: no reference to nothing can remain.
  fileprivate func goesOnlyWithOwner(
    _ relationship: Relationship, isWhole: Bool
  ) -> Bool {
    guard isWhole else { return false }
    let deleted = flows.removals.map(\.entity)
    return !deleted.isEmpty && !deleted.contains(nil)
      && !deleted.contains(relationship.destination)
  }
}

extension DataModel {
  /// What to do in the model editor. A relationship is proposed only where no other one could be meant
  /// and the names of both say no more than what they lead to.
  func help(
    for relationship: Relationship, of entity: Entity, _ back: [Relationship]
  ) -> String {
    let destination = relationship.destination
    guard !back.isEmpty else {
      return "add a relationship for the way back to '\(destination)', and set both as "
        + "each other's Inverse in the model editor"
    }
    if back.count == 1, let other = self.entity(named: destination),
      waysBack(of: back[0], from: other).map(\.name) == [relationship.name],
      relationship.isNamedAfter(destination), back[0].isNamedAfter(entity.name)
    {
      return "choose '\(back[0].name)' of '\(destination)' as its Inverse in the model editor"
    }
    return "choose the relationship of '\(destination)' that is its way back as its Inverse in the "
      + "model editor; if there is none, add one"
  }

  /// Whether the objects at the other end are parts that go with their owner, which nothing else
  /// leads to: they are seldom deleted alone.
  fileprivate func isWhole(_ relationship: Relationship) -> Bool {
    relationship.deleteRule == .cascade
      && entities.flatMap(\.relationships).count { $0.destination == relationship.destination } == 1
  }

  /// The relationships of the destination that lead back to the entity, or to one it inherits
  /// from, and belong to no other relationship.
  func waysBack(of relationship: Relationship, from entity: Entity) -> [Relationship] {
    guard let destination = self.entity(named: relationship.destination) else { return [] }
    let own = Set(lineage(of: entity).map(\.name))
    return allRelationships(of: destination).filter { other in
      own.contains(other.destination)
        && (other.inverse == nil || other.inverse == relationship.name)
        && !(destination.name == entity.name && other.name == relationship.name)
    }
  }
}

extension Relationship {
  /// Whether the name is that of an entity, of one or of many: `notes` of `CDNote`, `children`.
  fileprivate func isNamedAfter(_ entity: String) -> Bool {
    let (name, entity) = (name.lowercased(), entity.lowercased())
    if ["parent", "children", "owner"].contains(name) { return true }
    var forms = [name]
    if name.hasSuffix("s") { forms.append(String(name.dropLast())) }
    if name.hasSuffix("es") { forms.append(String(name.dropLast(2))) }
    if name.hasSuffix("ies") { forms.append(name.dropLast(3) + "y") }
    return forms.contains { $0.count > 2 && (entity.hasSuffix($0) || entity.hasPrefix($0)) }
  }
}
