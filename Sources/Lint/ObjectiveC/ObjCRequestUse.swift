internal import Diagnostics
internal import StoreModel

/// Requests of Objective-C that are set after they have run, or never run.
extension RequestSetInVain: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard !body.file.isTest else { return }
    if body.method.body.mentions("NSPredicate") { checkThrownAway(body, report) }
    guard body.method.body.mentions("NSFetchRequest") else { return }
    body.method.body.walk { place in
      let nodes = place.siblings
      // `NSFetchRequest *request = …;`
      guard place.node.isMark("="), place.index > 2, nodes[place.index - 2].isMark("*"),
        nodes[place.index - 3].text == "NSFetchRequest",
        case let name = nodes[place.index - 1].text,
        case let value = nodes[(place.index + 1)...].prefix(while: { !$0.isMark(";") }),
        Array(value).message.map({ $0.receiver.mentions("NSFetchRequest") }) ?? false,
        case let use = ObjCRequestUse(name, in: Array(nodes[(place.index + 1 + value.count)...]))
      else { return }
      for (first, next) in use.overwritten where Self.settings.contains(first.name) {
        report(
          Self.message(
            first.name, name, setAnewIn: body.file.location(next.offset).line ?? 0),
          at: body.file.location(first.offset), help: Self.help(first.name))
      }
      guard !use.goesElsewhere, let last = use.settings.last, Self.settings.contains(last.name),
        last.isWithoutCondition || use.runs.isEmpty,
        use.runs.allSatisfy({ $0 < last.offset })
      else { return }
      report(
        Self.message(last.name, name, hasRun: !use.runs.isEmpty),
        at: body.file.location(last.offset))
    }
  }
}

extension RequestSetInVain {
  /// `[NSPredicate predicateWithFormat:@"title != ''"];` as a statement of its own.
  private func checkThrownAway(_ body: ObjCBody, _ report: RuleReport) {
    body.method.body.messages { message, place in
      guard message.receiver.name == "NSPredicate", message.selector.hasPrefix("predicateWith"),
        place.after?.isMark(";") ?? false,
        place.before.map({ $0.isMark(";") || [.braces, .branch, .loop].contains($0.kind) }) ?? true,
        place.around.last.map({ $0.kind == .braces }) ?? true
      else { return }
      report(
        "this predicate is made and given to nothing", at: body.file.location(message.offset),
        help: "give it to the request, or leave it out")
    }
  }
}

/// What statements do with a request by its name.
private struct ObjCRequestUse {
  /// - Parameter asks: whether what is given asks the request, as for the predicate that it had.
  typealias Setting = (name: String, offset: Int, isWithoutCondition: Bool, asks: Bool)

  private(set) var settings: [Setting] = []
  private(set) var runs: [Int] = []
  /// Whether anybody else is given the request, or it may run more than once: what is known ends there.
  private(set) var goesElsewhere = false

  /// Settings that are made anew before anything fetches.
  var overwritten: [(Setting, Setting)] {
    zip(settings, settings.dropFirst()).filter { first, next in
      first.name == next.name && !next.asks && first.isWithoutCondition && next.isWithoutCondition
        && !runs.contains { first.offset < $0 && $0 < next.offset }
    }
  }

  private static let neutral: Set = ["autorelease", "release", "retain"]
  private static let running = ["executeFetchRequest", "countForFetchRequest"]

  init(_ name: String, in nodes: [ObjCNode]) {
    var isOther = false
    var (settings, runs) = (self.settings, self.runs)
    nodes.walk { place in
      guard !isOther, place.node.isWord, place.node.text == name,
        !(place.before.map { $0.isMark(".") || $0.isMark("->") } ?? false)
      else { return }
      let depth = place.around.count
      if let group = place.around.last, group.kind == .brackets, place.index == 0,
        let message = ObjCMessage(group)
      {
        if Self.neutral.contains(message.selector) { return }
        if message.parts.count == 1, message.parts[0].name.hasPrefix("set"),
          case let rest = message.parts[0].name.dropFirst(3).dropLast(), !rest.isEmpty
        {
          settings.append(
            (
              rest.prefix(1).lowercased() + rest.dropFirst(), message.offset, depth == 1,
              message.parts[0].argument.mentions(name)
            ))
          return
        }
      } else if place.after?.isMark(".") ?? false, place.index + 3 < place.siblings.count,
        place.siblings[place.index + 3].isMark("=")
      {
        let setting = place.siblings[place.index + 2]
        let value = place.siblings[(place.index + 4)...].prefix { !$0.isMark(";") }
        settings.append((setting.text, setting.token.offset, depth == 0, value.mentions(name)))
        return
      } else if let message = place.around.last.flatMap({ ObjCMessage($0) }),
        Self.running.contains(where: message.has), message.parts[0].argument.name == name,
        !place.around.contains(where: { $0.kind == .loop || $0.text == "^" }),
        !place.around.dropLast().contains(where: { node in
          node.kind == .brackets && ObjCMessage(node)?.argumentBlock != nil
        })
      {
        runs.append(message.offset)
        return
      }
      isOther = true
    }
    (self.settings, self.runs, goesElsewhere) = (settings, runs, isOther)
  }
}
