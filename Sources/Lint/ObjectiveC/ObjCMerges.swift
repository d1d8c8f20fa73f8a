internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Changes that are merged on the thread that has saved them.
extension ContextAcrossTasks {
  /// A method that is told of saves runs where the save is made: what it merges into the main thread's
  /// context there is merged on the wrong one.
  func checkMerges(_ body: ObjCBody, _ report: RuleReport) {
    guard body.file.observesSaves(with: body.method.selector), body.helpers.project.savesElsewhere,
      !["isMainThread", "performSelectorOnMainThread"].contains(where: body.method.body.mentions)
    else { return }
    body.method.body.messages { message, place in
      guard message.selector == "mergeChangesFromContextDidSaveNotification:",
        ObjCQueue.of(place.around, in: body).queue == .around, body.isOfMain(message.receiver)
      else { return }
      report(
        "'\(body.method.selector)' is called on the thread that saves, and merges into the main thread's "
          + "context there", at: body.file.location(message.offset),
        help: "merge inside 'performBlock:' of the context",
        certainty: .inferred("all saves may happen on the main thread"))
    }
  }
}

extension ObjCSource {
  /// Whether a method of the file is registered to be told of saves.
  fileprivate func observesSaves(with selector: String) -> Bool {
    guard selector.hasSuffix(":"), text.bytes.has("NSManagedObjectContextDidSaveNotification")
    else {
      return false
    }
    var isFound = false
    for method in methods {
      method.body.messages { message, _ in
        guard !isFound, message.has("addObserver"),
          message.argument("name")?.mentions("NSManagedObjectContextDidSaveNotification") ?? false,
          let named = message.argument("selector")
        else { return }
        isFound = named.last?.children.map(\.text).joined() == selector
      }
    }
    return isFound
  }
}
