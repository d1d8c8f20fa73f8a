internal import StoreModel
internal import SwiftSyntax

extension FlowReader {
  /// The calls of each loop, with the loop in words.
  mutating func noteLoopCalls(_ node: Syntax) {
    if let call = node.as(FunctionCallExprSyntax.self), let reference = call.functionForEach {
      return noteLoop(call, reference)
    }
    guard !file.isTest, let loop = Loop(node, calls: Loop.complete.union(Loop.comparing)) else {
      return
    }
    let isOrder =
      node.as(FunctionCallExprSyntax.self)
      .map { Loop.comparing.contains($0.name) } ?? false
    if !isOrder { noteMade(by: loop) }
    guard !loop.isSmallOrChunked(types), !loop.isPaging, loop.isList(types) else { return }
    var length: Loop.Length?
    let each =
      loop.isConditional
      ? "iteration of this loop"
      : "\(isOrder ? Self.comparison : "element of ")'\(file.text(loop.sequence).firstLine)'"
    let steady = loop.hasInnerLoop ? [] : Set(loop.body.steps.map(\.id))
    var waits: ObjectFlows.Waits?
    var isInOrder: Bool?
    loop.forEachNode { node in
      let call = node.as(FunctionCallExprSyntax.self)
      if let call { noteGrowth(call, in: loop) }
      guard var made = callee(ofStep: node), !node.endsLoop, call != nil || !loop.runsRarely(node)
      else { return }
      // Most loops call nothing that is followed.
      let known = length ?? loop.length(types)
      length = known
      let inOrder = isInOrder ?? (loop.keepsProgress || loop.endsWhenFound)
      isInOrder = inOrder
      guard known != .few, !inOrder else { return }
      made.loop = each
      made.isOrder =
        call?.arguments.isEmpty ?? false
        && call?.receiver?.unwrapped.as(DeclReferenceExprSyntax.self)
          .map { loop.names.contains($0.baseName.text) } ?? false
      made.isSame = loop.isSame(node)
      if case .fewUnless(let type) = known { made.partOf = type }
      if waits == nil {
        waits = self.waits(in: loop.body)
        if loop.readsFiles || loop.isFilledByWaiting { waits?.isLong = true }
      }
      made.waits = waits ?? .init()
      made.waits.calls.removeAll { $0.name == made.name }
      made.isSteady = steady.contains(node.id)
      if let call { made.fixed = fixedObjects(of: call, in: loop) }
      flows.calls.append(made)
    }
  }

  /// How a call is named that the order of a list makes.
  static let comparison = "comparison in the order of "

  /// `notes.forEach(store.add)`
  private mutating func noteLoop(_ call: FunctionCallExprSyntax, _ reference: FunctionReference) {
    guard !file.isTest, let loop = Loop(reference: call), !loop.isSmallOrChunked(types),
      loop.isList(types), var made = callee(of: reference)
    else { return }
    let length = loop.length(types)
    guard length != .few else { return }
    if case .fewUnless(let type) = length { made.partOf = type }
    made.loop = "element of '\(file.text(loop.sequence).firstLine)'"
    made.isSteady = true
    flows.calls.append(made)
  }

  /// The function that is handed over by its name, as far as the file tells whose it is.
  private func callee(of reference: FunctionReference) -> ObjectFlows.Call? {
    let owners: [String]
    let name = reference.name.baseName.text
    if let made = reference.made {
      guard file.mayAsk("\(made).init") else { return nil }
      owners = [made]
    } else if reference.base?.isContextValue ?? false, ["insert", "delete"].contains(name) {
      return nil
    } else {
      guard let found = self.owners(of: reference.base, at: reference.name) else { return nil }
      owners = found
    }
    return .init(
      owners: owners, name: name, labels: reference.labels, location: file.location(reference.name))
  }
}
