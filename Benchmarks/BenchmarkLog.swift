import Foundation

/// Long logs as `-com.apple.CoreData.SQLDebug` would write them, in shapes that cost a reader
/// different things.
enum BenchmarkLog: String, CaseIterable {
  /// Lists with and without N+1, saves, output of the app.
  case level2 = "SQLDebug 2"
  case level1 = "SQLDebug 1"
  case level3 = "SQLDebug 3, with rows"
  case stream = "'log stream' of SQLDebug 2"
  case distinct = "15,000 different statements"
  case literals = "literals in each statement"
  case lists = "hundreds of bound values each"
  case app = "mostly other output"

  /// The name of the file.
  private var name: String { self == .level2 ? "large.log" : "\(self).log" }
  private var size: Int { self == .level2 ? 1_000_000_000 : 250_000_000 }

  /// The path of the log, which is written unless it is there.
  func make(in folder: String) throws -> String {
    let path = folder + "/" + name
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    print("making \(name)")
    let building = path + ".building"
    _ = FileManager.default.createFile(atPath: building, contents: nil)
    guard let file = FileHandle(forWritingAtPath: building) else {
      throw BenchmarkError("cannot write '\(building)'")
    }
    // The same again and again: what a log repeats is what makes it long.
    let part = Data((lines.joined(separator: "\n") + "\n").utf8)
    for _ in 0...size / part.count { try file.write(contentsOf: part) }
    try file.close()
    try FileManager.default.moveItem(atPath: building, toPath: path)
    return path
  }

  private var lines: [String] {
    switch self {
    case .level1: Self.screens(level: 1).map(Self.console)
    case .level2: Self.screens(level: 2).map(Self.console)
    case .level3: Self.screens(level: 3).map(Self.console)
    case .stream:
      Self.screens(level: 2).enumerated().map { index, line in
        let time = String(format: "%02d.%03d", index / 1000 % 60, index % 1000)
        return "2024-06-01 10:00:\(time) Db Notes[812:1a2b] [com.apple.coredata:sql] "
          + Self.console(line)
      }
    case .distinct:
      (0..<15_000).flatMap { number in
        Self.read(
          "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE FROM ZENTITY\(number % 300) t0 WHERE  "
            + "t0.ZCOLUMN\(number / 300) = ? ORDER BY t0.ZTITLE", [number],
          "Entity\(number % 300)", number % 40, level: 2)
      }.map(Self.console)
    case .literals:
      (0..<60_000).flatMap { number in
        Self.read(
          "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE FROM ZENTITY\(number % 30) t0 WHERE  "
            + "t0.ZNAME = 'name \(number)' AND t0.ZSIZE > \(number * 7)", [],
          "Entity\(number % 30)", number % 40, level: 1)
      }.map(Self.console)
    case .lists:
      (0..<300).flatMap { number in
        let values = (0..<100 + number * 89 % 800).map { $0 * number }
        let list = Array(repeating: "?", count: values.count).joined(separator: ",")
        return Self.read(
          "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE FROM ZNOTE t0 WHERE  t0.Z_PK IN (\(list))",
          values, "Note", values.count, level: 2)
      }.map(Self.console)
    case .app:
      Self.screens(level: 1).flatMap { line in
        [Self.console(line)]
          + (1...4).map {
            "2024-06-01 10:00:00.123 Notes[812:4001] GET https://example.org/items/\($0)?page=2 -> 200"
          }
      }
    }
  }

  private static func console(_ line: String) -> String {
    line.contains(": ") && !line.hasPrefix(" ") ? "CoreData: " + line : line
  }

  // MARK: What an app with lists does

  private static func screens(level: Int) -> [String] {
    (1...100).flatMap { number -> [String] in
      let rows = number % 57 + 3
      let list = read(
        "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZISPINNED, t0.ZLEVEL, t0.ZBODY, t0.ZTITLE, t0.ZCREATEDAT, "
          + "t0.ZID, t0.ZFOLDER FROM ZNOTE t0 ORDER BY t0.ZCREATEDAT DESC", [], "Note", rows,
        level: level)
      let keys = (1...rows).map { $0 + number }
      switch number % 4 {
      case 0, 1: return list + keys.flatMap { tags($0, level) }
      case 2: return list + keys.flatMap { folder($0, level) }
      default:
        return list + keys.flatMap { save($0, level) }
          + keys.map { "row \($0) of the list came into view" }
      }
    }
  }

  private static func read(
    _ sql: String, _ values: [Int], _ entity: String, _ rows: Int, level: Int
  ) -> [String] {
    var lines = ["sql: \(sql)"]
    if level >= 2 {
      lines += values.enumerated().map { "details: SQLite bind[\($0)] = \($1)" }
    }
    lines.append("annotation: sql connection fetch time: 0.0003s")
    if level >= 2 {
      let result =
        "annotation: fetch using NSSQLiteStatement <0x600002c0a0d0> on entity '\(entity)' "
        + "with sql text '\(sql) ' returned \(rows) rows"
      lines.append(level >= 3 ? result + " with values: (" : result)
    }
    if level >= 3 {
      lines += (0..<min(rows, 20)).map {
        "    \"<\(entity): 0x60000> (entity: \(entity); id: 0x9f2c <x-coredata://\(store)/\(entity)/"
          + "p\($0)> ; data: {\\n    title = \\\"row \($0)\\\";\\n    folder = nil;\\n})\","
      }
      lines.append(")")
    }
    return lines + ["annotation: total fetch execution time: 0.0004s for \(rows) rows."]
  }

  private static let store = "00000000-0000-4000-8000-000000000000"

  private static func tags(_ key: Int, _ level: Int) -> [String] {
    read(
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM Z_2TAGS t1 JOIN ZTAG t0 ON t0.Z_PK = t1.Z_3TAGS "
        + "WHERE t1.Z_2NOTES = ?", [key], "Tag", 2, level: level)
      + [
        "annotation: to-many relationship fault \"tags\" for objectID 0x9f2c "
          + "<x-coredata://\(store)/Note/p\(key)> fulfilled from database.  Got 2 rows"
      ]
  }

  private static func folder(_ key: Int, _ level: Int) -> [String] {
    read(
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZPOSITION, t0.ZNAME FROM ZFOLDER t0 WHERE  t0.Z_PK = ?",
      [key], "Folder", 1, level: level)
      + [
        "annotation: fault fulfilled from database for : 0xd000 "
          + "<x-coredata://\(store)/Folder/p\(key)>"
      ]
  }

  private static func save(_ key: Int, _ level: Int) -> [String] {
    let values = ["\"title \(key)\"", "2"].enumerated().map {
      "details: SQLite bind[\($0)] = \($1)"
    }
    return [
      "sql: BEGIN EXCLUSIVE",
      "sql: UPDATE OR FAIL ZNOTE SET ZTITLE = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?",
    ] + (level >= 2 ? values : []) + [
      "annotation: sql execution time: 0.0001s", "sql: COMMIT",
    ]
  }
}
