internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What a repair did, or would do, in words.
enum RepairText {
  static func sections(_ answer: RepairAnswer) -> [Report.Section] {
    var sections = [Report.Section.fields(fields(answer))]
    for kind in RepairClass.allCases {
      let treated = answer.treated.filter { $0.kind == kind }
      if !treated.isEmpty {
        sections.append(.lines(treated.map(line), title: title(kind, answer)))
      }
    }
    if !answer.changes.isEmpty { sections.append(.table(table(answer))) }
    if !answer.notExamined.isEmpty {
      sections.append(.lines(answer.notExamined, title: "Not examined"))
    }
    return sections + [.lines([last(answer)])]
  }

  private static func fields(_ answer: RepairAnswer) -> [Report.Field] {
    [
      Report.Field("file", answer.store), Report.Field("read", answer.bytesRead),
      Report.Field(
        answer.isRehearsal ? "would treat" : "treated", answer.treated.count.of("finding")),
      Report.Field(
        "left", answer.left.isEmpty ? "nothing" : leftover(answer),
        mood: answer.left.isEmpty ? .good : .bad),
    ]
  }

  /// How many of each class are left.
  private static func leftover(_ answer: RepairAnswer) -> String {
    let classes: [(RepairClass?, String)] = [
      (.losesNothing, "losing nothing"), (.dropsReferences, "dropping references"),
      (.needsDecision, "needing a decision"), (nil, "without a treatment"),
    ]
    let parts = classes.compactMap { kind, words -> String? in
      let count = answer.left.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(words)"
    }
    return "\(answer.left.count.of("finding")): \(parts.joined(separator: ", "))"
  }

  private static func title(_ kind: RepairClass, _ answer: RepairAnswer) -> String {
    let what = answer.isRehearsal ? "Would be treated" : "Treated"
    return switch kind {
    case .losesNothing: "\(what), losing nothing"
    case .dropsReferences: "\(what), dropping references"
    case .needsDecision: "\(what) as decided"
    }
  }

  private static func line(_ treated: RepairAnswer.Treated) -> String {
    let finding = treated.finding
    return "\(finding.message) [\(finding.rule)]: \(treated.text)"
      + (treated.rows > 0 ? " (\(treated.rows.of("row")))" : "")
  }

  private static func table(_ answer: RepairAnswer) -> Report.Table {
    Report.Table(
      [
        .init("entity"), .init("table"), .init("inserted", isNumber: true),
        .init("updated", isNumber: true), .init("deleted", isNumber: true),
        .init("objects made", isNumber: true), .init("dropped", isNumber: true),
      ],
      rows: answer.changes.map { change in
        [change.entity ?? "-", change.table]
          + [
            change.inserted, change.updated, change.deleted, Int64(change.made),
            Int64(change.removed),
          ].map(String.init)
      })
  }

  private static func last(_ answer: RepairAnswer) -> String {
    if answer.isRehearsal { return "nothing was written" }
    guard let file = answer.file else {
      return !answer.left.isEmpty
        ? "nothing was changed, and nothing was written"
        : answer.notExamined.isEmpty
          ? "nothing is wrong, and nothing was written"
          : "nothing is wrong in what was examined, and nothing was written"
    }
    return "wrote '\(VisibleText(file).text)', which was checked again; the original is unchanged"
  }
}

extension BinaryInteger {
  /// `1 row`, `2 rows`.
  func of(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
