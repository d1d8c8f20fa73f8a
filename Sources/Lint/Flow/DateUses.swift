internal import StoreModel
internal import SwiftSyntax

/// How the code keeps dates and asks for them.
struct DateUses: Sendable, Codable {
  struct Use: Sendable, Codable {
    var entity: String
    var property: String
    /// How the date is written, or the name of the day.
    var text: String
    var location: Location
  }

  /// Attributes that are given a date as a text which does not sort like the dates.
  var written: [Use] = []
  /// Names of properties that anything sorts by.
  var sorted: Set<String> = []
  /// Predicates that want an attribute to be the very start of a day.
  var compared: [Use] = []
  /// Attributes that are given the start of a day, or what is called a day: `Note.date`.
  var days: Set<String> = []

  mutating func formUnion(_ other: DateUses) {
    written += other.written
    sorted.formUnion(other.sorted)
    compared += other.compared
    days.formUnion(other.days)
  }
}

extension FlowReader {
  /// `Note(date: formatter.string(from: .now))`, `Note(day: calendar.startOfDay(for: date))`
  mutating func noteDates(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, !call.arguments.isEmpty,
      let entity = call.calledExpression.dottedName?.lastPart,
      entity.first?.isUppercase ?? false, types.isModel(entity)
    else { return }
    for argument in call.arguments {
      guard let label = argument.label?.text else { continue }
      noteDate(argument.expression, givenTo: label, of: entity)
    }
  }

  /// `note.date = formatter.string(from: .now)`, `$0.date < $1.date`
  mutating func noteDates(_ sequence: SequenceExprSyntax) {
    let terms = Array(sequence.elements)
    guard terms.count == 3, !file.isTest, let access = terms[0].as(MemberAccessExprSyntax.self)
    else { return }
    let property = access.declName.baseName.text
    if terms[1].is(AssignmentExprSyntax.self) {
      guard let base = access.base,
        let entity = base.isSelfName ? access.ownerName : types.model(of: base),
        types.isModel(entity)
      else { return }
      noteDate(terms[2], givenTo: property, of: entity)
    } else if ["<", ">"].contains(terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text),
      terms[2].as(MemberAccessExprSyntax.self)?.declName.baseName.text == property,
      ["max", "min", "sort", "sorted"].contains(
        sequence.enclosing(ClosureExprSyntax.self)?.userCall?.name)
    {
      flows.dates.sorted.insert(property)
    }
  }

  private mutating func noteDate(
    _ value: ExprSyntax, givenTo property: String, of entity: String
  ) {
    let meant = value.as(DeclReferenceExprSyntax.self)?.localValue ?? value
    if let format = meant.dateText(in: file.tree),
      file.ask(.attribute(property, of: entity)).contains(where: { $0.hasPrefix("String") })
    {
      flows.dates.written.append(
        .init(
          entity: entity, property: property, text: format, location: file.location(value)))
    }
    let words = [value, meant].map { $0.trimmedDescription.lowercased() }
    if words.contains(where: { $0.contains("day") || $0.contains("midnight") }) {
      flows.dates.days.insert("\(entity).\(property)")
    }
  }

  /// `SortDescriptor(\.date)`, `@Query(sort: \Note.date)`
  mutating func noteSortedName(_ path: KeyPathExprSyntax) {
    guard let argument = path.parent?.as(LabeledExprSyntax.self),
      let name = path.components.last?.component.as(KeyPathPropertyComponentSyntax.self)?.declName,
      let user = argument.parent?.parent
    else { return }
    let call = user.as(FunctionCallExprSyntax.self)?.name ?? ""
    guard
      ["by", "sort", "sortBy"].contains(argument.label?.text ?? "")
        || ["KeyPathComparator", "SortDescriptor"].contains(call)
        || call == "init" && argument.label == nil
    else { return }
    flows.dates.sorted.insert(name.baseName.text)
  }

  /// `#Predicate<Note> { $0.date == startOfDay }`
  mutating func noteDays(_ node: Syntax) {
    guard !file.isTest, let macro = node.as(MacroExpansionExprSyntax.self),
      let use = PredicateUse(macro), types.isModel(use.entity)
    else { return }
    use.body.statements.forEachDescendant { node in
      guard let terms = node.as(ExprListSyntax.self).map(Array.init), terms.count > 2 else {
        return true
      }
      for place in terms.indices.dropFirst().dropLast()
      where terms[place].as(BinaryOperatorExprSyntax.self)?.operator.text == "==" {
        for (own, other) in [
          (terms[place - 1], terms[place + 1]), (terms[place + 1], terms[place - 1]),
        ] {
          guard let access = own.as(MemberAccessExprSyntax.self),
            access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == use.parameter,
            other.as(DeclReferenceExprSyntax.self)?.isStartOfDay ?? false
          else { continue }
          flows.dates.compared.append(
            .init(
              entity: use.entity, property: access.declName.baseName.text,
              text: other.trimmedDescription, location: file.location(access.declName)))
        }
      }
      return true
    }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether it stands for the start of a day, in a closure that sees the variable from outside.
  fileprivate var isStartOfDay: Bool {
    let value: ExprSyntax?
    switch nameOrigin {
    case .local(_, let given): value = given
    case .property(let binding, _): value = binding.onlyValue
    default: value = nil
    }
    return value?.call?.name == "startOfDay" || value?.resolved.call?.name == "startOfDay"
  }
}

extension ExprSyntax {
  /// How a date is written where the value is one as a text which does not sort like the dates: the format, or
  /// 'formatted(…)'.
  fileprivate func dateText(in tree: SourceFileSyntax) -> String? {
    guard let call = self.call else { return nil }
    if call.name == "formatted" {
      let isDate =
        call.argument("date") != nil || call.argument("time") != nil
        || call.arguments.first.map { $0.label == nil && $0.expression.mentions(["dateTime"]) }
          ?? false
      return isDate ? "formatted(…)" : nil
    }
    guard call.name == "string", call.arguments.onlyElement?.label?.text == "from",
      let formatter = call.receiver?.lastName
    else { return nil }
    return tree.dateFormat(of: formatter)
  }
}

extension SourceFileSyntax {
  /// The format that a formatter of that name is given in the file, where texts in it have another order than the
  /// dates.
  fileprivate func dateFormat(of formatter: String) -> String? {
    var found: String?
    forEachDescendant { node in
      guard found == nil, let terms = node.as(ExprListSyntax.self).map(Array.init),
        terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
        let access = terms[0].as(MemberAccessExprSyntax.self)
      else { return found == nil }
      let isOwn =
        access.base?.lastName == formatter
        || access.enclosing(MemberBlockItemSyntax.self)?.decl.as(VariableDeclSyntax.self)?
          .bindings.first?.name == formatter
      guard isOwn else { return true }
      switch access.declName.baseName.text {
      case "dateFormat":
        found = terms[2].literalText.flatMap { $0.sortsLikeDates ? nil : "'\($0)'" }
      case "dateStyle" where terms[2].lastName != "none":
        found = "a date style"
      default: break
      }
      return found == nil
    }
    return found
  }
}

extension String {
  /// Whether texts of a date format have the order of the dates: the larger part first, and each with digits of its
  /// full length.
  fileprivate var sortsLikeDates: Bool {
    let order: [Character] = ["y", "M", "d"]
    let places = order.compactMap { firstIndex(of: $0) }
    // What has no date in it, or only one part of one, is no question of order.
    guard places.count > 1 else { return true }
    return places == places.sorted() && !contains("MMM")
      && (firstIndex(of: "E").map { $0 > places[0] } ?? true)
      && contains("MM") && (firstIndex(of: "d") == nil || contains("dd"))
  }
}

extension ExprSyntax {
  /// The current moment: `Date()`, `Date.now`, `.now`, and `.init()` where a date is meant.
  var isNow: Bool {
    let value = unwrapped.withoutCast.unwrapped
    if let call = value.as(FunctionCallExprSyntax.self) {
      return call.arguments.isEmpty
        && ["Date", "Foundation.Date", "NSDate", ".init"].contains(
          call.calledExpression.trimmedDescription)
    }
    guard let access = value.as(MemberAccessExprSyntax.self) else { return false }
    return access.declName.baseName.text == "now"
      && access.base.map { $0.dottedName == "Date" } ?? true
  }
}
