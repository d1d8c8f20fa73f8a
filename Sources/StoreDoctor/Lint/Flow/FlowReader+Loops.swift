internal import StoreModel
internal import SwiftSyntax

extension FlowReader {
  /// The calls of each loop, with the loop in words.
  mutating func noteLoopCalls(_ node: Syntax) {
    guard !file.isTest, let loop = Loop(node, calls: Loop.complete), !loop.isSmallOrChunked(types),
      !loop.isPaging, loop.isList(types)
    else { return }
    let each =
      loop.isConditional
      ? "iteration of this loop" : "element of '\(file.text(loop.sequence).firstLine)'"
    let steady = loop.hasInnerLoop ? [] : Set(loop.body.steps.map(\.id))
    var waits: ObjectFlows.Waits?
    loop.forEachNode { node in
      if let call = node.as(FunctionCallExprSyntax.self) { noteGrowth(call, in: loop) }
      guard var made = callee(ofStep: node), !node.endsLoop else { return }
      made.loop = each
      if waits == nil { waits = self.waits(in: loop.body) }
      made.waits = waits ?? .init()
      made.waits.calls.removeAll { $0.name == made.name }
      made.isSteady = steady.contains(node.id)
      flows.calls.append(made)
    }
  }
}
