internal import Diagnostics

/// Saves of Objective-C whose error is only written to the log: who reads that is not who has lost something.
extension SwallowedStoreError {
  /// `[context deleteObject:note]; if (![context save:&error]) { NSLog(@"%@", error); }`
  func checkLogged(_ body: ObjCBody, _ report: RuleReport) {
    guard !body.file.isTest, !body.worksInBackground, !body.isForWhatComesBack,
      !body.helpers.isLast(body), !body.helpers.isPerformed(body)
    else { return }
    for failure in body.saveFailures
    where failure.nodes.onlyLogsAndEnds && !failure.nodes.isWithoutCode
      // `return nil;` says that it failed.
      && !failure.nodes.mentions("nil")
      // What works, closes the view or says so: that it does not, the user sees.
      && failure.place.onlyLogsElse && body.claim(behind: failure.place) == nil
    {
      guard [.around, .main].contains(ObjCQueue.of(failure.place.around, in: body).queue),
        let change = body.change(before: failure.save)
      else { continue }
      report(
        Self.printed + change.lost, at: body.file.location(failure.save), help: Self.printedHelp)
    }
    guard body.helpers.isOnlyForSaving(body),
      // Whoever gives the context may do so in the background.
      !body.helpers.project.savesElsewhere
        || !body.method.parameters.values.contains("NSManagedObjectContext")
    else { return }
    let name = body.method.selector
    report(
      "when the save of '\(name)' fails, that is only logged, and its callers go on as if it had worked",
      at: body.file.location(body.method.offset),
      help: "let '\(name)' return whether it has saved, and tell the user where it has not")
  }
}

extension ObjCBody {
  /// Whether all that the method does is to save, and to log where that fails.
  var onlyLogsItsSave: Bool {
    let words = method.selector.prefix { $0 != ":" }.description.camelWords
    guard let first = words.first, ["commit", "flush", "persist", "save"].contains(first),
      keepsFailure, !file.isTest, !worksInBackground, !isForWhatComesBack
    else { return false }
    return saveFailures.allSatisfy {
      !$0.nodes.isWithoutCode && $0.place.onlyLogsElse
        && ObjCQueue.of($0.place.around, in: self).queue == .around
    }
      && change(before: .max) == nil
  }

  var worksInBackground: Bool {
    ["NSPrivateQueueConcurrencyType", "newBackgroundContext", "performBackgroundTask"]
      .contains { method.body.mentions($0) }
  }

  /// Whether the method or its class keeps what can be had again, as what a server has.
  fileprivate var isForWhatComesBack: Bool {
    (method.selector.replacing(":", with: "_").camelWords + (method.owner?.camelWords ?? []))
      .contains(where: SwallowedStoreError.replaced.contains)
  }

  /// What the method changes in a context before a save.
  func change(before save: Int) -> StoredChange? {
    var found: StoredChange?
    method.body.messages { message, _ in
      guard message.offset < save else { return }
      if message.has("insertNewObjectForEntityForName") || message.makesObject {
        found = .added(nil)
      } else if message.selector == "deleteObject:" {
        found = found ?? .deleted
      } else if found == nil, message.has("setValue") || message.setsProperty,
        message.receiver.name.map(isManaged) ?? false
      {
        found = .changed
      }
    }
    method.body.walk { place in
      guard found == nil, place.node.isMark("="), place.node.token.offset < save, place.index > 2,
        place.siblings[place.index - 2].isMark("."), place.siblings[place.index - 3].isWord,
        // `self.note.title = title`
        case let owner = place.siblings[place.index - 3].text,
        case let name = place.index > 4 && place.siblings[place.index - 5].text == "self"
          ? "self.\(owner)" : owner,
        isManaged(name)
      else { return }
      found = .changed
    }
    return found
  }

  private func isManaged(_ name: String) -> Bool {
    guard let type = name == "self" ? method.owner : type(of: name) else { return false }
    return managedClasses.contains(type) || helpers.project.isManaged(type)
  }
}

extension ObjCMessage {
  /// `[[Note alloc] initWithContext:context]`
  fileprivate var makesObject: Bool {
    selector == "initWithContext:" || argument("insertIntoManagedObjectContext") != nil
  }

  /// `[note setTitle:title]`
  fileprivate var setsProperty: Bool {
    parts.count == 1 && parts[0].name.hasPrefix("set") && parts[0].name.hasSuffix(":")
  }
}

extension ObjCPlace {
  /// Whether the branch has no other side, or one that says in the log that all went well.
  fileprivate var onlyLogsElse: Bool {
    let parts = node.children
    return parts.count == 2 || parts.count == 3 && [parts[1]].onlyLogs && [parts[2]].onlyLogs
  }
}

extension [ObjCNode] {
  fileprivate var isWithoutCode: Bool {
    allSatisfy { $0.kind == .braces && $0.children.isEmpty }
  }
}
