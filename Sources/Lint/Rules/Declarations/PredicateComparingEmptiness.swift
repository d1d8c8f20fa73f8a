internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that compare whether a relationship is empty.
struct PredicateComparingEmptiness: PredicateRule {
  static let info = RuleInfo(
    id: "predicate-comparing-emptiness", group: .declarations, severity: .warning,
    summary: "a predicate compares 'isEmpty' of a relationship with true, false or a variable",
    why:
      "the comparison has no SQL for a relationship and the app crashes at the fetch, while "
      + "'isEmpty' and '!isEmpty' alone have",
    fix:
      "write '!' before the path instead of '== false', and a predicate for each value of a variable",
    explanation: "swiftdata-unsupported-predicate",
    examples: [
      .flagged(predicate("$0.stops.↓isEmpty == false")),
      .flagged(predicate("$0.name != \"\" && $0.stops.↓isEmpty == true")),
      .flagged(
        """
        import SwiftData
        import SwiftUI

        @Model final class Album {
          var title: String
          @Relationship(deleteRule: .cascade, inverse: \\Photo.album) var photos: [Photo] = []
          init(title: String) { self.title = title }
        }
        @Model final class Photo { var album: Album?; init() {} }

        struct AlbumsView: View {
          @Query(filter: #Predicate<Album> { album in album.photos.↓isEmpty == false })
          private var albums: [Album]
          var body: some View { List(albums) { Text($0.title) } }
        }
        """),
      .flagged(predicate("$0.stops.↓isEmpty != isWanted") + "\nlet isWanted = true"),
      .flagged(
        predicate("$0.name != \"\" && isWanted == $0.stops.↓isEmpty") + "\nlet isWanted = true"),
      .clean(predicate("!$0.stops.isEmpty")),
      .clean(predicate("isWanted && $0.stops.isEmpty") + "\nlet isWanted = true"),
      .clean(predicate("$0.name == \"\" && $0.stops.isEmpty")),
      .clean(predicate("$0.name.isEmpty == false && $0.stops.isEmpty")),
      .clean(
        predicate("$0.name != \"\"") + "\nlet some = [Trip()].filter { $0.stops.isEmpty == false }"),
    ])

  private static func predicate(_ condition: String) -> String {
    """
    @Model class Trip {
      var name = ""
      @Relationship(inverse: \\Stop.trip) var stops: [Stop] = []
      init() {}
    }
    @Model class Stop { var trip: Trip?; init() {} }
    let found = #Predicate<Trip> { \(condition) }
    """
  }

  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport) {
    for path in use.paths where path.names.count == 2 {
      guard let last = path.names.last, last.baseName.text == "isEmpty", last.isCompared,
        file.ask(.relationship(path.first, of: use.entity)) == ["to-many"]
      else { continue }
      report(
        "the app crashes at a fetch that compares 'isEmpty' of '\(use.entity).\(path.first)'",
        at: file.location(last), entity: use.entity, property: path.first,
        certainty: .inferred("reported by users of several system versions"),
        edits: last.plainForm.map { TextEdit(path: file.path, range: $0, replacement: $1) })
    }
  }
}

extension DeclReferenceExprSyntax {
  /// The edits that make `!….isEmpty` of `….isEmpty == false`; none where more is compared.
  fileprivate var plainForm: [(Range<Int>, String)] {
    guard let access = parent?.as(MemberAccessExprSyntax.self), !access.description.contains("?"),
      let list = access.parent?.as(ExprListSyntax.self)
    else { return [] }
    let terms = Array(list)
    guard let position = terms.firstIndex(where: { $0.id == access.id }),
      position + 2 < terms.count,
      let comparison = terms[position + 1].as(BinaryOperatorExprSyntax.self)?.operator.text,
      let value = terms[position + 2].as(BooleanLiteralExprSyntax.self)?.literal.text,
      [position - 1, position + 3].allSatisfy({ other in
        !terms.indices.contains(other)
          || ["&&", "||"].contains(
            terms[other].as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
      })
    else { return [] }
    let start = access.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = access.endPositionBeforeTrailingTrivia.utf8Offset
    let rest = end..<terms[position + 2].endPositionBeforeTrailingTrivia.utf8Offset
    let isNegated = (comparison == "==") == (value == "false")
    return (isNegated ? [(start..<start, "!")] : []) + [(rest, "")]
  }

  /// `….isEmpty == false`, `….isEmpty == wanted`, `false == ….isEmpty`.
  fileprivate var isCompared: Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      let list = access.parent?.as(ExprListSyntax.self)
    else { return false }
    let terms = Array(list)
    guard let position = terms.firstIndex(where: { $0.id == access.id }),
      terms.count > 2
    else { return false }
    return [position - 1, position + 1].contains { side in
      guard terms.indices.contains(side) else { return false }
      let comparison = terms[side].as(BinaryOperatorExprSyntax.self)?.operator.text
      return comparison == "==" || comparison == "!="
    }
  }
}
