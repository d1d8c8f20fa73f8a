package import Diagnostics
internal import Lint
internal import StoreEngine
package import StoreModel

extension EditedProject {
  /// Why a project is not read, where it is a file that says so.
  package struct Failure: Sendable, Hashable {
    /// The configuration, the lock or the baseline; nil where no file is at fault.
    package var path: String?
    /// Counted from 1.
    package var line: Int
    package var message: String

    static func all(of error: any Error) -> [Failure] {
      switch error {
      case let error as LintConfigurationError:
        ([error] + error.others).map {
          Failure(path: $0.path, line: $0.line, message: $0.message)
        }
      case let error as SchemaLockError:
        [Failure(path: error.path, line: 1, message: "\(error)")]
      case let error as BaselineError:
        [Failure(path: error.path, line: error.line, message: error.message)]
      case let error as any ReportableError: [Failure(line: 1, message: "\(error)")]
      default: [Failure(line: 1, message: "\(error)")]
      }
    }
  }

  /// Why a rule's places belong together: those that a finding would speak for in a report.
  ///
  /// - Returns: for each finding of a file the places of the others, nearest paths first.
  package func likewise(_ path: String) -> [[Location]] {
    let own = findings[path] ?? []
    let rules = Set(own.map(\.rule))
    let others = findings.filter { $0.key != path }.sorted { $0.key < $1.key }.flatMap(\.value)
    let all = own + others.filter { rules.contains($0.rule) }
    var places: [[Location]] = Array(repeating: [], count: own.count)
    for group in LintAnswer.likewise(all) {
      for member in group where member < own.count && places[member].isEmpty {
        places[member] = group.filter { $0 != member }.compactMap { all[$0].location }
          .filter { $0 != own[member].location }
      }
    }
    return places
  }

  /// The models as they are now, and the versions that have shipped.
  package var lookup: SchemaLookup {
    SchemaLookup(histories: context?.histories ?? [], lock: context?.lock)
  }

  /// The changes that remove a finding; nil when a file is not as it was when they were found, or they
  /// cannot be made.
  package func edits(of finding: Finding) -> [TextEdit]? {
    guard !finding.edits.isEmpty else { return nil }
    let plans = EditPlan.plans(for: [finding]) { text(of: $0) }
    let edits = plans.flatMap(\.edits)
    guard edits.count == finding.edits.count else { return nil }
    let isSame = plans.allSatisfy { plan in
      // What was found in this file just now speaks of its text; of other files, of their last one.
      plan.path == finding.location?.path && !outdated.contains(plan.path)
        || last?.input.bytes(of: plan.path) == plan.original
    }
    return isSame ? edits : nil
  }

  /// The changes of all findings of a file that lie in it.
  package func allEdits(in path: String) -> [TextEdit] {
    guard !outdated.contains(path) else { return [] }
    let fixable = (findings[path] ?? []).filter { finding in
      finding.edits.allSatisfy { $0.path == path }
    }
    return EditPlan.plans(for: fixable) { text(of: $0) }.flatMap(\.edits)
  }
}
