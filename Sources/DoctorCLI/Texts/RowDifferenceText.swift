internal import Diagnostics
internal import StoreDoctor
internal import StoreModel

/// Differences between rows in words.
enum RowDifferenceText {
  /// - Parameters:
  ///   - title: above the table, where it stands among other sections.
  ///   - showsSamples: whether a few rows are named.
  static func sections(
    _ answer: RowDifferences, title: String? = nil, showsSamples: Bool = true
  ) -> [Report.Section] {
    let differing = answer.entities.filter { !$0.isSame }
    var sections: [Report.Section] = []
    if title == nil, !answer.stages.isEmpty {
      sections.append(.lines(["paired along \(answer.stages.quotedList())"]))
    }
    if differing.isEmpty {
      let rows = answer.entities.reduce(0) { $0 + $1.same }
      let isNone = answer.entities.isEmpty && !answer.notCompared.isEmpty
      let line =
        isNone
        ? "no row could be compared"
        : "no differences: \(rows) \(rows == 1 ? "row" : "rows") of "
          + "\(answer.entities.count) \(answer.entities.count == 1 ? "entity" : "entities") compared"
      sections.append(.lines([line], title: title))
    } else {
      sections.append(.table(table(differing), title: title))
      let samples = showsSamples ? differing.flatMap(lines) : []
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
        .init("changed", isNumber: true), .init("in both", isNumber: true), .init("what changed"),
      ],
      rows: entities.map { entity in
        [name(entity)] + [entity.onlyOld, entity.onlyNew, entity.changed, entity.same].map(number)
          + [changes(entity)]
      })
  }

  private static func name(_ entity: EntityRowDifferences) -> String {
    entity.entity + (entity.formerName.map { " (was \($0))" } ?? "")
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
    let changed = properties.map { name, count in
      name + (entity.renamed[name].map { " (was \($0))" } ?? "") + " \(count)"
    }
    func alone(_ sign: String, _ counts: [String: Int64]) -> [String] {
      counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map {
        "\(sign)\($0.key) \($0.value)"
      }
    }
    return (changed + alone("−", entity.removed) + alone("+", entity.added) + links)
      .joined(separator: ", ")
  }

  private static func lines(_ entity: EntityRowDifferences) -> [String] {
    entity.samples.map { sample in
      let row = "\(entity.entity) \(sample.key)"
      return switch sample.kind {
      case "onlyOld": "\(row) is only in the older store"
      case "onlyNew": "\(row) is only in the newer store"
      case "added": "\(row) has \(sample.properties.joined(separator: ", "))"
      default: "\(row) differs in \(sample.properties.joined(separator: ", "))"
      }
    }
  }
}
