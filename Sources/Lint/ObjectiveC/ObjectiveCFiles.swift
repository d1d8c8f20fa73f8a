internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// The Objective-C files of an input under the rules.
struct ObjectiveCFiles {
  private let files: [(source: ObjCSource, bodies: [ObjCBody])]
  /// The paths of those that nothing can be said of.
  let unread: [String]

  /// - Parameter texts: other files, which only give names to texts.
  init(_ files: [SourceFile], texts: [SourceFile] = []) {
    var read: [(ObjCSource, [ObjCBody])] = []
    var unread: [String] = []
    for file in files {
      guard let source = ObjCSource(file) else {
        unread.append(file.path)
        continue
      }
      read.append((source, source.methods.map { ObjCBody($0, in: source) }))
    }
    let helpers = ObjCHelpers(
      read.map { (source: $0.0, bodies: $0.1) },
      constants: texts.compactMap { ObjCSource($0)?.constants })
    for file in read.indices {
      for body in read[file].1.indices { read[file].1[body].helpers = helpers }
    }
    (self.files, self.unread) = (read, unread)
  }

  /// What the files say of stores.
  var use: CoreDataUse {
    files.reduce(into: CoreDataUse()) { $0.note($1.source, $1.bodies) }
  }

  /// What the rules say of the methods; tests may do as they like.
  ///
  /// - Parameter others: the other files of the app, which may call the methods.
  func findings(in lint: LintContext, besides others: [SourceFile]) -> [Finding] {
    var found: [(method: ObjCSource.Method, findings: [Finding])] = []
    let classes = Set(lint.modelIndex.byClass.keys)
    for (source, bodies) in files where !source.isTest {
      for var body in bodies {
        body.managedClasses = classes
        let said = RuleReport.FindingList()
        for rule in LintRules.objectiveC {
          rule.check(body, in: lint, report: RuleReport(rule: type(of: rule), list: said))
        }
        let name = body.method.selector.prefix { $0 != ":" }
        let isOnceRun = !said.findings.isEmpty && OnceRunCode.runsOnce(String(name))
        let kept = said.findings.filter { !isOnceRun || !OnceRunCode.rules.contains($0.rule) }
        if !kept.isEmpty { found.append((body.method, kept)) }
      }
    }
    let uncalled = ObjCUncalled(found.map(\.method), in: others)
    return found.flatMap { method, findings in
      uncalled.contains(method)
        ? findings.filter { finding in
          LintRules.named[finding.rule]?.group != .dataAccess
            || UncalledCode.crashing.contains(finding.rule)
        } : findings
    }
  }
}
