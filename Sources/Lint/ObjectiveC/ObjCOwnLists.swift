internal import Diagnostics
internal import StoreModel

/// Lists of objects of the main thread's context that a class keeps in its properties.
struct ObjCOwnLists: Sendable {
  /// The properties that are filled by such a fetch, by class, with what was fetched.
  private var filled: [String: [String: String]] = [:]
  /// The property whose objects a method reads, by `Owner.selector:`.
  private var readers: [String: String] = [:]

  init() {}

  init(_ bodies: [ObjCBody]) {
    for body in bodies {
      guard let owner = body.method.owner else { continue }
      for (name, values) in body.values {
        guard let property = name.ownProperty else { continue }
        for fetch in values.flatMap({ $0.fetches })
        where body.isOfMain(fetch.receiver) || fetch.receiver.written.contains("mainContext") {
          filled[owner, default: [:]][property] =
            body.entity(ofRequest: fetch.parts[0].argument) ?? "object"
        }
      }
    }
    for body in bodies {
      guard let owner = body.method.owner, let lists = filled[owner] else { continue }
      let read = body.readProperties(of: lists).first { $0.queue == .around }
      if let read { readers["\(owner).\(body.method.selector)"] = read.property }
    }
  }

  /// The lists of the method's own class.
  func filled(for body: ObjCBody) -> [String: String] {
    body.method.owner.flatMap { filled[$0] } ?? [:]
  }

  /// What a method of `self` that is called reads.
  func read(by message: ObjCMessage, in body: ObjCBody) -> String? {
    guard message.receiver.name == "self", let owner = body.method.owner else { return nil }
    return readers["\(owner).\(message.selector)"]
  }
}

extension ContextAcrossTasks {
  /// Objects of the class's own lists on another queue.
  func checkLists(_ body: ObjCBody, _ report: RuleReport) {
    let lists = body.helpers.lists.filled(for: body)
    guard !lists.isEmpty else { return }
    var said: Set<String> = []
    func say(_ property: String, _ thread: String, _ offset: Int) {
      guard said.insert(property).inserted else { return }
      report(
        "'\(property)' holds '\(lists[property] ?? "")' objects of the main thread's context, and is "
          + "read \(thread)", at: body.file.location(offset),
        help:
          "look the objects up there by their 'objectID', inside 'performBlock:' of another context"
      )
    }
    for read in body.readProperties(of: lists) {
      if case .other(let thread) = read.queue { say(read.property, thread, read.offset) }
    }
    body.method.body.messages { message, place in
      guard let property = body.helpers.lists.read(by: message, in: body),
        case .other(let thread) = ObjCQueue.of(place.around, in: body).queue
      else { return }
      say(property, thread, message.offset)
    }
  }
}

extension ObjCBody {
  /// Where objects of the lists are read: in a loop, by their place, or all at once.
  fileprivate func readProperties(
    of lists: [String: String]
  ) -> [(property: String, offset: Int, queue: ObjCQueue)] {
    var found: [(String, Int, ObjCQueue)] = []
    method.body.walk { place in
      guard place.node.isWord, place.after?.isMark("=") != true,
        !(place.before.map { $0.isMark(".") && !place.isOfSelf } ?? false),
        let property = place.isOfSelf ? place.node.text : place.node.text.ownProperty,
        lists[property] != nil, place.isReadElementwise
      else { return }
      found.append((property, place.node.token.offset, ObjCQueue.of(place.around, in: self).queue))
    }
    return found
  }
}

extension ObjCPlace {
  fileprivate var isOfSelf: Bool {
    index > 1 && siblings[index - 1].isMark(".") && siblings[index - 2].text == "self"
  }

  /// `for (Note *note in self.notes)`, `self.notes[0]`, `[self.notes valueForKey:…]`.
  fileprivate var isReadElementwise: Bool {
    if let next = after, next.kind == .brackets { return true }
    guard let group = around.last else { return false }
    if group.kind == .brackets, let message = ObjCMessage(group),
      message.receiver.last?.token.offset == node.token.offset
    {
      return !["count", "removeAllObjects", "containsObject:"].contains(message.selector)
    }
    guard around.count > 1, around[around.count - 2].kind == .loop,
      let start = siblings.firstIndex(where: { $0.text == "in" })
    else { return false }
    return start < index
  }
}

extension String {
  /// `notes` of `self.notes` and `_notes`.
  fileprivate var ownProperty: String? {
    if hasPrefix("self.") { return String(dropFirst(5)) }
    return hasPrefix("_") ? String(dropFirst()) : nil
  }
}

extension [ObjCNode] {
  /// The fetches in an expression.
  fileprivate var fetches: [ObjCMessage] {
    var found: [ObjCMessage] = []
    messages { message, _ in
      if message.selector == "executeFetchRequest:error:" { found.append(message) }
    }
    return found
  }
}
