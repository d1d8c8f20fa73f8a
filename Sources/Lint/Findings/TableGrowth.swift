internal import Diagnostics
internal import StoreModel

/// Whether a table can grow. What a query costs is worth a word where there may be many rows, and nowhere
/// else: a loop over three accounts is as good as none.
///
/// A table stays small where all code makes an object only when there is none, where its name says that a
/// person has one or a handful, and where its objects own others, belong to none, and are made one at a time.
struct TableGrowth: Sendable {
  /// The classes of which an object is made only where there is none.
  private let single: Set<String>
  /// The names of entities and classes whose tables stay small.
  private let small: Set<String>
  /// Those of which there are a few dozen at most: to read them all is nothing, and a query for each is.
  private let handful: Set<String>

  /// Those with few columns: to read one of them is hardly less than to read all.
  private let narrow: Set<String>

  init() { (single, small, handful, narrow) = ([], [], [], []) }

  init(_ lint: LintContext) {
    let flows = lint.flows
    let rows = lint.madeRows
    let single = flows.firstRows.subtracting(flows.furtherRows).subtracting(flows.grown)
    var (small, handful, narrow): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    let removed = Set(flows.removals.compactMap(\.entity))
    for (model, entity) in lint.liveEntities {
      let names = Set([entity.name.lastPart, entity.managedClass].compactMap(\.self))
      if entity.attributes.count < 8 { narrow.formUnion(names) }
      guard !model.isChild(entity) else { continue }
      if names.contains(where: \.isOfHandful) { handful.formUnion(names) }
      let isHandful = names.contains(where: \.isOfFewObjects)
      guard isHandful || !names.contains(where: \.isOfManyObjects) else { continue }
      if isHandful
        || names.contains(where: \.isOfBacklog) && !removed.isDisjoint(with: names)
        || model.isOwner(entity) && !entity.keepsEvents && !entity.putsAside
          && rows.areMadeSingly(names, by: flows)
      {
        small.formUnion(names)
      }
    }
    (self.single, self.small, self.handful, self.narrow) = (single, small, handful, narrow)
  }

  /// Whether all objects are read as fast as one is found.
  func isHandful(_ entity: String) -> Bool { staysSmall(entity) || handful.contains(entity) }

  func staysSmall(_ entity: String) -> Bool {
    single.contains(entity) || small.contains(entity) || entity.isOfOneObject
      || entity.camelWords.contains { ["weekday", "weekdays"].contains($0) }
  }

  private static let rules: Set<String> = [
    CoreDataNPlusOne.info.id, DeletedOneByOne.info.id, FetchWithoutLimit.info.id,
    FilteredInMemory.info.id, NPlusOne.info.id, UnindexedFetch.info.id, WholeRowsForCount.info.id,
    WholeRowsForIDs.info.id,
  ]

  /// Those of which a few dozen objects are enough: a query for each of them, and objects where a number would do.
  private static let strict: Set<String> = [
    CoreDataNPlusOne.info.id, NPlusOne.info.id, WholeRowsForCount.info.id,
  ]

  /// Leaves out what is said of the speed of asking a table that stays small.
  func filter(_ findings: [Finding]) -> [Finding] {
    findings.filter { finding in
      guard let entity = finding.entity else { return true }
      // One large value weighs as much in a small table.
      if finding.rule == LargeDataInline.info.id { return !single.contains(entity) }
      guard Self.rules.contains(finding.rule) else { return true }
      if finding.message.contains(WholeRowsForIDs.values), narrow.contains(entity) { return false }
      return Self.strict.contains(finding.rule) ? !staysSmall(entity) : !isHandful(entity)
    }
  }
}

extension LintContext {
  /// The entities that the app runs with, each with its model.
  fileprivate var liveEntities: [(model: DataModel, entity: Entity)] {
    openVersions.flatMap { model in model.entities.map { (model, $0) } }
  }

  /// Where the code makes objects, in both languages.
  fileprivate var madeRows: MadeRows {
    var rows = flows.rows
    rows.formUnion(coreData.code.rows)
    return rows
  }
}

extension DataModel {
  /// Whether another entity has many of its objects: every owner adds some.
  fileprivate func isChild(_ entity: Entity) -> Bool {
    let own = allRelationships(of: entity)
    return entities.contains { other in
      other.name != entity.name
        && other.relationships.contains { list in
          guard list.isToMany, list.destination == entity.name else { return false }
          let back = own.first { $0.name == list.inverse }
          return back.map { !$0.isToMany } ?? true
        }
    }
  }

  /// Whether its objects have lists of others that belong to one of them alone.
  fileprivate func isOwner(_ entity: Entity) -> Bool {
    allRelationships(of: entity).contains { list in
      guard list.isToMany, list.destination != entity.name else { return false }
      let other = self.entity(named: list.destination)
      let back = other.flatMap { other in
        allRelationships(of: other).first { $0.name == list.inverse }
      }
      return back.map { !$0.isToMany } ?? true
    }
  }
}

extension Entity {
  /// Words for when a row was written or looked at last, which every table may note.
  private static let notes: Set = [
    "accessed", "added", "changed", "created", "creation", "edited", "fetched", "last", "loaded",
    "modification", "modified", "opened", "refreshed", "sync", "synced", "updated", "used",
    "viewed",
  ]

  /// Whether each object is something that happened at a time, of which there will be more.
  fileprivate var keepsEvents: Bool {
    attributes.contains { attribute in
      guard attribute.type == .date else { return false }
      return Self.notes.isDisjoint(with: attribute.name.camelWords)
    }
  }

  /// Whether objects are put aside and kept: `isArchived`, `isDone`. They pile up.
  fileprivate var putsAside: Bool {
    attributes.contains { attribute in
      !["archived", "closed", "completed", "deleted", "done", "finished", "hidden", "read"].filter {
        attribute.name.camelWords.contains($0)
      }.isEmpty
    }
  }
}

extension MadeRows {
  /// Whether the code is seen to make objects of a class, and all of it makes one at a time.
  fileprivate func areMadeSingly(_ names: Set<String>, by flows: ObjectFlows) -> Bool {
    guard many.isDisjoint(with: names) else { return false }
    let makers = Set(singly.filter { names.contains($0.holderType) }.map(\.lastPart))
    guard !makers.isEmpty, makers.isDisjoint(with: looped) else { return false }
    // Another function may make one for each element by their way.
    return !flows.functions.contains { function in
      looped.contains(function.name.lastPart)
        && function.calls.contains { makers.contains($0.name) }
    }
  }
}
