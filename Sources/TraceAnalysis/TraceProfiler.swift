internal import StoreEngine
internal import StoreModel

/// Sums per template, per stage and template, and per window.
struct TraceProfiler {
  private struct Sums {
    var count = 0
    var rows: Int64 = 0
    var nanoseconds: Int64 = 0
    var slowest: Int64 = 0
    var firstLine = 0
    /// Of the first record.
    var sample = StatementSample(TraceRecord())

    @inline(__always)
    mutating func add(_ record: TraceRecord) {
      if count == 0 {
        firstLine = record.line
        sample = StatementSample(record)
      }
      count += 1
      rows.add(saturating: max(0, max(record.rows, record.changes)))
      nanoseconds.add(saturating: max(0, record.nanoseconds))
      slowest = max(slowest, record.nanoseconds)
    }

    mutating func subtract(_ earlier: Sums) {
      count -= earlier.count
      rows = Self.difference(rows, earlier.rows)
      nanoseconds = Self.difference(nanoseconds, earlier.nanoseconds)
    }

    /// What came to a sum that is at its largest value is not known, and at most as much.
    static func difference(_ sum: Int64, _ earlier: Int64) -> Int64 {
      sum == .max ? .max : sum - earlier
    }
  }

  private var templates: [Sums] = []
  /// The sums when the window began: a window is the difference, so it costs nothing per statement.
  private var before: [Sums] = []
  private var closed: [Window] = []
  /// Where the window under way begins, in numbers, and how much there was before it.
  private var firstLine = 0
  private var start = TraceRecord.unknown
  private var statementsBefore = 0
  private var nanosecondsBefore: Int64 = 0
  private var lastTime = TraceRecord.unknown
  private let pause: Int64
  private static let templatesPerWindow = 3
  /// Past this many, what follows belongs to the last one.
  private static let mostWindows = 500

  private struct Window {
    var profile: WindowProfile
    var templates: [(template: Int32, sums: Sums)] = []
  }

  private var stages: [Int32: [Int32: Sums]] = [:]
  private var stageOrder: [Int32] = []
  private(set) var statements = 0
  private(set) var nanoseconds: Int64 = 0
  private static let mostStages = 1000
  private var hasMoreWindows = false
  private var hasMoreStages = false

  /// What was too much to be told apart, in words.
  func limits(_ tables: TraceTables) -> [String] {
    var limits: [String] = []
    let rest = templates.indices.reduce(0) {
      tables.isRest(Int32($1)) ? $0 + templates[$1].count : $0
    }
    if rest > 0 {
      limits.append(
        "more than \(TraceTables.maximumTemplates) different statements: \(rest) are counted "
          + "together as '\(TraceTables.otherQueries)' and '\(TraceTables.otherStatements)'")
    }
    if hasMoreWindows {
      limits.append("more than \(Self.mostWindows) bursts: the last takes in all that follow")
    }
    if hasMoreStages {
      limits.append("more than \(Self.mostStages) stages: those that follow are not listed")
    }
    if nanoseconds == .max { limits.append("the times add up to more than can be counted") }
    if templates.contains(where: { $0.rows == .max }) {
      limits.append("the rows add up to more than can be counted")
    }
    return limits
  }

  /// - Parameter pause: nanoseconds without a statement that end a window.
  init(pause: Int64) { self.pause = pause }

  mutating func add(_ record: TraceRecord) {
    if record.time >= 0 {
      if lastTime >= 0, record.time - lastTime > pause { closeWindow() }
      lastTime = record.time
    }
    if statements == statementsBefore {
      firstLine = record.line
      start = record.time
    }
    let index = Int(record.template)
    if index >= templates.count {
      templates.append(contentsOf: repeatElement(Sums(), count: index + 64 - templates.count))
    }
    templates[index].add(record)
    statements += 1
    nanoseconds.add(saturating: max(0, record.nanoseconds))
    if record.stage >= 0 { addToStage(record) }
  }

  // MARK: Windows

  /// Ends the window; the next statement begins another.
  mutating func closeWindow() {
    guard statements > statementsBefore else { return }
    guard closed.count < Self.mostWindows else {
      hasMoreWindows = true
      return
    }
    closed += [endedWindow].compactMap { $0 }
    before = templates
    statementsBefore = statements
    nanosecondsBefore = nanoseconds
  }

  /// The window under way, as if it ended here.
  private var endedWindow: Window? {
    guard statements > statementsBefore else { return nil }
    let profile = WindowProfile(
      firstLine: firstLine, start: start.known, end: lastTime.known,
      statements: statements - statementsBefore,
      nanoseconds: Sums.difference(nanoseconds, nanosecondsBefore), templates: [])
    var slowest: [(template: Int32, sums: Sums)] = []
    for index in templates.indices {
      var sums = templates[index]
      if index < before.count { sums.subtract(before[index]) }
      guard sums.count > 0 else { continue }
      let place = slowest.firstIndex {
        (sums.nanoseconds, sums.count) > ($0.sums.nanoseconds, $0.sums.count)
      }
      slowest.insert((Int32(index), sums), at: place ?? slowest.count)
      if slowest.count > Self.templatesPerWindow { slowest.removeLast() }
    }
    return Window(profile: profile, templates: slowest)
  }

  func windows(_ tables: TraceTables, _ names: SchemaNames) -> [WindowProfile] {
    (closed + [endedWindow].compactMap { $0 }).map { window in
      var ended = window.profile
      ended.templates = window.templates.map { profile($0.template, $0.sums, tables, names) }
      return ended
    }
  }

  private mutating func addToStage(_ record: TraceRecord) {
    if stages[record.stage] == nil {
      guard stageOrder.count < Self.mostStages else {
        hasMoreStages = true
        return
      }
      stageOrder.append(record.stage)
    }
    stages[record.stage, default: [:]][record.template, default: Sums()].add(record)
  }

  func templates(_ tables: TraceTables, _ names: SchemaNames) -> [TemplateProfile] {
    profiles(
      templates.indices.lazy.filter { templates[$0].count > 0 }.map {
        (Int32($0), templates[$0])
      }, tables, names)
  }

  func stages(_ tables: TraceTables, _ names: SchemaNames) -> [StageProfile] {
    stageOrder.map { stage in
      let sums = stages[stage] ?? [:]
      return StageProfile(
        stage: tables.nameText(stage) ?? "",
        statements: sums.values.reduce(0) { $0 + $1.count },
        rows: Int(clamping: sums.values.reduce(Int64(0)) { $0.adding(saturating: $1.rows) }),
        nanoseconds: sums.values.reduce(0) { $0.adding(saturating: $1.nanoseconds) },
        templates: profiles(sums.lazy.map { ($0, $1) }, tables, names))
    }
  }

  private func profile(
    _ template: Int32, _ sums: Sums, _ tables: TraceTables, _ names: SchemaNames
  ) -> TemplateProfile {
    let shape = tables.templates[Int(template)].shape
    let entity = shape.table.isEmpty ? nil : names.entity(of: shape.table)
    let isOwn = shape.bookkeeping != nil
    let share =
      nanoseconds > 0
      ? Double(sums.nanoseconds) / Double(nanoseconds)
      : Double(sums.count) / Double(max(1, statements))
    return TemplateProfile(
      sql: tables.templates[Int(template)].text, purpose: sums.sample.purpose(of: shape),
      entity: isOwn ? nil : entity?.name, entityIsDerived: !isOwn && entity?.isDerived == true,
      relationship: relationship(sums.sample, shape, tables, names), isBatch: shape.isBatch,
      count: sums.count,
      rows: Int(clamping: sums.rows), nanoseconds: sums.nanoseconds,
      slowestNanoseconds: max(0, sums.slowest), share: share, firstLine: sums.firstLine)
  }

  private func relationship(
    _ sample: StatementSample, _ shape: StatementShape, _ tables: TraceTables, _ names: SchemaNames
  ) -> String? {
    if let entity = tables.nameText(sample.entity), let name = tables.nameText(sample.relationship)
    {
      return "\(entity).\(name)"
    }
    guard
      sample.flags.contains(.toManyFault) || sample.flags.contains(.prefetch)
        || sample.kind == .prefetch || sample.kind == .manyToManyFault
    else { return nil }
    let relation =
      names.toMany(table: shape.table, column: shape.column)
      ?? names.manyToMany(joinTable: shape.joinTable, column: shape.column)
    return relation.map { "\($0.entity).\($0.relationship)" }
      ?? tables.nameText(sample.relationship)
  }

  /// What costs most comes first.
  private func profiles(
    _ sums: some Sequence<(template: Int32, sums: Sums)>, _ tables: TraceTables,
    _ names: SchemaNames
  ) -> [TemplateProfile] {
    let ordered = sums.sorted { left, right in
      if left.sums.nanoseconds != right.sums.nanoseconds {
        return left.sums.nanoseconds > right.sums.nanoseconds
      }
      if left.sums.count != right.sums.count { return left.sums.count > right.sums.count }
      return tables.templates[Int(left.template)].text < tables.templates[Int(right.template)].text
    }
    return ordered.map { profile($0.template, $0.sums, tables, names) }
  }
}
