internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// One repair in progress: examines, treats what comes first, and examines again.
struct RepairRun {
  private let repair: StoreRepair
  private let connection: Connection
  /// Of the copy, for its files.
  private let path: String
  private var choices: RepairChoices
  /// Findings that were treated once; one that comes again is left.
  private var tried: Set<Finding> = []
  /// Why a treatment failed.
  private var failures: [Finding: String] = [:]
  private var changes: [String: RepairAnswer.Change] = [:]
  private var vacuum: Int64?
  private var leavesOut: [String] = []
  var answer: RepairAnswer

  /// More rounds than there are phases to go back to.
  private static let rounds = 30

  init(_ repair: StoreRepair, on connection: Connection, path: String, isRehearsal: Bool) throws {
    try repair.checkRules()
    self.repair = repair
    self.connection = connection
    self.path = path
    choices = repair.choices
    connection.onStatement(repair.onStatement)
    let store = try Store(connection: connection, path: path)
    answer = RepairAnswer(repair.store, model: store.model, isRehearsal: isRehearsal)
  }

  /// A finding with what is done about it.
  private struct Step {
    let finding: Finding
    let remedy: Remedy
    let phase: RepairPhase
  }

  mutating func perform(_ original: OriginalFindings) throws -> RepairAnswer {
    choices.values = try values()
    var last: [Step] = []
    try connection.run("BEGIN EXCLUSIVE")
    for round in 0...Self.rounds {
      last = try examine()
      let ready = last.filter { isReady($0) }
      guard let phase = ready.map(\.phase).min(), round < Self.rounds else { break }
      try treat(ready.filter { $0.phase == phase })
    }
    try connection.run("COMMIT")
    try finish()
    if answer.hasChanges, !answer.isRehearsal { last = try examine(isLast: true) }
    leave(last + original.problems.map { step($0, [], nil) })
    answer.changes = changes.values.sorted { $0.table < $1.table }
    return answer
  }

  private func inspection() throws -> StoreInspection {
    let store = try Store(connection: connection, path: path)
    return try StoreInspection(of: store, histories: repair.histories)
  }

  private func values() throws -> [RepairValue] {
    let store = try inspection().store
    return try repair.values.map { try RepairValue($0, in: store) }
  }

  // MARK: What is wrong

  private mutating func examine(isLast: Bool = false) throws -> [Step] {
    let inspection = try inspection()
    answer.model = inspection.store.model
    var check = StoreCheck()
    check.isFull = isLast
    let result = try check.run(inspection, progress: repair.progress)
    // The copy's files have a folder that is gone in a moment.
    let folders = [path, repair.store].map { ExternalStorage(storePath: $0).supportFolder }
    answer.notExamined = result.notChecked.map { $0.replacing(folders[0], with: folders[1]) }
    if let damage = result.findings.first(where: { $0.rule == DamagedFile.info.id }) {
      throw RepairError.damaged(repair.store, message: damage.message)
    }
    var conditions: [String: [RowCondition]] = [:]
    for rule in StoreRules.health {
      let id = type(of: rule).info.id
      guard result.findings.contains(where: { $0.rule == id }) else { continue }
      // What a rule cannot ask of this store it has found nothing by.
      conditions[id] = try? rule.conditions(in: inspection)
    }
    let steps = result.problems.map { step($0, result.problems, (inspection, conditions, [])) }
    // Only what is whole tells what a migration would meet.
    guard !steps.contains(where: isReady) else { return steps }
    let next = try MigrationProblems(inspection)
    let problems = result.problems + next.problems
    return steps
      + next.problems.map { step($0, problems, (inspection, next.conditions, next.searches)) }
  }

  private func step(
    _ problem: StoreCheck.Problem, _ problems: [StoreCheck.Problem],
    _ examined: (
      inspection: StoreInspection, conditions: [String: [RowCondition]], searches: [UniqueSearch]
    )?
  ) -> Step {
    var finding = problem.finding
    guard let treatment = Treatments.byRule[finding.rule] else {
      return Step(finding: finding, remedy: Treatments.ofModels, phase: .files)
    }
    finding.location = Location(path: repair.store)
    guard let inspection = examined?.inspection ?? (try? self.inspection()) else {
      return Step(finding: finding, remedy: .none("the store cannot be read"), phase: .files)
    }
    let condition = problem.rows.flatMap { hits in
      // What it means for a migration stands behind it.
      examined?.conditions[finding.rule]?.first {
        finding.message.hasPrefix($0.finding(hits).message)
      }
    }
    let search = examined?.searches.first { finding.message.hasPrefix($0.finding("").message) }
    let one = RepairCase(
      problem: problem, problems: problems, inspection: inspection, choices: choices,
      condition: condition, search: search)
    do {
      let remedy = try treatment.remedy(one)
      return Step(finding: finding, remedy: remedy, phase: remedy.phase ?? treatment.phase)
    } catch {
      return Step(
        finding: finding, remedy: .none("what to do could not be worked out: \(error)"),
        phase: treatment.phase)
    }
  }

  private func isReady(_ step: Step) -> Bool {
    step.remedy.isReady && isAllowed(step) && !tried.contains(step.finding)
  }

  private func isAllowed(_ step: Step) -> Bool {
    guard choices.only.isEmpty || choices.only.contains(step.finding.rule) else { return false }
    return step.remedy.kind != .dropsReferences || choices.allowsReferences
  }

  // MARK: What is done

  /// Two findings may have one treatment, which is done once.
  private mutating func treat(_ steps: [Step]) throws {
    var done: Set<RepairStatement> = []
    for step in steps {
      tried.insert(step.finding)
      var rows: Int64 = 0
      let new = step.remedy.statements.filter { !done.contains($0) }
      do {
        rows = try run(new)
      } catch let error as SQLiteError where !error.isInterrupt && !error.isDamage {
        failures[step.finding] = error.message
        continue
      }
      done.formUnion(new.filter { !$0.isTemporary })
      // What changed no row has settled nothing.
      if rows == 0, !new.isEmpty, new.allSatisfy(\.isOfRows) { continue }
      vacuum = step.remedy.vacuum ?? vacuum
      leavesOut += step.remedy.leavesOut
      answer.hasChanges = true
      answer.treated.append(
        RepairAnswer.Treated(
          finding: step.finding, kind: step.remedy.kind ?? .losesNothing, text: step.remedy.text,
          rows: rows))
    }
  }

  /// All of them, or none.
  private mutating func run(_ statements: [RepairStatement]) throws -> Int64 {
    try connection.run("SAVEPOINT treatment")
    var new = changes
    var rows: Int64 = 0
    do {
      for statement in statements {
        try connection.run(statement.sql, statement.values)
        rows += count(statement, in: &new)
      }
      try connection.run("RELEASE treatment")
    } catch {
      if connection.isInTransaction {
        try connection.run("ROLLBACK TO treatment")
        try connection.run("RELEASE treatment")
      }
      throw error
    }
    changes = new
    answer.statements += statements.map(\.script)
    return rows
  }

  private func count(
    _ statement: RepairStatement, in changes: inout [String: RepairAnswer.Change]
  ) -> Int64 {
    guard statement.effect != .none else { return 0 }
    let root = answer.model.entities.first {
      $0.superentity == nil && "Z" + $0.name.uppercased() == statement.table
    }
    var change =
      changes[statement.table]
      ?? RepairAnswer.Change(entity: root?.name, table: statement.table)
    let rows = connection.changes
    switch statement.effect {
    case .inserted: change.inserted += rows
    case .updated: change.updated += rows
    case .deleted: change.deleted += rows
    case .made: change.made += 1
    case .removed: change.removed += 1
    case .none: break
    }
    let isOfRows = [.inserted, .updated, .deleted].contains(statement.effect)
    guard !isOfRows || rows > 0 else { return 0 }
    changes[statement.table] = change
    return isOfRows ? rows : 0
  }

  /// What no transaction can hold.
  private mutating func finish() throws {
    if let vacuum {
      answer.afterwards = ["PRAGMA auto_vacuum = \(vacuum);", "VACUUM;"]
      if !answer.isRehearsal {
        try connection.run("PRAGMA auto_vacuum = \(vacuum)")
        try connection.run("VACUUM")
      }
    }
    if !answer.isRehearsal { ExternalStorage(storePath: path).remove(leavesOut) }
  }

  // MARK: What is left

  private mutating func leave(_ steps: [Step]) {
    for step in steps {
      // Of these nothing is in the copy.
      if Self.ofOriginal.contains(step.finding.rule), isAllowed(step) {
        if step.finding.rule == EmptiedFile.info.id { answer.hasChanges = true }
        answer.treated.append(
          RepairAnswer.Treated(
            finding: step.finding, kind: .losesNothing, text: step.remedy.text, rows: 0))
        continue
      }
      let isLater = step.remedy.vacuum != nil || !step.remedy.leavesOut.isEmpty
      if answer.isRehearsal, isLater, tried.contains(step.finding) { continue }
      answer.left.append(left(step))
    }
    answer.left.sort { Finding.precedes($0.finding, $1.finding) }
  }

  /// What is wrong with the files alone, and not with a copy.
  private static let ofOriginal: Set = [EmptiedFile.info.id, LeftoverMigrationFile.info.id]

  private func left(_ step: Step) -> RepairAnswer.Left {
    let remedy = step.remedy
    var reason = remedy.text
    var say = [remedy.say].compactMap(\.self)
    let isWanted = choices.only.isEmpty || choices.only.contains(step.finding.rule)
    if tried.contains(step.finding) {
      let failure = failures[step.finding].map { "its treatment failed: \($0)" }
      reason = failure ?? "\(reason), which did not settle it"
      say = []
    } else {
      if remedy.kind == .dropsReferences, !choices.allowsReferences {
        reason = "it would drop references: \(reason)"
        say.append("--allow references")
      }
      // Of what nothing can be done about, nothing is to be said.
      if !isWanted, remedy.isReady || !say.isEmpty {
        reason = "it was not asked for"
        say.insert("--only \(step.finding.rule)", at: 0)
      }
    }
    var finding = step.finding
    let words = say.isEmpty ? nil : say.joined(separator: " ")
    finding.help = words.map { "\(reason); say \($0)" } ?? reason
    return RepairAnswer.Left(finding: finding, kind: step.remedy.kind, reason: reason, say: words)
  }
}

extension RepairStatement {
  /// Whether rows are all that it changes.
  fileprivate var isOfRows: Bool { effect != .made && effect != .removed }

  /// Whether it is a part of a sequence around a table of its own.
  fileprivate var isTemporary: Bool { sql.contains("temp.repair_") || sql.contains("TEMP TABLE") }
}
