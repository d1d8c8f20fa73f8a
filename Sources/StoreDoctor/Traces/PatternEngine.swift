internal import StoreModel

/// Watches the statements go by and reports patterns when the places they occur in have passed.
///
/// A loop is recognised by one template asked with distinct values after a fetch that returned as
/// many objects (peers.md (d), coredata-logs.md §5.6). It ends with a save, a stage, a new
/// connection, the same source fetch, a pause, or other work in between.
struct PatternEngine {
  let options: TraceOptions
  var names: SchemaNames
  private(set) var collected = PatternCollection()
  private var contexts: [Int32: Int] = [:]
  private var states = [ContextState()]
  private var lastContext: Int32 = -1
  private var lastState = 0
  private static let mostContexts = 256

  init(model: DataModel?, options: TraceOptions) {
    self.options = options
    names = SchemaNames(model: model)
  }

  mutating func consume(_ record: TraceRecord, _ scanner: borrowing LogScanner) {
    guard record.mark == .statement else {
      for index in states.indices { closeWindow(index, scanner.tables) }
      return
    }
    let head = scanner.tables.heads[Int(record.template)]
    let purpose = record.knownPurpose
    if purpose == .stageSQL { return }
    let state = stateIndex(record.context)
    switch head.kind {
    case .begin:
      states[state].transaction = Transaction()
      states[state].transaction.isOpen = true
      states[state].transaction.isSave =
        scanner.tables.templates[Int(record.template)].text == "BEGIN EXCLUSIVE"
    case .commit: commit(state, record, scanner.tables)
    case .rollback: states[state].transaction = Transaction()
    case .insert, .update, .delete: states[state].transaction.write(record, table: head.table)
    case .fetch, .rowFault, .equality, .manyToManyFault, .prefetch, .batch, .count, .aggregate:
      read(state, record, head, purpose, scanner)
    case .primaryKeys, .metadata, .history, .cloudKit, .pragma, .schema, .other: break
    }
  }

  mutating func finish(_ tables: TraceTables) {
    for index in states.indices {
      closeWindow(index, tables)
      closeSaves(index, tables)
    }
  }

  private mutating func stateIndex(_ context: Int32) -> Int {
    if context == lastContext { return lastState }
    lastContext = context
    if context < 0 {
      lastState = 0
    } else if let known = contexts[context] {
      lastState = known
    } else if states.count < Self.mostContexts {
      states.append(ContextState())
      lastState = states.count - 1
      contexts[context] = lastState
    } else {
      lastState = 0
    }
    return lastState
  }

  // MARK: Reads

  private mutating func read(
    _ state: Int, _ record: TraceRecord, _ head: TemplateHead,
    _ purpose: TraceRecord.KnownPurpose, _ scanner: borrowing LogScanner
  ) {
    if states[state].transaction.isOpen, purpose == .unknown {
      states[state].transaction.reads += 1
      let isAnnotated = !record.flags.isDisjoint(with: [.rowFault, .toManyFault, .prefetch])
      // A lost COMMIT must not silence the rest of the log.
      if states[state].transaction.isSave, states[state].transaction.reads <= 64, !isAnnotated {
        return
      }
    }
    checkAlone(record, head, scanner.tables)
    guard let kind = runKind(record, head, purpose, scanner.tables) else {
      if record.flags.contains(.prefetch) || head.kind == .prefetch {
        states[state].addPrefetch(head, relationship: record.relationship)
      }
      return
    }
    if kind == .fetch || kind == .count {
      states[state].position += 1
      if states[state].position & 255 == 0 { closeStale(state, scanner.tables) }
      compareAsked(state, record, head, scanner.tables)
    }
    let place = run(state, kind, record, head, scanner)
    states[state].runs[place].add(record, isConstant: head.isConstant)
    states[state].runs[place].position = states[state].position
    states[state].runs[place].time = record.time
    followParent(state, place)
    if kind == .fetch {
      closeLoops(over: record.template, state, scanner.tables)
      if head.kind != .aggregate {
        states[state].addSource(
          SourceFetch(
            template: record.template, table: head.table, selection: head.selection,
            rows: record.rows, line: record.line))
      }
    }
  }

  /// The kind of loop a read may be part of; nil for reads of many objects at once.
  private func runKind(
    _ record: TraceRecord, _ head: TemplateHead, _ purpose: TraceRecord.KnownPurpose,
    _ tables: TraceTables
  ) -> QuestionRun.Kind? {
    switch purpose {
    case .fault: return .rowFault
    case .toManyFault: return head.kind == .manyToManyFault ? .manyToManyFault : .toManyFault
    case .prefetch, .stageSQL, .other: return nil
    case .fetch: return .fetch
    case .count: return .count
    case .unknown: break
    }
    if record.flags.contains(.prefetch) { return nil }
    if record.flags.contains(.toManyFault) {
      return head.kind == .manyToManyFault ? .manyToManyFault : .toManyFault
    }
    switch head.kind {
    case .rowFault: return .rowFault
    case .manyToManyFault: return .manyToManyFault
    case .equality: return isForeignKey(head, tables) ? .toManyFault : .fetch
    case .count: return .count
    case .fetch, .aggregate: return .fetch
    default: return nil
    }
  }

  /// Without a model a column is taken for a foreign key when a table has its name.
  private func isForeignKey(_ head: TemplateHead, _ tables: TraceTables) -> Bool {
    guard let table = tables.nameText(head.table), let column = tables.nameText(head.column) else {
      return false
    }
    if names.hasModel { return names.toMany(table: table, column: column) != nil }
    return states.contains { state in
      state.sources.contains { tables.nameText($0.table) == column }
    }
  }

  private mutating func run(
    _ state: Int, _ kind: QuestionRun.Kind, _ record: TraceRecord, _ head: TemplateHead,
    _ scanner: borrowing LogScanner
  ) -> Int {
    if let place = states[state].run(of: record.template) {
      let run = states[state].runs[place]
      if !isApart(run.position, run.time, state, record) { return place }
      close(states[state].take { $0.template == record.template }, state, scanner.tables)
    }
    var run = QuestionRun(kind: kind, record)
    if options.showsValues, record.bindCount > 0 { run.sampleValues = scanner.valueTexts(of: record) }
    if kind != .fetch, kind != .count {
      findSource(of: &run, record, head, states[state], scanner.tables)
      run.wasPrefetched =
        states[state].wasPrefetched(head, record, within: options.gapStatements * 4)
    }
    return states[state].start(run)
  }

  private func isApart(
    _ position: Int, _ time: Int64, _ state: Int, _ record: TraceRecord
  ) -> Bool {
    if states[state].position - position > options.gapStatements + 1 { return true }
    return time >= 0 && record.time >= 0 && record.time - time > options.gapNanoseconds
  }

  /// A nested loop's objects are those of all the queries of the loop around it.
  private mutating func followParent(_ state: Int, _ place: Int) {
    let parent = states[state].runs[place].parent
    guard parent >= 0, let above = states[state].run(of: parent) else { return }
    let outer = states[state].runs[above]
    states[state].runs[place].source?.rows = outer.rows
    states[state].runs[place].depth = outer.depth + 1
  }

  // MARK: Ends

  /// The same fetch again begins a new round of whatever loops over it.
  private mutating func closeLoops(over template: Int32, _ state: Int, _ tables: TraceTables) {
    var above: Set<Int32> = [template]
    let runs = states[state].runs
    guard runs.contains(where: { $0.source?.template == template }) else { return }
    var isGrowing = true
    while isGrowing {
      let next = runs.filter {
        above.contains($0.source?.template ?? -1) && $0.template != template
      }
      isGrowing = false
      for run in next where above.insert(run.template).inserted { isGrowing = true }
    }
    above.remove(template)
    close(states[state].take { above.contains($0.template) }, state, tables)
  }

  private mutating func closeStale(_ state: Int, _ tables: TraceTables) {
    let position = states[state].position
    let gap = options.gapStatements + 1
    close(states[state].take { position - $0.position > gap }, state, tables)
  }

  private mutating func closeWindow(_ state: Int, _ tables: TraceTables) {
    close(states[state].take { _ in true }, state, tables)
    states[state].forgetWindow()
  }

  private mutating func close(_ runs: [QuestionRun], _ state: Int, _ tables: TraceTables) {
    for run in runs {
      guard let pattern = RunVerdict(run, options).pattern(names, tables) else { continue }
      collected.add(pattern, template: run.template)
    }
  }

  private mutating func commit(_ state: Int, _ record: TraceRecord, _ tables: TraceTables) {
    let transaction = states[state].transaction
    states[state].transaction = Transaction()
    guard transaction.writes > 0 else { return }
    countSave(transaction, record, state, tables)
    closeWindow(state, tables)
  }

  // MARK: Saves

  private mutating func countSave(
    _ transaction: Transaction, _ record: TraceRecord, _ state: Int, _ tables: TraceTables
  ) {
    guard transaction.isOfOneObject, let first = transaction.first else {
      return closeSaves(state, tables)
    }
    let table = tables.heads[Int(first.template)].table
    let run = states[state].saves
    let apart =
      run.count > 0
      && (run.table != table || states[state].position - run.position > options.gapStatements
        || (run.time >= 0 && record.time >= 0
          && record.time - run.time > options.gapNanoseconds / 2))
    if apart { closeSaves(state, tables) }
    if states[state].saves.count == 0 {
      states[state].saves.table = table
      states[state].saves.first = first
      states[state].saves.position = states[state].position
    }
    states[state].saves.count += 1
    states[state].saves.nanoseconds += transaction.nanoseconds
    states[state].saves.readsBetween += states[state].position - states[state].saves.position
    states[state].saves.position = states[state].position
    states[state].saves.time = record.time
    if record.time < 0 { states[state].saves.hasTimes = false }
  }

  private mutating func closeSaves(_ state: Int, _ tables: TraceTables) {
    let run = states[state].saves
    states[state].saves = SaveRun()
    guard run.count >= options.loopThreshold, let first = run.first else { return }
    var pattern = AccessPattern(
      kind: .saveInLoop, sql: tables.templates[Int(first.template)].text,
      sample: AccessPattern.Sample(line: first.line))
    let table = tables.nameText(run.table) ?? ""
    name(&pattern, table: table)
    pattern.statements = run.count
    pattern.rows = run.count
    pattern.nanoseconds = run.nanoseconds > 0 ? run.nanoseconds : nil
    pattern.stage = tables.nameText(first.stage)
    if !run.hasTimes, run.readsBetween > 0 {
      pattern.certainty = .inferred("the log has no times, so the saves may have been far apart")
    }
    collected.add(pattern, template: first.template)
  }

  // MARK: Single statements

  private mutating func checkAlone(
    _ record: TraceRecord, _ head: TemplateHead, _ tables: TraceTables
  ) {
    if record.nanoseconds >= options.slowNanoseconds {
      addAlone(.slowStatement, record, head, tables)
    }
    if head.usesStringSearch { addAlone(.stringSearchScan, record, head, tables) }
    if head.kind == .fetch, head.selection == .wholeRows, !head.hasLimit,
      record.rows >= options.batchRows, record.flags.isDisjoint(with: [.prefetch, .toManyFault])
    {
      addAlone(.missingBatchLimit, record, head, tables)
    }
  }

  private mutating func addAlone(
    _ kind: AccessPattern.Kind, _ record: TraceRecord, _ head: TemplateHead, _ tables: TraceTables
  ) {
    var pattern = AccessPattern(
      kind: kind, sql: tables.templates[Int(record.template)].text,
      sample: AccessPattern.Sample(line: record.line))
    name(&pattern, table: tables.nameText(head.table) ?? "")
    pattern.statements = 1
    pattern.rows = Int(clamping: max(0, record.rows))
    pattern.nanoseconds = record.nanoseconds.known
    pattern.stage = tables.nameText(record.stage)
    collected.add(pattern, template: record.template)
  }

  private func name(_ pattern: inout AccessPattern, table: String) {
    guard let entity = names.entity(of: table) else { return }
    pattern.entity = entity.name
    pattern.namesAreDerived = entity.isDerived
  }

  /// The same rows once whole and once as a number or as ids, with no save in between.
  private mutating func compareAsked(
    _ state: Int, _ record: TraceRecord, _ head: TemplateHead, _ tables: TraceTables
  ) {
    guard head.rowsAsked >= 0, !head.hasLimit, record.rows >= options.wholeRows,
      head.kind == .count || head.selection == .wholeRows || head.selection == .ids
    else { return }
    let mine = ContextState.AskedRows(head: head, record: record)
    for other in states[state].asked
    where other.head.rowsAsked == head.rowsAsked && other.record.rows == record.rows
      && other.record.binding == record.binding
    {
      let isWhole = head.kind != .count && head.selection == .wholeRows
      let (whole, part) = isWhole ? (mine, other) : (other, mine)
      let partIsWhole = part.head.kind != .count && part.head.selection == .wholeRows
      guard whole.head.kind != .count, whole.head.selection == .wholeRows, !partIsWhole else {
        continue
      }
      let kind: AccessPattern.Kind =
        part.head.kind == .count ? .wholeRowsForCount : .wholeRowsForIDs
      addAsked(kind, whole, part, tables)
    }
    states[state].asked.removeAll { $0.record.template == record.template }
    if states[state].asked.count >= 8 { states[state].asked.removeFirst() }
    states[state].asked.append(mine)
  }

  private mutating func addAsked(
    _ kind: AccessPattern.Kind, _ whole: ContextState.AskedRows, _ part: ContextState.AskedRows,
    _ tables: TraceTables
  ) {
    var pattern = AccessPattern(
      kind: kind, sql: tables.templates[Int(whole.record.template)].text,
      sample: AccessPattern.Sample(line: whole.record.line))
    name(&pattern, table: tables.nameText(whole.head.table) ?? "")
    pattern.source = AccessPattern.Source(
      sql: tables.templates[Int(part.record.template)].text, line: part.record.line,
      rows: Int(clamping: part.record.rows), entity: pattern.entity)
    pattern.statements = 2
    pattern.rows = Int(clamping: whole.record.rows)
    pattern.nanoseconds = whole.record.nanoseconds.known
    pattern.certainty = .inferred("the log does not show what the app did with the rows")
    collected.add(pattern, template: whole.record.template)
  }

  mutating func takeNewPatterns() -> [AccessPattern] { collected.takeNew() }

  mutating func learn(_ record: TraceRecord, _ tables: TraceTables) {
    guard record.entity >= 0, record.template >= 0, let entity = tables.nameText(record.entity),
      let table = tables.nameText(tables.heads[Int(record.template)].table)
    else { return }
    names.learn(entity: entity, table: table)
  }
}
