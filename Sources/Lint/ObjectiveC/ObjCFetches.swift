internal import Diagnostics
internal import StoreModel

/// Fetches of Objective-C that read more than is used.
extension FetchWithoutLimit: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    let looped = Set(body.looped(own: .fetch).map(\.message.offset))
    for fetch in body.fetches {
      // Of what is fetched in a loop 'fetch-in-loop' says more.
      // The index that chance gives is within the number of all.
      let isByChance = fetch.uses.map { $0.contains("random") } ?? false
      guard let uses = fetch.uses,
        !uses.isDisjoint(with: ["firstObject", "lastObject", "[", "random"]),
        uses.isSubset(
          of: isByChance
            ? ["count", "isEmpty", "random"] : ["firstObject", "lastObject", "[", "isEmpty"]),
        !fetch.isLimited,
        !fetch.isBatched,
        !(fetch.giver ?? body).looksForOne(fetch, lint), !body.makesOnlyOne(fetch),
        !body.takesOnlyRow(fetch),
        !looped.contains(fetch.message.offset)
      else { continue }
      let entity = fetch.entity.map { "'\($0)'" } ?? "object"
      report(
        "every \(entity) that fits is loaded \(isByChance ? "to pick one of them" : "for the first one alone")",
        at: body.file.location(fetch.message.offset), entity: fetch.entity,
        help: isByChance
          ? "count them, and fetch one with a random 'fetchOffset' and a 'fetchLimit' of 1"
          : "set 'fetchLimit' of the request to 1")
    }
  }
}

extension WholeRowsForCount: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for fetch in body.fetches where !fetch.isLimited {
      guard let uses = fetch.uses, !uses.isEmpty, uses.isSubset(of: ["count", "isEmpty"]) else {
        continue
      }
      report(
        "objects are loaded only to be counted", at: body.file.location(fetch.message.offset),
        entity: fetch.entity, help: "ask the context with 'countForFetchRequest:error:'")
    }
  }
}

extension BlockPredicate: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for request in body.requestNames where body.entity(ofRequest: request.asExpression) != nil {
      for value in body.set["\(request).predicate"] ?? [] {
        guard let message = body.resolved(value).nodes.message, message.has("predicateWithBlock")
        else {
          continue
        }
        report("the store cannot run this block", at: body.file.location(message.offset))
      }
    }
  }
}

extension ObjCBody {
  /// A fetch with what is done with its result.
  struct Fetch {
    var message: ObjCMessage
    var request: [ObjCNode]
    var entity: String?
    /// The members that are asked for, `[` for an element; nil where the result goes elsewhere.
    var uses: Set<String>?
    var isLimited: Bool
    /// Whether its objects are loaded in parts, as far as they are looked at.
    var isBatched: Bool
    /// The method that makes it for this one.
    var giver: ObjCBody?
  }

  /// The fetches of the method, and those of other methods whose result a message here gives.
  fileprivate var fetches: [Fetch] {
    var found = ownFetches
    method.body.messages { message, place in
      if let fetch = givenFetch(message, place) { found.append(fetch) }
    }
    return found
  }

  var ownFetches: [Fetch] {
    var found: [Fetch] = []
    method.body.messages { message, place in
      guard message.selector == "executeFetchRequest:error:" else { return }
      let request = message.parts[0].argument
      var fetch = Fetch(
        message: message, request: request, entity: entity(ofRequest: request),
        uses: uses(of: place), isLimited: true, isBatched: false)
      let given = resolved(request)
      let isForeign = given.body.method.selector != method.selector
      let isMade = given.name.map { isForeign && given.body.values[$0] != nil } ?? false
      // A request that comes from elsewhere may say anything.
      if isMade || request.name.map({ values[$0] != nil }) ?? false {
        // What a getter sets of it holds under the name that it has here, too.
        let holders = [(self, request.name), (given.body, isForeign ? given.name : nil)]
        fetch.isLimited = holders.contains { body, name in
          name.map { body.sets("fetchLimit", of: $0) || body.sets("resultType", of: $0) } ?? false
        }
        fetch.isBatched = holders.contains { body, name in
          name.map { body.sets("fetchBatchSize", of: $0) } ?? false
        }
      }
      found.append(fetch)
    }
    return found
  }

  /// Whether a request is given a value other than 0, which stands for none.
  private func sets(_ key: String, of request: String) -> Bool {
    set["\(request).\(key)"].map { !$0.allSatisfy { $0.map(\.text) == ["0"] } } ?? false
  }

  private func givenFetch(_ message: ObjCMessage, _ place: ObjCPlace) -> Fetch? {
    guard var fetch = givenFetch(message) else { return nil }
    fetch.message = message
    fetch.uses = uses(of: place)
    // A list that others need, too, may be asked whether there is anything.
    return fetch.uses == ["isEmpty"] ? nil : fetch
  }

  /// What is done with the result of a message.
  private func uses(of place: ObjCPlace) -> Set<String>? {
    if let outer = place.around.last, outer.kind == .brackets, let message = ObjCMessage(outer),
      message.receiver.count == 1, message.receiver[0].token.offset == place.node.token.offset
    {
      let name = message.parts[0].name.replacingColon
      let (nodes, end) = place.outer(in: method.body)
      if Self.copies.contains(name) {
        return uses(
          of: ObjCPlace(siblings: nodes, index: end, around: Array(place.around.dropLast())))
      }
      return [name == "count" && nodes.isAskedForAny(after: end) ? "isEmpty" : name]
    }
    if let copy = place.copied(in: method.body) { return uses(of: copy) }
    let (siblings, index) = (place.siblings, place.index)
    if index + 2 < siblings.count, siblings[index + 1].isMark("."),
      place.around.last?.kind != .brackets
    {
      let name = siblings[index + 2].text
      return [name == "count" && siblings.isAskedForAny(after: index + 2) ? "isEmpty" : name]
    }
    guard index > 1, siblings[index - 1].isMark("="), case let kept = siblings[index - 2],
      kept.isWord, place.after?.isMark(";") ?? true,
      index < 4 || !siblings[index - 3].isMark("."), types[kept.text] != nil,
      let values = values[kept.text]
    else { return nil }
    if values.count == 1 { return members(of: kept.text, but: kept.token.offset) }
    // A block may declare the name anew, for itself.
    guard index > 3, siblings[index - 3].isMark("*"), siblings[index - 4].isWord,
      let block = place.around.last, block.kind == .braces,
      case let offsets = siblings.offsets,
      values.filter({ $0.first.map { offsets.contains($0.token.offset) } ?? false }).count == 1
    else { return nil }
    return members(of: kept.text, but: kept.token.offset, within: offsets)
  }

  static let copies: Set = ["autorelease", "copy", "mutableCopy", "retain"]

  /// The members that are read of a variable; nil where it is used as a whole.
  ///
  /// - Parameter block: where it means that variable, if not everywhere.
  private func members(
    of name: String, but offset: Int, within block: ClosedRange<Int>? = nil
  ) -> Set<String>? {
    var found: Set<String> = []
    var isWhole = false
    method.body.walk { place in
      let (nodes, index, group) = (place.siblings, place.index, place.around.last)
      guard place.node.isWord, place.node.text == name, place.node.token.offset != offset,
        block?.contains(place.node.token.offset) ?? true,
        !(place.before.map { $0.isMark(".") || $0.isMark("->") } ?? false)
      else { return }
      if let group, group.kind == .brackets, index == 0, let message = ObjCMessage(group),
        message.receiver.count == 1
      {
        let member = message.parts[0].name.replacingColon
        if ["autorelease", "release", "retain"].contains(member), place.isReceiverOfStatement {
          return
        }
        if member == "count" {
          let (nodes, end) = place.outer(in: method.body)
          found.insert(nodes.isAskedForAny(after: end) ? "isEmpty" : "count")
        } else {
          found.insert(
            member == "objectAtIndex"
              ? message.isFirst
                ? "[" : isRandom(message.parts[0].argument) ? "random" : "each"
              : member)
        }
      } else if place.after?.isMark(".") ?? false, index + 2 < nodes.count {
        let member = nodes[index + 2].text
        found.insert(
          member == "count" && nodes.isAskedForAny(after: index + 2) ? "isEmpty" : member)
      } else if let next = place.after, next.kind == .brackets {
        found.insert(
          next.children.first?.text == "0" ? "[" : isRandom(next.children) ? "random" : "each")
      } else if let copy = place.copied(in: method.body), let uses = uses(of: copy) {
        found.formUnion(uses)
      } else if !place.isTested {
        isWhole = true
      }
    }
    return isWhole ? nil : found
  }

  /// `arc4random_uniform(notes.count)`, also by a name.
  private func isRandom(_ index: [ObjCNode]) -> Bool {
    let value = value(index)
    return value.mentions("arc4random_uniform") || value.mentions("arc4random")
  }
}

extension ObjCMessage {
  /// `[notes objectAtIndex:0]`
  fileprivate var isFirst: Bool { parts[0].argument.map(\.text) == ["0"] }
}

extension String {
  fileprivate var replacingColon: String { hasSuffix(":") ? String(dropLast()) : self }
}

extension ObjCPlace {
  /// The list that is made of this one: `[[NSArray alloc] initWithArray:notes]`, `[NSArray arrayWithArray:notes]`.
  fileprivate func copied(in body: [ObjCNode]) -> ObjCPlace? {
    guard let outer = around.last, outer.kind == .brackets, let message = ObjCMessage(outer),
      message.parts.count == 1, ["initWithArray:", "arrayWithArray:"].contains(message.selector),
      message.parts[0].argument.count == 1,
      message.parts[0].argument[0].token.offset == node.token.offset
    else { return nil }
    let (nodes, end) = self.outer(in: body)
    return ObjCPlace(siblings: nodes, index: end, around: Array(around.dropLast()))
  }

  /// Whether the message that it receives is a statement by itself.
  fileprivate var isReceiverOfStatement: Bool {
    guard let nodes = around.dropLast().last?.children ?? nil,
      let index = nodes.firstIndex(where: { $0.token.offset == around.last?.token.offset })
    else { return around.count == 1 }
    return ObjCPlace(siblings: nodes, index: index, around: Array(around.dropLast())).isStatement
  }

  /// What stands around the message that the place belongs to, with the message's own position.
  fileprivate func outer(in body: [ObjCNode]) -> (nodes: [ObjCNode], index: Int) {
    guard let message = around.last else { return (siblings, index) }
    let nodes = around.dropLast().last?.children ?? body
    return (nodes, nodes.firstIndex { $0.token.offset == message.token.offset } ?? 0)
  }

  /// Whether a name is only asked for being there: `if (!notes)`, `notes == nil`, `notes && …`.
  fileprivate var isTested: Bool {
    if before?.isMark("!") ?? false { return true }
    if let after, after.isMark("==") || after.isMark("!=") || after.isMark("&&") { return true }
    // `nil == notes`
    if index > 1, let before, before.isMark("==") || before.isMark("!=") {
      return ["nil", "NULL"].contains(siblings[index - 2].text)
    }
    return around.last?.kind == .parens && siblings.count == 1
      || before?.isMark("&&") ?? false && after == nil
  }
}

extension [ObjCNode] {
  /// Where their first and last words begin.
  fileprivate var offsets: ClosedRange<Int> {
    var last = last
    while let inner = last?.children.last { last = inner }
    let start = first?.token.offset ?? 0
    return start...Swift.max(start, last?.token.offset ?? start)
  }

  private static var comparisons: Set<String> { ["==", "!=", "<", "<=", ">", ">="] }

  /// Whether a number that ends at a place is only asked for being zero: `count == 0`, `count > 0`, or
  /// alone in a condition.
  fileprivate func isAskedForAny(after end: Int) -> Bool {
    guard end + 2 < count else {
      // `0 < [found count]`; `1 == [found count]` asks for exactly one.
      if end > 1, case let mark = self[end - 1].text, Self.comparisons.contains(mark) {
        let bound = self[end - 2].token.text
        return ["==", "!=", "<"].contains(mark) && bound == "0"
          || ["<=", ">"].contains(mark) && bound == "1"
      }
      return end + 1 == count && end < 3
    }
    let (mark, bound) = (self[end + 1].text, self[end + 2].token.text)
    return ["==", "!=", ">"].contains(mark) && bound == "0"
      || [">=", "<"].contains(mark) && bound == "1"
  }
}
