internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds rows whose value for an enum is the raw value of none of its cases, as where a case was removed or got
/// another raw value.
struct UnknownCase: StoreRule {
  static let info = RuleInfo(
    id: "unknown-case", severity: .warning,
    summary: "an enum has a raw value that none of its cases has",
    why:
      "raw values are in no version hash, so the store opens; the app ends when it reads such an object",
    fix:
      "keep the case with its raw value, or write another value into the rows in 'willMigrate' of a custom stage, "
      + "where the old version still has the case")

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    guard let source = inspection.source else { return [] }
    return inspection.entities.flatMap { entity -> [RowCondition] in
      guard let written = source.entity(named: entity.name) else { return [] }
      return written.attributes.filter { !$0.isTransient }.flatMap { attribute in
        attribute.closedColumns.compactMap { path, values -> RowCondition? in
          guard
            let column = inspection.store.layout.column(of: entity.name, path)?.name,
            inspection.has(column, in: entity.table),
            let sql = Self.isOther("t.\(column.sqlQuoted)", than: values)
          else { return nil }
          let name = "'\(entity.name).\(CaseChange.name(of: path))'"
          return inspection.condition(
            Self.info, on: entity, entity.property(named: attribute.name), sql
          ) {
            "\(name) has a raw value that no case of its enum has in \($0.text)"
          }
        }
      }
    }
  }

  /// SQL that is true of a value which is none of these; nil where they cannot be compared.
  static func isOther(_ column: String, than values: [DefaultValue]) -> String? {
    list(values).map { "\(column) IS NOT NULL AND \(column) NOT IN (\($0))" }
  }

  /// SQL that is true of a value which is one of these; nil where they cannot be compared.
  static func isOne(_ column: String, of values: [DefaultValue]) -> String? {
    list(values).map { "\(column) IN (\($0))" }
  }

  private static func list(_ values: [DefaultValue]) -> String? {
    var known: [String] = []
    for value in values {
      switch value {
      case .string(let text): known.append(text.sqlLiteral)
      case .integer(let number): known.append("\(number)")
      default: return nil
      }
    }
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }
}
