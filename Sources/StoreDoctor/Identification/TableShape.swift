internal import StoreEngine
internal import StoreModel

/// Compares a store's tables with the tables a model would have.
struct TableShape {
  let store: StoreSchema

  struct Fit {
    /// `Note.body` where the column is not there, `Note` where the whole table is not.
    var missing: [String] = []
    /// Columns of the model's tables that it has no property for, as `ZNOTE.ZOLD`.
    var surplus: [String] = []
    /// Properties whose columns the model does not determine, with the reason.
    var ignored: [String] = []
  }

  /// Nil when the store's tables were not read.
  func fit(of model: DataModel) -> Fit? {
    guard !store.tables.columns.isEmpty else { return nil }
    let layout = StoreLayout(
      model: model, framework: store.frameworkVersion, existing: store.tables)
    let actual = Dictionary(
      store.tables.columns.map { ($0.key.uppercased(), Set($0.value.map { $0.uppercased() })) },
      uniquingKeysWith: { first, _ in first })
    var fit = Fit()
    var expected: [String: Set<String>] = [:]
    var open: Set<String> = []
    for table in layout.tables {
      expected[table.name.uppercased(), default: []].formUnion(
        table.columns.map { $0.name.uppercased() })
    }
    for entity in model.entities {
      guard let table = layout.entity(named: entity.name)?.table.uppercased() else { continue }
      guard let columns = actual[table] else {
        fit.missing.append(entity.name)
        continue
      }
      for property in model.storedProperties(of: entity) where property.declaredBy == entity.name {
        if property.certainty.isUnknown {
          open.insert(table)
          fit.ignored.append(
            "\(entity.name).\(property.name): \(property.certainty.reason ?? "unknown type")")
          continue
        }
        if case .relationship(let relationship) = property.kind, relationship.isToMany {
          if !hasPlace(for: relationship, of: entity.name, in: layout, actual) {
            fit.missing.append("\(entity.name).\(relationship.name)")
          }
          continue
        }
        for path in property.paths {
          guard let column = layout.column(of: entity.name, path)?.name.uppercased(),
            !columns.contains(column)
          else { continue }
          fit.missing.append(([entity.name] + path).joined(separator: "."))
        }
      }
    }
    for (table, columns) in expected where !open.contains(table) {
      let surplus = (actual[table] ?? []).subtracting(columns).filter(isProperty)
      fit.surplus += surplus.map { "\(table).\($0)" }
    }
    fit.missing.sort()
    fit.surplus.sort()
    return fit
  }

  /// Whether the store's tables are exactly those of a version. One that has no place for a table which
  /// the store's own model knows did not make them: a table was lost since.
  func isExactly(_ version: DataModel, ownModel: DataModel) -> Bool {
    guard let fit = fit(of: version), fit.missing.isEmpty, fit.surplus.isEmpty, fit.ignored.isEmpty
    else { return false }
    func layout(_ model: DataModel) -> StoreLayout {
      StoreLayout(model: model, framework: store.frameworkVersion, existing: store.tables)
    }
    let (present, expected) = (store.tables.columns, layout(version))
    let own = Set(layout(ownModel).tables.map(\.name)).intersection(present.keys)
    return own.isSubset(of: expected.tables.map(\.name))
      && expected.joinTables.allSatisfy { present[$0.name] != nil }
  }

  /// A to-many relationship has no column in its own table. Without an inverse it is a column of
  /// the destination's table, `Z<entity><NAME>`; many-to-many it is a join table, which either side
  /// may name; else its inverse is the column (Documentation/Format/StoreFormat.md, 2.2, 2.3 and
  /// 2.5).
  private func hasPlace(
    for relationship: Relationship, of entity: String, in layout: StoreLayout,
    _ actual: [String: Set<String>]
  ) -> Bool {
    if let join = layout.join(of: entity, relationship.name)?.table {
      if actual[join.name.uppercased()] != nil { return true }
      guard let other = layout.entity(named: join.other) else { return true }
      return actual["Z_\(other.number)\(join.inverse.uppercased())"] != nil
    }
    guard let column = layout.column(of: entity, [relationship.name]),
      let destination = layout.entity(named: relationship.destination)
    else { return true }
    return actual[destination.table.uppercased()]?.contains(column.name.uppercased()) ?? false
  }

  /// `Z_PK`, `Z_ENT`, `Z9_OWNER`, `Z_FOK_OWNER` belong to the store, not to one property.
  private func isProperty(_ column: String) -> Bool {
    let name = column.dropFirst().drop(while: \.isNumber)
    return column.hasPrefix("Z") && !name.hasPrefix("_")
  }
}

extension ModelProperty {
  /// The columns' paths: one for a plain value or a to-one relationship, one per field of a
  /// composite.
  fileprivate var paths: [[String]] {
    guard case .attribute(let attribute) = kind else { return [[name]] }
    func walk(_ attribute: Attribute, _ path: [String]) -> [[String]] {
      attribute.type == .composite
        ? attribute.elements.flatMap { walk($0, path + [$0.name]) } : [path]
    }
    return walk(attribute, [attribute.name])
  }
}
