internal import Diagnostics
internal import SwiftSyntax

/// A rule about a query that runs once per element of a loop.
protocol LoopedFetchRule: SourceRule, ProjectRule {
  /// The method of the context.
  static var call: String { get }
  /// What a user calls it.
  static var name: String { get }
}

/// What all rules about the speed of code say of where they are silent on purpose.
let onceRun =
  "and so is code that nobody calls, that takes over old data or fills a new store once, or that works in memory"

extension LoopedFetchRule {
  static var limits: String {
    "only \(call == "fetch" ? "fetches" : "counts") whose descriptor is made where the loop is, and "
      + "functions of the given paths that are found for certain; loops over a few written values, what is "
      + "on the screen or somebody has picked, pages and chunks, loops that wait for something else or begin "
      + "it, functions that keep what they found, and tests are left alone, \(onceRun); where many loops "
      + "lead to one function, that one is named"
  }

  static var nodes: [SyntaxKind] { Loop.nodes + [.functionDecl] }

  /// Functions that ask each time they are called.
  func check(_ lint: LintContext, report: RuleReport) {
    guard let effect = ObjectFlows.Effect(rawValue: Self.call) else { return }
    for call in lint.flows.calls where lint.code.has(effect, call) {
      guard let loop = call.loop, lint.isOfMany(call), !lint.code.isOfUnlike(call)
      else { continue }
      // What also changes the store, finds something else the next time.
      guard !call.isSame || lint.code.has(.change, call) || lint.code.has(.save, call) else {
        report(
          "'\(call.title)' makes the same \(Self.name) for every \(loop)", at: call.location,
          help: call.name == "init"
            ? "\(Self.name) once before the loop, and hand the result to each '\(call.title)'"
            : "call it once before the loop, and keep the result")
        continue
      }
      report(
        "'\(call.title)' makes one \(Self.name) for every \(loop)", at: call.location,
        help: loop.hasPrefix(FlowReader.comparison)
          ? "\(Self.name) once before for all of them, and sort by a table of what was found"
          : "let it take all of them at once, and \(Self.name) once before the loop",
        related: lint.code.cause(of: call, effect))
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let function = node.as(FunctionDeclSyntax.self) {
      return checkRecursion(function, in: file, report)
    }
    guard !file.isTest, let loop = Loop(node, calls: Loop.complete), !loop.isPaging,
      case let queries = loop.queries(named: Self.call), !queries.isEmpty,
      case let types = TypeReader(file: file), !loop.isSmallOrChunked(types), loop.isList(types),
      !loop.waits, !loop.body.worksOnFiles, loop.isOfMany(types), !loop.keepsProgress,
      !loop.endsWhenFound
    else { return }
    let each =
      loop.isConditional
      ? "iteration of this loop" : "element of '\(file.text(loop.sequence).firstLine)'"
    for query in queries {
      switch query {
      case .changing(let call):
        report("one \(Self.name) runs for every \(each)", at: file.location(call.nameNode))
      case .same(let call):
        report(
          "the same \(Self.name) runs for every \(each)", at: file.location(call.nameNode),
          help: "\(Self.name) once before the loop, and keep the result")
      }
    }
  }
}

extension LoopedFetchRule {
  /// A function that calls itself for the rest of a list.
  private func checkRecursion(
    _ function: FunctionDeclSyntax, in file: LintFile, _ report: RuleReport
  ) {
    guard !file.isTest, function.goesThroughList, let body = function.body?.statements else {
      return
    }
    let query = body.lazy.flatMap(\.calls).first { call in
      (call.name == Self.call || Self.call == "fetchCount" && call.isCount) && call.isOnContext
    }
    guard let query else { return }
    report(
      "one \(Self.name) runs each time '\(function.name.text)' calls itself, for one element after "
        + "the other", at: file.location(query.nameNode))
  }
}

extension FunctionCallExprSyntax {
  /// The name that is called, without what stands before its dot.
  var nameNode: Syntax {
    calledExpression.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) }
      ?? Syntax(calledExpression)
  }
}

extension String {
  /// The first line, for messages.
  var firstLine: String {
    let first = split(separator: "\n", maxSplits: 1).first.map(String.init) ?? self
    return first.count < count || first.count > 60 ? first.prefix(60) + "…" : first
  }
}
