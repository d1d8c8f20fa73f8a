internal import Diagnostics
internal import StoreModel

/// Lists of Objective-C that are fetched whole and then narrowed by what the store knows.
extension FilteredInMemory: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      guard message.selector == "filteredArrayUsingPredicate:",
        let (entity, offset) = body.wholeList(message.receiver),
        lint.modelIndex.isInferred || !lint.answer(.coreDataKeys(of: entity)).isEmpty,
        !entity.isOfOneObject,
        case let keys = body.predicateKeys(message.parts[0].argument), !keys.isEmpty,
        keys.allSatisfy({ CoreDataKeys.fault(in: $0.path, of: entity, ask: lint.answer) == nil })
      else { return }
      report(
        "all '\(entity)' objects are loaded, and then searched with 'filteredArrayUsingPredicate:'",
        at: body.file.location(offset ?? message.offset), entity: entity,
        help: "give the request the predicate")
    }
  }
}

extension ObjCBody {
  /// The entity of a list that holds all objects there are, and where it is fetched in this method.
  fileprivate func wholeList(_ expression: [ObjCNode]) -> (entity: String, offset: Int?)? {
    guard let message = value(expression).message else { return nil }
    if let fetch = wholeFetch(message) { return (fetch, message.offset) }
    guard let giver = giver(of: message) else { return nil }
    var found: [String?] = []
    giver.method.body.messages { message, _ in
      if message.selector == "executeFetchRequest:error:" {
        found.append(giver.wholeFetch(message))
      }
    }
    return (found.onlyElement ?? nil).map { ($0, nil) }
  }

  /// The entity of a fetch that has no condition and no limit.
  private func wholeFetch(_ message: ObjCMessage) -> String? {
    guard message.selector == "executeFetchRequest:error:",
      case let request = message.parts[0].argument, isUnbounded(message),
      let entity = entity(ofRequest: request)
    else { return nil }
    let given = resolved(request)
    let conditions =
      (request.name.flatMap { set["\($0).predicate"] } ?? [])
      + (given.name.flatMap { given.body.set["\($0).predicate"] } ?? [])
    return conditions.isEmpty ? entity : nil
  }
}
