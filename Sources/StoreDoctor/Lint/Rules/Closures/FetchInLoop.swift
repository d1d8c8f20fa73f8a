internal import Diagnostics
internal import TraceAnalysis

/// Finds one fetch per element where one for all would do.
struct FetchInLoop: LoopedFetchRule {
  static let info = TraceRules.rule(.fetchInLoop).with(
    group: .dataAccess,
    examples: LoopText.fetches,
    limits: limits)

  static let call = "fetch"
  static let name = "fetch"
}
