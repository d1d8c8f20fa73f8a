internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// What a treatment of a store costs.
public enum RepairClass: String, Sendable, Hashable, CaseIterable, Encodable {
  /// Nothing: what is made or corrected follows from the rest of the store and its model.
  case losesNothing
  /// A link that leads nowhere, or that only one end knows, or a place in an order.
  case dropsReferences
  /// Only its owner knows what is right.
  case needsDecision
}

/// What is done about findings of one rule.
struct Treatment: Sendable {
  let rule: RuleInfo
  let phase: RepairPhase
  let remedy: @Sendable (RepairCase) throws -> Remedy

  init(
    _ rule: RuleInfo, _ phase: RepairPhase,
    _ remedy: @escaping @Sendable (RepairCase) throws -> Remedy
  ) {
    self.rule = rule
    self.phase = phase
    self.remedy = remedy
  }
}

/// What is treated before what: after each phase the store is examined again, because what is whole
/// now decides what else is wrong.
enum RepairPhase: Int, Sendable, Comparable {
  case version, keys, tables, values, references, order, derived, schema, files

  static func < (first: RepairPhase, second: RepairPhase) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// A finding with all that decides about its treatment.
struct RepairCase {
  let problem: StoreCheck.Problem
  /// Everything that was found with it.
  let problems: [StoreCheck.Problem]
  let inspection: StoreInspection
  let choices: RepairChoices
  /// The condition that the rows of the finding meet; nil where the finding is of another kind.
  let condition: RowCondition?
  /// What is to differ in all rows; nil where the finding is of another kind.
  var search: UniqueSearch?

  var finding: Finding { problem.finding }

  /// Whether any of these rules found something.
  func isFound(_ rules: RuleInfo...) -> Bool {
    let ids = Set(rules.map(\.id))
    return problems.contains { ids.contains($0.finding.rule) }
  }

  var entity: StoreEntity? { finding.entity.flatMap(inspection.entity(named:)) }

  var property: StoreProperty? {
    finding.property.flatMap { entity?.property(named: $0) }
  }

  /// The foreign key that the finding is about.
  var reference: StoreInspection.Reference? {
    inspection.references.first {
      $0.holder.name == finding.entity && $0.property.name == finding.property
        && finding.message.contains("'\($0.path)'")
    }
  }

  /// The join table that the finding is about.
  var join: StoreInspection.Join? {
    inspection.joins.first {
      $0.source.name == finding.entity && $0.property.name == finding.property
    }
  }
}

/// What somebody has allowed and decided.
struct RepairChoices {
  var only: Set<String> = []
  var allowsReferences = false
  var keep: StoreRepair.Keep?
  var values: [RepairValue] = []
}

/// What is to be done about one finding.
struct Remedy {
  /// Nil where there is no treatment at all.
  var kind: RepairClass?
  /// What is done, or why nothing is: a phrase.
  var text: String
  /// What to say, so that it is done.
  var say: String?
  var statements: [RepairStatement] = []
  /// Files of external data that the new store does without.
  var leavesOut: [String] = []
  /// Where it has to come earlier than other treatments of the same rule.
  var phase: RepairPhase?
  /// The whole file is to be written anew, in this vacuum mode.
  var vacuum: Int64?

  var isReady: Bool { !statements.isEmpty || !leavesOut.isEmpty || vacuum != nil }

  static func losesNothing(_ text: String, _ statements: RepairStatement...) -> Remedy {
    Remedy(kind: .losesNothing, text: text, statements: statements)
  }

  static func drops(_ text: String, _ statements: RepairStatement...) -> Remedy {
    Remedy(kind: .dropsReferences, text: text, statements: statements)
  }

  /// Nothing is done before somebody decides.
  static func undecided(_ text: String, say: String? = nil) -> Remedy {
    Remedy(kind: .needsDecision, text: text, say: say)
  }

  static func none(_ text: String, say: String? = nil) -> Remedy {
    Remedy(kind: nil, text: text, say: say)
  }
}

/// One SQL statement of a treatment.
struct RepairStatement: Sendable, Hashable {
  /// What becomes of the rows, or of the table.
  enum Effect: Sendable, Hashable { case inserted, updated, deleted, made, removed, none }

  let effect: Effect
  /// The table it is about.
  let table: String
  let sql: String
  var values: [SQLiteValue] = []
  /// What the changed rows `t` meet, where it changes rows by a condition.
  var condition: String?

  init(_ effect: Effect, _ table: String, _ sql: String, _ values: [SQLiteValue] = []) {
    self.effect = effect
    self.table = table
    self.sql = sql
    self.values = values
  }

  /// Sets columns of the rows `t` of a table that meet a condition.
  static func update(
    _ table: String, _ columns: [(String, String)], where condition: String,
    _ values: [SQLiteValue] = []
  ) -> RepairStatement {
    let list = columns.map { "\($0.0.sqlQuoted) = \($0.1)" }.joined(separator: ", ")
    var statement = RepairStatement(
      .updated, table, "UPDATE main.\(table.sqlQuoted) AS t SET \(list) WHERE \(condition)", values)
    statement.condition = condition
    return statement
  }

  /// Deletes the rows `t` of a table that meet a condition.
  static func delete(_ table: String, where condition: String) -> RepairStatement {
    RepairStatement(
      .deleted, table, "DELETE FROM main.\(table.sqlQuoted) AS t WHERE \(condition)")
  }

  /// The statement with its values in it.
  var script: String {
    guard !values.isEmpty else { return sql + ";" }
    var rest = values[...]
    let parts = sql.split(separator: "?", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      guard index > 0 else { return String(part) }
      guard let value = rest.popFirst() else { return "?" + part }
      return value.literal + part
    }.joined() + ";"
  }
}

extension SQLiteValue {
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text.sqlLiteral
    case .blob(let bytes):
      "x'"
        + bytes.map { byte in
          let text = String(byte, radix: 16)
          return byte < 16 ? "0" + text : text
        }.joined() + "'"
    }
  }
}
