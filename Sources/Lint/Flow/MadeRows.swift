internal import SwiftSyntax

/// Where code makes objects: how many come at a time says whether their table can grow.
struct MadeRows: Sendable, Codable {
  /// Classes and entities of which loops, batches and decoders make objects.
  var many: Set<String> = []
  /// Those of which one object is made at a time, each with a function that does so: `Note.add`.
  var singly: Set<String> = []
  /// The names of functions that loops call.
  var looped: Set<String> = []

  mutating func formUnion(_ other: MadeRows) {
    many.formUnion(other.many)
    singly.formUnion(other.singly)
    looped.formUnion(other.looped)
  }
}

extension FlowReader {
  /// What an app brings along, or makes up for a preview or a test, says nothing of how its tables grow.
  static func isBroughtAlong(_ words: [String]) -> Bool {
    words.contains { word in
      let small = word.lowercased()
      return ["default", "demo", "dummy", "initial", "mock", "preset", "preview", "sample", "seed"]
        .contains { small.contains($0) }
    }
  }

  /// A call that makes an object, or a batch that makes many.
  mutating func noteMade(_ call: FunctionCallExprSyntax) {
    guard !file.isTest else { return }
    if call.name == "NSBatchInsertRequest" {
      if let entity = call.insertedEntity { flows.rows.many.insert(entity) }
      return
    }
    guard let entity = call.madeEntity(types) else { return }
    let function = call.enclosing(FunctionDeclSyntax.self)?.name.text
    guard !Self.isBroughtAlong([function, call.ownerName].compactMap(\.self))
    else { return }
    flows.rows.singly.insert("\(entity).\(function ?? call.ownerName ?? "")")
  }

  /// What a loop makes that goes through more than a list which is written there.
  mutating func noteMade(by loop: Loop) {
    guard !loop.sequence.isWrittenOut, !loop.sequence.mentions(["allCases"]) else { return }
    // What is made now and then adds up as well.
    loop.body.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self) { noteMade(call, in: loop) }
      return !node.is(FunctionDeclSyntax.self)
    }
  }

  /// What a loop makes, and which functions it calls.
  private mutating func noteMade(_ call: FunctionCallExprSyntax, in loop: Loop) {
    let function = call.enclosing(FunctionDeclSyntax.self)?.name.text
    guard !Self.isBroughtAlong(loop.sequence.words + [function].compactMap(\.self)) else { return }
    if let entity = call.madeEntity(types) {
      flows.rows.many.insert(entity)
    } else {
      flows.rows.looped.insert(call.name)
    }
  }

  /// `init(from decoder: any Decoder)` in a class of objects: they come as somebody else has them.
  mutating func noteDecoded(_ initializer: InitializerDeclSyntax) {
    guard initializer.signature.parameterClause.parameters.first?.firstName.text == "from",
      let owner = initializer.ownerName, types.isStored(owner)
    else { return }
    flows.rows.many.insert(owner)
  }
}

extension FunctionCallExprSyntax {
  /// The class or entity of the object that the call makes: `Note(title: title)` of SwiftData,
  /// `Note(context: context)` of Core Data.
  fileprivate func madeEntity(_ types: TypeReader) -> String? {
    if makesManaged { return ExprSyntax(self).madeClass?.lastPart }
    guard let name = calledExpression.dottedName?.lastPart, name.first?.isUppercase ?? false,
      types.isModel(name)
    else { return nil }
    return name
  }

  /// `Note` of `NSBatchInsertRequest(entity: Note.entity(), objects: rows)` and of `entityName: "Note"`.
  fileprivate var insertedEntity: String? {
    if let name = argument("entityName")?.literalText { return name }
    guard let entity = argument("entity")?.unwrapped.call, entity.name == "entity" else {
      return nil
    }
    return entity.receiver?.dottedName?.lastPart
  }
}
