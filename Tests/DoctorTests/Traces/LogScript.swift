/// Writes what Core Data would log for a course of events, at a level and in a style.
///
/// A statement is three parts, as logged: the SQL with its values, the time of the connection, and
/// the total with what comes after it. Interleaving two scripts mixes the parts.
struct LogScript {
  let level: Int
  /// The lines of each part, without prefix.
  private(set) var parts: [(lines: [String], milliseconds: Int)] = []
  private var clock = 0

  init(level: Int) { self.level = level }

  mutating func wait(milliseconds: Int) { clock += milliseconds }

  private mutating func part(_ lines: [String]) {
    clock += 1
    parts.append((lines, clock))
  }

  private mutating func begin(_ sql: String, _ values: [String]) {
    var lines = ["sql: \(sql)"]
    if level >= 2 {
      lines += values.enumerated().map { "details: SQLite bind[\($0)] = \($1)" }
    }
    part(lines)
  }

  /// - Parameter ending: annotations after the total.
  mutating func read(
    _ sql: String, _ values: [String] = [], rows: Int, seconds: String = "0.0003",
    entity: String = "Entity", ending: [String] = []
  ) {
    begin(sql, values)
    part(["annotation: sql connection fetch time: \(seconds)s"])
    end(sql, rows: rows, seconds: seconds, entity: entity, ending: ending)
  }

  private mutating func end(
    _ sql: String, rows: Int, seconds: String, entity: String, ending: [String]
  ) {
    var lines: [String] = []
    if level >= 2 {
      let result =
        "annotation: fetch using NSSQLiteStatement <0x600001> on entity '\(entity)' "
        + "with sql text '\(sql) ' returned \(rows) rows"
      lines.append(level >= 3 ? result + " with values: (" : result)
      if level >= 3 {
        for row in 0..<min(rows, 2) {
          lines.append(
            "    \"<\(entity): 0x1> (entity: \(entity); id: 0x2 <x-coredata://S/\(entity)/p\(row)> ; "
              + "data: {\\n    text = \\\"SELECT a FROM b\\\";\\n})\",")
        }
        lines.append(")")
      }
    }
    lines.append("annotation: total fetch execution time: \(seconds)s for \(rows) rows.")
    part(lines + ending)
  }

  /// A fetch with prefetching: its statements come before its own total.
  mutating func fetch(
    _ sql: String, rows: Int, entity: String, prefetching: [(String, String, Int)]
  ) {
    begin(sql, [])
    part(["annotation: sql connection fetch time: 0.0003s"])
    for (key, prefetch, count) in prefetching {
      part([
        "annotation: Bound intarray _Z_intarray0", "annotation: Bound intarray values.",
      ])
      read(
        prefetch, rows: count,
        ending: ["annotation: Prefetching with key '\(key)'.  Got \(count) rows."])
    }
    end(sql, rows: rows, seconds: "0.0053", entity: entity, ending: [])
  }

  mutating func count(_ sql: String, _ values: [String] = [], of number: Int) {
    begin(sql, values)
    part(["annotation: total count request execution time: 0.0002s for count of \(number)."])
  }

  mutating func run(_ sql: String, _ values: [String] = []) {
    begin(sql, values)
    part(["annotation: sql execution time: 0.0001s"])
  }

  mutating func note(_ message: String) { part([message]) }

  // MARK: Lines of a log

  func text(_ style: LogStyle, thread: Int = 1) -> String {
    Self.text([(self, thread)], style)
  }

  /// Several scripts at once, part by part.
  static func text(_ scripts: [(LogScript, Int)], _ style: LogStyle) -> String {
    var lines: [String] = []
    let most = scripts.map(\.0.parts.count).max() ?? 0
    for index in 0..<most {
      for (script, thread) in scripts where index < script.parts.count {
        let part = script.parts[index]
        for line in part.lines {
          // The rows of a value dump have no prefix of their own, except in JSON entries.
          let isContinuation = line.hasPrefix(" ") || line == ")"
          lines.append(
            isContinuation && style != .ndjson && style != .json
              ? line : style.line(line, thread: thread, milliseconds: part.milliseconds))
        }
        if index % 7 == 3 {
          lines.append(
            style.other(
              "Loaded items from network", thread: thread, milliseconds: part.milliseconds))
        }
      }
    }
    if style == .json { return "[{" + lines.joined(separator: "\n").dropFirst(3) + "\n}]\n" }
    return lines.joined(separator: "\n") + "\n"
  }
}
