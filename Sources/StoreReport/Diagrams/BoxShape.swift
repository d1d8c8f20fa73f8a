internal import Diagnostics
internal import StoreModel

/// What stands in an entity's box, line by line, and where: from this its size and the ends of its lines
/// are known before there is a layout.
struct BoxShape: Sendable {
  /// A line of text below the name.
  struct Note: Sendable {
    var text: String
    var style: StaticString
    /// All of it, where it is cut.
    var tip: String?
  }

  /// A property as it is shown.
  struct Line: Sendable {
    var name: String
    var type: String
    var sign: String?
    var tip: String?
    var row: DiagramContent.Row
    var note: String?
  }

  let name: String
  let isCut: Bool
  let notes: [Note]
  let lines: [Line]
  let width: Int
  let height: Int
  /// Where the signs of changes stand; 0 without any.
  let gutter: Int

  static let rowHeight = 18
  private static let headHeight = 28
  private static let noteHeight = 15
  static let padding = 10
  /// Where inheritance ends.
  static let inheritanceY = 8
  private static let mostMarks = 4

  /// - Parameters:
  ///   - isNameOnly: for an overview.
  ///   - hasSigns: whether some row of the picture has the sign of a change.
  init(_ box: DiagramContent.Box, isNameOnly: Bool = false, hasSigns: Bool = false) {
    let shown = DiagramFont.shown(
      (box.change.map { $0.sign + " " } ?? "") + box.name, columns: 34)
    name = shown
    isCut = shown.hasSuffix("…")
    gutter = hasSigns && !isNameOnly ? 12 : 0
    notes = isNameOnly ? Self.summary(box) : Self.notes(box)
    lines = isNameOnly ? [] : box.rows.map(Self.line) + box.keys.map(Self.line)
    var width = DiagramFont.title.width(shown)
    for note in notes { width = max(width, DiagramFont.small.width(note.text)) }
    for line in lines {
      width = max(
        width, gutter + DiagramFont.row.width(line.name) + 14 + DiagramFont.row.width(line.type))
    }
    self.width = max(width + 2 * Self.padding, isNameOnly ? 60 : 120)
    height =
      Self.headHeight + notes.count * Self.noteHeight
      + (lines.isEmpty ? 0 : lines.count * Self.rowHeight + 8)
  }

  /// The lower edge of what is above the rows.
  var headBottom: Int { Self.headHeight + notes.count * Self.noteHeight }

  func noteBaseline(_ index: Int) -> Int { Self.headHeight + index * Self.noteHeight + 8 }

  func rowBaseline(_ index: Int) -> Int { headBottom + 4 + index * Self.rowHeight + 13 }

  func rowMiddle(_ index: Int) -> Int { headBottom + 4 + index * Self.rowHeight + 9 }

  /// Where lines end that belong to no row: beside the name, then between attributes, where no line of
  /// a row is near.
  var slots: [Int] {
    guard !lines.isEmpty else { return [headBottom - 4] }
    let free = lines.firstIndex { $0.row.isRelationship } ?? lines.count
    return [24] + (1..<max(1, free)).map { headBottom + 4 + $0 * Self.rowHeight }
  }

  private static func notes(_ box: DiagramContent.Box) -> [Note] {
    var notes: [Note] = []
    func add(_ text: String, _ style: StaticString, tip: String? = nil) {
      let shown = DiagramFont.shown(text, columns: 44)
      notes.append(Note(text: shown, style: style, tip: tip ?? (shown == text ? nil : text)))
    }
    if box.kind == .undeclared { add("not in the model", "warning") }
    let kinds =
      (box.isAbstract ? ["abstract"] : []) + (box.superentity.map { ["is a \($0)"] } ?? [])
    if !kinds.isEmpty { add(kinds.joined(separator: ", "), "muted") }
    if let count = box.count { add("\(Self.grouped(count)) row\(count == 1 ? "" : "s")", "muted") }
    if let name = box.formerName { add("← \(name)", "changed", tip: "renamed from '\(name)'") }
    for change in box.changes { add("~ " + change, "changed") }
    for mark in box.marks.prefix(mostMarks) {
      add("\(mark.severity.rawValue): \(mark.text)", style(mark.severity), tip: mark.details)
    }
    if box.marks.count > mostMarks { add("and \(box.marks.count - mostMarks) more", "muted") }
    return notes
  }

  /// How much was found, for a box with nothing but its name.
  private static func summary(_ box: DiagramContent.Box) -> [Note] {
    guard let worst = box.marks.map(\.severity).max() else { return [] }
    let text = Severity.allCases.compactMap { severity -> String? in
      let count = box.marks.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
    return [
      Note(text: text, style: style(worst), tip: box.marks.map(\.text).joined(separator: "\n"))
    ]
  }

  static func style(_ severity: Severity) -> StaticString {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }

  private static func line(_ row: DiagramContent.Row) -> Line {
    var name = DiagramFont.shown(row.name, columns: 28)
    if row.isDerived { name = "/" + name }
    if row.isTransient { name = "(\(name))" }
    if let former = row.formerName { name += " ← " + DiagramFont.shown(former, columns: 28) }
    var type = DiagramFont.shown(row.type, columns: 26)
    if let rule = row.deleteRule { type += " " + rule.name.lowercased() }
    var tips = row.details + row.changes
    let isCut = name.contains("…") || type.contains("…")
    // A tip that only repeats what is drawn would cost more than it says.
    if row.isRelationship, row.changes.isEmpty, !isCut, row.severity == nil { tips = [] }
    let full = "\(row.name): \(row.type)"
    return Line(
      name: name, type: type, sign: row.change?.sign,
      tip: tips.isEmpty && !isCut ? nil : ([full] + tips).joined(separator: "; "), row: row)
  }

  private static func line(_ key: [String]) -> Line {
    let text = key.joined(separator: ", ")
    let shown = DiagramFont.shown(text, columns: 44)
    var row = DiagramContent.Row(name: text, type: "")
    row.isKey = true
    return Line(
      name: "unique: \(shown)", type: "", tip: shown == text ? nil : text, row: row, note: "muted")
  }

  /// `1,234,567`.
  static func grouped(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return (number < 0 ? "-" : "") + text
  }
}
