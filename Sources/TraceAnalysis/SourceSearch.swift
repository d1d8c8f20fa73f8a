/// Finding what a loop goes over.
extension PatternEngine {
  /// The newest fetch or outer loop whose objects the questions may be about, with enough of them.
  mutating func findSource(
    of run: inout QuestionRun, _ record: TraceRecord, _ head: TemplateHead,
    _ tables: inout TraceTables
  ) {
    switch run.kind {
    case .fetch, .count: return
    case .toManyFault, .manyToManyFault:
      let owner = ownerTable(record, head, &tables)
      let isUnknown = owner < 0
      take(first: { isUnknown || $0.table == owner }, or: { _ in true }, for: &run, tables)
    case .rowFault: findRowSource(of: &run, head, &tables)
    }
  }

  /// Rows of a table fault because something that points at them was fetched, or because they were
  /// themselves fetched without their values.
  private mutating func findRowSource(
    of run: inout QuestionRun, _ head: TemplateHead, _ tables: inout TraceTables
  ) {
    let table = head.table
    let isOwn: (SourceFetch) -> Bool = {
      $0.table == table && ($0.selection == .ids || $0.selection == .partial)
    }
    guard names.hasModel else {
      // A to-one is often named like its destination: a source with a column of that name.
      let pointing: (SourceFetch) -> Bool = { source in
        guard let name = tables.nameText(table) else { return false }
        return tables.columns(of: source.template).contains(name)
      }
      if !take(first: isOwn, or: pointing, for: &run, tables) {
        take(first: { $0.table != table }, or: { _ in true }, for: &run, tables)
      }
      return
    }
    let pointing = pointingTables(to: table, tables)
    if !take(first: isOwn, or: { pointing.contains($0.table) }, for: &run, tables) {
      take(first: { $0.table == table }, or: { _ in false }, for: &run, tables)
    }
  }

  /// Gives the run the newest candidate that fulfils the first condition, or else the second.
  @discardableResult
  private func take(
    first: (SourceFetch) -> Bool, or second: (SourceFetch) -> Bool, for run: inout QuestionRun,
    _ tables: TraceTables
  ) -> Bool {
    for isFirst in [true, false] {
      func condition(_ source: SourceFetch) -> Bool { isFirst ? first(source) : second(source) }
      // Loops under way come first: their members may be looped over in turn.
      for place in contexts.current.runs.indices.reversed() {
        guard contexts.current.runs[place].isFault else { continue }
        let head = tables.heads[Int(contexts.current.runs[place].template)]
        let source = SourceFetch(
          template: contexts.current.runs[place].template, table: head.table,
          selection: head.selection,
          rows: contexts.current.runs[place].rows, line: contexts.current.runs[place].first.line)
        guard condition(source) else { continue }
        run.source = source
        run.parent = source.template
        run.depth = contexts.current.runs[place].depth + 1
        return true
      }
      for source in contexts.current.sources.reversed() {
        let isEnough = source.rows < 0 || source.rows >= options.loopThreshold
        guard isEnough, condition(source) else { continue }
        run.source = source
        return true
      }
    }
    return false
  }

  /// The table of the objects that have the relationship; -1 when it cannot be told.
  private mutating func ownerTable(
    _ record: TraceRecord, _ head: TemplateHead, _ tables: inout TraceTables
  ) -> Int32 {
    let key = OwnerKey(template: record.template, entity: record.entity)
    if let known = owners[key] { return known }
    let owner = findOwnerTable(record, head, tables).map { tables.name($0) } ?? -1
    owners[key] = owner
    return owner
  }

  private func findOwnerTable(
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

  /// Tables whose rows have a to-one relationship to rows of this one.
  private mutating func pointingTables(to table: Int32, _ tables: TraceTables) -> Set<Int32> {
    var found: Set<Int32> = []
    let name = tables.nameText(table) ?? ""
    for source in Set(
      contexts.current.sources.map(\.table)
        + contexts.current.runs.map { tables.heads[Int($0.template)].table })
    where !names.toOne(from: tables.nameText(source) ?? "", to: name).isEmpty {
      found.insert(source)
    }
    return found
  }

  struct OwnerKey: Hashable {
    var template: Int32
    var entity: Int32
  }
}
