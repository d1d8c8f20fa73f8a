internal import StoreModel

/// Values of properties that a stage drops, to be looked for afterwards in the properties that stay: code
/// of the plan may have given them there. Found are only all of them, each in its own row.
struct CarriedValues {
  private struct Part {
    let loss: Int
    let members: [ModelPairing.EntityPair]
    let type: AttributeType
    let guess: String?
    let values: ColumnValues
  }

  private var parts: [Part] = []

  /// - Parameters:
  ///   - losses: those of the stage, as the store has them before any of its code runs.
  ///   - layout: of the older version.
  init(
    _ losses: [SchemaLoss], _ pairing: ModelPairing, _ connection: Connection,
    _ layout: StoreLayout
  ) throws {
    for (index, loss) in losses.enumerated() where loss.kind == .values {
      guard let name = loss.property, let attribute = layout.attribute(of: loss.entity, [name]),
        attribute.type != .composite
      else { continue }
      let members = loss.members.compactMap { pairing.pair(from: $0) }
      guard members.count == loss.members.count else { continue }
      var values = ColumnValues()
      for pair in members { try values.add(pair.source.name, name, pair, connection, layout) }
      guard !values.isEmpty else { continue }
      let guess = loss.rename?.name.split(separator: ".").last.map(String.init)
      parts.append(
        Part(
          loss: index, members: members, type: attribute.type, guess: guess, values: values))
    }
  }

  /// The properties that have the values now, by the positions of the losses.
  ///
  /// - Parameter layout: of the newer version.
  func found(_ connection: Connection, _ layout: StoreLayout) throws -> [Int: String] {
    var found: [Int: String] = [:]
    for part in parts {
      guard let first = part.members.first,
        let entity = layout.model.entity(named: first.destination.name)
      else { continue }
      let names = layout.model.allAttributes(of: entity).filter { $0.type == part.type }
        .map(\.name).sorted()
      let likely = names.filter { $0 == part.guess }
      for name in likely + (part.values.differ ? names.filter { $0 != part.guess } : []) {
        var values = ColumnValues()
        for pair in part.members {
          try values.add(pair.destination.name, name, pair, connection, layout)
        }
        guard values == part.values else { continue }
        found[part.loss] = "\(first.destination.name).\(name)"
        break
      }
    }
    return found
  }
}

/// The values of one property, each with its row.
private struct ColumnValues: Equatable {
  /// Whether there is more than one value: a single one may be anything's.
  private(set) var differ = false
  private var hash = ContentHash()

  var isEmpty: Bool { hash.text == nil }

  mutating func add(
    _ entity: String, _ property: String, _ pair: ModelPairing.EntityPair,
    _ connection: Connection, _ layout: StoreLayout
  ) throws {
    guard let rows = layout.entity(named: entity),
      let column = layout.column(of: entity, [property])?.name.sqlName
    else { return }
    let from =
      "FROM \(rows.table.sqlName) WHERE Z_ENT = \(rows.number) AND \(column) IS NOT NULL"
    let kinds = try connection.value("SELECT min(\(column)) IS NOT max(\(column)) \(from)")
    differ = differ || kinds?.integer == 1
    try hash.add(
      connection.prepare("SELECT Z_PK, \(column) \(from)"), label: pair.destination.name)
  }
}
