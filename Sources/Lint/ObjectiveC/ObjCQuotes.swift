internal import Diagnostics
internal import StoreModel

/// Predicates of Objective-C with quotes around a value.
extension QuotedPredicateValue: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      guard let given = message.argument("predicateWithFormat"), case let parts = given.parts,
        let first = parts.first
      else { return }
      if parts.count > 1, let format = body.constant(first), format.quotesMark {
        report(Self.literal, at: body.file.location(first[0].token.offset))
        return
      }
      // `[NSPredicate predicateWithFormat:[NSString stringWithFormat:@"title == '%@'", title]]`
      guard parts.count == 1, let text = body.value(first).message,
        text.receiver.name == "NSString",
        let made = text.argument("stringWithFormat"), case let values = made.parts,
        values.count > 1, let format = values.first.flatMap({ body.constant($0) }),
        zip(format.quotedMarks, values.dropFirst()).contains(where: { isQuoted, value in
          isQuoted && body.mayHoldQuotes(value)
        })
      else { return }
      report(
        Self.inserted, at: body.file.location(made[0].token.offset),
        certainty: .inferred("no value may ever have a quote in it"))
    }
  }
}

extension ObjCBody {
  /// Whether a value may be a text that somebody has written: no constant, number or identifier.
  fileprivate func mayHoldQuotes(_ expression: [ObjCNode]) -> Bool {
    if constant(expression) != nil { return false }
    let value = value(expression)
    // `@5`, `@(count)`
    if value.count == 2, value[0].isMark("@") { return false }
    return ![expression, value].contains { nodes in
      let name = nodes.memberName?.lowercased() ?? ""
      return ["uuidstring", "objectid"].contains(name) || name.hasSuffix("id")
    }
  }
}

extension String {
  fileprivate var quotesMark: Bool { quotedMarks.contains(true) }

  /// Whether each of the places for values is between quotes.
  fileprivate var quotedMarks: [Bool] {
    var quotes = PredicateQuotes()
    quotes.read(filter { $0 != "\\" })
    return quotes.marks
  }
}
