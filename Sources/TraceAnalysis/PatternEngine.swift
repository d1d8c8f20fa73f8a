internal import StoreEngine
internal import StoreModel

/// Watches the statements go by and reports patterns when the places they occur in have passed.
///
/// A loop is recognised by one template asked with distinct values after a fetch that returned as
/// many objects (Documentation/Format/Logs.md, 5.6). It ends with a save, a stage, a new
/// connection, the same source fetch, a pause, or other work in between.
struct PatternEngine {
  let options: TraceOptions
  var names: SchemaNames
  var collected = PatternCollection()
  var contexts = ContextStates(ContextState())
  /// By template: the entity an annotation last gave it.
  private var learned: [Int32] = []
  /// Tables of the objects that relationships belong to, found out once.
  var owners: [OwnerKey: Int32] = [:]
  /// A run that began with the record just consumed, and has no sample values yet.
  private var newRun: Int32 = -1
  private static let mostReadsOfSave = 1000
  /// Where the record just consumed is on the axis of the timeline; it never goes back.
  var moment: Int64 = 0
  /// Saves of all contexts: after one the same fetch has another answer, whoever saved.
  var saveCount = 0

  init(models: [DataModel], options: TraceOptions) {
    self.options = options
    names = SchemaNames(models: models)
  }

  mutating func consume(_ record: TraceRecord, _ tables: inout TraceTables) {
    guard record.mark == .statement else { return closeAll(&tables, withSaves: false) }
    if record.purpose == .stageSQL { return }
    if record.entity >= 0 { learn(record, tables) }
    contexts.turn(to: record.context)
    let head = tables.heads[Int(record.template)]
    switch record.kind {
    case .begin:
      contexts.current.transaction.begin(isSave: tables.isExclusiveBegin(record.template))
    case .commit: commit(record, &tables)
    case .rollback: contexts.current.transaction = Transaction()
    case .insert, .update, .delete:
      contexts.current.transaction.write(record, table: head.table, isOneRow: head.writesOneRow)
    case .fetch, .rowFault, .equality, .manyToManyFault, .prefetch, .batch, .count, .aggregate:
      read(record, head, &tables)
    case .cloudKit: contexts.current.transaction.mirror()
    case .primaryKeys, .metadata, .history, .pragma, .schema, .other: break
    }
  }

  /// Ends the loops of all contexts; what belongs together beyond a pause goes on.
  mutating func closeWindows(_ tables: inout TraceTables) { closeAll(&tables, withSaves: false) }

  mutating func finish(_ tables: inout TraceTables) { closeAll(&tables, withSaves: true) }

  private mutating func closeAll(_ tables: inout TraceTables, withSaves: Bool) {
    for place in contexts.all {
      contexts.turn(at: place)
      closeWindow(&tables)
      if withSaves { closeSaves(&tables) }
    }
    contexts.turnBack()
  }

  private mutating func learn(_ record: TraceRecord, _ tables: TraceTables) {
    let index = Int(record.template)
    if index >= learned.count {
      learned.append(contentsOf: repeatElement(-1, count: index + 64 - learned.count))
    }
    guard learned[index] != record.entity else { return }
    learned[index] = record.entity
    guard let entity = tables.nameText(record.entity),
      let table = tables.nameText(tables.heads[index].table)
    else { return }
    names.learn(entity: entity, table: table)
  }

  // MARK: Reads

  private mutating func read(
    _ record: TraceRecord, _ head: TemplateHead, _ tables: inout TraceTables
  ) {
    if let purpose = record.purpose {
      // What a framework reads for itself is not the app's.
      guard purpose.isQuery else { return }
    } else if contexts.current.transaction.isOpen, isWithinSave(record) {
      return
    }
    checkAlone(record, head, &tables)
    guard let kind = runKind(record, head, tables) else {
      if record.flags.contains(.prefetch) || record.kind == .prefetch {
        contexts.current.addPrefetch(head, relationship: record.relationship)
      }
      return
    }
    let isFetch = kind == .fetch || kind == .count
    if isFetch {
      contexts.current.position += 1
      if contexts.current.position & 255 == 0 { closeStale(&tables) }
      compareAsked(record, head, &tables)
    }
    let place = run(kind, record, head, &tables)
    contexts.current.runs[place].add(
      record, isConstant: head.isConstant, position: contexts.current.position, at: moment)
    if contexts.current.runs[place].parent >= 0 { followParent(place) }
    if kind == .fetch {
      closeLoops(over: record.template, &tables)
      if record.kind != .aggregate {
        contexts.current.addSource(
          SourceFetch(
            template: record.template, table: head.table, selection: head.selection,
            rows: record.rows, line: record.line))
      }
    }
  }

  /// Reads of a save check for conflicts and duplicates; they are Core Data's, not the app's.
  private mutating func isWithinSave(_ record: TraceRecord) -> Bool {
    contexts.current.transaction.reads += 1
    let isAnnotated = !record.flags.isDisjoint(with: [.rowFault, .toManyFault, .prefetch])
    // A lost COMMIT must not silence the rest of the log.
    return contexts.current.transaction.isSave
      && contexts.current.transaction.reads <= Self.mostReadsOfSave
      && !isAnnotated
  }

  /// The kind of loop a read may be part of; nil for reads of many objects at once.
  @inline(__always)
  private func runKind(
    _ record: TraceRecord, _ head: TemplateHead, _ tables: TraceTables
  ) -> QuestionRun.Kind? {
    switch record.purpose {
    case nil where record.flags.contains(.prefetch): return nil
    case nil where record.flags.contains(.toManyFault), .toManyFault:
      return record.kind == .manyToManyFault ? .manyToManyFault : .toManyFault
    case nil: break
    case .fault: return .rowFault
    case .fetch: return .fetch
    case .count: return .count
    default: return nil
    }
    switch record.kind {
    case .rowFault: return .rowFault
    case .manyToManyFault: return .manyToManyFault
    case .equality: return isForeignKey(head, tables) ? .toManyFault : .fetch
    case .count: return .count
    case .fetch, .aggregate: return .fetch
    default: return nil
    }
  }

  /// Without a model a column is taken for a foreign key when a table just fetched has its name.
  private func isForeignKey(_ head: TemplateHead, _ tables: TraceTables) -> Bool {
    guard names.hasModel else {
      return contexts.current.sources.contains { $0.table == head.column }
    }
    guard let table = tables.nameText(head.table), let column = tables.nameText(head.column) else {
      return false
    }
    return names.toMany(table: table, column: column) != nil
  }

  private mutating func run(
    _ kind: QuestionRun.Kind, _ record: TraceRecord, _ head: TemplateHead,
    _ tables: inout TraceTables
  ) -> Int {
    let place = contexts.current.run(of: record.template)
    if let place, goesOn(contexts.current.runs[place], record) { return place }
    newRun = record.template
    if let place {
      if !kind.isFault, !contexts.current.runs[place].isFault {
        judge(place, &tables)
        // It is about no source, so that its place does not matter.
        contexts.current.runs[place].restart(kind, record, at: moment)
        contexts.current.runs[place].saveCount = saveCount
        return place
      }
      close([place], &tables)
    }
    var run = QuestionRun(kind: kind, record, at: moment)
    run.saveCount = saveCount
    if run.isFault {
      findSource(of: &run, record, head, &tables)
      run.wasPrefetched = contexts.current.wasPrefetched(
        head, record, within: options.gapStatements * 4)
    }
    return contexts.current.start(run)
  }

  /// Whether the record just consumed began a run, whose sample should carry its values.
  var wantsValues: Bool { newRun >= 0 }

  mutating func giveValues(_ values: [String]) {
    if let place = contexts.current.run(of: newRun), !values.isEmpty {
      contexts.current.runs[place].sampleValues = values
    }
    newRun = -1
  }

  /// Whether a record belongs to a run under way.
  @inline(__always)
  private func goesOn(_ run: QuestionRun, _ record: TraceRecord) -> Bool {
    if contexts.current.position - run.position > options.gapStatements + 1 { return false }
    if run.time >= 0, record.time >= 0, record.time - run.time > options.gapNanoseconds {
      return false
    }
    // The same question again after another context saved is no repetition.
    return run.saveCount == saveCount || run.isFault || run.distinct > 1
  }

  /// A nested loop's objects are those of all the queries of the loop around it.
  private mutating func followParent(_ place: Int) {
    guard let above = contexts.current.run(of: contexts.current.runs[place].parent) else { return }
    let rows = contexts.current.runs[above].rows
    let depth = contexts.current.runs[above].depth + 1
    contexts.current.runs[place].source?.rows = rows
    contexts.current.runs[place].depth = depth
  }

  // MARK: Ends

  /// The same fetch again begins a new round of whatever loops over it.
  private mutating func closeLoops(over template: Int32, _ tables: inout TraceTables) {
    guard contexts.current.loopedOver.contains(template) else { return }
    var done: [Int] = []
    // An inner loop began after the loop it is in, so one pass in that order finds all.
    for place in contexts.current.runs.indices
    where contexts.current.runs[place].template != template {
      guard let source = contexts.current.runs[place].source?.template else { continue }
      if source == template
        || done.contains(where: { contexts.current.runs[$0].template == source })
      {
        done.append(place)
      }
    }
    close(done, &tables)
  }

  private mutating func closeStale(_ tables: inout TraceTables) {
    let oldest = contexts.current.position - options.gapStatements - 1
    close(
      contexts.current.runs.indices.filter { contexts.current.runs[$0].position < oldest }, &tables)
  }

  mutating func closeWindow(_ tables: inout TraceTables) {
    close(Array(contexts.current.runs.indices), &tables)
    contexts.current.forgetWindow()
  }

  private mutating func close(_ done: [Int], _ tables: inout TraceTables) {
    for place in done { judge(place, &tables) }
    contexts.current.remove(done)
  }

  private mutating func judge(_ place: Int, _ tables: inout TraceTables) {
    guard contexts.current.runs[place].count >= options.fewest else { return }
    let run = contexts.current.runs[place]
    guard let verdict = RunVerdict(run, options, tables.heads[Int(run.template)]) else { return }
    let names = self.names
    collected.add(verdict.key, verdict.amounts) { verdict.pattern(names, tables) }
  }
}
