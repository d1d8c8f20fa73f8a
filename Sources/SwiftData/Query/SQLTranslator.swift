internal import Foundation
internal import StoreEngine

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
  /// The members of a to-many relationship of the row `owner`, those that meet `filter`.
  case members(owner: String, RelationshipPlan, alias: String, joins: [String], filter: String?)
}

/// Turns Foundation's predicate trees into SQL.
struct SQLTranslator {
  let plan: EntityPlan
  private(set) var joins: [String] = []
  private(set) var values: [SQLiteValue] = []
  private(set) var usesRelationships = false
  private var variables: [PredicateExpressions.VariableID: SQLTerm] = [:]
  private var joined: [String: String] = [:]
  private var aliases = 0

  init(_ plan: EntityPlan) { self.plan = plan }

  mutating func condition<T>(_ predicate: Predicate<T>) throws -> String {
    variables[predicate.variable.key] = .object("t0", plan, guardText: nil)
    return try condition(term(predicate.expression))
  }

  mutating func term(_ node: Any) throws -> SQLTerm {
    guard let node = node as? any SQLNode else {
      throw UnsupportedInSQL("'\(type(of: node))' has no SQL")
    }
    return try node.term(&self)
  }

  mutating func with<R>(
    _ variable: PredicateExpressions.VariableID, _ term: SQLTerm,
    _ body: (inout SQLTranslator) throws -> R
  ) rethrows -> R {
    let outer = variables[variable]
    variables[variable] = term
    defer { variables[variable] = outer }
    return try body(&self)
  }

  func variable(_ key: PredicateExpressions.VariableID) throws -> SQLTerm {
    guard let term = variables[key] else { throw UnsupportedInSQL("a variable is not bound") }
    return term
  }

  mutating func nextAlias() -> String {
    aliases += 1
    return "t\(aliases)"
  }

  mutating func bind(_ value: SQLiteValue) -> String {
    values.append(value)
    return "?"
  }

  // MARK: - Terms as texts

  /// The term as one SQL value.
  mutating func text(_ term: SQLTerm) throws -> String {
    switch term {
    case .expression(let text), .condition(let text): return text
    case .value(let value):
      guard let value else { return "NULL" }
      return bind(try Self.stored(value))
    case .attribute(let alias, let attribute):
      guard attribute.columns.count == 1 else {
        throw UnsupportedInSQL("'\(attribute.property.name)' is several columns")
      }
      return "\(alias).\(attribute.columns[0].sqlName)"
    case .element: throw UnsupportedInSQL("a struct is several columns")
    case .object(let alias, _, let guardText):
      return guardText.map { "CASE WHEN \($0) THEN \(alias).Z_PK END" } ?? "\(alias).Z_PK"
    case .reference(let alias, let relationship):
      guard case .column(let column, _) = relationship.place else {
        throw UnsupportedInSQL("'\(relationship.name)' has no column")
      }
      return "\(alias).\(column.sqlName)"
    case .members(_, let relationship, _, _, _):
      throw UnsupportedInSQL("the collection '\(relationship.name)' is used as a value")
    }
  }

  /// The term as something true or false.
  mutating func condition(_ term: SQLTerm) throws -> String {
    switch term {
    case .condition(let text): return text
    case .value(let value):
      guard let flag = value as? Bool else { throw UnsupportedInSQL("a value is no condition") }
      return flag ? "1" : "0"
    case .attribute: return "\(try text(term)) = 1"
    default: return try text(term)
    }
  }

  static func stored(_ value: Any) throws -> SQLiteValue {
    guard let value = unwrapped(value) else { return .null }
    switch value {
    case let scalar as any ScalarValue: return scalar.slot.stored
    case let model as any PersistentModel: return .integer(max(model._$linked.key, -1))
    case let identifier as PersistentIdentifier: return .integer(identifier.key)
    case let decimal as Decimal: return .real(NSDecimalNumber(decimal: decimal).doubleValue)
    case let url as URL: return .text(url.absoluteString)
    case let character as Character: return .text(String(character))
    case let text as Substring: return .text(String(text))
    case let raw as any RawRepresentable:
      if let scalar = raw.rawValue as? any ScalarValue { return scalar.slot.stored }
      fallthrough
    default: throw UnsupportedInSQL("a value of \(type(of: value)) has no SQL")
    }
  }

  // MARK: - Objects and relationships

  /// The row a term stands for, joined if it is related.
  mutating func object(_ term: SQLTerm) throws -> (alias: String, plan: EntityPlan) {
    switch term {
    case .object(let alias, let plan, _): return (alias, plan)
    case .reference(let alias, let relationship):
      let plan = relationship.destination
      let key = "\(alias).\(relationship.name)"
      if let known = joined[key] { return (known, plan) }
      let other = nextAlias()
      joined[key] = other
      joins.append(
        "LEFT OUTER JOIN \(plan.table) \(other) ON \(try text(term)) = \(other).Z_PK")
      return (other, plan)
    default: throw UnsupportedInSQL("a value is used as an object")
    }
  }

  mutating func property(_ base: SQLTerm, _ keyPath: AnyKeyPath) throws -> SQLTerm {
    switch base {
    case .value(let value):
      guard let value else { return .value(nil) }
      guard let result = read(value, keyPath) else {
        throw UnsupportedInSQL("key path \(keyPath)")
      }
      return .value(unwrapped(result))
    case .members(_, let relationship, _, _, _):
      let paths = Self.countPaths(relationship.destination.type.model)
      if keyPath == paths.count { return try count(base) }
      if keyPath == paths.isEmpty { return .condition("\(try text(count(base))) = 0") }
    case .object, .reference:
      if let found = try property(of: base, keyPath) { return found }
    case .attribute(let alias, let attribute):
      if let coder = attribute.coder as? StructCoder,
        let found = element(alias, coder, start: 0, attribute, keyPath)
      {
        return found
      }
      return try stringProperty(base, keyPath)
    case .element(let alias, let coder, let start, let attribute):
      if let found = element(alias, coder, start: start, attribute, keyPath) { return found }
    default: return try stringProperty(base, keyPath)
    }
    throw UnsupportedInSQL("key path \(keyPath)")
  }

  private func read(_ value: Any, _ keyPath: AnyKeyPath) -> Any? { value[keyPath: keyPath] }

  private mutating func property(of base: SQLTerm, _ keyPath: AnyKeyPath) throws -> SQLTerm? {
    if case .reference(_, let relationship) = base {
      usesRelationships = true
      if Self.isIdentifier(keyPath, relationship.destination.type.model) { return base }
    }
    if case .object(let alias, let plan, _) = base, Self.isIdentifier(keyPath, plan.type.model) {
      return .expression("\(alias).Z_PK")
    }
    let (alias, plan) = try object(base)
    guard let property = plan.type.property(keyPath) else { return nil }
    if let relationship = plan.relationship[property.slot] {
      usesRelationships = true
      return relationship.isToMany
        ? .members(
          owner: alias, relationship, alias: nextAlias(), joins: [], filter: nil)
        : .reference(alias, relationship)
    }
    guard let attribute = plan.attributes.first(where: { $0.slot == property.slot }) else {
      return nil
    }
    return .attribute(alias, attribute)
  }

  private func element(
    _ alias: String, _ coder: StructCoder, start: Int, _ attribute: AttributePlan,
    _ keyPath: AnyKeyPath
  ) -> SQLTerm? {
    guard let found = coder.element(keyPath) else { return nil }
    let place = start + found.start
    if let inner = found.inner { return .element(alias, inner, start: place, attribute) }
    guard found.count == 1 else { return nil }
    return .expression("\(alias).\(attribute.columns[place].sqlName)")
  }

  private mutating func stringProperty(_ base: SQLTerm, _ keyPath: AnyKeyPath) throws -> SQLTerm {
    switch keyPath {
    case \String.count: return .expression("LENGTH(\(try text(base)))")
    case \String.isEmpty: return .condition("\(try text(base)) = ''")
    default: break
    }
    // `rawValue` of an enum is what its column holds.
    if case .attribute(_, let attribute) = base, attribute.coder is RawEnumCoder {
      return .expression(try text(base))
    }
    throw UnsupportedInSQL("key path \(keyPath)")
  }

  private static func isIdentifier(_ keyPath: AnyKeyPath, _ type: any PersistentModel.Type) -> Bool
  {
    func paths<M: PersistentModel>(_: M.Type) -> AnyKeyPath { \M.persistentModelID }
    return keyPath == paths(type)
  }

  private static func countPaths(
    _ type: any PersistentModel.Type
  ) -> (count: AnyKeyPath, isEmpty: AnyKeyPath) {
    func paths<M: PersistentModel>(_: M.Type) -> (AnyKeyPath, AnyKeyPath) {
      (\[M].count, \[M].isEmpty)
    }
    return paths(type)
  }

  // MARK: - Collections

  /// Rows of the members as a FROM clause with its condition.
  private func source(_ term: SQLTerm) throws -> (from: String, condition: String) {
    guard case .members(let owner, let relationship, let alias, let joins, let filter) = term else {
      throw UnsupportedInSQL("a value is used as a collection")
    }
    let (tables, column) = relationship.memberSource(alias, join: "j\(alias)")
    let conditions = ["\(column) = \(owner).Z_PK"] + (filter.map { [$0] } ?? [])
    return (([tables] + joins).joined(separator: " "), conditions.joined(separator: " AND "))
  }

  mutating func count(_ members: SQLTerm) throws -> SQLTerm {
    guard case .members(_, _, let alias, _, _) = members else {
      throw UnsupportedInSQL("a value is counted")
    }
    let (from, condition) = try source(members)
    return .expression("(SELECT COUNT(\(alias).Z_PK) FROM \(from) WHERE (\(condition)))")
  }

  /// Translates a test of each member, with the joins it needs.
  mutating func filter(
    _ members: SQLTerm, _ variable: PredicateExpressions.VariableID, _ test: Any,
    negated: Bool = false
  ) throws -> SQLTerm {
    guard case .members(let owner, let relationship, let alias, let inner, let earlier) = members
    else { throw UnsupportedInSQL("a value is used as a collection") }
    let outer = joins
    joins = inner
    let text = try with(
      variable, .object(alias, relationship.destination, guardText: nil)
    ) { try $0.condition($0.term(test)) }
    let own = joins
    joins = outer
    let condition = negated ? "NOT IFNULL(\(text), 0)" : "(\(text))"
    return .members(
      owner: owner, relationship, alias: alias, joins: own,
      filter: earlier.map { "\($0) AND \(condition)" } ?? condition)
  }

  mutating func exists(_ members: SQLTerm) throws -> SQLTerm {
    let (from, condition) = try source(members)
    return .condition("EXISTS (SELECT 1 FROM \(from) WHERE \(condition))")
  }

  mutating func contains(_ members: SQLTerm, _ element: SQLTerm) throws -> SQLTerm {
    guard case .members(let owner, let relationship, let alias, let joins, let filter) = members
    else { throw UnsupportedInSQL("a value is used as a collection") }
    let own = "\(alias).Z_PK = \(try text(element))"
    return try exists(
      .members(
        owner: owner, relationship, alias: alias, joins: joins,
        filter: filter.map { "\($0) AND \(own)" } ?? own))
  }

  // MARK: - Order

  mutating func order<T: PersistentModel>(_ descriptors: [SortDescriptor<T>]) throws -> String {
    guard !descriptors.isEmpty else { return "" }
    let terms = try descriptors.map { descriptor in
      guard let keyPath = descriptor.keyPath else {
        throw UnsupportedInSQL("a sort descriptor has no key path")
      }
      let base = SQLTerm.object("t0", plan, guardText: nil)
      let direction = descriptor.order == .reverse ? " DESC" : ""
      if let property = plan.type.localizedProperty(keyPath) {
        let text = try text(self.property(base, property.keyPath))
        return "\(text) COLLATE NSCollateFinderlike\(direction)"
      }
      return try text(property(base, keyPath)) + direction
    }
    return " ORDER BY " + terms.joined(separator: ", ")
  }
}
