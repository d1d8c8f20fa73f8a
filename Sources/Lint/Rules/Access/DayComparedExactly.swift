internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that look for the objects of a day by the moment at which it begins.
struct DayComparedExactly: ProjectRule {
  static let info = RuleInfo(
    id: "day-compared-exactly", group: .dataAccess, severity: .warning,
    summary: "a predicate wants a moment to be the very start of a day",
    why:
      "the objects are stored with the time of day at which they were made, and none of them was made at midnight "
      + "exactly: the fetch finds nothing",
    fix:
      "ask for all from the start of the day up to the start of the next: '$0.date >= start && $0.date < end'",
    limits:
      "only attributes that begin as the current moment and are nowhere given the start of a day",
    examples: .texts(
      in: models,
      flagged: """
        func today(_ context: ModelContext) throws -> [Meal] {
          let start = Calendar.current.startOfDay(for: .now)
          return try context.fetch(FetchDescriptor<Meal>(predicate: #Predicate { $0.↓date == start }))
        }
        ---
        func meals(on day: Date, named name: String) -> Predicate<Meal> {
          let midnight = Calendar.current.startOfDay(for: day)
          return #Predicate<Meal> { meal in meal.name == name && meal.↓date == midnight }
        }
        ---
        struct Finder {
          private var today: Date { Calendar.current.startOfDay(for: Date()) }
          func count(_ context: ModelContext) throws -> Int {
            let start = today
            return try context.fetchCount(FetchDescriptor<Meal>(predicate: #Predicate { start == $0.↓date }))
          }
        }
        """,
      clean: """
        func today(_ context: ModelContext) throws -> [Meal] {
          let start = Calendar.current.startOfDay(for: .now)
          return try context.fetch(FetchDescriptor<Meal>(predicate: #Predicate { $0.date >= start }))
        }
        ---
        func add(_ context: ModelContext) {
          context.insert(Meal(name: "Tea", date: Calendar.current.startOfDay(for: .now)))
        }
        func today(_ context: ModelContext) throws -> [Meal] {
          let start = Calendar.current.startOfDay(for: .now)
          return try context.fetch(FetchDescriptor<Meal>(predicate: #Predicate { $0.date == start }))
        }
        ---
        @Model final class Diary {
          var date: Date
          init(date: Date = .now) { self.date = Calendar.current.startOfDay(for: date) }
        }
        func today(_ context: ModelContext) throws -> [Diary] {
          let start = Calendar.current.startOfDay(for: .now)
          return try context.fetch(FetchDescriptor<Diary>(predicate: #Predicate { $0.date == start }))
        }
        """))

  private static func models(_ text: String) -> String {
    """
    import SwiftData
    @Model final class Meal {
      var name: String
      var date: Date
      init(name: String, date: Date = .now) { self.name = name; self.date = date }
    }
    \(text)
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    for use in lint.flows.dates.compared {
      let name = "\(use.entity).\(use.property)"
      guard !lint.flows.dates.days.contains(name),
        lint.answer(.keepsTimeOfDay(name)) == ["yes"]
      else { continue }
      report(
        "'\(name)' has the time of day at which the object was made, and is compared with the start of a day: no "
          + "object fits", at: use.location, entity: use.entity, property: use.property,
        certainty: .inferred("the objects may be given whole days"))
    }
  }
}

extension ForeignMembers {
  /// "yes" for an attribute that a new object has as the current moment; another answer as well where an initializer
  /// makes something else of it.
  func keepsTimeOfDay(_ name: String) -> [String] {
    let parts = name.keyPath
    guard parts.count == 2 else { return [] }
    return answers(to: .keepsTimeOfDay(name), about: parts[0]) { tree in
      tree.memberBlocks(of: parts[0]).flatMap { $0.momentAnswers(parts[1]) }
    }
  }
}

extension MemberBlockSyntax {
  /// What each member says of an attribute: "yes" where it is the current moment, "other" where it is worked out.
  fileprivate func momentAnswers(_ property: String) -> [String] {
    var answers: [String] = []
    for member in members {
      if let binding = member.decl.as(VariableDeclSyntax.self)?.bindings.onlyElement,
        binding.name == property
      {
        if !binding.isStored { answers.append("other") }
        if binding.initializer?.value.isNow ?? false { answers.append("yes") }
      }
      guard let initializer = member.decl.as(InitializerDeclSyntax.self),
        let body = initializer.body
      else { continue }
      for value in body.values(givenTo: property) {
        if value.isNow {
          answers.append("yes")
        } else if let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text {
          let given = initializer.signature.parameterClause.parameters.first {
            ($0.secondName ?? $0.firstName).text == name
          }
          if given?.defaultValue?.value.isNow ?? false { answers.append("yes") }
        } else {
          answers.append("other")
        }
      }
    }
    return answers
  }
}

extension CodeBlockSyntax {
  fileprivate func values(givenTo property: String) -> [ExprSyntax] {
    statements.compactMap { item in
      guard let terms = item.item.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count > 2, terms[1].is(AssignmentExprSyntax.self), terms[0].lastName == property
      else { return nil }
      return terms[2]
    }
  }
}
