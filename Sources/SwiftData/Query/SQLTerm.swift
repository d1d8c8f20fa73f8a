/// A predicate that cannot be part of a statement; the objects are filtered instead.
struct UnsupportedInSQL: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// What a part of a predicate stands for.
enum SQLTerm {
  /// Known before the statement runs; nil is `nil`.
  case value(Any?)
  /// An SQL expression.
  case expression(String)
  /// An SQL expression that is true, false or NULL.
  case condition(String)
  case attribute(String, AttributePlan)
  /// A struct inside a struct: its place among the columns of the attribute.
  case element(String, StructCoder, start: Int, AttributePlan)
  /// A row; `guardText` says when it is of the plan's entity at all.
  case object(String, EntityPlan, guardText: String?)
  /// A to-one relationship that is not joined yet.
  case reference(String, RelationshipPlan)
  case members(SQLMembers)

  var isCast: Bool {
    if case .object(_, _, _?) = self { true } else { false }
  }

  func members() throws -> SQLMembers {
    guard case .members(let members) = self else {
      throw UnsupportedInSQL("a value is used as a collection")
    }
    return members
  }
}

/// The members of a to-many relationship of the row `owner`, those that meet the filters.
struct SQLMembers {
  let owner: String
  let relationship: RelationshipPlan
  let alias: String
  var joins: [String] = []
  var filters: [String] = []

  /// The rows as a FROM clause with its condition.
  private var source: (from: String, condition: String) {
    let (tables, column) = relationship.memberSource(alias, join: "j\(alias)")
    let conditions = ["\(column) = \(owner).Z_PK"] + filters
    return (([tables] + joins).joined(separator: " "), conditions.joined(separator: " AND "))
  }

  var count: String {
    "(SELECT COUNT(\(alias).Z_PK) FROM \(source.from) WHERE (\(source.condition)))"
  }

  var exists: String { "EXISTS (SELECT 1 FROM \(source.from) WHERE \(source.condition))" }
}
