public import Diagnostics
internal import ModelSource
public import StoreModel
internal import SwiftSyntax

/// Runs the rules over an input.
public struct Linter: Sendable {
  /// What the user decides about rules.
  public var settings: LintSettings

  /// The rules that suppressions may name.
  let rules: RuleIndex

  /// - Parameter rules: those that suppressions may name.
  public init(settings: LintSettings, rules: RuleIndex) {
    self.settings = settings
    self.rules = rules
  }

  /// What the rules find, sorted by place.
  ///
  /// - Parameter cache: what the last run left and where this one leaves its own; nothing that is
  ///   found depends on it.
  public func lint(_ input: LintInput, cache: LintCache? = nil) -> [Finding] {
    run(input, cache: cache).findings
  }

  /// As `lint`, with the files that were not read and why.
  public func run(
    _ input: LintInput, cache: LintCache? = nil
  ) -> (findings: [Finding], unread: [ModelProblem], unreadObjectiveC: [String]) {
    let known = cache?.recall(input.files) ?? []
    let seen = examine(input, known: known)
    cache?.keep(seen, over: known)
    return (seen.findings, seen.unread, seen.unreadObjectiveC)
  }

  /// The schemas of an input, as rules see them.
  public static func histories(of input: LintInput) -> [SchemaHistory] {
    SwiftModelReader.read(input.files) + input.models
  }

  func schemaFindings(_ context: LintContext) -> [Finding] {
    let found = RuleReport.FindingList()
    func report(_ rule: any LintRule) -> RuleReport {
      RuleReport(rule: type(of: rule), list: found)
    }
    var ofModels: [Finding] = []
    for history in context.histories {
      for model in context.openVersions(of: history) {
        let own = RuleReport.FindingList()
        // A compiled model or a store has no lines: its path is all there is to show.
        let place = model.location ?? history.location
        for rule in LintRules.models {
          let report = RuleReport(rule: type(of: rule), list: own, place: place)
          rule.check(model, in: context, report: report)
        }
        // What no container holds is never stored, however it is declared.
        let unheld = ModelInNoContainer.unheld(in: model, of: context)
          .union(context.frozenCopies(in: model))
        ofModels += own.findings.filter { !($0.entity.map(unheld.contains) ?? false) }
      }
    }
    for rule in LintRules.histories {
      for history in context.histories {
        rule.check(history, in: context, report: report(rule))
      }
    }
    for rule in LintRules.projects { rule.check(context, report: report(rule)) }
    return ofModels + found.findings
  }

  /// What the rules say of the steps between versions.
  ///
  /// - Returns: also what is not said, because both versions have shipped.
  func changeFindings(
    _ context: LintContext, _ changes: [VersionChange]
  ) -> (said: [Finding], unsaid: [Finding]) {
    let (said, unsaid) = (RuleReport.FindingList(), RuleReport.FindingList())
    for rule in LintRules.changes {
      for change in changes {
        let isSaid = !change.isShipped || type(of: rule).judgesShipped
        let place = change.to.location ?? change.history.location
        rule.check(
          change, in: context,
          report: RuleReport(rule: type(of: rule), list: isSaid ? said : unsaid, place: place))
      }
    }
    return (said.findings + skippingFindings(context, besides: said.findings), unsaid.findings)
  }

  /// What the source rules say of the files at some positions.
  ///
  /// - Parameter known: what they said before, by position.
  /// - Returns: also the positions of the files that were read for it.
  func verdicts(
    _ positions: [Int], _ files: [SourceFile], _ known: [LintCache.Memory], _ context: LintContext
  ) -> ([FileVerdict], fresh: [Int]) {
    var verdicts = positions.map { position in
      known.isEmpty
        ? nil : known[position].verdict.flatMap { $0.holds(in: context) ? $0 : nil }
    }
    let open = verdicts.indices.filter { verdicts[$0] == nil }
    let fresh = ParsePool.map(open.map { files[positions[$0]] }) { source, tree in
      let file = LintFile(source: source, tree: tree, lint: context)
      return FileMemo.reading(file) { verdict(on: tree, in: file) }
    }
    for (index, verdict) in zip(open, fresh) { verdicts[index] = verdict }
    return (verdicts.compactMap(\.self), open.map { positions[$0] })
  }

  func verdict(on tree: SourceFileSyntax, in file: LintFile) -> FileVerdict {
    var verdict = FileVerdict()
    let found = RuleReport.FindingList()
    // A list of open nodes instead of recursion: expressions have no depth limit.
    var flows = FlowReader(file)
    var waiting = [Syntax(tree)]
    // Classes of versions that have shipped must stay as they are, and previews, what '#if DEBUG' adds
    // and what fills a store for tests run for nobody but their authors: their code only uses names.
    var unjudged: [Syntax] = []
    while let node = waiting.popLast() {
      verdict.note(node, in: file)
      flows.note(node, isWhole: true)
      if file.isShipped(node) || node.isPreview || node.isDebugOnly || node.isForTestRun {
        unjudged.append(node)
        continue
      }
      for rule in LintRules.sources[node.kind] ?? [] {
        rule.check(node, in: file, report: RuleReport(rule: type(of: rule), list: found))
      }
      waiting += node.children(viewMode: .sourceAccurate)
    }
    while let node = unjudged.popLast() {
      for part in node.children(viewMode: .sourceAccurate) {
        verdict.note(part, in: file, isJudged: false)
        unjudged.append(part)
      }
    }
    verdict.findings = found.findings
    verdict.flows = flows.flows
    verdict.answers = file.answers
    return verdict
  }

  /// With plans named in the settings, others are not looked at.
  func isWanted(_ history: SchemaHistory) -> Bool {
    let isPlan = history.isOrdered && history.versions.first?.source == .swift
    return settings.plans.isEmpty || !isPlan || settings.plans.contains(history.name)
  }

  func chosen(_ finding: Finding) -> Finding? {
    guard let severity = settings.severity(of: finding) else { return nil }
    var finding = finding
    finding.severity = severity
    return finding
  }
}
