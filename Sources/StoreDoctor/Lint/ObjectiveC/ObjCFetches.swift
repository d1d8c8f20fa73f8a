internal import Diagnostics
internal import StoreModel

/// Fetches of Objective-C that read more than is used.
extension FetchWithoutLimit: ObjectiveCRule {
  private static let firsts: Set = ["firstObject", "lastObject", "objectAtIndex", "[", "count"]

  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for fetch in body.fetches {
      guard let uses = fetch.uses, !uses.isDisjoint(with: ["firstObject", "lastObject", "["]),
        uses.isSubset(of: ["firstObject", "lastObject", "[", "count"]), !fetch.isLimited,
        !body.looksForOne(fetch, lint), !body.isInLoop(fetch.message)
      else { continue }
      let entity = fetch.entity.map { "'\($0)'" } ?? "object"
      report(
        "every \(entity) that fits is loaded for the first one alone",
        at: body.file.location(fetch.message.offset), entity: fetch.entity,
        help: "set 'fetchLimit' of the request to 1")
    }
  }
}

extension WholeRowsForCount: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for fetch in body.fetches where fetch.uses == ["count"] && !fetch.isLimited {
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
        guard let message = body.value(value).message, message.has("predicateWithBlock") else {
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
  }

  fileprivate var fetches: [Fetch] {
    guard !file.isTest else { return [] }
    var found: [Fetch] = []
    method.body.messages { message, node, around in
      guard message.selector == "executeFetchRequest:error:" else { return }
      let request = message.parts[0].argument
      var limited = true
      if let name = request.name, values[name] != nil {
        limited = ["fetchLimit", "fetchBatchSize", "resultType"].contains {
          set["\(name).\($0)"] != nil
        }
      }
      found.append(
        Fetch(
          message: message, request: request, entity: entity(ofRequest: request),
          uses: uses(of: node, around), isLimited: limited))
    }
    return found
  }

  /// What is done with the result of a message.
  private func uses(of node: ObjCNode, _ around: [ObjCNode]) -> Set<String>? {
    if let outer = around.last, outer.kind == .brackets, let message = ObjCMessage(outer),
      message.receiver.count == 1, message.receiver[0].token.offset == node.token.offset
    {
      return [message.parts[0].name.replacingColon]
    }
    let siblings = around.last?.children ?? method.body
    guard let place = siblings.firstIndex(where: { $0.token.offset == node.token.offset }) else {
      return nil
    }
    if place + 2 < siblings.count, siblings[place + 1].isMark("."),
      around.last?.kind != .brackets
    {
      return [siblings[place + 2].text]
    }
    guard place > 1, siblings[place - 1].isMark("="), siblings[place - 2].isWord,
      place + 1 == siblings.count || siblings[place + 1].isMark(";"),
      place < 4 || !siblings[place - 3].isMark("."), types[siblings[place - 2].text] != nil,
      values[siblings[place - 2].text]?.count == 1
    else { return nil }
    return members(of: siblings[place - 2].text, but: siblings[place - 2].token.offset)
  }

  /// The members that are read of a variable; nil where it is used as a whole.
  private func members(of name: String, but offset: Int) -> Set<String>? {
    var found: Set<String> = []
    var isWhole = false
    func read(_ nodes: [ObjCNode], in group: ObjCNode?) {
      for (index, node) in nodes.enumerated() {
        if !node.children.isEmpty { read(node.children, in: node) }
        guard node.isWord, node.text == name, node.token.offset != offset,
          !(index > 0 && (nodes[index - 1].isMark(".") || nodes[index - 1].isMark("->")))
        else { continue }
        let next = index + 1 < nodes.count ? nodes[index + 1] : nil
        if let group, group.kind == .brackets, index == 0, let message = ObjCMessage(group),
          message.receiver.count == 1
        {
          let member = message.parts[0].name.replacingColon
          found.insert(member == "objectAtIndex" ? message.isFirst ? "[" : "each" : member)
        } else if next?.isMark(".") ?? false, index + 2 < nodes.count {
          found.insert(nodes[index + 2].text)
        } else if let next, next.kind == .brackets {
          found.insert(next.children.first?.text == "0" ? "[" : "each")
        } else if nodes.isTested(index, in: group) {
          continue
        } else {
          isWhole = true
        }
      }
    }
    read(method.body, in: nil)
    return isWhole ? nil : found
  }

  /// Whether the condition looks for one object: by an id, a name, or something unique.
  fileprivate func looksForOne(_ fetch: Fetch, _ lint: LintContext) -> Bool {
    guard let name = fetch.request.name else { return true }
    let given = set["\(name).predicate"] ?? []
    guard !given.isEmpty else { return false }
    let keys = given.flatMap { predicateKeys($0) }.compactMap(\.path.last)
    guard !keys.isEmpty else { return true }
    return keys.contains { key in
      let small = key.lowercased()
      return FetchedObjects.namesOfOne.contains { small.hasSuffix($0) }
        || fetch.entity.map { !lint.answer(.isUnique(key, of: $0)).isEmpty } ?? false
    }
  }
}

extension ObjCMessage {
  /// `[notes objectAtIndex:0]`
  fileprivate var isFirst: Bool { parts[0].argument.map(\.text) == ["0"] }
}

extension String {
  fileprivate var replacingColon: String { hasSuffix(":") ? String(dropLast()) : self }
}

extension [ObjCNode] {
  /// Whether a name is only asked for being there: `if (!notes)`, `notes == nil`, `notes && …`.
  fileprivate func isTested(_ index: Int, in group: ObjCNode?) -> Bool {
    if index > 0, self[index - 1].isMark("!") { return true }
    let next = index + 1 < count ? self[index + 1] : nil
    if let next, next.isMark("==") || next.isMark("!=") || next.isMark("&&") { return true }
    return group?.kind == .parens && count == 1
      || index > 0 && self[index - 1].isMark("&&") && next == nil
  }
}
