public import StoreEngine

/// What one statement cost in all its repetitions.
public struct TemplateProfile: Sendable, Hashable {
  /// The statement with `?` for what varies.
  public var sql: String
  public var purpose: TraceEvent.Purpose
  /// The entity of its main table.
  public var entity: String?
  public var entityIsDerived: Bool
  public var count: Int
  /// Rows returned or changed, where known.
  public var rows: Int
  public var nanoseconds: Int64
  public var slowestNanoseconds: Int64
  /// Part of the time of all statements, 0 to 1; of their number when the trace has no times.
  public var share: Double
  public var firstLine: Int
}

/// What one migration stage ran.
public struct StageProfile: Sendable, Hashable {
  public var stage: String
  public var statements: Int
  public var rows: Int
  public var nanoseconds: Int64
  /// Its costliest first.
  public var templates: [TemplateProfile]
}

/// Sums per template, and per stage and template.
struct TraceProfiler {
  private struct Sums {
    var count = 0
    var rows: Int64 = 0
    var nanoseconds: Int64 = 0
    var slowest: Int64 = 0
    var firstLine = 0
    var purpose = TraceRecord.purposeUnknown
    var sample = TraceRecord()

    @inline(__always)
    mutating func add(_ record: TraceRecord) {
      if count == 0 {
        firstLine = record.line
        sample = record
      }
      count += 1
      rows &+= max(0, max(record.rows, record.changes))
      nanoseconds &+= max(0, record.nanoseconds)
      slowest = max(slowest, record.nanoseconds)
    }
  }

  private var templates: [Sums] = []
  private var stages: [Int32: [Int32: Sums]] = [:]
  private var stageOrder: [Int32] = []
  private(set) var statements = 0
  private(set) var nanoseconds: Int64 = 0
  private static let mostStages = 1000

  mutating func add(_ record: TraceRecord) {
    let index = Int(record.template)
    if index >= templates.count {
      templates.append(contentsOf: repeatElement(Sums(), count: index + 64 - templates.count))
    }
    templates[index].add(record)
    statements += 1
    nanoseconds &+= max(0, record.nanoseconds)
    if record.stage >= 0 { addToStage(record) }
  }

  private mutating func addToStage(_ record: TraceRecord) {
    if stages[record.stage] == nil {
      guard stageOrder.count < Self.mostStages else { return }
      stageOrder.append(record.stage)
    }
    stages[record.stage, default: [:]][record.template, default: Sums()].add(record)
  }

  func templates(_ tables: TraceTables, _ names: SchemaNames) -> [TemplateProfile] {
    sorted(
      templates.enumerated().compactMap { index, sums in
        sums.count == 0 ? nil : profile(Int32(index), sums, tables, names)
      })
  }

  func stages(_ tables: TraceTables, _ names: SchemaNames) -> [StageProfile] {
    stageOrder.map { stage in
      let sums = stages[stage] ?? [:]
      return StageProfile(
        stage: tables.nameText(stage) ?? "",
        statements: sums.values.reduce(0) { $0 + $1.count },
        rows: Int(clamping: sums.values.reduce(0) { $0 &+ $1.rows }),
        nanoseconds: sums.values.reduce(0) { $0 &+ $1.nanoseconds },
        templates: sorted(sums.map { profile($0, $1, tables, names) }))
    }
  }

  private func profile(
    _ template: Int32, _ sums: Sums, _ tables: TraceTables, _ names: SchemaNames
  ) -> TemplateProfile {
    let shape = tables.templates[Int(template)].shape
    let entity = shape.table.isEmpty ? nil : names.entity(of: shape.table)
    let isOwn = StatementClassifier.ownKind(of: shape.table) != nil
    let share =
      nanoseconds > 0
      ? Double(sums.nanoseconds) / Double(nanoseconds)
      : Double(sums.count) / Double(max(1, statements))
    return TemplateProfile(
      sql: tables.templates[Int(template)].text, purpose: sums.sample.purpose(of: shape),
      entity: isOwn ? nil : entity?.name, entityIsDerived: !isOwn && entity?.isDerived == true,
      count: sums.count, rows: Int(clamping: sums.rows), nanoseconds: sums.nanoseconds,
      slowestNanoseconds: max(0, sums.slowest), share: share, firstLine: sums.firstLine)
  }

  private func sorted(_ profiles: [TemplateProfile]) -> [TemplateProfile] {
    profiles.sorted {
      if $0.nanoseconds != $1.nanoseconds { return $0.nanoseconds > $1.nanoseconds }
      if $0.count != $1.count { return $0.count > $1.count }
      return $0.sql < $1.sql
    }
  }
}
