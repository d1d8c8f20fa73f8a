import Foundation

/// Migrates the store with a million notes from 1.0.0 to 1.1.0 and to 2.0.0, counting and hashing
/// what both versions have, against the same statements in the `sqlite3` shell on a copy of its own.
struct MigrationBenchmark {
  let inputs: BenchmarkInputs
  let folder: String
  let tool: String

  /// The history is searched for masks; the shell has no function that rewrites them, and here there
  /// are none.
  private static let masks =
    "UPDATE ACHANGE SET ZCOLUMNS = ZCOLUMNS WHERE ZCOLUMNS IS NOT NULL AND ZENTITY IN (2);"

  /// What `storedoctor plan --sql` shows for the two stages, with the values filled in.
  private static let sql = """
    \(addedColumn)
    BEGIN EXCLUSIVE;
    ALTER TABLE ZNOTE RENAME TO Z_OLD_ZNOTE;
    CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISPINNED INTEGER, \
    ZLEVEL INTEGER, ZFOLDER INTEGER, ZCREATEDAT TIMESTAMP, ZBODY VARCHAR, ZTITLE VARCHAR, ZID BLOB );
    INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZISPINNED, ZLEVEL, ZFOLDER, ZCREATEDAT, ZBODY, ZTITLE, \
    ZID) SELECT Z_PK, Z_ENT, Z_OPT, 0, ZLEVEL, ZFOLDER, ZCREATEDAT, ZTEXT, ZTITLE, ZID FROM \
    Z_OLD_ZNOTE;
    DROP TABLE Z_OLD_ZNOTE;
    CREATE INDEX ZNOTE_ZFOLDER_INDEX ON ZNOTE (ZFOLDER);
    CREATE UNIQUE INDEX Z_Note_UNIQUE_id ON ZNOTE (ZID COLLATE BINARY ASC);
    \(masks)
    COMMIT;
    """

  private static let addedColumn = """
    BEGIN EXCLUSIVE;
    ALTER TABLE ZNOTE ADD COLUMN ZLEVEL INTEGER;
    \(masks)
    COMMIT;
    """

  @MainActor func run(_ scores: inout Scoreboard) throws {
    let output = folder + "/migrated.store"
    let copy = folder + "/shell-copy.store"
    let script = folder + "/stages.sql"
    func migrate(to version: String, trace: String = "") -> [String] {
      [
        "sh", "-c",
        """
        rm -f '\(output)' && exec '\(tool)' migrate '\(inputs.millionRows)' --verify \
        --model Samples/Notes/Sources --to \(version) --skip-closures -o '\(output)' \(trace)
        """,
      ]
    }
    for (version, sql, title) in [
      ("1.1.0", Self.addedColumn, "adds a column"), ("2.0.0", Self.sql, "rewrites a table"),
    ] {
      try sql.write(toFile: script, atomically: true, encoding: .utf8)
      let shell = [
        "sh", "-c",
        "cp '\(inputs.millionRows)' '\(copy)' && sqlite3 '\(copy)' < '\(script)' && sync '\(copy)'",
      ]
      let both = try Measure.pair(migrate(to: version), shell, runs: 3)
      scores.line(
        "migrate, 1,000,000 rows, \(title) / sqlite3",
        value: both.first.seconds / both.second.seconds, limit: 1.5, unit: "×", atMost: true)
      scores.line(
        "migrate: peak memory, \(title)", value: Double(both.first.peakBytes) / 1_048_576,
        limit: 128,
        unit: "MB", atMost: true)
    }
    let traced = try Measure.pair(
      migrate(to: "2.0.0", trace: "--force --trace='\(folder)/migration.log'"),
      migrate(to: "2.0.0"),
      runs: 3)
    scores.line(
      "migrate: with a trace / without", value: traced.first.seconds / traced.second.seconds,
      limit: 1.1, unit: "×", atMost: true)
    for path in [output, copy, script] { try? FileManager.default.removeItem(atPath: path) }
  }
}
