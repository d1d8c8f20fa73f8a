package import Diagnostics
package import ModelSource
package import StoreEngine
package import StoreModel
internal import SwiftSyntax

/// What the code of stages does wrong whatever rows it meets, as far as its files show.
package enum ClosureFaults {
  private static let rules: [any StrayModelRule] = [
    NewModelInWillMigrate(), OldModelInDidMigrate(),
  ]

  private static let ids = Set(rules.map { type(of: $0).info.id })

  /// What a run makes certain, one way or the other.
  package static let certainty = Certainty.inferred("the code was read and not run")

  /// Whether code of a plan fails by it, while its stages are there and fit.
  package static func isOne(_ finding: Finding) -> Bool { ids.contains(finding.rule) }

  /// Classes of another version that code on the way works on. Nobody has run it, so each is likely.
  ///
  /// - Parameter reading: gives the files at some paths: those of the stages, and where these call
  ///   functions of other files, all that were read with the plan.
  package static func findings(
    of path: MigrationPath, reading: (Set<String>) -> [SourceFile]
  ) -> [Finding] {
    let ways = Set(path.steps.map { [$0.from.name.lastPart, $0.to.name.lastPart] })
    let places = path.steps.flatMap { [$0.willMigrate, $0.didMigrate] }.compactMap(\.self)
    let own = Set(places.map(\.path))
    guard !own.isEmpty else { return [] }
    var files = reading(own)
    // Outside of all types a bare name means the class that is declared there.
    let live = path.history.versions.flatMap(\.entities).compactMap(\.className).filter {
      !$0.contains(".")
    }
    var lint = LintContext(
      histories: [path.history], fullNames: Dictionary(keepingFirst: live.map { ($0, [$0]) }))
    var (flows, found) = read(files, lint) { stage in
      ways.contains([stage.from.lastPart, stage.to.lastPart])
    }
    flows.stageCalls.removeAll { !ways.contains([$0.from.lastPart, $0.to.lastPart]) }
    let called = Set(flows.stageCalls.map(\.call.name))
    if !called.isEmpty {
      let others = reading(Set(path.history.sources).subtracting(own))
      let users = WordsOfFiles.positions(of: called, in: others).map { others[$0] }
      files += users
      flows.formUnion(read(users, lint) { _ in false }.0)
      lint.join(flows)
      let list = RuleReport.FindingList()
      for rule in rules { rule.check(lint, report: RuleReport(rule: type(of: rule), list: list)) }
      found += list.findings
    }
    let suppressions = SuppressionReader.read(files, models: []).suppressions
    return found.filter { finding in
      !suppressions.contains { suppression in
        suppression.rules.contains { suppression.covers(finding, rule: $0) }
      }
    }.map { finding in
      var finding = finding
      finding.certainty = certainty
      return finding
    }
  }

  /// What functions of the files do, and what is wrong in the closures of some stages.
  private static func read(
    _ files: [SourceFile], _ lint: LintContext,
    _ isWanted: @escaping @Sendable (MigrationClosures) -> Bool
  ) -> (ObjectFlows, [Finding]) {
    let rules = rules
    let parts = ParsePool.map(files) { source, tree in
      let file = LintFile(source: source, tree: tree, lint: lint)
      let found = RuleReport.FindingList()
      return FileMemo.reading(file) {
        var reader = FlowReader(file)
        tree.forEachDescendant { node in
          reader.note(node, isWhole: true)
          guard let stage = node.as(FunctionCallExprSyntax.self).flatMap(MigrationClosures.init),
            isWanted(stage)
          else { return true }
          for rule in rules {
            rule.check(node, in: file, report: RuleReport(rule: type(of: rule), list: found))
          }
          return true
        }
        return (reader.flows, found.findings)
      }
    }
    var flows = ObjectFlows()
    for (part, _) in parts { flows.formUnion(part) }
    return (flows, parts.flatMap(\.1))
  }
}
