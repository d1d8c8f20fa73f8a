import StoreDoctor

/// Courses of events that look like a pattern and are none.
extension TraceCase {
  static let withoutPattern: [TraceCase] = [
    TraceCase("prefetched", []) { log in
      log.fetch(
        LogScript.books, rows: 190, entity: "Book",
        prefetching: [("pages", LogScript.pagePrefetch, 900)])
    },
    TraceCase("prefetched, nothing found", []) { log in
      log.fetch(
        LogScript.books, rows: 190, entity: "Book",
        prefetching: [("pages", LogScript.pagePrefetch, 0)])
    },
    TraceCase("pages of a batched fetch", []) { log in
      log.read("SELECT 0, t0.Z_PK FROM ZBOOK t0 ORDER BY t0.ZTITLE", rows: 400, entity: "Book")
      for page in 0..<20 {
        log.note("annotation: Bound intarray _Z_intarray\(page % 3)")
        log.note("annotation: Bound intarray values.")
        log.read(
          LogScript.books + " WHERE  t0.Z_PK IN  (SELECT * FROM _Z_intarray\(page % 3))   LIMIT 20",
          rows: 20, entity: "Book")
      }
    },
    TraceCase("pages by literal keys", []) { log in
      log.read("SELECT 0, t0.Z_PK FROM ZBOOK t0", rows: 60, entity: "Book")
      for page in 0..<6 {
        log.read(
          LogScript.books + " WHERE t0.Z_PK IN (?,?,?)",
          ["\(page)", "\(page + 1)", "\(page + 2)"], rows: 3, entity: "Book")
      }
    },
    TraceCase("pages by offset", []) { log in
      for page in 0..<12 {
        log.books(20, rest: " ORDER BY t0.ZTITLE LIMIT 20 OFFSET \(page * 20)")
      }
    },
    TraceCase("nearly", []) { log in
      log.authors(10)
      for key in 1...4 { log.booksOfAuthor(key) }
    },
    TraceCase("few objects", []) { log in
      log.authors(3)
      for key in 1...3 { log.booksOfAuthor(key) }
    },
    TraceCase("one object at a time", []) { log in
      for key in 1...8 {
        log.read(
          LogScript.authors + " WHERE  t0.ZNAME = ? AND t0.ZN\(key) = 1", ["\"n\(key)\""], rows: 1,
          entity: "Author")
        log.booksOfAuthor(key)
        log.save(books: key * 10..<key * 10 + 3)
      }
    },
    TraceCase("a tap now and then", [], style: .nslog) { log in
      log.authors(20)
      for key in 1...9 {
        log.wait(milliseconds: 8000)
        log.booksOfAuthor(key)
      }
    },
    TraceCase("a save between", []) { log in
      log.authors(20)
      for key in 1...9 {
        log.booksOfAuthor(key)
        log.save(books: key * 10..<key * 10 + 4)
      }
    },
    TraceCase("checks within a save", []) { log in
      log.reserveKeys()
      log.run("BEGIN EXCLUSIVE")
      for key in 1...12 {
        log.run("SELECT Z_PK, Z_ENT, Z_OPT, ZTITLE FROM ZBOOK WHERE ZTITLE = ?", ["\"t\(key)\""])
      }
      for key in 1...12 { log.insertBook(key) }
      log.run("COMMIT")
    },
    TraceCase("one save of many", []) { log in log.save(books: 1..<60) },
    TraceCase("few saves", []) { log in
      for key in 1...4 { log.save(books: key..<key + 1) }
    },
    TraceCase("saves by hand", [], style: .nslog) { log in
      for key in 1...9 {
        log.wait(milliseconds: 20_000)
        log.save(books: key..<key + 1)
      }
    },
    TraceCase("saves of some objects each", []) { log in
      for key in 1...9 { log.save(books: key * 10..<key * 10 + 5) }
    },
    TraceCase("keys for many entities", []) { log in
      for entity in 1...9 {
        log.run("BEGIN EXCLUSIVE")
        log.run("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", ["\(entity)"])
        log.run(
          "UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?",
          ["2", "\(entity)", "1"])
        log.run("COMMIT")
      }
    },
    TraceCase("history read in pages", []) { log in
      for token in 1...15 {
        log.read(
          "SELECT 0, t0.Z_PK FROM ATRANSACTION t0 WHERE  t0.Z_PK > ? ORDER BY t0.Z_PK",
          ["\(token)"], rows: 20, entity: "TRANSACTION")
        log.read(
          "SELECT 0, t0.Z_PK, t0.ZENTITYPK FROM ACHANGE t0 WHERE  t0.ZTRANSACTIONID = ?",
          ["\(token)"], rows: 3, entity: "CHANGE")
      }
    },
    TraceCase("mirroring", []) { log in
      for key in 1...15 {
        log.read(
          "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ANSCKRECORDMETADATA t0 WHERE  t0.ZENTITYPK = ?",
          ["\(key)"], rows: 1, entity: "NSCKRecordMetadata")
      }
    },
    TraceCase("opening", []) { log in
      for _ in 1...4 {
        log.note("annotation: Connecting to sqlite database file at \"/v/default.store\"")
        for table in ["Z_METADATA", "Z_MODELCACHE", "ACHANGE", "ATRANSACTION"] {
          log.run("SELECT TBL_NAME FROM SQLITE_MASTER WHERE TBL_NAME = '\(table)'")
        }
        log.run("pragma journal_mode=wal")
        log.run("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA")
      }
    },
    TraceCase("refetch after each save", []) { log in
      for round in 0..<8 {
        log.books(7, rest: " WHERE  t0.ZTITLE = ?", ["\"a\""])
        log.save(books: round * 10..<round * 10 + 3)
      }
    },
    TraceCase("refetch now and then", [], style: .compact) { log in
      for _ in 0..<8 {
        log.authors(7)
        log.wait(milliseconds: 5000)
      }
    },
    TraceCase("count, then load", []) { log in
      log.count("SELECT COUNT(*) FROM ZBOOK", of: 190)
      log.books(190)
    },
    TraceCase("different counts", []) { log in
      for table in ["ZBOOK", "ZAUTHOR", "ZPAGE", "ZTAG", "ZA", "ZB", "ZC"] {
        log.count("SELECT COUNT(*) FROM \(table)", of: 190)
      }
    },
    TraceCase("some of each", []) { log in
      log.books(100)
      for key in 1...4 { log.tagsOfBook(key) }
      for key in 1...4 { log.pagesOfBook(key) }
      for key in 1...4 { log.authorRow(key) }
    },
    TraceCase(
      "three each in two threads", [], style: .logShow,
      beside: { log in
        log.authors(10)
        for key in 1...3 { log.booksOfAuthor(key) }
      },
      script: { log in
        log.authors(10)
        for key in 4...6 { log.booksOfAuthor(key) }
      }),
    TraceCase("far apart", []) { log in
      log.authors(10)
      for key in 1...8 {
        log.booksOfAuthor(key)
        for table in 0..<12 {
          log.read(
            "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZT\(table) t0 WHERE t0.ZK\(key) = 1", rows: 1)
        }
      }
    },
  ]
}
