internal import Diagnostics
internal import StoreModel

/// Errors of Objective-C that nobody looks at.
extension SwallowedStoreError: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, node, around in
      guard message.selector == "save:", body.isContext(message.receiver),
        (around.last?.children ?? body.method.body).isStatement(node)
      else { return }
      let given = message.parts[0].argument
      let isLost =
        ["nil", "NULL"].contains(given.name)
        || given.count == 2 && given[0].isMark("&")
          && !body.looks(at: given[1].text, after: message.offset)
      guard isLost else { return }
      report(Self.save, at: body.file.location(message.offset))
    }
  }
}

extension DeletedOneByOne: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.walk { node, around in
      guard node.kind == .loop, let (element, list) = node.elementAndList,
        case let statements = node.children[1].children.filter({ !$0.isMark(";") }),
        statements.count == 1, let call = ObjCMessage(statements[0]),
        call.selector == "deleteObject:", call.parts[0].argument.name == element,
        let fetch = body.value(list).message, fetch.selector == "executeFetchRequest:error:",
        !body.keepsRows(list, fetchedAt: fetch.offset, node, around),
        let request = fetch.parts[0].argument.name, body.set["\(request).fetchLimit"] == nil,
        let entity = body.entity(ofRequest: fetch.parts[0].argument),
        !lint.answer(.deletesAlone(entity)).isEmpty
      else { return }
      report(
        Self.message(entity), at: body.file.location(fetch.offset), entity: entity,
        certainty: Self.certainty)
    }
  }
}

extension ObjCBody {
  /// Whether a variable is read behind a place.
  fileprivate func looks(at name: String, after offset: Int) -> Bool {
    var isRead = false
    method.body.walk { node, around in
      guard node.isWord, node.text == name, node.token.offset > offset else { return }
      // Given to the same message, or to the next one that may set it.
      let siblings = around.last?.children ?? method.body
      let place = siblings.firstIndex { $0.token.offset == node.token.offset } ?? 0
      if place == 0 || !siblings[place - 1].isMark("&") { isRead = true }
    }
    return isRead
  }
}

extension ObjCNode {
  /// `note` and `notes` of `for (Note *note in notes)`.
  fileprivate var elementAndList: (String, [ObjCNode])? {
    let head = children[0].children
    guard let place = head.firstIndex(where: { $0.text == "in" }), place > 0 else { return nil }
    return (head[place - 1].text, Array(head[(place + 1)...]))
  }
}
