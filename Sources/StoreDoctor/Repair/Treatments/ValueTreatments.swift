internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Values inside rows.
extension Treatments {
  static let values: [Treatment] = [
    Treatment(InvalidRowVersion.info, .values) { one in
      rows(one) {
        .losesNothing("Z_OPT is set to 1", .update($0.table, [("Z_OPT", "1")], where: $0.sql))
      }
    },
    Treatment(InvalidExternalValue.info, .values) { one in
      guard let column = one.property?.columns.first else { return unknown }
      let value = "t.\(column.sqlQuoted)"
      return rows(one) {
        .losesNothing(
          "the marker byte 01 is put before the data; empty data stay as they are",
          .update(
            $0.table, [(column, "CAST(x'01' || \(value) AS BLOB)")],
            where: "(\($0.sql)) AND length(\(value)) > 0"))
      }
    },
    Treatment(StaleDerivedValue.info, .derived) { one in
      guard let entity = one.entity, let column = one.property?.columns.first,
        let counted = one.property?.attribute?.countedRelationship,
        case .toMany(_, let path?)? = entity.property(named: counted)?.kind
      else { return unknown }
      return rows(one) {
        .losesNothing(
          "the objects are counted",
          .update($0.table, [(column, WrongCount.count(path))], where: $0.sql))
      }
    },
    Treatment(MissingRequiredValue.info, .values) { required($0) },
  ]

  static let unknown = Remedy.none("it is not known which rows and columns these are")

  static func rows(_ one: RepairCase, _ remedy: (RowCondition) -> Remedy) -> Remedy {
    one.condition.map(remedy) ?? unknown
  }

  static func required(_ one: RepairCase) -> Remedy {
    let path = "\(one.finding.entity ?? "").\(one.finding.property ?? "")"
    guard case .attribute(let attribute, let column?)? = one.property?.kind else {
      return .undecided(
        "nothing says which object it should lead to; set it in the app, or make the relationship optional"
      )
    }
    guard attribute.type.hasText else {
      return .undecided("a value of type \(attribute.type.name) cannot be given here")
    }
    guard let value = one.choices.values.first(where: { $0.path == path }) else {
      return .undecided("its value is not known", say: "--set \(path)=VALUE")
    }
    return rows(one) {
      Remedy(
        kind: .needsDecision, text: "the rows get the value given",
        statements: [.update($0.table, [(column, "?")], where: $0.sql, [value.value])])
    }
  }
}
