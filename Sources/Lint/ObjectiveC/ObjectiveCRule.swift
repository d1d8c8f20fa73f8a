/// Looks at the methods and functions of Objective-C files, one at a time.
protocol ObjectiveCRule: LintRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport)
}
