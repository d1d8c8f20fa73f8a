internal import StoreModel

extension StageBuilder {
  /// Where rows of one entity take the value of a new column from.
  enum RowSource: Hashable {
    case nothing
    case column(String, Conversion, default: SQLiteValue?)
    case constant(SQLiteValue)
    /// A temporary table of links.
    case links(String)
    /// Filled when all tables are in their final form.
    case later
  }

  /// How a value changes its form on the way.
  enum Conversion: Hashable {
    case none, integer, boolean, real
    /// Values of attributes with external storage begin with a byte that says where they are
    /// (Documentation/Format/StoreFormat.md, 3.1).
    case external
    /// The companion of a to-one column: old numbers of entities to new ones.
    case numbers([NumberChange])
    /// The companion of a key column that had none: the number where there is a key.
    case number(Int)

    struct NumberChange: Hashable {
      var from: Int
      var to: Int
    }

    /// The expression over an old column.
    func sql(_ column: String) -> String {
      let name = column.sqlName
      switch self {
      case .none: return name
      case .integer: return "CAST(\(name) AS INTEGER)"
      case .boolean: return "\(name) <> 0"
      case .real: return "CAST(\(name) AS REAL)"
      case .external: return "CAST(x'01' || \(name) AS BLOB)"
      case .numbers(let changes): return StageBuilder.renumbered(name, changes)
      case .number(let number): return "CASE WHEN \(name) IS NOT NULL THEN \(number) END"
      }
    }
  }

  /// `CASE Z_ENT WHEN 2 THEN 3 ELSE Z_ENT END`.
  static func renumbered(_ name: String, _ changes: [Conversion.NumberChange]) -> String {
    let cases = changes.map { "WHEN \($0.from) THEN \($0.to)" }.joined(separator: " ")
    return "CASE \(name) \(cases) ELSE \(name) END"
  }

  /// What the rows of a new entity have in a new column of its table.
  mutating func rowSource(
    _ column: StoreColumn, for pair: ModelPairing.EntityPair, in move: TableMove
  ) throws -> RowSource {
    switch column.role {
    case .key, .entity, .lock: return .column(column.name, .none, default: nil)
    case .attribute(_, let path): return try attributeSource(path, for: pair)
    case .toOne(_, let name): return try toOneSource(name, for: pair, in: move)
    case .destinationEntity(_, let name): return try companionSource(name, for: pair, in: move)
    case .inverseless(let entity, let name): return try inverselessSource(entity, name, in: move)
    case .order(let entity, let name): return try orderSource(entity, name, for: pair, in: move)
    }
  }

  private func attributeSource(
    _ path: [String], for pair: ModelPairing.EntityPair
  ) throws -> RowSource {
    guard let new = attribute(path, in: pair) else { return .nothing }
    if new.attribute.derivation != nil {
      guard let old = new.old, old.attribute.derivation == new.attribute.derivation else {
        return .later
      }
      return column(of: pair.source.name, old.path).map { .column($0, .none, default: nil) }
        ?? .later
    }
    guard let old = new.old, let name = column(of: pair.source.name, old.path) else {
      guard !new.isComposite else { return .nothing }
      return try defaultValue(of: new.attribute, in: pair).map { .constant($0) } ?? .nothing
    }
    // A default goes into rows without a value only where the attribute becomes required.
    let isTightened = old.attribute.isOptional && !new.attribute.isOptional
    let filler = isTightened ? try defaultValue(of: new.attribute, in: pair) : nil
    return .column(name, conversion(from: old.attribute, to: new.attribute), default: filler)
  }

  func column(of entity: String, _ path: [String]) -> String? {
    source.column(of: entity, path)?.name
  }

  private func conversion(from old: Attribute, to new: Attribute) -> Conversion {
    if new.allowsExternalStorage && !old.allowsExternalStorage { return .external }
    guard old.type != new.type, old.type.isNumeric, new.type.isNumeric else { return .none }
    switch new.type {
    case .boolean: return .boolean
    case .integer16, .integer32, .integer64: return old.type.isWhole ? .none : .integer
    case .double, .float: return [.double, .float].contains(old.type) ? .none : .real
    default: return .none
    }
  }

  /// An attribute of the new model, or an element of a composite, with the old one it continues.
  struct PairedAttribute {
    var attribute: Attribute
    var old: (path: [String], attribute: Attribute)?
    /// Whether it is an element of a composite.
    var isComposite: Bool
  }

  func attribute(_ path: [String], in pair: ModelPairing.EntityPair) -> PairedAttribute? {
    guard let name = path.first, let attribute = target.attribute(of: pair.destination.name, path)
    else { return nil }
    var found = PairedAttribute(attribute: attribute, old: nil, isComposite: path.count > 1)
    let match = pair.properties.first { $0.destination.name == name }
    guard let match, case .attribute(let old) = match.source.kind,
      case .attribute(let new) = match.destination.kind
    else { return found }
    guard path.count > 1 else {
      if old.type != .composite { found.old = ([old.name], old) }
      return found
    }
    guard old.type == .composite else { return found }
    let fields = ModelPairing.fields(from: old, to: new)
    let inner = path.dropFirst().joined(separator: ".")
    if let field = fields.pairs.first(where: { $0.destination.path == inner })?.source {
      found.old = ([old.name] + field.path.split(separator: ".").map(String.init), field.attribute)
    }
    return found
  }

  /// What existing rows get; nil without a default.
  ///
  /// - Throws: `MigrationError.unknownDefault` for one that nobody knows.
  private func defaultValue(
    of attribute: Attribute, in pair: ModelPairing.EntityPair
  ) throws -> SQLiteValue? {
    guard var value = attribute.defaultValue else { return nil }
    if case .expression(let text) = value {
      if let known = evaluated(text, as: attribute) { return known }
      let entity = pair.destination.name
      guard let asked = facts.defaults["\(entity).\(attribute.name)"] else {
        throw MigrationError.unknownDefault(entity: entity, attribute: attribute.name, text: text)
      }
      value = asked
    }
    guard let property = value.propertyValue else { return nil }
    return try? attribute.storedValue(property.adapted(to: attribute.type))
  }

  private func evaluated(_ text: String, as attribute: Attribute) -> SQLiteValue? {
    let bare = text.filter { $0 != " " }
    switch attribute.type {
    case .binary, .transformable:
      let isMade = bare.hasSuffix("()") && (bare.hasPrefix("[") || bare.contains(">"))
      guard isMade || ["[]", "[:]", ".init()"].contains(bare) else { return nil }
      return attribute.emptyCollection.map { .blob($0) }
    case .string where ["String()", ".init()"].contains(bare): return .text("")
    case .string where ["UUID().uuidString", "UUID.init().uuidString"].contains(bare):
      return .text(UUIDText.text(facts.uuid))
    case .double where ["Date()", "Date.now"].map { $0 + ".timeIntervalSince1970" }.contains(bare):
      return .real(facts.now + CoreDataDate.unixOffset)
    case .double
    where ["Date()", "Date.now"].map { $0 + ".timeIntervalSinceReferenceDate" }.contains(bare):
      return .real(facts.now)
    case .date where ["Date.distantPast", ".distantPast"].contains(bare):
      return .real(-63_114_076_800)
    case .date where ["Date.distantFuture", ".distantFuture"].contains(bare):
      return .real(63_113_904_000)
    case .uuid where ["UUID()", "UUID.init()", ".init()", "Foundation.UUID()"].contains(bare):
      return .blob(facts.uuid)
    case .date
    where ["Date()", "Date.now", ".now", "Date.init()", ".init()", "Foundation.Date()"]
      .contains(bare):
      return .real(facts.now)
    default: return nil
    }
  }
}

extension AttributeType {
  /// Whether SQLite keeps it as an integer.
  package var isWhole: Bool { [.integer16, .integer32, .integer64, .boolean].contains(self) }
}

extension PropertyValue {
  /// Model files write the default of one type as a value of another: 0 for false, 1 for 1.0.
  func adapted(to type: AttributeType) -> PropertyValue {
    switch (self, type) {
    case (.integer(let value), .boolean): .bool(value != 0)
    case (.bool(let value), .integer16), (.bool(let value), .integer32),
      (.bool(let value), .integer64):
      .integer(value ? 1 : 0)
    case (.integer(let value), .decimal): .decimal(String(value))
    case (.double(let value), .decimal): .decimal(String(value))
    case (.double(let value), .integer16), (.double(let value), .integer32),
      (.double(let value), .integer64):
      Int64(exactly: value).map { .integer($0) } ?? self
    case (.decimal(let text), .double), (.decimal(let text), .float):
      Double(text).map { .double($0) } ?? self
    case (.integer(let value), .date): .date(Double(value))
    case (.double(let value), .date): .date(value)
    case (.string(let text), .uri): .url(text)
    default: self
    }
  }
}
