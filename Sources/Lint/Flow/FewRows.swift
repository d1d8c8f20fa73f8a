internal import SwiftSyntax

/// What says that a fetch meets one row or a handful, so that it costs nothing to speak of.
extension String {
  /// Whether a class of this name has one object by its meaning: settings, the profile, a state.
  var isOfOneObject: Bool { role.map(Self.single.contains) ?? false }

  /// Whether a person has a handful of the objects of a class of this name at a time.
  var isOfFewObjects: Bool {
    camelWords.contains("download")
      || role.map {
        [
          "account", "container", "preset", "server", "space", "tab", "vault", "window",
          "workspace",
        ].contains($0)
      } ?? false
  }

  /// Whether there are so few objects of a class of this name that to read them all costs as much as to look for
  /// one: what a person sorts other things into, and what is done again and again.
  var isOfHandful: Bool {
    role.map { ["category", "currency", "habit", "language", "theme"].contains($0) }
      ?? false
  }

  /// Whether the objects of a class of this name wait to be sent or done, and are deleted then.
  var isOfBacklog: Bool {
    camelWords.contains {
      ["backlog", "outbox", "pending", "queued", "unsent", "unsynced"].contains($0)
    }
  }

  /// What the objects are, without the word that says that they are objects: `account` of `BankAccountModel`.
  private var role: String? {
    var words = camelWords
    if let last = words.last, words.count > 1,
      ["entity", "item", "metadata", "model", "object", "record"].contains(last)
    {
      words.removeLast()
    }
    return words.last
  }

  /// Whether a class of this name is one whose objects come by themselves, and so are many.
  var isOfManyObjects: Bool { camelWords.last.map(Self.many.contains) ?? false }

  private static let many: Set = [
    "cache", "entry", "event", "history", "line", "log", "measurement", "message", "point",
    "reading", "record", "sample", "tile",
  ]

  private static let single: Set = [
    "config", "configuration", "options", "preference", "preferences", "profile", "setting",
    "settings", "state", "wallet",
  ]
}

extension SyntaxProtocol {
  /// Whether a condition takes what has no end yet, of which there is one at a time: `$0.endTime == nil`.
  var asksForOpenEnd: Bool {
    hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        !terms.contains(where: { $0.trimmedDescription == "||" })
      else { return false }
      return terms.indices.dropLast(2).contains { place in
        let word = terms[place].lastName?.camelWords.first ?? ""
        return ["end", "ended", "finish", "finished", "stop", "stopped"].contains(word)
          && terms[place + 1].trimmedDescription == "=="
          && terms[place + 2].is(NilLiteralExprSyntax.self)
      }
    }
  }
}

extension MacroExpansionExprSyntax {
  /// Whether a condition takes what lies between two values, such as the entry of one day: with no order, the
  /// first of these is the only one.
  fileprivate var asksForSpan: Bool {
    var (from, to): (Set<String>, Set<String>) = ([], [])
    forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }) else {
        return true
      }
      for (index, term) in terms.enumerated().dropFirst().dropLast() {
        let sign = term.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
        guard [">", ">=", "<", "<="].contains(sign) else { continue }
        let isGreater = sign.hasPrefix(">")
        for (side, isLeft) in [(terms[index - 1], true), (terms[index + 1], false)] {
          guard let access = side.unwrapped.as(MemberAccessExprSyntax.self) else { continue }
          if isGreater == isLeft {
            from.insert(access.trimmedDescription)
          } else {
            to.insert(access.trimmedDescription)
          }
        }
      }
      return true
    }
    return !from.isDisjoint(with: to)
  }
}

extension FetchedObjects {
  /// Whether the first of the objects is the only one: an app takes whichever comes first of an
  /// unsorted table where the table has one row, and of those that equal something where one does.
  var isOfFew: Bool {
    if let entity, entity.isOfOneObject { return true }
    if isCoreData {
      guard let descriptorName, let body = fetch.enclosingBody, body.isHandwritten else {
        return false
      }
      return body.assigned("predicate", of: descriptorName).allSatisfy(\.looksForEqual)
        && body.assigned("sortDescriptors", of: descriptorName).isEmpty
    }
    guard !isSorted else { return false }
    return conditions.allSatisfy(Self.findsFew)
  }

  private static func findsFew(_ condition: ExprSyntax) -> Bool {
    let value = condition.resolved.unwrapped
    guard let macro = value.as(MacroExpansionExprSyntax.self) else { return false }
    let isOfSpan = macro.asksForSpan
    return !macro.hasDescendant { node in
      if let name = node.as(BinaryOperatorExprSyntax.self)?.operator.text {
        return !isOfSpan && ["<", ">", "<=", ">="].contains(name) || ["!=", "||"].contains(name)
      }
      return node.is(FunctionCallExprSyntax.self)
    }
  }

  /// Whether the fetch sorts, of SwiftData's or of Core Data's.
  var isInOrder: Bool {
    guard isCoreData else { return isSorted }
    return !source.assigned("sortDescriptors").isEmpty
  }

  /// Whether the objects come in an order that the code asks for.
  private var isSorted: Bool {
    if let order = descriptor?.argument("sortBy") {
      return order.as(ArrayExprSyntax.self)?.elements.isEmpty != true
    }
    return !source.assigned("sortBy").isEmpty
  }
}

extension ExprSyntax {
  /// Whether a predicate takes what equals one text or number: `NSPredicate(format: "name == %@", name)`.
  fileprivate var looksForEqual: Bool {
    let value = resolved.unwrapped
    guard let call = value.call, call.name == "NSPredicate",
      let format = call.argument("format")?.literalText
    else { return false }
    return format.looksForEqual
  }
}

extension String {
  /// Whether the format of a predicate only compares with `=`: `name == %@ AND kind = %d`.
  var looksForEqual: Bool {
    let words = uppercased().split(whereSeparator: { " ()".contains($0) })
    guard !words.isEmpty else { return false }
    let others: Set<Substring> = [
      "!=", "<", ">", "<=", ">=", "ANY", "BEGINSWITH", "BEGINSWITH[C]", "CONTAINS", "CONTAINS[C]",
      "CONTAINS[CD]", "ENDSWITH", "IN", "LIKE", "MATCHES", "NONE", "NOT", "OR", "YES", "NO", "TRUE",
      "FALSE", "NIL", "NULL", "||", "1", "0",
    ]
    let isPlain = words.allSatisfy { word in
      !others.contains(word) && !word.contains("!=") && !word.contains("<") && !word.contains(">")
    }
    return isPlain && contains("=")
  }
}

extension FunctionCallExprSyntax {
  /// Whether the code only asks whether there is a first: `try context.fetch(notes).first == nil`.
  var asksWhetherThereIsOne: Bool {
    var node = Syntax(self)
    for _ in 0..<16 {
      guard let parent = node.parent else { return false }
      if let terms = parent.as(ExprListSyntax.self) {
        return terms.count == 3 && terms.last?.is(NilLiteralExprSyntax.self) ?? false
      }
      guard !parent.is(CodeBlockItemSyntax.self), !parent.is(InitializerClauseSyntax.self) else {
        return false
      }
      node = parent
    }
    return false
  }
}

extension FunctionCallExprSyntax {
  /// Whether only the few elements are kept that somebody has picked:
  /// `notes.filter { selected.contains($0.id) }`.
  var keepsPicked: Bool {
    guard name == "filter", let closure = lastClosure,
      let asked = closure.statements.onlyElement?.item.onlyExpression?.unwrapped.call,
      asked.name == "contains", asked.arguments.count == 1, asked.receiver?.isPicked ?? false
    else { return false }
    return asked.arguments.mentions([closure.firstParameter])
  }
}
