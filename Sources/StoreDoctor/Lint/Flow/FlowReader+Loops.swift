internal import StoreModel
internal import SwiftSyntax

extension FlowReader {
  /// The calls of each loop, with the loop in words.
  mutating func noteLoopCalls(_ node: Syntax) {
    guard !file.isTest, let loop = Loop(node, calls: Loop.complete), !loop.isSmallOrChunked(types),
      !loop.isPaging, loop.isList(types), case let length = loop.length(types), length != .few
    else { return }
    let each =
      loop.isConditional
      ? "iteration of this loop" : "element of '\(file.text(loop.sequence).firstLine)'"
    let steady = loop.hasInnerLoop ? [] : Set(loop.body.flatMap(\.calls).map(\.id))
    var waits: ObjectFlows.Waits?
    loop.forEachCall { call in
      noteGrowth(call, in: loop)
      guard !call.endsLoop, var made = callee(of: call) else { return }
      made.loop = each
      made.isOrder =
        call.arguments.isEmpty
        && call.receiver?.unwrapped.as(DeclReferenceExprSyntax.self)
          .map { loop.names.contains($0.baseName.text) } ?? false
      if case .fewUnless(let type) = length { made.partOf = type }
      if waits == nil { waits = self.waits(in: loop.body) }
      made.waits = waits ?? .init()
      made.waits.calls.removeAll { $0.name == call.name }
      made.isSteady = steady.contains(call.id)
      flows.calls.append(made)
    }
  }
}
