internal import Diagnostics
internal import SwiftSyntax
internal import TraceAnalysis

/// Finds one transaction per element.
struct SaveInLoop: SourceRule, ProjectRule {
  static let info = TraceRules.rule(.saveInLoop).with(
    group: .dataAccess,
    examples: LoopText.saves + LoopText.savesOfTurns + CoreDataText.sharedSaves
      + CoreDataText.savesOfPortions,
    limits:
      "a save under a condition that counts, after an inner loop or in a loop that waits for something "
      + "else may be meant, and is left alone, as are tests, \(onceRun)")

  static let nodes = Loop.nodes

  /// Functions that save each time they are called.
  func check(_ lint: LintContext, report: RuleReport) {
    for call in lint.flows.calls where call.isSteady && lint.code.has(.save, call) {
      guard let loop = call.loop, lint.isOfMany(call), !lint.code.isOfUnlike(call) else { continue }
      report(
        "'\(call.title)' saves on its own for every \(loop)", at: call.location,
        // A function that is there to save needs no change.
        help: call.name.lowercased().hasPrefix("save") && call.labels.isEmpty || call.name.savesAll
          ? "call it once, after the loop"
          : "leave the save to the caller, and save once after the loop",
        related: lint.code.cause(of: call, .save))
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let loop = Loop(node, calls: Loop.complete), !loop.isPaging,
      loop.body.mentions(["save", "transaction"]),
      case let types = TypeReader(file: file), loop.isList(types),
      !loop.isSmallOrChunked(types) || loop.deletesRows(types),
      loop.isOfMany(types),
      // What is fetched in portions is saved in portions.
      !(loop.isConditional && loop.body.mentions(["fetchLimit"]))
    else {
      return
    }
    for item in loop.body {
      if item.countsTurns { break }
      for save in item.saves
      where !loop.waits && (!loop.hasInnerLoop || loop.insertsItself || loop.looksUpItself)
        && !save.endsLoop
        && !loop.makesContext(of: save)
      {
        let each =
          loop.isConditional
          ? "every iteration of this loop saves on its own"
          : "every element of '\(file.text(loop.sequence).firstLine)' is saved on its own"
        report(each, at: file.location(save.nameNode))
      }
    }
  }
}

extension String {
  /// `saveOrLog`, `saveContext`: whatever such a function is given, it is no object to be saved.
  fileprivate var savesAll: Bool {
    let words = camelWords
    return words.first == "save" && words.count > 1
      && ["all", "and", "changes", "context", "if", "now", "or", "safely"].contains(words[1])
  }
}

extension ClosureExprSyntax {
  /// Whether it does nothing but work out one value.
  fileprivate var isOneExpression: Bool {
    statements.count == 1 && statements.first?.item.is(ExprSyntax.self) ?? false
      && !statements.hasDescendant {
        $0.is(AssignmentExprSyntax.self)
          || $0.as(FunctionCallExprSyntax.self).map { $0.isContextMethod && $0.isOnContext }
            ?? false
      }
  }
}

extension Loop {
  /// Whether each turn deletes the object of one row that the user has taken away, as in
  /// `for index in offsets { context.delete(notes[index]) }`: there may be several of them, and a save in
  /// between changes the list that the next index is meant for.
  fileprivate func deletesRows(_ types: TypeReader) -> Bool {
    guard !isConditional, types.type(of: sequence.unwrapped)?.name == "IndexSet", let name else {
      return false
    }
    return body.contains { item in
      item.calls.contains { call in
        call.name == "delete" && call.isOnContext
          && call.arguments.first?.expression.resolved.as(SubscriptCallExprSyntax.self)?.arguments
            .mentions([name]) ?? false
      }
    }
  }

  /// Whether each element has a context of its own, which no other save reaches.
  fileprivate func makesContext(of save: FunctionCallExprSyntax) -> Bool {
    guard let name = save.receiver?.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin
    else { return false }
    return (body.position..<body.endPosition).contains(value.position)
      && value.mentions(changingNames)
  }

  /// Whether each iteration makes one object by itself, whatever it makes of its parts.
  fileprivate var insertsItself: Bool {
    body.contains { item in
      if item.calls.contains(where: { $0.name == "insert" && $0.isOnContext }) { return true }
      let value =
        item.item.as(VariableDeclSyntax.self)?.bindings.first?.initializer?.value
        ?? item.item.as(ExprSyntax.self)
      guard let call = value?.call else { return false }
      return call.name == "insertNewObject"
        || call.arguments.count == 1 && call.argument("context") != nil
          && call.name.first?.isUppercase ?? false
    }
  }

  /// Whether each iteration looks up one object for its element, and then goes through lists that are the
  /// same for all elements: `guard let note = find(id) …; for tag in tags { note.add(tag) }`.
  fileprivate var looksUpItself: Bool {
    let changing = changingNames
    guard
      body.contains(where: { item in
        let check = item.item.as(GuardStmtSyntax.self)?.conditions.first?.condition
        let value =
          check?.as(OptionalBindingConditionSyntax.self)?.initializer?.value
          ?? item.item.as(VariableDeclSyntax.self)?.bindings.first?.initializer?.value
        guard let call = value?.call, !call.name.hasSuffix("s") else { return false }
        return call.arguments.contains { $0.expression.mentions(names) }
          && call.arguments.contains {
            $0.expression.lastName?.lowercased().has("context") ?? false
          }
      })
    else { return false }
    return !body.hasDescendant { node in
      let list = node.as(ForStmtSyntax.self)?.sequence
      return list?.mentions(changing) ?? node.is(WhileStmtSyntax.self)
    }
  }

  /// An inner loop means that an iteration handles many objects. One that only makes values of other
  /// values handles none.
  var hasInnerLoop: Bool {
    body.hasDescendant { node in
      if node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self) { return true }
      guard let call = node.as(FunctionCallExprSyntax.self),
        ["forEach", "map", "compactMap"].contains(call.name)
      else { return false }
      return call.name == "forEach" || call.lastClosure.map { !$0.isOneExpression } ?? false
    }
  }
}
