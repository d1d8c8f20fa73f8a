internal import StoreModel

/// Triggers that keep derived attributes up to date (Documentation/Format/StoreFormat.md, 2.7).
extension LayoutBuilder {
  mutating func triggers() -> [String] {
    var texts: [String] = []
    for index in properties.indices {
      for attribute in properties[index].attributes {
        guard let derivation = attribute.derivation else { continue }
        texts += triggers(for: attribute, derivation: derivation, at: index)
      }
    }
    return texts
  }

  private mutating func triggers(
    for attribute: Attribute, derivation: String, at index: Int
  ) -> [String] {
    let entity = numbering.numbered[index]
    let path = "\(entity.name).\(attribute.name)"
    guard let column = column(at: index, attribute.name)?.name else { return [] }
    let derived = DerivedColumn(entity: entity, attribute: attribute.name, column: column)
    if entity.parent > 0 {
      note("the condition on Z_ENT in the triggers of '\(path)' was never seen in full")
    }
    if derivation == "now()" {
      note("the text of the trigger of '\(path)' (now()) was never seen in full")
      return [derived.nowTrigger]
    }
    guard let counted = attribute.countedRelationship,
      let resolved = relationship(named: counted, of: index),
      let inverse = resolved.inverse, !inverse.relationship.isToMany,
      let key = self.column(at: inverse.source, inverse.relationship.name)?.name
    else {
      omit("the triggers of '\(path)' (\(derivation)) are not known, so they are left out")
      return []
    }
    return derived.countTriggers(child: numbering.numbered[inverse.source].table, key: key)
  }

  private func relationship(named name: String, of index: Int) -> ResolvedRelationship? {
    for level in numbering.lineage(of: index) {
      let found = properties[level].relationships.first { $0.relationship.name == name }
      if let found { return found }
    }
    return nil
  }
}

/// The texts of one derived attribute's triggers.
private struct DerivedColumn {
  let entity: NumberedEntity
  let attribute: String
  let column: String

  private var table: String { entity.table }

  /// Limits the update to the entity's rows when other entities share the table.
  private var guardText: String {
    entity.parent == 0 ? "" : " AND \(entity.number) <= Z_ENT AND Z_ENT <= \(entity.last)"
  }

  private func notify(_ function: String, _ key: String) -> String {
    let condition = "Z_PK = \(key)\(guardText)"
    return "SELECT \(function)(\(table.sqlLiteral), Z_ENT, Z_PK, \(attribute.sqlLiteral), "
      + "\(column.sqlName)) FROM \(table.sqlName) WHERE \(condition);"
  }

  private func trigger(
    _ name: String, _ event: String, when key: String, set value: String
  ) -> String {
    "CREATE TRIGGER \(name.sqlName) AFTER \(event) FOR EACH ROW WHEN (\(key) NOT NULL) BEGIN "
      + "UPDATE \(table.sqlName) SET \(column.sqlName) = \(value) WHERE Z_PK = \(key)\(guardText); "
      + notify("NSCoreDataDATriggerUpdatedAffectedObjectValue", key) + " END"
  }

  func countTriggers(child: String, key: String) -> [String] {
    let parameter = "Z_DA_\(child)_\(entity.name)_\(attribute)_PARAMETER"
    let column = self.column.sqlName
    let child = child.sqlName
    let key = key.sqlName
    let source = "Z_DA_\(table)_\(entity.name)_\(attribute)_SOURCE_INSERT".sqlName
    return [
      trigger(
        parameter + "_INSERT", "INSERT ON \(child)", when: "NEW.\(key)",
        set: "IFNULL(\(column), 0) + 1"),
      trigger(
        parameter + "_UPDATE_INCREMENT", "UPDATE OF \(key) ON \(child)", when: "NEW.\(key)",
        set: "\(column) + 1"),
      trigger(
        parameter + "_UPDATE_DECREMENT", "UPDATE OF \(key) ON \(child)", when: "OLD.\(key)",
        set: "\(column) - 1"),
      trigger(
        parameter + "_DELETE", "DELETE ON \(child)", when: "OLD.\(key)", set: "\(column) - 1"),
      "CREATE TRIGGER \(source) AFTER INSERT ON \(table.sqlName) FOR EACH ROW BEGIN UPDATE "
        + "\(table.sqlName) SET \(column) = (SELECT IFNULL(COUNT(\(key)), 0) FROM \(child) WHERE "
        + "\(key) = NEW.Z_PK) WHERE Z_PK = NEW.Z_PK\(guardText); "
        + notify("NSCoreDataDATriggerInsertUpdatedAffectedObjectValue", "NEW.Z_PK") + " END",
    ]
  }

  var nowTrigger: String {
    let name = "Z_DA_\(table)_\(entity.name)_\(attribute)_UPDATE".sqlName
    return "CREATE TRIGGER \(name) AFTER UPDATE OF Z_OPT ON \(table.sqlName) FOR EACH ROW BEGIN "
      + "UPDATE \(table.sqlName) SET \(column.sqlName) = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK"
      + "\(guardText); "
      + notify("NSCoreDataDATriggerUpdatedAffectedObjectValue", "NEW.Z_PK") + " END"
  }
}
