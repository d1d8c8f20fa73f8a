internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// A stage with the rows it will meet.
struct PreflightStage {
  let step: MigrationStep
  let comparison: ModelComparison
  let before: Projection
  /// Closures that run before the stage's own work, which may change what the rows hold.
  let closures: [String]
  /// Closures that run once the stage has done its own work, its own and those of later stages.
  var laterClosures: [String] = []
  /// What later stages make of what it leaves.
  var later: [ModelPairing] = []
  /// Whether the code of these closures may delete rows: then what the rows make fail is not certain.
  let mayDelete: Bool
  /// Classes of which its own closure deletes all rows before, whatever the store has.
  var emptied: Set<String> = []
  /// Whether a mapping model makes the rows anew before it, so that nothing is known of them here.
  let followsMapping: Bool
  let path: String

  var pairing: ModelPairing { comparison.pairing }

  /// Entities whose hash changes, each with its rows.
  var changedRows: [(pair: ModelPairing.EntityPair, rows: Projection.Rows)] {
    pairing.entities.filter { !$0.isUnchanged && !isEmptied($0) }.flatMap { pair in
      (before.entities[pair.source.name] ?? []).map { (pair, $0) }
    }
  }

  /// What rows that are still there have no value for.
  var unfillable: [UnfillableProperty] {
    pairing.entities.filter { !$0.source.isAbstract && !isEmptied($0) }
      .flatMap(pairing.unfillable(in:))
  }

  func isEmptied(_ pair: ModelPairing.EntityPair) -> Bool { emptied.contains(pair.source.name) }

  /// What becomes of an attribute in the stages that follow; nil where it does not go on to the end.
  func end(of attribute: Attribute, of entity: String) -> Attribute? {
    var (entity, attribute) = (entity, attribute)
    for pairing in later {
      guard let pair = pairing.pair(from: entity),
        let next = pair.properties.first(where: { $0.source.name == attribute.name }),
        case .attribute(let found) = next.destination.kind
      else { return nil }
      (entity, attribute) = (pair.destination.name, found)
    }
    return attribute
  }

  /// A finding of this stage; only a note where code runs before it that may change the rows.
  ///
  /// - Parameters:
  ///   - help: what to do, where it is not what the rule says.
  ///   - isFixed: no closure can do anything about it, because none that runs before it knows the
  ///     property.
  ///   - isFilledLater: whether closures that run afterwards can.
  func finding(
    _ rule: RuleInfo, _ message: String, entity: String? = nil, property: String? = nil,
    help: String? = nil, isFixed: Bool = false, isFilledLater: Bool = false
  ) -> Finding {
    var finding = rule.finding(message, help: help ?? step.to.advice(rule.fix))
      .at(Location(path: path), entity: entity, property: property)
    if isFilledLater, let name = laterClosures.first {
      finding.severity = .note
      finding.certainty = .inferred("the closures of '\(name)' may give the rows a value")
    } else if isFilledLater, !mayDelete {
      finding.certainty = RowsWithoutReadableValue.basis
    } else if isFixed {
      if mayDelete { finding = finding.leftToClosures }
    } else if let name = closures.first {
      finding.severity = .note
      finding.certainty = .inferred("the closures of '\(name)' may change the rows first")
    }
    return finding
  }
}

extension PreflightStage {
  /// One of a path that is looked at without a store.
  init(along way: MigrationPath, at index: Int) {
    let pairings = way.steps[(index + 1)...].map {
      ModelDiff.compare(from: $0.from, to: $0.to).pairing
    }
    let step = way.steps[index]
    self.init(
      step: step, comparison: ModelDiff.compare(from: step.from, to: step.to),
      before: Projection(), closures: [], later: pairings,
      mayDelete: (way.steps[..<index].flatMap { [$0.willMigrate, $0.didMigrate] }
        + [step.willMigrate]).compactMap(\.self).contains(where: ClosureCode.mayDelete),
      emptied: step.willMigrate.map(ClosureCode.emptied) ?? [], followsMapping: false,
      path: step.location?.path ?? "")
  }

  /// The stages of a path, each with the rows as those before it leave them.
  static func all(
    of way: MigrationPath, _ store: Store, path: String
  ) -> [PreflightStage] {
    var projection = Projection(store)
    var closures: [String] = []
    var mayDelete = false
    var isMapped = false
    var stages = way.steps.map { step in
      if let place = step.willMigrate {
        closures.append(step.name)
        mayDelete = mayDelete || ClosureCode.mayDelete(place)
      }
      let stage = PreflightStage(
        step: step, comparison: ModelDiff.compare(from: step.from, to: step.to),
        before: projection, closures: closures, mayDelete: mayDelete,
        emptied: step.willMigrate.map(ClosureCode.emptied) ?? [], followsMapping: isMapped,
        path: path)
      isMapped = isMapped || step.mapping != nil
      projection = projection.after(stage.pairing)
      if let place = step.didMigrate {
        closures.append(step.name)
        mayDelete = mayDelete || ClosureCode.mayDelete(place)
      }
      return stage
    }
    var (later, names): ([ModelPairing], [String]) = ([], [])
    for index in stages.indices.reversed() {
      let step = stages[index].step
      if step.didMigrate != nil { names.insert(step.name, at: 0) }
      (stages[index].later, stages[index].laterClosures) = (later, names)
      later.insert(stages[index].pairing, at: 0)
      if step.willMigrate != nil, names.first != step.name { names.insert(step.name, at: 0) }
    }
    return stages
  }
}

extension Finding {
  /// What no closure can do anything about but delete the rows: only a run shows whether it does.
  var leftToClosures: Finding {
    var finding = self
    finding.severity = .warning
    finding.certainty = Self.mayBeDeleted
    return finding
  }

  /// Whether it depends on what closures delete first.
  var isLeftToClosures: Bool { certainty == Self.mayBeDeleted }

  private static let mayBeDeleted = Certainty.inferred(
    "unless the closures before it delete all these rows; 'migrate' and 'verify' run them")
}

/// A rule about whether a migration will succeed on the rows there are.
protocol MigrationRule: Sendable {
  static var info: RuleInfo { get }
  func conditions(of stage: PreflightStage) -> [StageCondition]
}

/// What rows of one property must not meet, told once for all entities that inherit it.
struct StageCondition {
  let rule: RuleInfo
  let entity: String
  let property: String?
  let rows: Projection.Rows
  /// SQL over the row `t`.
  let sql: String
  var value: String?
  /// Whether no closure can do anything about it but delete the rows.
  var isFixed = false
  /// Whether closures that run after the stage's own work can do something about it.
  var isFilledLater = false
  /// The property of the newer version that it is about.
  var subject: ModelProperty?
  /// What to do, where it is not what the rule says.
  var help: String?
  /// What is wrong; the rows are put behind it.
  let text: String

  func helped(_ help: String?) -> StageCondition {
    var condition = self
    condition.help = help
    return condition
  }

  /// Conditions that say the same become one per table.
  static func merged(_ conditions: [StageCondition], _ stage: PreflightStage) -> [RowCondition] {
    struct Key: Hashable {
      let rule: String
      let text: String
      let table: String
    }
    func key(_ condition: StageCondition) -> Key {
      Key(rule: condition.rule.id, text: condition.text, table: condition.rows.table)
    }
    let groups = Dictionary(grouping: conditions, by: key)
    var seen: Set<Key> = []
    return conditions.filter { seen.insert(key($0)).inserted }.map { first in
      let group = groups[key(first)] ?? []
      let parts = group.map { condition in
        condition.rows.condition.map { "(\($0) AND (\(condition.sql)))" } ?? "(\(condition.sql))"
      }
      return RowCondition(
        table: first.rows.table, sql: TableScan.any(parts[...]), value: first.value
      ) { hits in
        stage.finding(
          first.rule, "\(first.text) in \(hits.text)", entity: first.entity,
          property: first.property, help: first.help, isFixed: first.isFixed,
          isFilledLater: first.isFilledLater)
      }
    }
  }
}
