internal import Diagnostics
internal import SwiftSyntax

/// Objects that a block which saves a context of its own makes in, or fetches from, the default one.
extension ContextAcrossTasks {
  private static func message(_ call: String, _ context: String) -> String {
    "'\(call)' works in the default context: what it gives is used on another thread, and not saved with "
      + "'\(context)'"
  }

  private static func help(_ context: String) -> String { "give it '\(context)'" }

  /// `MagicalRecord.save({ context in CDNote.mr_createEntity()?.title = title })`
  func checkRecords(_ call: FunctionCallExprSyntax, _ file: LintFile, _ report: RuleReport) {
    guard call.name.hasPrefix("mr_create") || call.name.hasPrefix("mr_find"), !file.isTest,
      call.arguments.allSatisfy({ !["in", "inContext"].contains($0.label?.text) }),
      let closure = call.enclosing(ClosureExprSyntax.self), let user = closure.userCall,
      user.name.hasPrefix("save"), let context = closure.onlyParameterName,
      !call.arguments.contains(where: { $0.expression.lastName == context })
    else { return }
    report(
      Self.message(call.name, context), at: file.location(call.nameNode), help: Self.help(context))
  }

  /// `[MagicalRecord saveWithBlock:^(NSManagedObjectContext *context) { [CDNote MR_createEntity]; }]`
  func checkRecords(_ body: ObjCBody, _ report: RuleReport) {
    body.method.body.messages { message, place in
      guard message.worksInDefaultContext, let saver = place.around.last(where: { $0.savesBlock }),
        let context = ObjCMessage(saver)?.blockContext
      else { return }
      report(
        Self.message(message.selector, context), at: body.file.location(message.offset),
        help: Self.help(context))
    }
  }
}

extension ClosureExprSyntax {
  /// `context` of `{ context in … }` and `{ (context: NSManagedObjectContext) in … }`.
  fileprivate var onlyParameterName: String? {
    switch signature?.parameterClause {
    case .simpleInput(let list)?: list.onlyElement?.name.text
    case .parameterClause(let clause)?:
      clause.parameters.onlyElement.map { ($0.secondName ?? $0.firstName).text }
    default: nil
    }
  }
}

extension ObjCMessage {
  /// Whether a class is asked for an object without the context that it is to be of.
  fileprivate var worksInDefaultContext: Bool {
    guard receiver.name?.first?.isUppercase ?? false,
      parts.allSatisfy({ !$0.name.hasSuffix("nContext:") })
    else { return false }
    return ["MR_create", "MR_find"].contains(where: selector.hasPrefix)
      || ["create", "createEntity", "findFirst", "findAll"].contains(selector)
      || selector.hasPrefix("findFirstByAttribute:") || selector.hasPrefix("findAllWithPredicate:")
  }

  /// The context that the block is given.
  fileprivate var blockContext: String? {
    parts.lazy.compactMap { part -> String? in
      guard part.argument.first?.isMark("^") ?? false,
        let head = part.argument.first(where: { $0.kind == .parens }),
        head.children.mentions("NSManagedObjectContext")
      else { return nil }
      return head.children.last?.text
    }.first
  }
}

extension ObjCNode {
  /// Whether it is a message that saves what its block does.
  fileprivate var savesBlock: Bool {
    guard kind == .brackets, let selector = ObjCMessage(self)?.selector else { return false }
    return ["save", "MR_save"].contains(where: selector.hasPrefix) && selector.contains("WithBlock")
  }
}
