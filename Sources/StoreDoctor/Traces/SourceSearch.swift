/// Finding what a loop goes over.
extension PatternEngine {
  /// The newest fetch or outer loop whose objects the questions may be about, with enough of them.
  func findSource(
    of run: inout QuestionRun, _ record: TraceRecord, _ head: TemplateHead,
    _ tables: TraceTables
  ) {
    let candidates = candidates(tables)
    guard !candidates.isEmpty else { return }
    let found: Candidate?
    switch run.kind {
    case .toManyFault, .manyToManyFault:
      let owner = ownerTable(record, head, tables)
      found =
        owner.map { owner in candidates.first { $0.table == owner } } ?? candidates.first
    case .rowFault: found = rowSource(of: head, candidates, tables)
    case .fetch, .count: found = nil
    }
    guard let found else { return }
    run.source = found.source
    run.parent = found.parent
    run.depth = found.depth
  }

  struct Candidate {
    var table: String
    var source: SourceFetch
    var parent: Int32
    var depth: Int
  }

  /// Newest first: loops under way, whose members may be looped over in turn, then fetches.
  private func candidates(_ tables: TraceTables) -> [Candidate] {
    var candidates: [Candidate] = []
    for run in state.runs.reversed() where run.kind != .count && run.kind != .fetch {
      let head = tables.heads[Int(run.template)]
      guard let table = tables.nameText(head.table) else { continue }
      let source = SourceFetch(
        template: run.template, table: head.table, selection: head.selection, rows: run.rows,
        line: run.first.line)
      candidates.append(
        Candidate(table: table, source: source, parent: run.template, depth: run.depth + 1))
    }
    for source in state.sources.reversed() {
      let isEnough = source.rows < 0 || source.rows >= options.loopThreshold
      guard isEnough, let table = tables.nameText(source.table) else { continue }
      candidates.append(Candidate(table: table, source: source, parent: -1, depth: 1))
    }
    return candidates
  }

  /// The table of the objects that have the relationship.
  private func ownerTable(
    _ record: TraceRecord, _ head: TemplateHead, _ tables: TraceTables
  ) -> String? {
    if let entity = tables.nameText(record.entity), let table = names.table(of: entity) {
      return table
    }
    guard let table = tables.nameText(head.table), let column = tables.nameText(head.column) else {
      return nil
    }
    let join = tables.nameText(head.joinTable) ?? ""
    let relation =
      names.toMany(table: table, column: column)
      ?? names.manyToMany(joinTable: join, column: column)
    if let relation { return names.table(of: relation.entity) }
    return names.hasModel || !join.isEmpty ? nil : column
  }

  /// Rows of a table fault because something that points at them was fetched, or because they were
  /// themselves fetched without their values.
  private func rowSource(
    of head: TemplateHead, _ candidates: [Candidate], _ tables: TraceTables
  ) -> Candidate? {
    guard let table = tables.nameText(head.table) else { return nil }
    let ownRows = candidates.first {
      $0.table == table && ($0.source.selection == .ids || $0.source.selection == .partial)
    }
    if let ownRows { return ownRows }
    if names.hasModel {
      return candidates.first { !names.toOne(from: $0.table, to: table).isEmpty }
        ?? candidates.first { $0.table == table }
    }
    return candidates.first { $0.table != table } ?? candidates.first
  }
}
