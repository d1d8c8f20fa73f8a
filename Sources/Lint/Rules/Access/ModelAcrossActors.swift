internal import Diagnostics
internal import StoreModel

/// Finds model objects and contexts that cross from one actor to another.
struct ModelAcrossActors: ProjectRule {
  static let info = RuleInfo(
    id: "model-across-actors", group: .dataAccess, severity: .warning,
    summary: "a model object or a context is handed to an actor, or an object comes back from one",
    why: "an object belongs to its context and the context to its actor: used by another one, it "
      + "loses changes or the app crashes",
    fix:
      "hand over 'persistentModelID', or a struct with the values, and look the object up on the "
      + "other side, in a context that the actor makes of the container",
    limits:
      "calls are followed where the type of the actor is written; else a function of the actor "
      + "counts that the actor does not call itself and others can or do, unless another type has one of its "
      + "name",
    examples: AccessText.acrossActors + CoreDataText.actors)

  func check(_ lint: LintContext, report: RuleReport) {
    var said: Set<String> = []
    for call in lint.flows.calls where call.isAwaited {
      guard let named = call.owners.first,
        let owner = lint.flows.actors.contains(named)
          ? named : call.gives == nil ? nil : lint.actor(adopting: named)
      else { continue }
      if call.name == "init", let model = call.models.first {
        hand(model, to: owner, at: call.location, lint, report)
        continue
      }
      if let model = call.gives {
        guard lint.code.givesResult(call) else { continue }
        take(model, from: owner, at: call.location, lint, report)
        continue
      }
      guard case let meant = lint.code.functions(of: call), !meant.isEmpty,
        !meant.contains(where: \.isPrivate)
      else { continue }
      said.formUnion(meant.map(\.name))
      if let model = call.models.first,
        // Of several of one name, it is the one that takes such an object.
        meant.contains(where: {
          $0.parameters.contains { $0.type == model || $0.type == ObjectFlows.anyModel }
        })
      {
        hand(model, to: owner, at: call.location, lint, report)
      } else if let model = meant[0].returns, meant.allSatisfy({ $0.returns == model }) {
        take(model, from: owner, at: call.location, lint, report)
      }
    }
    for function in lint.flows.functions where !function.isPrivate && !said.contains(function.name)
    {
      check(function, lint, report)
    }
  }

  /// Objects that come back from an actor.
  private func take(
    _ model: String, from actor: String, at place: Location, _ lint: LintContext,
    _ report: RuleReport, isOwn: Bool = false
  ) {
    let isAny = model == ObjectFlows.anyModel
    guard !lint.isShadowed(model) else { return }
    guard isAny || lint.isStored(model) else {
      if let kept = lint.modelKept(by: model) {
        take(kept, from: actor, at: place, lint, report, isOwn: isOwn)
      }
      return
    }
    report(
      "\(isAny ? "model" : "'\(model)'") objects come out of the actor '\(actor)'"
        + (isOwn ? " to those who call this" : ""),
      at: place, entity: isAny ? nil : model, help: isAny ? nil : lint.identifierHelp(model))
  }

  private func hand(
    _ model: String, to actor: String, at place: Location, _ lint: LintContext,
    _ report: RuleReport
  ) {
    let isContext = model == "ModelContext"
    guard !lint.isShadowed(model) else { return }
    report(
      isContext
        ? "\(Self.context)\(actor)'" : "a '\(model)' object is handed to the actor '\(actor)'",
      at: place, entity: isContext ? nil : model,
      help: isContext
        ? "hand over the container, and let the actor make a context of its own"
        : lint.identifierHelp(model))
  }

  static let context = "a context is handed to the actor '"

  /// What an actor does not call itself is for others, whose calls are not among the files or do not
  /// tell what they call.
  private func check(
    _ function: ObjectFlows.Function, _ lint: LintContext, _ report: RuleReport
  ) {
    guard let owner = function.owner, lint.flows.actors.contains(owner), function.labels != ["."],
      !lint.flows.ownCalls.contains(function.name),
      function.isPublic || lint.isAwaited(function, of: owner) || lint.isUncalledYet(function)
    else { return }
    if let model = function.returns,
      lint.isStored(model) || model == ObjectFlows.anyModel || lint.modelKept(by: model) != nil
    {
      take(model, from: owner, at: function.location, lint, report, isOwn: true)
    } else if let model = function.parameters.first(where: {
      lint.isStored($0.type) && !lint.isShadowed($0.type)
    })?.type {
      report(
        "a '\(model)' object is handed to the actor '\(owner)' by those who call this",
        at: function.location, entity: model, help: lint.identifierHelp(model))
    } else if function.parameters.contains(where: { $0.type == ObjectFlows.anyModel }),
      let word = function.name.lastPart.camelWords.first, !Self.takingNew.contains(word)
    {
      report(
        "a model object is handed to the actor '\(owner)' by those who call this",
        at: function.location)
    }
  }

  /// How functions begin that may be given what is new and belongs to no context yet.
  private static let takingNew: Set = [
    "add", "append", "create", "insert", "persist", "put", "save", "store", "upsert", "write",
  ]
}

extension LintContext {
  /// Whether nothing calls a function of an app that is being written: those who will are not there yet.
  fileprivate func isUncalledYet(_ function: ObjectFlows.Function) -> Bool {
    let files = allFiles()
    guard !UncalledCode.isGrown(files), hasStart() else { return false }
    let name = function.name.lastPart
    return WordsOfFiles.counts(of: [name], in: files)[name] == 1
  }

  /// Whether something waits for a function: by the type, by what the type adopts, or by a name alone that no
  /// other type has.
  fileprivate func isAwaited(_ function: ObjectFlows.Function, of owner: String) -> Bool {
    let name = function.name.lastPart
    if flows.awaited.contains(function.name) { return true }
    let adopted = flows.inheritances.filter { $0.type == owner }.map(\.from)
    if adopted.contains(where: { flows.awaited.contains("\($0).\(name)") }) { return true }
    return flows.awaited.contains(name)
      && !flows.functions.contains { $0.name.lastPart == name && $0.owner != owner }
  }

  /// An actor that stands behind a protocol, where the app has one.
  fileprivate func actor(adopting name: String) -> String? {
    flows.inheritances.first { $0.from == name && flows.actors.contains($0.type) }?.type
  }

  /// The class of the objects that a struct keeps.
  fileprivate func modelKept(by type: String) -> String? {
    flows.carriers.first { $0.type == type && !isStored(type) && isStored($0.from) }?.from
  }

  /// What to hand over instead of an object of Core Data; nil for one of SwiftData, as the rule says it.
  fileprivate func identifierHelp(_ name: String) -> String? {
    classes(name).isEmpty
      ? "hand over 'objectID', or a struct with the values, and look the object up on the other side, "
        + "inside 'perform' of a context made there" : nil
  }
}
