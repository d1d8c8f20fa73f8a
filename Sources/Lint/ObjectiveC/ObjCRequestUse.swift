internal import Diagnostics

/// Requests of Objective-C that are set after they have run, or never run.
extension RequestSetInVain: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard !body.file.isTest, body.method.body.mentions("NSFetchRequest") else { return }
    body.method.body.walk { place in
      let nodes = place.siblings
      // `NSFetchRequest *request = …;`
      guard place.node.isMark("="), place.index > 2, nodes[place.index - 2].isMark("*"),
        nodes[place.index - 3].text == "NSFetchRequest",
        case let name = nodes[place.index - 1].text,
        case let value = nodes[(place.index + 1)...].prefix(while: { !$0.isMark(";") }),
        Array(value).message.map({ $0.receiver.mentions("NSFetchRequest") }) ?? false,
        let use = ObjCRequestUse(name, in: Array(nodes[(place.index + 1 + value.count)...])),
        let last = use.settings.last, Self.settings.contains(last.name),
        last.isWithoutCondition || use.runs.isEmpty,
        use.runs.allSatisfy({ $0 < last.offset })
      else { return }
      report(
        Self.message(last.name, name, hasRun: !use.runs.isEmpty),
        at: body.file.location(last.offset))
    }
  }
}

/// What statements do with a request by its name.
private struct ObjCRequestUse {
  private(set) var settings: [(name: String, offset: Int, isWithoutCondition: Bool)] = []
  private(set) var runs: [Int] = []

  private static let neutral: Set = ["autorelease", "release", "retain"]
  private static let running = ["executeFetchRequest", "countForFetchRequest"]

  /// Nil where the request goes elsewhere, or may run more than once.
  init?(_ name: String, in nodes: [ObjCNode]) {
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
            (rest.prefix(1).lowercased() + rest.dropFirst(), message.offset, depth == 1))
          return
        }
      } else if place.after?.isMark(".") ?? false, place.index + 3 < place.siblings.count,
        place.siblings[place.index + 3].isMark("=")
      {
        let setting = place.siblings[place.index + 2]
        settings.append((setting.text, setting.token.offset, depth == 0))
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
    guard !isOther else { return nil }
    (self.settings, self.runs) = (settings, runs)
  }
}
