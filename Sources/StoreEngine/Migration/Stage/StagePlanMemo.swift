internal import StoreModel
internal import Synchronization

/// Remembers the last plans of stages for stores that differ in their rows alone, as those that are made to
/// try a plan out do.
package final class StagePlanMemo: Sendable {
  private struct Known {
    var plans: [Question: StagePlan] = [:]
    /// In the order in which they came.
    var order: [Question] = []
  }

  private let known = Mutex(Known())
  /// Twice the stages of a plan with as many versions as anybody has.
  private static let mostPlans = 64

  package init() {}

  /// - Parameter make: works the plan out; what it throws is not remembered.
  func plan(
    of step: MigrationStep, on connection: Connection, facts: StageFacts,
    make: () throws -> StagePlan
  ) throws -> StagePlan {
    let question = Question(step: step, store: try StoreState(connection), facts: facts)
    if let plan = known.withLock({ $0.plans[question] }) { return plan }
    let plan = try make()
    known.withLock { known in
      // Another thread may have worked it out meanwhile.
      guard known.plans.updateValue(plan, forKey: question) == nil else { return }
      known.order.append(question)
      if known.order.count > Self.mostPlans { known.plans[known.order.removeFirst()] = nil }
    }
    return plan
  }

  /// What a plan rests on.
  private struct Question: Hashable {
    let step: MigrationStep
    let store: StoreState
    let facts: StageFacts

    // Models take long to hash, and the rest tells nearly all plans apart.
    func hash(into hasher: inout Hasher) {
      hasher.combine(step.name)
      hasher.combine(store)
    }

    static func == (left: Question, right: Question) -> Bool {
      left.store == right.store && left.facts.now == right.facts.now
        && left.facts.uuid == right.facts.uuid && left.facts.defaults == right.facts.defaults
        && left.step == right.step
    }
  }

  /// All that a store has besides its rows, as it stands in the file.
  private struct StoreState: Hashable {
    private var schema: [String] = []
    private var metadata: [UInt8] = []
    private var model: [UInt8] = []

    init(_ connection: Connection) throws {
      let rows = try connection.prepare(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
      while try rows.step() {
        for column in 0..<4 { schema.append(rows.value(at: column).text ?? "") }
      }
      let row = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1")
      if try row.step() {
        schema.append(row.value(at: 0).text ?? "")
        metadata = row.bytes(at: 1)
      }
      guard schema.contains("Z_MODELCACHE") else { return }
      let cache = try connection.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
      if try cache.step() { model = cache.bytes(at: 0) }
    }
  }
}
