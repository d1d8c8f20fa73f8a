internal import Foundation
internal import StoreEngine

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
    case .members(let members):
      throw UnsupportedInSQL("the collection '\(members.relationship.name)' is used as a value")
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
      joins.append("LEFT OUTER JOIN \(plan.table) \(other) ON \(try text(term)) = \(other).Z_PK")
      return (other, plan)
    default: throw UnsupportedInSQL("a value is used as an object")
    }
  }

  mutating func property(_ base: SQLTerm, _ keyPath: AnyKeyPath) throws -> SQLTerm {
    switch base {
    case .value(let value):
      guard let value else { return .value(nil) }
      guard let result = value[keyPath: keyPath] else {
        throw UnsupportedInSQL("key path \(keyPath)")
      }
      return .value(unwrapped(result))
    case .members(let members):
      let paths = Self.countPaths(members.relationship.destination.type.model)
      if keyPath == paths.count { return .expression(members.count) }
      if keyPath == paths.isEmpty { return .condition("\(members.count) = 0") }
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
        ? .members(SQLMembers(owner: alias, relationship: relationship, alias: nextAlias()))
        : .reference(alias, relationship)
    }
    guard let attribute = plan.attributes.first(where: { $0.slot == property.slot }) else {
      return nil
    }
    if property.attribute?.has(.codable) == true {
      throw SwiftDataError(
        .unsupportedPredicate,
        "'\(property.owner).\(property.name)' is '@Attribute(.codable)', which nothing can be asked of"
      )
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

  /// Translates a test of each member, with the joins it needs.
  mutating func filter(
    _ collection: SQLTerm, _ variable: PredicateExpressions.VariableID, _ test: Any,
    negated: Bool = false
  ) throws -> SQLMembers {
    var members = try collection.members()
    let outer = exchange(&joins, with: members.joins)
    let row = SQLTerm.object(members.alias, members.relationship.destination, guardText: nil)
    let text = try with(variable, row) { try $0.condition($0.term(test)) }
    members.joins = exchange(&joins, with: outer)
    members.filters.append(negated ? "NOT IFNULL(\(text), 0)" : "(\(text))")
    return members
  }

  mutating func contains(_ collection: SQLTerm, _ element: SQLTerm) throws -> SQLTerm {
    var members = try collection.members()
    members.filters.append("\(members.alias).Z_PK = \(try text(element))")
    return .condition(members.exists)
  }
}
