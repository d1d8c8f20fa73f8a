internal import Diagnostics

/// Logs that a rule flags or lets pass; each is a test. `↓` stands before the line of a finding.
enum TraceExamples {
  static func examples(of kind: AccessPattern.Kind) -> [RuleExample] {
    switch kind {
    case .nPlusOne:
      [
        .flagged(notes(6) + marked((1...6).map { tagsOfNote($0) })),
        .flagged(notes(8) + marked((1...8).map { folder($0) })),
        .clean(notes(190, prefetching: 400)),
        .clean(notes(20) + (1...3).map { tagsOfNote($0) }.joined()),
      ]
    case .prefetchWithoutEffect:
      [
        .flagged(notes(9, prefetching: 20) + marked((1...9).map { tagsOfNote($0) })),
        .clean(notes(9, prefetching: 20) + (1...2).map { tagsOfNote($0) }.joined()),
      ]
    case .repeatedFault:
      [
        .flagged(notes(12) + marked((1...9).map { _ in folder(3) })),
        .clean(notes(12) + folder(1) + folder(2) + folder(1)),
      ]
    case .redundantFetch:
      [
        .flagged(marked((1...4).map { _ in notes(7, titled: "a") })),
        .clean((1...4).map { _ in notes(7, titled: "a") + save([1, 2, 3]) }.joined()),
      ]
    case .fetchInLoop:
      [
        .flagged(marked((1...7).map { notes(1, titled: "title \($0)") })),
        .clean((1...4).map { notes(1, titled: "title \($0)") }.joined()),
        .clean((0..<12).map { notes(20, rest: " LIMIT 20 OFFSET \($0 * 20)") }.joined()),
      ]
    case .countInLoop:
      [
        .flagged(marked((1...6).map { count(" t0 WHERE  t0.ZFOLDER > ?", "\($0)", of: 3) })),
        .clean(count("", nil, of: 190) + notes(190)),
      ]
    case .saveInLoop:
      [
        .flagged(marked((1...6).map { save([$0]) }, at: "INSERT")), .clean(save(Array(1...40))),
      ]
    case .wholeRowsForCount:
      [
        .flagged("↓" + notes(400) + count("", nil, of: 400)),
        .clean(count("", nil, of: 400) + notes(400)),
      ]
    case .wholeRowsForIDs:
      [
        .flagged("↓" + notes(400) + read("SELECT 0, t0.Z_PK FROM ZNOTE t0", rows: 400)),
        .clean(read("SELECT 0, t0.Z_PK FROM ZNOTE t0", rows: 400)),
      ]
    case .missingBatchLimit:
      [.flagged("↓" + notes(25_000)), .clean(notes(500, rest: " LIMIT 500"))]
    case .stringSearchScan:
      [
        .flagged(
          "↓" + notes(3, rest: " WHERE  NSCoreDataStringSearch( t0.ZTITLE, ?, 417, 1)", "\"x\"")),
        .clean(notes(3, rest: " WHERE  t0.ZTITLE >= ? AND t0.ZTITLE < ?", "\"x\"")),
      ]
    case .slowStatement:
      [.flagged("↓" + notes(12, seconds: "0.7312")), .clean(notes(12, seconds: "0.0731"))]
    // These need a store to ask.
    case .unindexedFilter, .unindexedSort: []
    }
  }

  // MARK: Lines of SQLDebug 2

  /// Marks the first of several statements, or its first line that holds a word.
  private static func marked(_ statements: [String], at word: String? = nil) -> String {
    let text = statements.joined()
    guard let word, let range = text.firstRange(of: "CoreData: sql: " + word) else {
      return "↓" + text
    }
    return text[..<range.lowerBound] + "↓" + text[range.lowerBound...]
  }

  private static func read(
    _ sql: String, _ value: String? = nil, rows: Int, seconds: String = "0.0004",
    inside: String = "", after: String? = nil
  ) -> String {
    var text = "CoreData: sql: \(sql)\n"
    if let value { text += "CoreData: details: SQLite bind[0] = \(value)\n" }
    text += "CoreData: annotation: sql connection fetch time: 0.0003s\n" + inside
    text += "CoreData: annotation: total fetch execution time: \(seconds)s for \(rows) rows.\n"
    if let after { text += "CoreData: annotation: \(after)\n" }
    return text
  }

  private static func notes(
    _ rows: Int, rest: String = "", _ value: String? = nil, seconds: String = "0.0021",
    prefetching tags: Int? = nil
  ) -> String {
    let prefetch = tags.map { count in
      read(
        "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME, t1.Z_2NOTES FROM ZTAG t0 JOIN Z_2TAGS t1 "
          + "ON t0.Z_PK = t1.Z_3TAGS WHERE  t1.Z_2NOTES IN (SELECT * FROM _Z_intarray0) ",
        rows: count, after: "Prefetching with key 'tags'.  Got \(count) rows.")
    }
    return read(
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE, t0.ZFOLDER FROM ZNOTE t0" + rest, value, rows: rows,
      seconds: seconds, inside: prefetch ?? "")
  }

  private static func notes(_ rows: Int, titled title: String) -> String {
    notes(rows, rest: " WHERE  t0.ZTITLE = ?", "\"\(title)\"")
  }

  private static func tagsOfNote(_ key: Int) -> String {
    read(
      "SELECT 0, t0.Z_PK FROM Z_2TAGS t1 JOIN ZTAG t0 ON t0.Z_PK = t1.Z_3TAGS "
        + "WHERE t1.Z_2NOTES = ?", "\(key)", rows: 2,
      after: "to-many relationship fault \"tags\" for objectID 0xa7 <x-coredata://S/Note/p\(key)> "
        + "fulfilled from database.  Got 2 rows")
  }

  private static func folder(_ key: Int) -> String {
    read(
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZFOLDER t0 WHERE  t0.Z_PK = ?", "\(key)", rows: 1,
      after: "fault fulfilled from database for : 0xa1 <x-coredata://S/Folder/p\(key)>")
  }

  private static func count(_ rest: String, _ value: String?, of count: Int) -> String {
    "CoreData: sql: SELECT COUNT(*) FROM ZNOTE\(rest)\n"
      + (value.map { "CoreData: details: SQLite bind[0] = \($0)\n" } ?? "")
      + "CoreData: annotation: total count request execution time: 0.0002s for count of \(count).\n"
  }

  private static func save(_ keys: [Int]) -> String {
    "CoreData: sql: BEGIN EXCLUSIVE\n"
      + keys.map {
        "CoreData: sql: INSERT INTO ZNOTE(Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES(?, ?, ?, ?)\n"
          + "CoreData: details: SQLite bind[0] = \($0)\n"
          + "CoreData: annotation: sql execution time: 0.0001s\n"
      }.joined() + "CoreData: sql: COMMIT\nCoreData: annotation: sql execution time: 0.0004s\n"
  }
}
