internal import SwiftSyntax

extension FlowReader {
  mutating func noteFunction(_ function: FunctionDeclSyntax) {
    guard let body = function.body, body.isHandwritten, file.isTest == false else { return }
    let owner = function.ownerName
    let name = function.name.text
    if let owner, types.isModel(owner) { noteOwn(name, Syntax(body), owner) }
    let prefix = owner.map { "\($0).\(name)" } ?? name
    for (position, parameter) in function.signature.parameterClause.parameters.enumerated() {
      guard let type = WrittenType(parameter.type), types.isModel(type.name), !type.isList else {
        continue
      }
      let label = parameter.firstName.text == "_" ? "#\(position)" : parameter.firstName.text
      let uses = self.uses(
        of: (parameter.secondName ?? parameter.firstName).text, in: Syntax(body))
      flows.holders.append(
        .init(name: "\(prefix)(\(label))", entity: type.name, isList: false, uses: uses))
    }
    // What takes longer than any fetch is not slow for what it asks.
    let effects = body.statements.waitsForOthers ? [] : body.statements.effects
    let calls = body.statements.flatMap(\.calls).compactMap { callee(of: $0) }
    let type = function.enclosingType
    flows.functions.append(
      .init(
        name: prefix,
        labels: function.signature.parameterClause.parameters.map {
          $0.firstName.text + ($0.defaultValue == nil ? "" : "?")
        },
        effects: effects, calls: calls,
        returns: function.signature.returnClause.flatMap { WrittenType($0.type)?.name },
        isPrivate: function.modifiers.contains {
          ["private", "fileprivate", "nonisolated", "static"].contains($0.name.text)
        } || function.attribute("MainActor") != nil,
        owner: owner, isActor: type?.is(ActorDeclSyntax.self) ?? false,
        location: file.location(function.name),
        parameters: function.signature.parameterClause.parameters.compactMap { parameter in
          WrittenType(parameter.type).map { .init(label: parameter.firstName.text, type: $0.name) }
        }))
  }

  private func callee(of call: FunctionCallExprSyntax) -> ObjectFlows.Call? {
    let name = call.name
    guard name.first?.isLowercase ?? false, call.trailingClosure == nil,
      !(call.isContextMethod && call.isOnContext)
    else { return nil }
    let owners: [String]
    if let receiver = call.receiver, !["self", "Self"].contains(receiver.dottedName ?? "") {
      if let type = receiver.dottedName, type.first?.isUppercase ?? false,
        !type.contains(".")
      {
        owners = [type]
      } else if let type = types.type(of: receiver), !type.isList {
        owners = [type.name]
      } else {
        return nil
      }
    } else {
      owners = (call.ownerName.map { [$0] } ?? []) + (call.receiver == nil ? [""] : [])
    }
    return .init(
      owners: owners, name: name, labels: call.arguments.map { $0.label?.text ?? "_" },
      location: file.location(call.nameNode))
  }

  /// Calls that a loop makes for each element, and calls that cross to another actor.
  mutating func noteCall(_ call: FunctionCallExprSyntax) {
    guard !file.isTest else { return }
    if call.awaiting != nil, call.receiver != nil, var crossing = callee(of: call) {
      crossing.isAwaited = true
      crossing.models = call.arguments.compactMap { argument in
        if argument.expression.lastName == "mainContext" { return "ModelContext" }
        return types.type(of: argument.expression)?.name
      }.filter { $0 == "ModelContext" || types.isModel($0) }
      flows.calls.append(crossing)
    }
  }

  /// The calls of each loop, with the loop in words.
  mutating func noteLoopCalls(_ node: Syntax) {
    guard !file.isTest, let loop = Loop(node, calls: Loop.complete), !loop.isSmallOrChunked,
      !loop.isPaging, loop.isList(types)
    else { return }
    let each =
      loop.isConditional
      ? "iteration of this loop" : "element of '\(file.text(loop.sequence).firstLine)'"
    let steady = loop.hasInnerLoop ? [] : Set(loop.body.flatMap(\.calls).map(\.id))
    loop.forEachCall { call in
      guard !call.endsLoop, var made = callee(of: call), !loop.waits(besides: call.name) else {
        return
      }
      made.loop = each
      made.isSteady = steady.contains(call.id)
      flows.calls.append(made)
    }
  }
}
