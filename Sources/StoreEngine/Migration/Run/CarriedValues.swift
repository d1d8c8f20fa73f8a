internal import PlatformLibc
internal import StoreModel

/// Values of properties that a stage drops, to be looked for afterwards in the properties that stay: code
/// of the plan may have given them there. Found are only all of them, each in its own row, or another value
/// for each of them: a text for each case of an enum.
struct CarriedValues {
  private struct Part {
    let loss: Int
    let path: String
    let members: [ModelPairing.EntityPair]
    let type: AttributeType?
    let guess: String?
    let values: Values
    /// The greatest key of each member's rows.
    let lastKeys: [Int64]
  }

  /// What the rows of all members have.
  private struct Values {
    /// Each value with its row.
    var keyed = ContentHash()
    /// The values alone.
    var loose = ContentHash()
    /// Which rows have the same value, whatever it is; nil where nearly every row has one of its own, which
    /// tells nothing.
    var groups: ContentHash? = ContentHash()

    mutating func add(
      _ column: Column, _ pair: ModelPairing.EntityPair, _ connection: Connection
    ) throws {
      let label = pair.destination.name
      if try column.hasFewValues(connection) {
        try groups?.add(connection.prepare(column.groups), label: label)
      } else {
        groups = nil
      }
      try keyed.add(connection.prepare("SELECT Z_PK, \(column.rows)"), label: label)
      try loose.add(connection.prepare("SELECT \(column.rows)"), label: label)
    }
  }

  /// How sure it has to be that no other property has the same values by chance: once in four billion.
  private static let fewestBits = 32.0
  /// How many different values it takes where the rows are others and only the values can be the same.
  private static let fewestValues: Int64 = 32
  /// So many rows tell as much as all of them.
  private static let sample = 1000

  private var parts: [Part] = []
  /// The entities of the newer version that an older one becomes; the others are new.
  private let known: Set<String>

  /// - Parameters:
  ///   - losses: those of the stage, as the store has them before any of its code runs.
  ///   - layout: of the older version.
  init(
    _ losses: [SchemaLoss], _ pairing: ModelPairing, _ connection: Connection,
    _ layout: StoreLayout
  ) throws {
    known = Set(pairing.entities.map(\.destination.name))
    for (index, loss) in losses.enumerated() where loss.kind == .values {
      guard let name = loss.property,
        let type = layout.attribute(of: loss.entity, [name]).map(\.carriedType)
      else { continue }
      let members = loss.members.compactMap { pairing.pair(from: $0) }
      guard members.count == loss.members.count else { continue }
      var values = Values()
      for pair in members {
        if let column = Column(pair.source.name, [name], layout) {
          try values.add(column, pair, connection)
        }
      }
      guard values.keyed.text != nil else { continue }
      let keys = try members.map { try Self.keys($0.source.name, layout, connection)?.last ?? 0 }
      let guess = loss.rename?.name.split(separator: ".").last.map(String.init)
      parts.append(
        Part(
          loss: index, path: loss.path, members: members, type: type, guess: guess,
          values: values, lastKeys: keys))
    }
  }

  /// The least and the greatest key of an entity's own rows; nil without any.
  private static func keys(
    _ entity: String, _ layout: StoreLayout, _ connection: Connection
  ) throws -> (first: Int64, last: Int64)? {
    guard let place = layout.entity(named: entity) else { return nil }
    let rows = "FROM \(place.table.sqlName) WHERE Z_ENT = \(place.number)"
    guard let first = try connection.value("SELECT min(Z_PK) \(rows)")?.integer,
      let last = try connection.value("SELECT max(Z_PK) \(rows)")?.integer
    else { return nil }
    return (first, last)
  }

  /// The properties that have the values now, by the positions of the losses.
  ///
  /// Few values, such as those of a flag in three rows, may be anything's: they count in a property of a
  /// like name alone, and in one that more rows have shown to be it.
  ///
  /// - Parameters:
  ///   - layout: of the newer version.
  ///   - shown: by the path of a loss, the property that more rows have shown to have the values.
  func found(
    _ connection: Connection, _ layout: StoreLayout, shown: [String: String]
  ) throws -> [Int: (name: String, isAnew: Bool)] {
    var found: [Int: (name: String, isAnew: Bool)] = [:]
    var read: [String: Values] = [:]
    for part in parts {
      guard let first = part.members.first,
        let entity = layout.model.entity(named: first.destination.name)
      else { continue }
      let places = layout.model.allAttributes(of: entity).flatMap { $0.places(below: []) }
        .sorted { $0.name < $1.name }
      let names = places.map(\.name)
      let alike = Set(places.filter { $0.type == part.type }.map(\.name))
      let isLikely = { (name: String) in
        name == part.guess || "\(entity.name).\(name)" == shown[part.path]
      }
      // Keys are never used twice, so greater ones are those of rows that code has made in place of all.
      let isAnew = try zip(part.members, part.lastKeys).allSatisfy { pair, last in
        try Self.keys(pair.destination.name, layout, connection).map { $0.first > last } ?? true
      }
      for name in names.filter(isLikely) + names.filter({ !isLikely($0) })
      where alike.contains(name) || part.values.groups != nil {
        let path = name.split(separator: ".").map(String.init)
        let columns = part.members.map { Column($0.destination.name, path, layout) }
        let key = "\(part.members.map(\.destination.name)) \(name)"
        var values = read[key] ?? Values()
        if read[key] == nil {
          for case (let column?, let pair) in zip(columns, part.members) {
            try values.add(column, pair, connection)
          }
          read[key] = values
        }
        let isSame =
          part.type != nil && alike.contains(name)
          && (isAnew ? values.loose == part.values.loose : values.keyed == part.values.keyed)
        let isGrouped =
          !isAnew && part.values.groups != nil && values.groups == part.values.groups
        guard isSame || isGrouped else { continue }
        let known = columns.compactMap(\.self)
        let isShown = "\(entity.name).\(name)" == shown[part.path]
        let isTold =
          try isSame && isLikely(name) || isGrouped && isShown
          || (isAnew
            ? Self.different(known, connection) >= Self.fewestValues
            : (isSame || Self.areRepeated(known, connection))
              && Self.bits(known, connection) >= Self.fewestBits)
        guard isTold else { continue }
        found[part.loss] = ("\(entity.name).\(name)", isAnew)
        break
      }
      if found[part.loss] == nil, let name = try inNewEntity(part, connection, layout) {
        found[part.loss] = (name, true)
      }
    }
    return found
  }

  /// The property of an entity that the newer version has made anew, as where one is split into two: it is called
  /// like the one that goes, or is said by enough values, and has them all.
  private func inNewEntity(
    _ part: Part, _ connection: Connection, _ layout: StoreLayout
  ) throws -> String? {
    guard part.members.count == 1, let only = part.members.first, part.type != nil else {
      return nil
    }
    let own = part.path.split(separator: ".").last.map(String.init)
    for entity in layout.model.entities where !known.contains(entity.name) && !entity.isAbstract {
      for attribute in layout.model.allAttributes(of: entity)
      where attribute.carriedType == part.type {
        guard let column = Column(entity.name, [attribute.name], layout) else { continue }
        var values = ContentHash()
        try values.add(
          connection.prepare("SELECT \(column.rows)"), label: only.destination.name)
        guard values == part.values.loose,
          try attribute.name == own
            || Self.different([column], connection) >= Self.fewestValues
        else { continue }
        return "\(entity.name).\(attribute.name)"
      }
    }
    return nil
  }

  /// How many different values there are.
  private static func different(_ columns: [Column], _ connection: Connection) throws -> Int64 {
    try columns.reduce(0) { sum, column in
      let count = "SELECT count(DISTINCT value) FROM (SELECT \(column.rows))"
      return sum + (try connection.value(count)?.integer ?? 0)
    }
  }

  /// Whether rows share their values: where nearly all differ, any other such property groups them alike.
  private static func areRepeated(_ columns: [Column], _ connection: Connection) throws -> Bool {
    let rows = try columns.reduce(Int64(0)) { sum, column in
      try sum + (connection.value("SELECT count(*) FROM (SELECT \(column.rows))")?.integer ?? 0)
    }
    return try rows >= 4 * different(columns, connection)
  }

  /// How many bits the values say: a flag at most one in each row, a text that differs from all others
  /// many.
  private static func bits(_ columns: [Column], _ connection: Connection) throws -> Double {
    try columns.reduce(0) { sum, column in
      let counts = try connection.prepare(
        "SELECT count(*) FROM (SELECT \(column.rows) LIMIT \(sample)) GROUP BY value")
      var all: [Double] = []
      while try counts.step() { all.append(Double(counts.value(at: 0).integer ?? 0)) }
      let rows = all.reduce(0, +)
      return sum + all.reduce(0) { $0 + $1 * log2(rows / $1) }
    }
  }
}

/// The column of one property, or those of an enum.
private struct Column {
  /// More would be values of their own in nearly every row.
  private static let mostGroups: Int64 = 64

  private let name: String
  private let source: String
  /// What a statement selects of it: every value that is one, as `value`.
  var rows: String { "\(name) AS value FROM \(source) AND \(name) IS NOT NULL" }
  /// Each row with the first one that has the same value.
  var groups: String {
    "SELECT Z_PK, min(Z_PK) OVER (PARTITION BY \(name)) FROM \(source)"
  }

  /// - Returns: nil where the layout has no such column.
  init?(_ entity: String, _ path: [String], _ layout: StoreLayout) {
    guard let place = layout.entity(named: entity),
      let attribute = layout.attribute(of: entity, path)
    else { return nil }
    let paths =
      attribute.type == .composite ? attribute.elements.map { path + [$0.name] } : [path]
    let columns = paths.compactMap { layout.column(of: entity, $0)?.name.sqlName }
    guard !columns.isEmpty, columns.count == paths.count else { return nil }
    name =
      columns.count == 1
      ? columns[0]
      : "CASE WHEN coalesce(\(columns.joined(separator: ", "))) IS NOT NULL THEN "
        + columns.map { "quote(\($0))" }.joined(separator: " || ',' || ") + " END"
    source = "\(place.table.sqlName) WHERE Z_ENT = \(place.number)"
  }

  func hasFewValues(_ connection: Connection) throws -> Bool {
    let some = "SELECT DISTINCT \(name) FROM \(source) LIMIT \(Self.mostGroups + 1)"
    let count = try connection.value("SELECT count(*) FROM (\(some))")?.integer ?? 0
    return count <= Self.mostGroups
  }
}

extension Attribute {
  /// Where a value may be kept: the attribute, and each part of a value that is a struct.
  fileprivate func places(below owner: [String]) -> [(name: String, type: AttributeType?)] {
    let path = owner + [name]
    return [(path.joined(separator: "."), carriedType)]
      + elements.flatMap { $0.places(below: path) }
  }

  /// The type of what its column holds; nil for several columns.
  fileprivate var carriedType: AttributeType? {
    guard type == .composite else { return type }
    return isEnumeration && elements.count == 1 ? elements[0].type : nil
  }
}
