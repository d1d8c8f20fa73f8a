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
        format.quotesMark
      else { return }
      report(
        Self.inserted, at: body.file.location(made[0].token.offset),
        certainty: .inferred("no value may ever have a quote in it"))
    }
  }
}

extension String {
  fileprivate var quotesMark: Bool {
    var quotes = PredicateQuotes()
    quotes.read(filter { $0 != "\\" })
    return quotes.holdMark
  }
}
