internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds formats of predicates that ask two things of the objects of a list, each of another one perhaps.
struct SplitAny: SourceRule {
  static let info = RuleInfo(
    id: "split-any", group: .dataAccess, severity: .warning,
    summary: "two conditions with ANY may be met by two objects of the list",
    why:
      "each 'ANY' looks through the list by itself: 'ANY tags.name == %@ AND ANY tags.isOpen == YES' finds what has "
      + "one tag of that name and another one that is open",
    fix: "write 'SUBQUERY(tags, $tag, $tag.name == %@ AND $tag.isOpen == YES).@count > 0'",
    limits:
      "conditions about two attributes of one list, joined by AND in a format that is written where the predicate is "
      + "made; that an object must have both of two values is left alone, as are tests",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func folders(_ title: String, _ date: NSDate) -> NSPredicate {
          NSPredicate(format: ↓"ANY notes.title == %@ AND ANY notes.createdAt > %@", title, date)
        }
        ---
        func folders(_ title: String, _ date: NSDate) -> NSPredicate {
          NSPredicate(
            format: ↓"(ANY notes.title CONTAINS[cd] %@) && (ANY notes.createdAt > %@)", title, date)
        }
        """,
      clean: """
        func folders(_ one: String, _ other: String) -> [NSPredicate] {
          [
            NSPredicate(format: "ANY notes.title == %@ AND ANY notes.title == %@", one, other),
            NSPredicate(format: "ANY notes.title == %@ OR ANY notes.createdAt != nil", one),
            NSPredicate(format: "ANY notes.title == %@ AND name == %@", one, other),
          ]
        }
        ---
        func folders(_ title: String, _ date: NSDate) -> NSPredicate {
          NSPredicate(
            format: "SUBQUERY(notes, $n, $n.title == %@ AND $n.createdAt > %@).@count > 0", title, date)
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (NSPredicate *)with:(NSString *)title since:(NSDate *)date {
            return [NSPredicate predicateWithFormat:↓@"ANY notes.title = %@ AND ANY notes.createdAt > %@", title, date];
          }
          """,
        clean: """
          - (NSPredicate *)with:(NSString *)title or:(NSString *)other {
            return [NSPredicate predicateWithFormat:@"ANY notes.title = %@ AND ANY notes.title = %@", title, other];
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  fileprivate static func message(_ list: String) -> String {
    "one object of '\(list)' may meet the one condition and another object the other: each 'ANY' stands for itself"
  }

  fileprivate static let certainty = Certainty.inferred("that may be what is meant")

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "NSPredicate", let format = call.argument("format"),
      let text = format.literalText, let list = PredicateFormat.splitList(text)
    else { return }
    report(Self.message(list), at: file.location(format), certainty: Self.certainty)
  }
}

extension SplitAny: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for predicate in body.predicates(body.method.body) {
      guard let list = PredicateFormat.splitList(predicate.format) else { continue }
      report(
        Self.message(list), at: body.file.location(predicate.offset), certainty: Self.certainty)
    }
  }
}

extension PredicateFormat {
  /// The list of which two attributes are asked by an ANY each, both of which must hold.
  fileprivate static func splitList(_ format: String) -> String? {
    let words = format.split(whereSeparator: { " ()".contains($0) }).map(String.init)
    guard !words.contains(where: { ["OR", "||", "NOT", "!"].contains($0.uppercased()) }) else {
      return nil
    }
    var asked: [String: Set<String>] = [:]
    for (word, path) in zip(words, words.dropFirst())
    where ["ANY", "SOME"].contains(word.uppercased()) {
      let parts = path.keyPath
      guard parts.count > 1, !path.contains("%") else { continue }
      asked[parts[0], default: []].insert(parts.dropFirst().joined(separator: "."))
    }
    return asked.filter { $0.value.count > 1 }.keys.min()
  }
}
