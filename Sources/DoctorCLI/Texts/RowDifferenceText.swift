internal import Diagnostics
internal import StoreDoctor

/// Differences between rows in words.
enum RowDifferenceText {
  static func sections(_ answer: RowDifferences) -> [Report.Section] {
    let differing = answer.entities.filter { !$0.isSame }
    var sections: [Report.Section] = []
    if differing.isEmpty {
      let rows = answer.entities.reduce(0) { $0 + $1.same }
      sections.append(
        .lines(["no row that was compared differs: \(rows) in \(answer.entities.count) entities"]))
    } else {
      sections.append(.table(table(differing)))
      let samples = differing.flatMap(lines)
      if !samples.isEmpty { sections.append(.lines(samples, title: "For example")) }
    }
    if !answer.notCompared.isEmpty {
      sections.append(.lines(answer.notCompared, title: "Not compared"))
    }
    return sections
  }

  private static func table(_ entities: [EntityRowDifferences]) -> Report.Table {
    Report.Table(
      [
        .init("entity"), .init("only old", isNumber: true), .init("only new", isNumber: true),
        .init("changed", isNumber: true), .init("same", isNumber: true), .init("what changed"),
      ],
      rows: entities.map { entity in
        [entity.entity] + [entity.onlyOld, entity.onlyNew, entity.changed, entity.same].map(number)
          + [changes(entity)]
      })
  }

  private static func number(_ count: Int64) -> String { count > 0 ? String(count) : "" }

  private static func changes(_ entity: EntityRowDifferences) -> String {
    let properties = entity.properties.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let links = entity.links.map { links in
      let parts =
        [(links.onlyOld, "−"), (links.onlyNew, "+")].filter { $0.0 > 0 }
        .map { "\($0.1)\($0.0)" } + (links.moved > 0 ? ["\(links.moved) moved"] : [])
      return "\(links.relationship) \(parts.joined(separator: " "))"
    }
    return (properties.map { "\($0.key) \($0.value)" } + links).joined(separator: ", ")
  }

  private static func lines(_ entity: EntityRowDifferences) -> [String] {
    entity.samples.map { sample in
      let row = "\(entity.entity) \(sample.key)"
      return switch sample.kind {
      case "onlyOld": "\(row) is only in the older store"
      case "onlyNew": "\(row) is only in the newer store"
      default: "\(row) differs in \(sample.properties.joined(separator: ", "))"
      }
    }
  }
}
