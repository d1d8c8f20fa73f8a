package import Diagnostics
package import ModelSource
package import StoreEngine
package import StoreModel
internal import SwiftSyntax

/// What the code of stages does wrong whatever rows it meets, as far as its file shows.
package enum ClosureFaults {
  private static let rules: [any SourceRule] = [NewModelInWillMigrate(), OldModelInDidMigrate()]

  private static let ids = Set(rules.map { type(of: $0).info.id })

  /// What a run makes certain, one way or the other.
  package static let certainty = Certainty.inferred("the code was read and not run")

  /// Whether code of a plan fails by it, while its stages are there and fit.
  package static func isOne(_ finding: Finding) -> Bool { ids.contains(finding.rule) }

  /// Classes of another version that code on the way works on. Nobody has run it, so each is likely.
  ///
  /// - Parameter files: those that hold the code.
  package static func findings(of path: MigrationPath, in files: [SourceFile]) -> [Finding] {
    let ways = Set(path.steps.map { [$0.from.name.lastPart, $0.to.name.lastPart] })
    // Outside of all types a bare name means the class that is declared there.
    let live = path.history.versions.flatMap(\.entities).compactMap(\.className).filter {
      !$0.contains(".")
    }
    let lint = LintContext(
      histories: [path.history], fullNames: Dictionary(keepingFirst: live.map { ($0, [$0]) }))
    let suppressions = SuppressionReader.read(files, models: []).suppressions
    let found = ParsePool.map(files) { source, tree in
      let file = LintFile(source: source, tree: tree, lint: lint)
      let found = RuleReport.FindingList()
      FileMemo.reading(file) {
        tree.forEachDescendant { node in
          guard let stage = node.as(FunctionCallExprSyntax.self).flatMap(MigrationClosures.init),
            ways.contains([stage.from.lastPart, stage.to.lastPart])
          else { return true }
          for rule in rules {
            rule.check(node, in: file, report: RuleReport(rule: type(of: rule), list: found))
          }
          return true
        }
      }
      return found.findings
    }
    return found.flatMap(\.self).filter { finding in
      !suppressions.contains { suppression in
        suppression.rules.contains { suppression.covers(finding, rule: $0) }
      }
    }.map { finding in
      var finding = finding
      finding.certainty = certainty
      return finding
    }
  }
}
