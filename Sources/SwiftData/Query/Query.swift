internal import Foundation
internal import StoreEngine

/// A fetch as SQL, in the shape Core Data gives its statements (Documentation/Format/Logs.md, 5.1).
struct Query<T: PersistentModel> {
  let plan: EntityPlan
  let selection: Selection
  /// Everything up to LIMIT.
  let sql: String
  let values: [SQLiteValue]
  let limitText: String
  /// Whether objects must be filtered, merged or sorted after the rows are read.
  let runsInMemory: Bool
  /// Whether the statement applies the predicate.
  let isFiltered: Bool
  /// Whether changes that are not saved must be merged in.
  let includesPending: Bool
  let isPartial: Bool
  private let source: String

  var countSQL: String {
    source.contains(" JOIN ")
      ? "SELECT COUNT( DISTINCT t0.Z_PK) FROM \(source)" : "SELECT COUNT(*) FROM \(source)"
  }

  var limitedCountSQL: String {
    "SELECT COUNT(*) FROM (SELECT 0, t0.Z_PK FROM \(source)\(limitText))"
  }

  let keySQL: String

  init(_ descriptor: FetchDescriptor<T>, _ plan: EntityPlan, in context: ModelContext) throws {
    self.plan = plan
    var translator = SQLTranslator(plan)
    var condition: String?
    var isFiltered = true
    if let predicate = descriptor.predicate {
      do {
        condition = try translator.condition(predicate)
      } catch let reason as UnsupportedInSQL {
        isFiltered = false
        plan.store.note("predicate evaluated in memory: \(reason)")
      }
    }
    let usesRelationships = translator.usesRelationships
    let pending =
      descriptor.includePendingChanges && context.hasPending(in: plan, related: usesRelationships)
    // With other objects changed, joins would see old values.
    if pending && usesRelationships { isFiltered = false }
    if !isFiltered { translator = SQLTranslator(plan) }
    var order: String? = ""
    if !pending {
      do {
        order = try translator.order(descriptor.sortBy)
      } catch let reason as UnsupportedInSQL {
        order = nil
        plan.store.note("sorted in memory: \(reason)")
      }
    }
    var parts = ["\(plan.table) t0"] + translator.joins
    var conditions: [String] = []
    if let family = plan.familyCondition("t0") { conditions.append(family) }
    if isFiltered, let condition { conditions.append(condition) }
    if !conditions.isEmpty { parts.append("WHERE  " + conditions.joined(separator: " AND ")) }
    source = parts.joined(separator: " ")
    self.isFiltered = isFiltered
    includesPending = pending
    runsInMemory = pending || !isFiltered || order == nil
    let wanted = Self.wanted(descriptor, plan)
    isPartial = wanted != nil
    selection = wanted.map { Selection(plan, columns: $0) } ?? plan.selection
    let ordered = source + (order ?? "")
    sql = "\(selection.list) FROM \(ordered)"
    keySQL = "SELECT \(plan.sharesTable ? "t0.Z_ENT" : "0"), t0.Z_PK FROM \(ordered)"
    values = translator.values
    limitText = Self.limit(descriptor)
  }

  private static func wanted(_ descriptor: FetchDescriptor<T>, _ plan: EntityPlan) -> Set<Int>? {
    guard !descriptor.propertiesToFetch.isEmpty else { return nil }
    let slots = descriptor.propertiesToFetch.compactMap { plan.type.property($0)?.slot }
    // Keys of relationships cost nothing and save a fault each.
    return Set(slots + plan.relationships.filter { !$0.isToMany }.map(\.slot))
  }

  private static func limit(_ descriptor: FetchDescriptor<T>) -> String {
    let limit = descriptor.fetchLimit ?? 0
    let offset = descriptor.fetchOffset ?? 0
    var text = ""
    if limit > 0 { text += " LIMIT \(limit)" } else if offset > 0 { text += " LIMIT -1" }
    if offset > 0 { text += " OFFSET \(offset)" }
    return text
  }
}

extension ModelContext {
  /// Whether changes that are not saved can matter to a fetch of the entity.
  func hasPending(in plan: EntityPlan, related: Bool) -> Bool {
    guard hasChanges else { return false }
    if related { return true }
    let family = plan.entity.number...plan.entity.last
    func concerns(_ entry: ModelObject) -> Bool {
      guard let other = entry.storage.plan, other.store === plan.store else { return false }
      return family.contains(other.entity.number)
    }
    return inserted.contains { $0.storage.isInserted && concerns($0) }
      || changed.contains { $0.storage.isListed && concerns($0) }
      || deleted.contains { $0.storage.isDeleted && concerns($0) }
  }
}
