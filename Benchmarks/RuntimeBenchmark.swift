#if os(Linux)
  import CSQLite
  import Foundation
  import SwiftData

  /// Measures the SwiftData module against SQLite's C functions on the same tables.
  struct RuntimeBenchmark {
    let folder: String
    private let count = 100_000

    @MainActor func run(_ scores: inout Scoreboard) throws {
      // First, because a new process counts what this one has in memory until it is its own.
      try memory(&scores)
      try reading(&scores)
      try saving(&scores)
      try stage(&scores)
    }

    /// Seconds that two pieces of work take in runs that take turns. They are summed up, because a
    /// machine that others use, too, is slower and faster by the second.
    private func pair(
      runs: Int, _ first: () throws -> Double, _ second: () throws -> Double
    ) throws -> (first: Double, second: Double) {
      var sums = (first: 0.0, second: 0.0)
      for _ in 0..<runs {
        sums.first += try first()
        sums.second += try second()
      }
      return sums
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
      let start = DispatchTime.now().uptimeNanoseconds
      try body()
      return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }

    func path(_ name: String) -> String { folder + "/" + name + ".store" }

    func remove(_ path: String) {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }

    private func container(_ schema: Schema, _ path: String) throws -> ModelContainer {
      try ModelContainer(
        for: schema, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
    }

    // MARK: - Reading

    @MainActor private func reading(_ scores: inout Scoreboard) throws {
      let path = path("parcels")
      remove(path)
      try fill(path)
      let container = try container(Schema(versionedSchema: ParcelsV1.self), path)
      let raw = try RawSQLite(path)
      var sums: Set<Int> = []
      let times = try pair(
        runs: 7,
        {
          try seconds {
            var sum = 0
            let context = ModelContext(container)
            for parcel in try context.fetch(FetchDescriptor<ParcelsV1.Parcel>()) {
              sum &+= parcel.code.utf8.count &+ parcel.contents.utf8.count &+ parcel.count
              sum &+= Int(parcel.weight) &+ Int(parcel.posted.timeIntervalSinceReferenceDate)
              sum &+= parcel.isUrgent ? 1 : 0
            }
            sums.insert(sum)
          }
        },
        {
          try seconds {
            let sql = "SELECT ZCODE, ZCONTENTS, ZWEIGHT, ZCOUNT, ZPOSTED, ZISURGENT FROM ZPARCEL"
            sums.insert(try raw.with(sql, readAll))
          }
        })
      guard sums.count == 1 else { throw BenchmarkError("both sides must read the same values") }
      scores.line(
        "fetch and read 100,000 objects / raw statement", value: times.first / times.second,
        limit: 3, unit: "×", atMost: true)
    }

    private func readAll(_ statement: OpaquePointer?) -> Int {
      var sum = 0
      while sqlite3_step(statement) == SQLITE_ROW {
        guard let code = sqlite3_column_text(statement, 0),
          let contents = sqlite3_column_text(statement, 1)
        else { continue }
        sum &+= String(cString: code).utf8.count &+ String(cString: contents).utf8.count
        sum &+= Int(sqlite3_column_double(statement, 2))
        sum &+= Int(sqlite3_column_int64(statement, 3))
        sum &+= Int(
          Date(timeIntervalSinceReferenceDate: sqlite3_column_double(statement, 4))
            .timeIntervalSinceReferenceDate)
        sum &+= sqlite3_column_int64(statement, 5) != 0 ? 1 : 0
      }
      return sum
    }

    /// Parcels on 100 routes, each with two of 50 labels.
    func fill(_ path: String) throws {
      let context = ModelContext(try container(Schema(versionedSchema: ParcelsV1.self), path))
      let routes = (0..<100).map { ParcelsV1.Route(name: "route \($0)") }
      let labels = (0..<50).map { ParcelsV1.Label(name: "label \($0)") }
      for route in routes { context.insert(route) }
      for label in labels { context.insert(label) }
      for number in 0..<count {
        let parcel = ParcelsV1.Parcel(number: number)
        parcel.route = routes[number % 100]
        parcel.labels = [labels[number % 50], labels[(number + 7) % 50]]
        context.insert(parcel)
      }
      try context.save()
    }

    // MARK: - Saving

    @MainActor private func saving(_ scores: inout Scoreboard) throws {
      let plain = try pair(
        runs: 5, { try save(ParcelsV1.Parcel.self) { ParcelsV1.Parcel(number: $0) } },
        {
          try insert(
            ParcelsV1.Parcel.self,
            "INSERT INTO ZPARCEL(Z_PK, Z_ENT, Z_OPT, ZCODE, ZCONTENTS, ZWEIGHT, ZCOUNT, ZPOSTED, "
              + "ZISURGENT) VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?)"
          ) { statement, number in
            bind(statement, 2, "P\(number)")
            bind(statement, 3, "contents of the parcel \(number), packed by hand")
            sqlite3_bind_double(statement, 4, Double(number % 97) / 4)
            sqlite3_bind_int64(statement, 5, Int64(number % 13))
            sqlite3_bind_double(statement, 6, Double(number))
            sqlite3_bind_int64(statement, 7, number % 5 == 0 ? 1 : 0)
          }
        })
      scores.line(
        "insert and save 100,000 objects / raw inserts", value: plain.first / plain.second,
        limit: 1.5, unit: "×", atMost: true)
      let unique = try pair(
        runs: 5, { try save(Letter.self) { Letter(number: $0) } },
        {
          try insert(
            Letter.self,
            "INSERT INTO ZLETTER(Z_PK, Z_ENT, Z_OPT, ZCODE, ZTEXT, ZWEIGHT, ZPOSTED) "
              + "VALUES (?, 1, 1, ?, ?, ?, ?)"
          ) { statement, number in
            bind(statement, 2, "L\(number)")
            bind(statement, 3, "the text of the letter \(number)")
            sqlite3_bind_double(statement, 4, Double(number % 97) / 4)
            sqlite3_bind_double(statement, 5, Double(number))
          }
        })
      scores.line(
        "the same with a unique property", value: unique.first / unique.second, limit: 3,
        unit: "×", atMost: true)
    }

    private func save<T: PersistentModel>(_ type: T.Type, _ make: (Int) -> T) throws -> Double {
      let path = path("saved")
      defer { remove(path) }
      let container = try container(Schema([type]), path)
      return try seconds {
        let context = ModelContext(container)
        for number in 0..<count { context.insert(make(number)) }
        try context.save()
      }
    }

    private func insert<T: PersistentModel>(
      _ type: T.Type, _ sql: String, _ bind: (OpaquePointer?, Int) -> Void
    ) throws -> Double {
      let path = path("raw")
      defer { remove(path) }
      _ = try container(Schema([type]), path)
      let raw = try RawSQLite(path)
      return try seconds {
        try raw.run("BEGIN IMMEDIATE")
        try raw.with(sql) { statement in
          for number in 0..<count {
            sqlite3_bind_int64(statement, 1, Int64(number + 1))
            bind(statement, number)
            sqlite3_step(statement)
            sqlite3_reset(statement)
          }
        }
        try raw.run("COMMIT")
      }
    }

    private func bind(_ statement: OpaquePointer?, _ index: Int32, _ text: String) {
      storedoctor_bind_text(statement, index, text, Int32(text.utf8.count))
    }

    // MARK: - A custom stage

    @MainActor private func stage(_ scores: inout Scoreboard) throws {
      let source = path("parcels")
      let raw = try RawSQLite(source)
      try raw.run("PRAGMA wal_checkpoint(TRUNCATE)")
      let join = try raw.text(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'")
      let own = try raw.text(
        "SELECT name FROM pragma_table_info('\(join)') WHERE name GLOB '*PARCELS*'")
      let sql = ParcelsPlan.sql.replacingOccurrences(of: "JOIN_TABLE", with: join)
        .replacingOccurrences(of: "OWN_COLUMN", with: own)
      let copy = path("migrated")
      var results: Set<String> = []
      func migrated(_ work: () throws -> Void) throws -> Double {
        remove(copy)
        try FileManager.default.copyItem(atPath: source, toPath: copy)
        defer { remove(copy) }
        let time = try seconds(work)
        results.insert(try RawSQLite(copy).text("SELECT sum(ZPRIORITY * Z_PK) FROM ZPARCEL"))
        return time
      }
      let times = try pair(
        runs: 9,
        {
          try migrated {
            _ = try ModelContainer(
              for: Schema(versionedSchema: ParcelsV2.self), migrationPlan: ParcelsPlan.self,
              configurations: ModelConfiguration(url: URL(fileURLWithPath: copy)))
          }
        }, { try migrated { try RawSQLite(copy).run(sql) } })
      guard results.count == 1 else {
        throw BenchmarkError("both sides must write the same values")
      }
      scores.line(
        "custom stage over 100,000 objects / one UPDATE by hand", value: times.first / times.second,
        limit: 4, unit: "×", atMost: true)
    }
  }
#endif
