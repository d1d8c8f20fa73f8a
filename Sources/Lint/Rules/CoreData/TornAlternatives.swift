internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds formats of predicates where a condition holds for one of two alternatives that belong together.
struct TornAlternatives: SourceRule {
  static let info = RuleInfo(
    id: "torn-alternatives", group: .dataAccess, severity: .warning,
    summary: "the format of a predicate mixes AND and OR without brackets",
    why:
      "AND binds before OR: of two searches for one text, only one is held to the other conditions, "
      + "and objects are found that these were to leave out",
    fix:
      "put brackets around the alternatives: 'folder == %@ AND (title CONTAINS %@ OR text CONTAINS %@)'",
    limits:
      "alternatives that are alike, in a format without any brackets and texts; what is meant can only be "
      + "guessed; tests are left alone",
    examples: CoreDataText.alternatives)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "NSPredicate", let format = call.argument("format"),
      let text = format.literalText, PredicateFormat.tearsAlternatives(text)
    else { return }
    report(Self.message, at: file.location(format), certainty: Self.certainty)
  }

  static let message =
    "'AND' binds before 'OR': one of these alternatives fits whatever the condition beside 'AND' says"
  static let certainty = Certainty.inferred("that may be what is meant")
}

extension TornAlternatives: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for predicate in body.predicates(body.method.body)
    where PredicateFormat.tearsAlternatives(predicate.format) {
      report(
        Self.message, at: body.file.location(predicate.offset), certainty: Self.certainty)
    }
  }
}

extension CoreDataText {
  static let alternatives: [RuleExample] =
    .texts(
      in: code,
      flagged: """
        func search(_ text: String, _ folder: CDFolder) -> NSPredicate {
          NSPredicate(
            format: ↓"folder == %@ AND title CONTAINS[cd] %@ OR folder.name CONTAINS[cd] %@", folder, text, text)
        }
        ---
        func open(_ folder: CDFolder) -> NSPredicate {
          NSPredicate(format: ↓"createdAt == nil || createdAt == %@ && folder == %@", Date(), folder)
        }
        """,
      clean: """
        func search(_ text: String, _ folder: CDFolder) -> NSPredicate {
          NSPredicate(
            format: "folder == %@ AND (title CONTAINS[cd] %@ OR folder.name CONTAINS[cd] %@)", folder, text, text)
        }
        ---
        func search(_ text: String, _ day: NSDate) -> [NSPredicate] {
          [
            NSPredicate(format: "title CONTAINS[cd] %@ OR folder.name CONTAINS[cd] %@", text, text),
            NSPredicate(format: "title == %@ AND createdAt > %@ OR title == %@ AND createdAt < %@", text, day, text, day),
            NSPredicate(format: "createdAt > %@ AND createdAt < %@ OR createdAt == nil", day, day),
            NSPredicate(format: "title == %@ AND folder != nil OR createdAt > %@", text, day),
          ]
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (NSPredicate *)search:(NSString *)text in:(CDFolder *)folder {
          return [NSPredicate predicateWithFormat:↓@"title LIKE %@ OR folder.name LIKE %@ AND folder == %@", text, text, folder];
        }
        """,
      clean: """
        - (NSPredicate *)search:(NSString *)text in:(CDFolder *)folder {
          return [NSPredicate predicateWithFormat:@"(title LIKE[cd] %@ OR folder.name LIKE[cd] %@) AND folder == %@", text, text, folder];
        }
        """)
}
