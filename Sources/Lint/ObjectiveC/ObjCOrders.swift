internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// The order of a relationship of Objective-C's objects, which is a set.
extension OrderOfToMany: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      guard ["firstObject", "lastObject"].contains(message.selector) else { return }
      say(message.receiver, message.offset, body, lint, report)
    }
    body.method.body.walk { place in
      // `note.tags.allObjects.firstObject` and `[note.tags allObjects][0]`
      let node = place.node
      if node.isWord, ["firstObject", "lastObject"].contains(node.text),
        place.before?.isMark(".") ?? false
      {
        let list = place.siblings[..<(place.index - 1)].reversed().prefix {
          $0.isWord || $0.isMark(".") || $0.kind == .brackets
        }
        say(Array(list.reversed()), node.token.offset, body, lint, report)
      } else if node.kind == .brackets, node.children.count == 1,
        node.children[0].token.kind == .number || node.children.mentions("row"),
        let list = place.before, list.kind == .brackets || list.isWord
      {
        say([list], node.token.offset, body, lint, report)
      }
    }
  }

  private func say(
    _ list: [ObjCNode], _ offset: Int, _ body: ObjCBody, _ lint: LintContext, _ report: RuleReport
  ) {
    guard let (entity, property) = body.unorderedList(list, lint),
      !body.isOfOnlyElement(at: offset), case let place = body.file.location(offset),
      // Whoever writes so beside it knows.
      !(place.line.map { body.file.text.bytes.comment(at: $0).saysAnyWillDo } ?? false)
    else { return }
    report(
      "'\(entity).\(property)' has no order in the store, so this is any of its objects",
      at: place, entity: entity, property: property, severity: .note)
  }
}

extension ObjCBody {
  /// Whether a place is reached only where a list has one element: `if (note.tags.count == 1) { … }`.
  fileprivate func isOfOnlyElement(at offset: Int) -> Bool {
    var isOne = false
    method.body.walk { place in
      guard place.node.kind == .branch, place.node.children.count > 1,
        place.node.children[1].spans(offset)
      else { return }
      let condition = place.node.children[0].children.written.filter { $0 != " " }
      isOne =
        isOne || condition.contains("count==1") || condition.contains("count]==1")
    }
    return isOne
  }

  /// The relationship of which a list is made as it comes: `[note.tags allObjects]`.
  fileprivate func unorderedList(
    _ expression: [ObjCNode], _ lint: LintContext
  ) -> (entity: String, property: String)? {
    let given = resolved(expression)
    var set: [ObjCNode]?
    if let message = given.nodes.message, message.selector == "allObjects" {
      set = message.receiver
    } else if given.nodes.count > 2, given.nodes.last?.text == "allObjects" {
      set = Array(given.nodes.dropLast(2))
    }
    guard let set else { return nil }
    let parts = set.name?.split(separator: ".").map(String.init)
    let (object, property): (String?, String?)
    if let parts, parts.count > 1 {
      (object, property) = (parts.dropLast().joined(separator: "."), parts.last)
    } else if let message = set.message, !message.selector.contains(":") {
      (object, property) = (message.receiver.name, message.selector)
    } else {
      return nil
    }
    guard let object, let property else { return nil }
    let owner = object == "self" ? given.body.method.owner : given.body.type(of: object)
    guard let owner, !lint.answer(.coreDataDestination(property, of: owner)).isEmpty,
      lint.answer(.relationship(property, of: owner)) == ["to-many"]
    else { return nil }
    return (lint.modelIndex.entities(owner).first?.entity.name ?? owner, property)
  }
}

/// Identifiers that are kept before their object is saved.
extension TemporaryIdentifierKept: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    var said: Set<String> = []
    for (name, offset) in body.identifiersRead {
      guard let made = body.values[name]?.onlyElement, let start = made.first?.token.offset,
        made.message?.has("insertNewObjectForEntityForName") ?? false
          || made.message?.argument("insertIntoManagedObjectContext") != nil
          || made.message?.selector == "initWithContext:",
        offset > start, !body.isSaved(between: start, and: offset), said.insert(name).inserted
      else { continue }
      report(
        "'\(name)' has no lasting identifier before it is saved", at: body.file.location(offset),
        help: "save first, or ask the context for 'obtainPermanentIDsForObjects:error:'")
    }
  }
}

extension ObjCBody {
  /// Where the identifier of a variable is kept: assigned to what stays, or handed to something that keeps
  /// it.
  fileprivate var identifiersRead: [(name: String, offset: Int)] {
    var found: [(String, Int)] = []
    method.body.walk { place in
      var name: String?
      if place.node.text == "objectID", place.index > 1, place.before?.isMark(".") ?? false {
        name = place.siblings[place.index - 2].text
      } else if let message = ObjCMessage(place.node), message.selector == "objectID" {
        name = message.receiver.name
      }
      guard let name, values[name] != nil,
        place.isKeptValue
          || place.keeper.map({ isKept($0, after: place.node.token.offset) }) ?? false
      else { return }
      found.append((name, place.node.token.offset))
    }
    return found
  }

  /// Whether a variable is kept by something that stays.
  private func isKept(_ name: String, after offset: Int) -> Bool {
    var isKept = false
    method.body.walk { place in
      if place.node.isWord, place.node.text == name, place.node.token.offset > offset {
        isKept = isKept || place.isKeptValue
      }
    }
    return isKept
  }

  fileprivate func isSaved(between start: Int, and end: Int) -> Bool {
    var isSaved = false
    method.body.messages { message, _ in
      let selector = message.selector.lowercased()
      if message.offset > start, message.offset < end,
        selector.contains("save") || selector.hasPrefix("obtainpermanent")
      {
        isSaved = true
      }
    }
    return isSaved
  }
}

extension ObjCPlace {
  /// Whether the value, or its URI, is assigned to a property or given to 'setObject:', 'addObject:' and
  /// their like.
  fileprivate var isKeptValue: Bool {
    // `userInfo = @{@"note": note.objectID.URIRepresentation}`
    if around.suffix(2).contains(where: { $0.kind == .braces }), around.last?.kind == .braces,
      siblings.contains(where: { $0.isMark(":") }), !siblings.contains(where: { $0.isMark(";") })
    {
      return true
    }
    for node in around.suffix(3) where node.kind == .brackets {
      guard let message = ObjCMessage(node) else { continue }
      if ["setObject:", "setURL:", "setValue:", "addObject:"].contains(message.parts[0].name) {
        return true
      }
    }
    guard let equal = siblings[..<index].lastIndex(where: { $0.isMark("=") }), equal > 1,
      !siblings[equal..<index].contains(where: { $0.isMark(";") })
    else { return false }
    return siblings[equal - 1].text.hasPrefix("_") || siblings[equal - 2].isMark(".")
  }

  /// The variable that an expression around the place fills.
  fileprivate var keeper: String? {
    guard let equal = siblings[..<index].lastIndex(where: { $0.isMark("=") }), equal > 0,
      !siblings[equal..<index].contains(where: { $0.isMark(";") }), siblings[equal - 1].isWord
    else { return nil }
    return siblings[equal - 1].text
  }
}

extension ObjCNode {
  func spans(_ offset: Int) -> Bool {
    token.offset <= offset && offset <= lastOffset
  }

  private var lastOffset: Int {
    var node = self
    while let last = node.children.last { node = last }
    return node.token.offset
  }
}
