import StoreDoctor

/// What apps and frameworks do all day that an eager detector would take for a pattern.
extension TraceCase {
  static let alike: [TraceCase] = [
    TraceCase("a list that begins with what is typed", []) { log in
      for text in ["n", "no", "not", "note", "notes", "notes "] {
        log.books(9, rest: " WHERE  t0.ZTITLE LIKE ?", ["\"\(text)*\""])
      }
    },
    TraceCase("different questions about one table", []) { log in
      for column in ["ZTITLE", "ZAUTHOR", "ZISBN", "ZYEAR", "ZPRICE", "ZSHELF", "ZLENT"] {
        log.books(3, rest: " WHERE  t0.\(column) = ?", ["1"])
      }
    },
    TraceCase("the same list in different orders", []) { log in
      for column in ["ZTITLE", "ZAUTHOR", "ZISBN", "ZYEAR", "ZPRICE", "ZSHELF"] {
        log.books(40, rest: " ORDER BY t0.\(column)")
      }
    },
    TraceCase("pages behind the last key", []) { log in
      for page in 0..<12 {
        log.books(
          20, rest: " WHERE  t0.Z_PK > ? ORDER BY t0.Z_PK LIMIT 20", ["\(page * 20)"])
      }
    },
    TraceCase("pages behind the last date", []) { log in
      for page in 0..<9 {
        log.books(
          50, rest: " WHERE  t0.ZDATE < ? ORDER BY t0.ZDATE DESC, t0.Z_PK LIMIT 50",
          ["\(700_000_000 - page)"])
      }
    },
    TraceCase("batch faults with lists of ever other lengths", []) { log in
      log.read("SELECT 0, t0.Z_PK FROM ZBOOK t0", rows: 90, entity: "Book")
      for count in 2...14 {
        let keys = (1...count).map { "\($0 * count)" }
        log.books(
          count, rest: " WHERE  t0.Z_PK IN (\(keys.map { _ in "?" }.joined(separator: ",")))", keys)
      }
    },
    TraceCase("batch faults with keys in the statement", []) { log in
      log.read("SELECT 0, t0.Z_PK FROM ZBOOK t0", rows: 40, entity: "Book")
      for page in 0..<8 {
        let keys = (1...5).map { "\(page * 5 + $0)" }.joined(separator: ", ")
        log.books(5, rest: " WHERE t0.Z_PK IN (\(keys))")
      }
    },
    TraceCase("prefetch page by page with short lists", []) { log in
      log.read("SELECT 0, t0.Z_PK FROM ZAUTHOR t0", rows: 30, entity: "Author")
      for page in 0..<10 {
        log.read(
          "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE, t0.ZAUTHOR FROM ZBOOK t0 "
            + "WHERE  t0.ZAUTHOR IN (?,?,?) ORDER BY t0.ZAUTHOR",
          (1...3).map { "\(page * 3 + $0)" }, rows: 7, entity: "Book",
          ending: ["annotation: Prefetching with key 'books'.  Got 7 rows."])
      }
    },
    TraceCase("an import in the background, one save for 500 rows", [], style: .nslog) { log in
      for batch in 0..<8 {
        log.save(books: batch * 500..<batch * 500 + 500)
        log.wait(milliseconds: 300)
      }
    },
    TraceCase("an import that looks for conflicts row by row within its save", []) { log in
      log.reserveKeys()
      log.run("BEGIN EXCLUSIVE")
      for key in 1...200 {
        log.run(
          "SELECT Z_PK, Z_ENT, Z_OPT, ZTITLE FROM ZBOOK WHERE ZTITLE = ?", ["\"t\(key)\""])
      }
      for key in 1...200 { log.insertBook(key) }
      log.run("COMMIT")
    },
    TraceCase(
      "the list again after each save of another context", [], style: .compact,
      beside: { log in
        for round in 0..<8 { log.save(books: round * 10..<round * 10 + 4) }
      },
      script: { log in
        for _ in 0..<8 {
          log.books(30)
          // A save is as long as a list and these.
          for _ in 0..<29 { log.note("debug: Remote Change Notification - posting") }
        }
      }),
    TraceCase(
      "two contexts, each with a few of its own", [], style: .console,
      beside: { log in
        log.books(4)
        for key in 1...4 { log.tagsOfBook(key) }
      },
      script: { log in
        log.authors(4)
        for key in 1...4 { log.booksOfAuthor(key) }
      }),
    TraceCase("sections of a results controller", []) { log in
      for _ in 0..<3 {
        log.read(
          "SELECT t0.ZSHELF, COUNT (DISTINCT t0.Z_PK) FROM ZBOOK t0 GROUP BY  t0.ZSHELF "
            + "ORDER BY t0.ZSHELF", rows: 12, entity: "Book")
        log.read(
          "SELECT 0, t0.Z_PK FROM ZBOOK t0 ORDER BY t0.ZSHELF, t0.ZTITLE", rows: 120,
          entity: "Book")
        for _ in 0..<6 {
          log.read(
            LogScript.books + " WHERE  t0.Z_PK IN  (SELECT * FROM _Z_intarray1)   LIMIT 20",
            rows: 20, entity: "Book")
        }
        log.save(books: 1..<9)
      }
    },
    TraceCase("polls of the history", [], style: .ndjson) { log in
      for token in 0..<20 {
        log.read("SELECT MAX(t0.Z_PK) FROM ATRANSACTION t0", rows: 1, entity: "TRANSACTION")
        log.read(
          "SELECT 0, t0.Z_PK, t0.ZTIMESTAMP FROM ATRANSACTION t0 WHERE  t0.Z_PK > ?",
          ["\(token)"], rows: 0, entity: "TRANSACTION")
        log.wait(milliseconds: 250)
      }
    },
    TraceCase("mirroring writes object by object", []) { log in
      for key in 1...12 {
        log.run("BEGIN EXCLUSIVE")
        log.run(
          "UPDATE OR FAIL ZBOOK SET ZTITLE = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?",
          ["\"t\"", "2", "\(key)", "1"])
        log.run(
          "UPDATE OR FAIL ANSCKRECORDMETADATA SET ZCKSYSTEMFIELDS = ?, Z_OPT = ?  "
            + "WHERE Z_PK = ? AND Z_OPT = ?", ["<1>", "2", "\(key)", "1"])
        log.run("COMMIT")
      }
    },
    TraceCase("batch deletes", []) { log in
      for _ in 1...8 {
        log.run("BEGIN EXCLUSIVE")
        log.run("DELETE FROM ZBOOK WHERE Z_PK IN (SELECT * FROM _Z_intarray0)")
        log.run("COMMIT")
      }
    },
    TraceCase("batch updates", []) { log in
      for year in 1...8 {
        log.run("BEGIN EXCLUSIVE")
        log.run("UPDATE OR FAIL ZBOOK SET ZLENT = ? WHERE ZYEAR = ?", ["0", "\(year)"])
        log.run("COMMIT")
      }
    },
    TraceCase("one object saved as it is typed", [], style: .logShow) { log in
      for key in 1...10 {
        log.wait(milliseconds: 1500)
        log.save(books: key..<key + 1)
      }
    },
    TraceCase("one object with many relationships", []) { log in
      log.books(1, rest: " WHERE  t0.ZISBN = ?", ["\"x\""])
      log.tagsOfBook(1)
      log.pagesOfBook(1)
      log.authorRow(1)
      for name in ["LOANS", "NOTES", "COPIES", "REVIEWS", "PRICES"] {
        log.toMany(
          "SELECT 0, t0.Z_PK FROM Z\(name) t0 WHERE  t0.ZBOOK = ?", name.lowercased(), "Book", 1,
          rows: 9)
      }
    },
    TraceCase("a tab of each kind", []) { log in
      for table in ["ZAUTHOR", "ZBOOK", "ZPAGE", "ZTAG", "ZLOAN", "ZREADER", "ZSHELF"] {
        log.count("SELECT COUNT(*) FROM \(table)", of: 12)
        log.read(
          "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM \(table) t0 ORDER BY t0.ZNAME LIMIT 12",
          rows: 12)
      }
    },
    TraceCase("the first rows of many, each of its own fetch", []) { log in
      for key in 1...9 {
        log.books(1, rest: " WHERE  t0.ZC\(key) = ? LIMIT 1", ["\(key)"])
        log.authorRow(key % 4)
      }
    },
    TraceCase("a badge counted now and then", [], style: .osLog) { log in
      for _ in 0..<10 {
        log.count("SELECT COUNT(*) FROM ZBOOK t0 WHERE  t0.ZLENT = ?", ["1"], of: 3)
        log.wait(milliseconds: 4000)
      }
    },
    TraceCase(
      "the same list in three windows", [], style: .logShow,
      beside: { log in for _ in 0..<2 { log.books(25) } },
      script: { log in for _ in 0..<2 { log.books(25) } }),
  ]
}
