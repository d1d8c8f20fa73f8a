internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Objects that one list alone leads to, and that nothing finds once they are taken out of it.
extension ChildrenLeftBehind {
  func check(_ lint: LintContext, report: RuleReport) {
    let deleted = lint.flows.removals.map(\.entity)
    // What is deleted without its class may be any object.
    guard !lint.flows.takenOut.isEmpty, !deleted.contains(nil) else { return }
    let asked = Set(lint.flows.loads.map(\.entity)).union(
      lint.flows.fetches.filter { $0.action != "inserted" }.map(\.entity))
    for taken in lint.flows.takenOut {
      for model in lint.openVersions where model.source == .swift {
        guard let owner = model.entity(named: taken.entity),
          let list = model.allRelationships(of: owner).first(where: { $0.name == taken.property }),
          list.isToMany, let other = model.entity(named: list.destination),
          model.isOnlyWay(list, of: owner, to: other), !asked.contains(other.name),
          !deleted.contains(other.name)
        else { continue }
        report(
          "what is taken out of '\(taken.entity).\(taken.property)' stays in the store, where nothing finds it: no "
            + "code fetches or deletes '\(other.name)' objects", at: taken.location,
          entity: taken.entity, property: taken.property)
        break
      }
    }
  }

  /// Those of this check.
  static let unfound: [RuleExample] = .texts(
    in: { text in
      """
      import SwiftData

      @Model final class Garden {
        @Relationship(inverse: \\Plant.garden) var plants: [Plant] = []
        init() {}
      }
      @Model final class Plant { var name = ""; var garden: Garden?; init() {} }
      \(text)
      """
    },
    flagged: """
      func drop(_ name: String, from garden: Garden) { garden.plants.↓removeAll { $0.name == name } }
      """,
    clean: """
      func drop(_ name: String, from garden: Garden) { garden.plants.removeAll { $0.name == name } }
      func loose(_ context: ModelContext) throws -> [Plant] {
        try context.fetch(FetchDescriptor<Plant>(predicate: #Predicate { $0.garden == nil }))
      }
      ---
      func move(_ plant: Plant, from garden: Garden, to other: Garden) {
        garden.plants.removeAll { $0 == plant }
        other.plants.append(plant)
      }
      ---
      func drop(_ name: String, from garden: Garden) { garden.plants.removeAll { $0.name == name } }
      func clear(_ plants: [Plant], _ context: ModelContext) {
        for plant in plants { context.delete(plant) }
      }
      """)
}

extension DataModel {
  /// Whether objects of an entity have one relationship, to the owner of the list, or none, and no other leads
  /// to them.
  fileprivate func isOnlyWay(_ list: Relationship, of owner: Entity, to other: Entity) -> Bool {
    let back = allRelationships(of: other)
    guard back.count < 2, back.allSatisfy({ $0.destination == owner.name && !$0.isToMany }),
      other.superentity == nil, list.deleteRule != .cascade
    else { return false }
    return entities.flatMap(\.relationships).count { $0.destination == other.name } == 1
  }
}

extension FlowReader {
  /// `garden.plants.removeAll { … }` of a list whose objects are not deleted with its owner.
  mutating func noteTakenOut(_ node: Syntax) {
    guard !file.isTest, file.meansSwiftData,
      let (entity, property, place) = ChildrenLeftBehind.leftBehind(node, in: file),
      file.ask(.cascades(property, of: entity)).isEmpty,
      file.ask(.relationship(property, of: entity)) == ["to-many"]
    else { return }
    flows.takenOut.append(
      .init(entity: entity, property: property, location: file.location(place)))
  }
}
