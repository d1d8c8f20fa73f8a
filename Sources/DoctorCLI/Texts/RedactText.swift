internal import Diagnostics
internal import StoreDoctor
internal import StoreModel

/// What a redaction made, in words.
enum RedactText {
  static func sections(_ answer: RedactAnswer) -> [Report.Section] {
    var sections: [Report.Section] = [.fields(fields(answer)), .table(table(answer))]
    if !answer.perhapsLinks.isEmpty {
      sections.append(
        .lines(
          [answer.perhapsLinks.joined(separator: ", ")],
          title: "Whole numbers kept, because they may be links; a --model with these tables tells")
      )
    }
    let left = leftOut(answer)
    if !left.isEmpty { sections.append(.lines(left, title: "Left out")) }
    if !answer.differences.isEmpty {
      sections.append(
        .lines(answer.differences.flatMap(lines), title: "What is said of one and not of the other")
      )
    }
    sections.append(.lines(RedactAnswer.limits, title: "Not to be seen in a twin"))
    return sections + [.lines(last(answer))]
  }

  private static func fields(_ answer: RedactAnswer) -> [Report.Field] {
    let rows = answer.tables.reduce(0) { $0 + $1.rows }
    return [
      Report.Field("file", answer.store), Report.Field("read", answer.bytesRead),
      Report.Field("replaced", replaced(answer)),
      Report.Field(
        "kept",
        "schema, keys, links, NULLs, \(rows.of("row"))"
          + (kept(answer) > 0 ? ", \(kept(answer).of("value")) without anything to replace" : "")),
      Report.Field("free pages", pages(answer)),
      Report.Field(
        "answers",
        answer.differences.isEmpty ? "the same" : answer.differences.count.of("difference"),
        mood: answer.differences.isEmpty ? .good : .bad),
    ]
  }

  private static func kept(_ answer: RedactAnswer) -> Int64 { answer.values["kept"] ?? 0 }

  private static func replaced(_ answer: RedactAnswer) -> String {
    let names = [
      ("texts", "text"), ("numbers", "number"), ("dates", "date"), ("uuids", "UUID"),
      ("data", "data value"), ("files", "file"),
    ]
    let parts = names.compactMap { key, name -> String? in
      let count = answer.values[key] ?? 0
      return count > 0 ? count.of(name) : nil
    }
    return parts.isEmpty ? "nothing: there are no values" : parts.joined(separator: ", ")
  }

  private static func pages(_ answer: RedactAnswer) -> String {
    let pages = answer.pages
    let before = "\(pages.freeBefore) of \(pages.totalBefore)"
    return "\(pages.freeAfter) of \(pages.totalAfter), in the store \(before)"
  }

  private static func table(_ answer: RedactAnswer) -> Report.Table {
    Report.Table(
      [.init("entity"), .init("table"), .init("rows", isNumber: true)],
      rows: answer.tables.map { [$0.entity ?? "-", $0.table, String($0.rows)] })
  }

  private static func leftOut(_ answer: RedactAnswer) -> [String] {
    answer.leftOut
      + (answer.unmet > 0
        ? ["\(answer.unmet.of("row")) whose new values a CHECK of the table does not allow"] : [])
  }

  private static func lines(_ difference: RedactAnswer.Difference) -> [String] {
    [
      "\(difference.about)", "  store: \(difference.store ?? "nothing")",
      "  twin:  \(difference.twin ?? "nothing")",
    ]
  }

  private static func last(_ answer: RedactAnswer) -> [String] {
    let seed =
      answer.isSeeded ? ["whoever knows the seed can try guesses: keep it to yourself"] : []
    return seed + ["wrote '\(VisibleText(answer.file).text)'; the original is unchanged"]
  }
}
