internal import StoreModel

/// Whether a run of questions was a loop or a repetition.
struct RunVerdict {
  private let run: QuestionRun
  private let kind: AccessPattern.Kind
  private let certainty: Certainty

  /// Nil when it was neither.
  init?(_ run: QuestionRun, _ options: TraceOptions, _ head: TemplateHead) {
    let found = run.isFault ? Self.fault(run, options) : Self.fetch(run, options, head)
    guard let (kind, certainty) = found else { return nil }
    self.run = run
    self.kind = kind
    self.certainty = certainty
  }

  private static func fault(
    _ run: QuestionRun, _ options: TraceOptions
  ) -> (AccessPattern.Kind, Certainty)? {
    let loop: AccessPattern.Kind = run.wasPrefetched ? .prefetchWithoutEffect : .nPlusOne
    let asked = run.isTellable ? run.distinct : run.count
    if run.isTellable, run.count >= options.loopThreshold, run.count >= 3 * run.distinct,
      run.distinct < options.loopThreshold
    {
      return (.repeatedFault, .certain)
    }
    guard asked >= options.loopThreshold else { return nil }
    guard let source = run.source else {
      // Too many to be chance, though the log does not show what they were for.
      guard asked >= 2 * options.loopThreshold else { return nil }
      return (loop, .inferred("the fetch that the objects came from is not in the log"))
    }
    guard source.rows >= 0 else {
      return (loop, .inferred("the log does not say how many rows the fetch returned"))
    }
    guard source.rows >= options.loopThreshold else { return nil }
    if run.isTellable { return (loop, .certain) }
    let reason =
      Int64(run.count) == source.rows
      ? "no bound values at SQLDebug 1, but as many queries as the fetch had rows"
      : "no bound values at SQLDebug 1: it may be one question repeated"
    return (loop, .inferred(reason))
  }

  private static func fetch(
    _ run: QuestionRun, _ options: TraceOptions, _ head: TemplateHead
  ) -> (AccessPattern.Kind, Certainty)? {
    // What is read page by page is one question.
    guard !head.isPage else { return nil }
    let loop: AccessPattern.Kind = run.kind == .count ? .countInLoop : .fetchInLoop
    // Rows 'due before' another time are asked for by a timer, and no list of values replaces that;
    // counts of one bound can be grouped into one fetch.
    let isTimer = head.hasOneBound && loop == .fetchInLoop
    guard !isTimer || run.isTellable && run.count >= 3 * run.distinct else { return nil }
    guard run.isTellable else {
      // A text search without its text is most likely somebody typing.
      guard run.count >= options.loopThreshold, !head.usesStringSearch else { return nil }
      let reason =
        run.isCut
        ? "the log's lines are cut, so what the queries ask for is not in it"
        : "no bound values at SQLDebug 1"
      return (loop, .inferred(reason))
    }
    if run.count >= options.repeatThreshold, run.count >= 3 * run.distinct {
      return (.redundantFetch, .certain)
    }
    guard run.distinct >= options.loopThreshold, run.typed * 2 < run.count else { return nil }
    if head.asksForRange { return (loop, .inferred("a range may be what was scrolled to")) }
    return (loop, .certain)
  }

  var key: PatternCollection.Key {
    PatternCollection.Key(
      kind: kind, template: run.template, source: run.source?.template ?? -1, entity: run.entity,
      relationship: run.relationship, stage: run.first.stage)
  }

  var amounts: PatternCollection.Amounts {
    PatternCollection.Amounts(
      statements: run.count, distinct: run.isTellable ? run.distinct : nil, rows: run.rows,
      nanoseconds: run.hasTime ? run.nanoseconds : nil, depth: run.depth,
      isCertain: certainty == .certain, sourceRows: run.source?.rows ?? -1, place: run.place)
  }

  func pattern(_ names: SchemaNames, _ tables: TraceTables) -> AccessPattern {
    var pattern = AccessPattern(
      kind: kind, sql: tables.templates[Int(run.template)].text,
      sample: AccessPattern.Sample(line: run.first.line, values: run.sampleValues))
    pattern.certainty = certainty
    pattern.stage = tables.nameText(run.first.stage)
    pattern.stageIndex = run.first.stageIndex < 0 ? nil : Int(run.first.stageIndex)
    RunNames(run, names, tables).name(&pattern)
    if kind == .nPlusOne || kind == .prefetchWithoutEffect, let source = run.source {
      pattern.source = AccessPattern.Source(
        sql: tables.templates[Int(source.template)].text, line: source.line,
        rows: source.rows.known.map { Int(clamping: $0) },
        entity: names.entity(of: tables.nameText(source.table) ?? "")?.name,
        properties: names.properties(of: tables.templates[Int(source.template)].shape))
    }
    return pattern
  }
}

/// The names of a run: from the annotations, the model, or the table and column names.
private struct RunNames {
  private let run: QuestionRun
  private let names: SchemaNames
  private let tables: TraceTables
  private let table: String
  private let column: String
  private let joinTable: String

  init(_ run: QuestionRun, _ names: SchemaNames, _ tables: TraceTables) {
    self.run = run
    self.names = names
    self.tables = tables
    let head = tables.heads[Int(run.template)]
    table = tables.nameText(head.table) ?? ""
    column = tables.nameText(head.column) ?? ""
    joinTable = tables.nameText(head.joinTable) ?? ""
  }

  func name(_ pattern: inout AccessPattern) {
    if let entity = tables.nameText(run.first.entity), let key = run.first.object.known {
      pattern.sample.object = "\(entity)/p\(key)"
    }
    switch run.kind {
    case .toManyFault: toMany(&pattern, names.toMany(table: table, column: column))
    case .manyToManyFault:
      toMany(&pattern, names.manyToMany(joinTable: joinTable, column: column))
    case .rowFault: toOne(&pattern)
    case .fetch, .count: entityOnly(&pattern)
    }
  }

  private func entityOnly(_ pattern: inout AccessPattern) {
    // The members of a relationship, counted for one object after the other.
    if run.kind == .count, let relation = names.toMany(table: table, column: column) {
      return use(relation, &pattern)
    }
    guard let entity = names.entity(of: table) else { return }
    pattern.entity = tables.nameText(run.entity) ?? entity.name
    pattern.namesAreDerived = run.entity < 0 && entity.isDerived
  }

  private func use(_ relation: SchemaNames.Relation, _ pattern: inout AccessPattern) {
    pattern.entity = relation.entity
    pattern.relationship = relation.relationship
  }

  private func toMany(_ pattern: inout AccessPattern, _ relation: SchemaNames.Relation?) {
    if let relation { return use(relation, &pattern) }
    if let name = tables.nameText(run.relationship) {
      pattern.entity = tables.nameText(run.entity)
      pattern.relationship = name
      return
    }
    // The relationship has no column of its own; what is known is the column that points back.
    pattern.namesAreDerived = true
    let members = names.entity(of: table)?.name ?? table
    if run.kind == .manyToManyFault {
      // `Z_1TAGS` is `tags`: a join table is named for one of its two relationships.
      pattern.relationship = joinTable.dropFirst(2).drop { $0.isNumber }.lowercased()
      let source = run.source.flatMap { tables.nameText($0.table) }
      pattern.entity = source.flatMap { names.entity(of: $0)?.name }
    } else {
      pattern.entity = names.entity(of: column)?.name
      pattern.candidates = ["\(members).\(names.property(column, of: table).name)"]
    }
  }

  /// The row of one entity, reached over a to-one relationship of what was fetched, or its own.
  private func toOne(_ pattern: inout AccessPattern) {
    let own = names.entity(of: table)
    let source = run.source.flatMap { tables.nameText($0.table) } ?? ""
    let relations = source.isEmpty ? [] : names.toOne(from: source, to: table)
    if let first = relations.first, !isOwnRows(source) {
      if relations.count == 1 { return use(first, &pattern) }
      pattern.entity = names.entity(of: source)?.name
      pattern.candidates = relations.map { "\($0.entity).\($0.relationship)" }
      return
    }
    pattern.entity = tables.nameText(run.entity) ?? own?.name
    pattern.namesAreDerived = run.entity < 0 && own?.isDerived == true
    guard !names.hasModel, !source.isEmpty, source != table else { return }
    // A to-one is often named like its destination, and the source's columns can confirm it.
    if let head = run.source, tables.columns(of: head.template).contains(table) {
      pattern.entity = names.entity(of: source)?.name
      pattern.relationship = names.property(table, of: source).name
      pattern.namesAreDerived = true
    }
  }

  /// The rows themselves had been fetched without their values.
  private func isOwnRows(_ source: String) -> Bool {
    source == table && (run.source?.selection == .ids || run.source?.selection == .partial)
  }
}

extension TraceTables {
  func columns(of template: Int32) -> [String] { templates[Int(template)].shape.columns }
}
