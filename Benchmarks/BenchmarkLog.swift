import Foundation

/// Writes a long log of an app that shows lists, as `-com.apple.CoreData.SQLDebug 2` would.
enum BenchmarkLog {
  static func make(_ path: String, bytes: Int) throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    print("making \((path as NSString).lastPathComponent)")
    let building = path + ".building"
    _ = FileManager.default.createFile(atPath: building, contents: nil)
    guard let file = FileHandle(forWritingAtPath: building) else {
      throw BenchmarkError("cannot write '\(building)'")
    }
    // The same hundred screens again and again: what a log repeats is what makes it long.
    let screens = (1...100).map { Data(screen(rows: $0 % 57 + 3, number: $0).utf8) }
    var written = 0
    while written < bytes {
      for screen in screens {
        try file.write(contentsOf: screen)
        written += screen.count
      }
    }
    try file.close()
    try FileManager.default.moveItem(atPath: building, toPath: path)
  }

  private static func screen(rows: Int, number: Int) -> String {
    let list = read(
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZISPINNED, t0.ZLEVEL, t0.ZBODY, t0.ZTITLE, t0.ZCREATEDAT, "
        + "t0.ZID, t0.ZFOLDER FROM ZNOTE t0 ORDER BY t0.ZCREATEDAT DESC", nil, "Note", rows)
    let keys = (1...rows).map { $0 + number }
    switch number % 4 {
    case 0, 1: return list + keys.map(tags).joined()
    case 2: return list + keys.map(folder).joined()
    default: return list + keys.map(save).joined() + keys.map(remark).joined()
    }
  }

  private static func read(_ sql: String, _ value: Int?, _ entity: String, _ rows: Int) -> String {
    let bind = value.map { "CoreData: details: SQLite bind[0] = \($0)\n" } ?? ""
    return """
      CoreData: sql: \(sql)
      \(bind)CoreData: annotation: sql connection fetch time: 0.0003s
      CoreData: annotation: fetch using NSSQLiteStatement <0x600002c0a0d0> on entity '\(entity)' \
      with sql text '\(sql) ' returned \(rows) rows
      CoreData: annotation: total fetch execution time: 0.0004s for \(rows) rows.

      """
  }

  private static let store = "00000000-0000-4000-8000-000000000000"

  private static func tags(_ key: Int) -> String {
    read(
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM Z_2TAGS t1 JOIN ZTAG t0 ON t0.Z_PK = t1.Z_3TAGS "
        + "WHERE t1.Z_2NOTES = ?", key, "Tag", 2)
      + "CoreData: annotation: to-many relationship fault \"tags\" for objectID 0x9f2c "
      + "<x-coredata://\(store)/Note/p\(key)> fulfilled from database.  Got 2 rows\n"
  }

  private static func folder(_ key: Int) -> String {
    read(
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZPOSITION, t0.ZNAME FROM ZFOLDER t0 WHERE  t0.Z_PK = ?", key,
      "Folder", 1)
      + "CoreData: annotation: fault fulfilled from database for : 0xd000 "
      + "<x-coredata://\(store)/Folder/p\(key)>\n"
  }

  private static func save(_ key: Int) -> String {
    """
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: UPDATE OR FAIL ZNOTE SET ZTITLE = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?
    CoreData: details: SQLite bind[0] = "title \(key)"
    CoreData: details: SQLite bind[1] = 2
    CoreData: annotation: sql execution time: 0.0001s
    CoreData: sql: COMMIT

    """
  }

  private static func remark(_ key: Int) -> String {
    "2024-06-01 10:00:00.123 Notes[812:4001] row \(key) of the list came into view\n"
  }
}
