internal import StoreModel

/// Patterns that one statement shows, or one beside another.
extension PatternEngine {
  mutating func checkAlone(
    _ record: TraceRecord, _ head: TemplateHead, _ tables: inout TraceTables
  ) {
    if record.nanoseconds >= options.slowNanoseconds { add(.slowStatement, record, tables) }
    if head.usesStringSearch { add(.stringSearchScan, record, tables) }
    if record.rows >= options.batchRows, record.kind == .fetch, head.comparison == .none,
      head.selection == .wholeRows, !head.hasLimit,
      record.flags.isDisjoint(with: [.prefetch, .toManyFault])
    {
      add(.missingBatchLimit, record, tables)
    }
  }

  private mutating func add(
    _ kind: AccessPattern.Kind, _ record: TraceRecord, _ tables: TraceTables
  ) {
    let key = PatternCollection.Key(kind: kind, template: record.template, stage: record.stage)
    let amounts = PatternCollection.Amounts(
      statements: 1, rows: max(0, record.rows), nanoseconds: record.nanoseconds.known,
      place: moment...moment)
    let names = self.names
    collected.add(key, amounts) { AccessPattern(kind, of: record, names, tables) }
  }

  /// The same rows once whole and then as a number or as ids, with no save in between. The other
  /// order, count first and then load, is common and sound.
  mutating func compareAsked(
    _ record: TraceRecord, _ head: TemplateHead, _ tables: inout TraceTables
  ) {
    guard record.rows >= options.wholeRows, head.rowsAsked >= 0, !head.hasLimit else { return }
    if record.kind != .count, head.selection == .wholeRows {
      return contexts.current.addWhole(ContextState.AskedRows(head: head, record: record))
    }
    guard record.kind == .count || head.selection == .ids else { return }
    for whole in contexts.current.whole
    where whole.head.rowsAsked == head.rowsAsked && whole.record.rows == record.rows
      && whole.record.binding == record.binding
    {
      let kind: AccessPattern.Kind = record.kind == .count ? .wholeRowsForCount : .wholeRowsForIDs
      addWhole(kind, whole.record, record, tables)
    }
  }

  private mutating func addWhole(
    _ kind: AccessPattern.Kind, _ whole: TraceRecord, _ part: TraceRecord, _ tables: TraceTables
  ) {
    let key = PatternCollection.Key(
      kind: kind, template: whole.template, source: part.template, stage: whole.stage)
    let amounts = PatternCollection.Amounts(
      statements: 2, rows: whole.rows, nanoseconds: whole.nanoseconds.known, isCertain: false,
      place: moment...moment)
    let names = self.names
    collected.add(key, amounts) {
      var pattern = AccessPattern(kind, of: whole, names, tables)
      pattern.source = AccessPattern.Source(
        sql: tables.templates[Int(part.template)].text, line: part.line,
        rows: Int(clamping: part.rows), entity: pattern.entity)
      pattern.certainty = .inferred("the log does not show what the app did with the rows")
      return pattern
    }
  }
}

extension AccessPattern {
  /// A pattern of one statement, named after its table.
  init(_ kind: Kind, of record: TraceRecord, _ names: SchemaNames, _ tables: TraceTables) {
    self.init(
      kind: kind, sql: tables.templates[Int(record.template)].text,
      sample: Sample(line: record.line))
    stage = tables.nameText(record.stage)
    stageIndex = record.stageIndex < 0 ? nil : Int(record.stageIndex)
    let table = tables.nameText(tables.heads[Int(record.template)].table) ?? ""
    guard let name = names.entity(of: table) else { return }
    entity = name.name
    namesAreDerived = name.isDerived
  }
}
