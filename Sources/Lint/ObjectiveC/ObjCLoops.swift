internal import Diagnostics
internal import StoreModel

/// Requests that loops of Objective-C make once for each object.
extension FetchInLoop: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    let own = body.looped(own: .fetch)
    for turn in own {
      report("one fetch runs for every \(turn)", at: body.file.location(turn.message.offset))
    }
    for turn in body.looped(.fetch, besides: own) {
      report(
        "'\(turn.message.selector)' fetches, and is called for every \(turn)",
        at: body.file.location(turn.message.offset),
        help: turn.isSame ? "fetch once before the loop, and keep the result" : nil,
        related: body.helpers.cause(of: turn.message, .fetch, in: body))
    }
  }
}

extension CountInLoop: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    let own = body.looped(own: .count)
    for turn in own {
      report("one count runs for every \(turn)", at: body.file.location(turn.message.offset))
    }
    for turn in body.looped(.count, besides: own) {
      report(
        "'\(turn.message.selector)' counts, and is called for every \(turn)",
        at: body.file.location(turn.message.offset),
        help: turn.isSame ? "count once before the loop, and keep the result" : nil,
        related: body.helpers.cause(of: turn.message, .count, in: body))
    }
  }
}

extension SaveInLoop: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    let own = body.looped(own: .save).filter { !$0.isInBatches }
    for turn in own {
      report("every \(turn) is saved on its own", at: body.file.location(turn.message.offset))
    }
    for turn in body.looped(.save, besides: own) where !turn.isInBatches {
      report(
        "'\(turn.message.selector)' saves, and is called for every \(turn)",
        at: body.file.location(turn.message.offset),
        related: body.helpers.cause(of: turn.message, .save, in: body))
    }
  }
}

/// A message that a loop sends each time.
struct ObjCTurn: CustomStringConvertible {
  let message: ObjCMessage
  fileprivate let around: [ObjCNode]
  /// What the loop runs over, where that has a name.
  fileprivate let list: String?
  /// Where the loop begins.
  fileprivate let loop: Int

  var description: String { list.map { "element of '\($0)'" } ?? "iteration of this loop" }

  /// Whether each round asks for the same: nothing is given, and it is no element that is asked.
  fileprivate var isSame: Bool {
    guard message.receiver.name != nil else { return false }
    if !message.parts.allSatisfy(\.argument.isEmpty) {
      let round = around.last { $0.kind == .loop }
      return round.map { !message.mentions($0.changingNames) } ?? false
    }
    guard let receiver = message.receiver.name else { return false }
    return !around.contains { $0.kind == .loop && $0.children[0].children.mentions(receiver) }
      && (receiver.first?.isUppercase ?? false || receiver.hasPrefix("self"))
  }

  /// Whether a condition around keeps a save from running in each round: `if (count % 100 == 0)`.
  fileprivate var isInBatches: Bool {
    // What is done else, and the condition itself, run in all the other rounds.
    zip(around, around.dropFirst()).contains { node, part in
      node.kind == .branch && part.token.offset == node.children[1].token.offset
        && part.kind == .braces
        && node.children[0].children.countsRounds
    }
  }
}

extension ObjCBody {
  private static let enumerations: Set = [
    "enumerateObjectsUsingBlock:", "enumerateKeysAndObjectsUsingBlock:",
    "enumerateObjectsWithOptions:usingBlock:",
    // What people add to lists.
    "each:", "eachWithIndex:", "map:", "performMap:", "performReject:", "performSelect:",
    "reject:", "select:",
    "bk_each:", "bk_map:", "bk_performMap:", "bk_performReject:", "bk_performSelect:",
    "bk_reject:", "bk_select:",
  ]

  /// What runs its block once, wherever that is.
  private static let hops: Set = ["performBlock:", "performBlockAndWait:"]

  /// The messages by which loops themselves ask stores or save.
  func looped(own effect: ObjCHelpers.Effect) -> [ObjCTurn] {
    looped { $0.storeEffect(in: self) == effect }
  }

  /// The messages that loops send to methods which do something to the store each time: the first of each
  /// loop that nothing is said of yet.
  fileprivate func looped(_ effect: ObjCHelpers.Effect, besides said: [ObjCTurn]) -> [ObjCTurn] {
    var loops = Set(said.map(\.loop))
    return looped { helpers.effects(of: $0, in: self).contains(effect) }
      .filter { loops.insert($0.loop).inserted }
  }

  private func looped(where isMeant: (ObjCMessage) -> Bool) -> [ObjCTurn] {
    var found: [ObjCTurn] = []
    func note(_ message: ObjCMessage, _ place: ObjCPlace) {
      guard isMeant(message) else { return }
      let around = place.around
      guard !around.isCaseOfText, !around.isAnswer else { return }
      for (index, node) in around.enumerated().reversed() {
        if node.kind == .loop {
          // The head is run once, and what ends after one round is no loop.
          guard index + 1 < around.count, around[index + 1].kind == .braces,
            !node.children[1].children.endsRound(with: message.offset),
            !around[index...].areLeft(behind: message.offset),
            !node.isPaging || asksByCounter(message, in: node),
            !node.waits, !node.isShort, !isWrittenList(node.loopedOver), !node.isOfRequests,
            !isOfOne(node.loopedOver)
          else { return }
          found.append(
            ObjCTurn(
              message: message, around: around, list: node.loopedOver.name,
              loop: node.token.offset))
          return
        }
        // What the list is, and what else the message is given, is asked for once.
        guard node.kind == .brackets, let outer = ObjCMessage(node),
          let block = outer.argumentBlock?.token.offset,
          around[index...].contains(where: { $0.kind == .braces && $0.token.offset == block })
        else { continue }
        if Self.hops.contains(outer.selector) { continue }
        guard Self.enumerations.contains(outer.selector), !isWrittenList(outer.receiver),
          !isOfOne(outer.receiver), !around[index...].areLeft(behind: message.offset)
        else { return }
        found.append(
          ObjCTurn(
            message: message, around: around, list: outer.receiver.name, loop: outer.offset))
        return
      }
    }
    method.body.messages(note)
    getterMessages(note)
    return found
  }

  /// Whether a list is written in the method, element by element: it never has many.
  private func isWrittenList(_ expression: [ObjCNode]) -> Bool {
    // A parameter may hold another list than the one it is given where it is empty.
    if let name = expression.name, method.parameters[name] != nil { return false }
    let value = resolved(expression).nodes
    if value.count == 2, value[0].isMark("@") {
      return value[1].kind == .brackets || value[1].kind == .braces
    }
    return value.message.map { message in
      ["NSArray", "NSSet", "NSOrderedSet"].contains(message.receiver.name)
        && message.parts.count == 1
        && ["arrayWithObjects:", "setWithObjects:", "orderedSetWithObjects:"]
          .contains(message.selector)
    } ?? false
  }
}

extension ObjCMessage {
  /// The block that is its last argument.
  var argumentBlock: ObjCNode? {
    guard let last = parts.last?.argument, last.first?.isMark("^") ?? false else { return nil }
    return last.last { $0.kind == .braces }
  }
}

extension ObjCNode {
  /// Where `in` stands in the head of a loop; nil for one that counts.
  private var placeOfIn: Int? { children[0].children.firstIndex { $0.text == "in" } }

  /// `note` of `for (Note *note in notes)`.
  var loopedElement: String? {
    placeOfIn.flatMap { $0 > 0 ? children[0].children[$0 - 1].text : nil }
  }

  /// `notes` of it; nothing for a loop that counts.
  var loopedOver: [ObjCNode] {
    placeOfIn.map { Array(children[0].children[($0 + 1)...]) } ?? []
  }

  /// Whether a loop goes on until nothing is left, as one that fetches part after part does. One over the
  /// elements of a list may leave out the first rows of each.
  fileprivate var isPaging: Bool {
    guard placeOfIn == nil else { return false }
    return token.text == "while" && !isOverList
      || children[1].children.mentions("setFetchOffset")
      || children[1].children.mentions("fetchOffset")
  }

  /// `while ((note = [notes nextObject]))`, `while (index < notes.count)`.
  private var isOverList: Bool {
    let head = children[0].children
    return head.mentions("nextObject") || head.contains { $0.isMark("<") } && head.mentions("count")
  }

  /// Whether each round needs a request of its own: requests, entities, and the few accounts of a person.
  fileprivate var isOfRequests: Bool {
    let head = children[0].children
    if head.contains(where: {
      ["NSFetchRequest", "NSEntityDescription", "Class"].contains($0.text)
    }) {
      return true
    }
    guard let list = loopedOver.last(where: { $0.isWord || $0.kind == .brackets }) else {
      return false
    }
    let name = (list.isWord ? list.text : list.children.last?.text ?? "").lowercased()
    return name.hasSuffix("accounts") || name.hasPrefix("entit") && name.contains("name")
  }

  /// The hours of a day are a few, the days of a month are not.
  private static let fewRounds = 25

  /// Whether a loop counts up to a small written number or through the cases of an enumeration:
  /// `for (int i = 0; i < 10; i++)`, `for (Kind kind = KindLow; kind <= KindHigh; kind++)`.
  fileprivate var isShort: Bool {
    let head = children[0].children
    return zip(head, head.dropFirst()).contains { mark, bound in
      (mark.isMark("<") || mark.isMark("<=")) && bound.token.kind == .number
        && (Int(bound.text) ?? 0) < ObjCNode.fewRounds
        || mark.isMark("<=") && bound.isWord && bound.text.first?.isUppercase ?? false
    }
  }
}

extension [ObjCNode] {
  /// Whether a condition holds after a number of rounds, or in the last one; that there is anything, or
  /// nothing, `found.count > 0`, says no such thing.
  fileprivate var countsRounds: Bool {
    contains { $0.isMark("%") }
      || zip(self, dropFirst()).contains { mark, bound in
        [">", ">=", "=="].contains(mark.text)
          && !["0", "1", "NO", "YES", "nil"].contains(bound.token.text)
      }
  }

  /// Whether the round that makes the request is the last one: it ends with `break` or `return`, there or
  /// once something was found.
  fileprivate func endsRound(with offset: Int) -> Bool {
    let isSearch = contains { node in
      node.kind == .branch && node.token.offset > offset && node.children.count == 2
        // What ends because nothing was found, or something failed, goes on otherwise.
        && !node.children[0].children.mentions("error")
        && !node.children[0].children.contains { $0.isMark("!") || $0.isMark("==") }
        && node.children[1].children.contains { ["break", "return"].contains($0.text) }
    }
    if isSearch { return true }
    for (index, node) in enumerated() where node.isWord && ["break", "return"].contains(node.text) {
      if node.token.offset > offset || index == 0 { return true }
    }
    return false
  }
}

extension ArraySlice<ObjCNode> {
  /// Whether what runs behind a place ends the loop around, whatever condition led there:
  /// `if (isMissing) { [self reset]; break; }`, and `*stop = YES` in a block.
  fileprivate func areLeft(behind offset: Int) -> Bool {
    let isLoop = first?.kind != .brackets
    return zip(self, dropFirst()).contains { node, part in
      // The other branch runs in the other rounds.
      guard node.kind == .branch, part.kind == .braces else { return false }
      return part.children.indices.contains { index in
        let node = part.children[index]
        guard node.isWord, node.token.offset > offset else { return false }
        // In a block, `return` goes on with the next one.
        if isLoop, ["break", "return"].contains(node.text) { return true }
        return node.text == "stop" && index > 0 && part.children[index - 1].isMark("*")
          && index + 2 < part.children.count && part.children[index + 1].isMark("=")
          && ["YES", "true"].contains(part.children[index + 2].text)
      }
    }
  }
}
