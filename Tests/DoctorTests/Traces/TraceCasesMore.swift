import StoreDoctor

/// Courses of events in which patterns meet batches, stages, other contexts and each other.
extension TraceCase {
  static let mixedWithPattern: [TraceCase] = [
    TraceCase("nested many-to-many", ["nPlusOne Author.books", "nPlusOne Book.tags"]) { log in
      log.authors(7)
      for key in 1...7 {
        log.booksOfAuthor(key)
        for book in 0..<3 { log.tagsOfBook(key * 3 + book) }
      }
    },
    TraceCase(
      "three levels",
      ["nPlusOne Author.books", "nPlusOne Book.pages", "nPlusOne Book.tags"]
    ) { log in
      log.authors(6)
      for key in 1...6 {
        log.booksOfAuthor(key, rows: 2)
        for book in 0..<2 {
          log.pagesOfBook(key * 2 + book)
          log.tagsOfBook(key * 2 + book)
        }
      }
    },
    TraceCase("within the pages of a batched fetch", ["nPlusOne Book.tags"]) { log in
      log.read("SELECT 0, t0.Z_PK FROM ZBOOK t0 ORDER BY t0.ZTITLE", rows: 60, entity: "Book")
      for page in 0..<3 {
        log.note("annotation: Bound intarray _Z_intarray0")
        log.note("annotation: Bound intarray values.")
        log.read(
          LogScript.books + " WHERE  t0.Z_PK IN  (SELECT * FROM _Z_intarray0)   LIMIT 20", rows: 20,
          entity: "Book")
        for row in 1...20 { log.tagsOfBook(page * 20 + row) }
      }
    },
    TraceCase("each object twice", ["nPlusOne Book.tags"]) { log in
      log.books(10)
      for _ in 1...2 { for key in 1...10 { log.tagsOfBook(key) } }
    },
    TraceCase("an ordered relationship", ["nPlusOne Author.books"]) { log in
      log.authors(9)
      for key in 1...9 {
        log.toMany(
          "SELECT 0, t0.Z_PK FROM ZBOOK t0 WHERE  t0.ZAUTHOR = ?  ORDER BY t0.Z_FOK_AUTHOR",
          "books",
          "Author", key, rows: 2)
      }
    },
    TraceCase("counted object by object", ["countInLoop Author.books"]) { log in
      log.authors(8)
      for key in 1...8 {
        log.count(
          "SELECT COUNT( DISTINCT t0.Z_PK) FROM ZBOOK t0 WHERE  t0.ZAUTHOR = ?", ["\(key)"], of: 2)
      }
    },
    TraceCase("one save after it", ["nPlusOne Author.books"]) { log in
      log.authors(11)
      for key in 1...11 { log.booksOfAuthor(key) }
      log.save(books: 1..<30)
    },
    TraceCase("in a migration stage", ["nPlusOne Author.books"]) { log in
      log.note("annotation: (migration) begin stage 'V1 to V2'")
      log.authors(9)
      for key in 1...9 { log.booksOfAuthor(key) }
      log.note("annotation: (migration) end stage 'V1 to V2'")
    },
    TraceCase(
      "two contexts at once without numbers", ["nPlusOne Author.books", "nPlusOne Book.tags"],
      style: .console,
      beside: { log in
        log.books(9)
        for key in 1...9 { log.tagsOfBook(key) }
      },
      script: { log in
        log.authors(9)
        for key in 1...9 { log.booksOfAuthor(key) }
      }),
    TraceCase("rows by value and to-one", ["fetchInLoop Page", "nPlusOne Book.author"]) { log in
      log.books(12)
      for key in 1...12 {
        log.authorRow(key)
        log.read(
          "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNUMBER FROM ZPAGE t0 WHERE  t0.ZNUMBER = ?", ["\(key)"],
          rows: 1, entity: "Page")
      }
    },
  ]

  static let mixedWithoutPattern: [TraceCase] = [
    TraceCase("two relationships prefetched", []) { log in
      log.fetch(
        LogScript.authors, rows: 60, entity: "Author",
        prefetching: [
          ("books", LogScript.bookPrefetch, 150), ("pages", LogScript.pagePrefetch, 700),
        ])
      log.fetch(
        LogScript.books, rows: 150, entity: "Book",
        prefetching: [("pages", LogScript.pagePrefetch, 700)])
    },
    TraceCase("a batched fetch with prefetching", []) { log in
      log.read("SELECT 0, t0.Z_PK FROM ZBOOK t0", rows: 200, entity: "Book")
      for _ in 0..<10 {
        log.fetch(
          LogScript.books + " WHERE  t0.Z_PK IN  (SELECT * FROM _Z_intarray0)   LIMIT 20", rows: 20,
          entity: "Book", prefetching: [("pages", LogScript.pagePrefetch, 80)])
      }
    },
    TraceCase("some before and some after a new connection", []) { log in
      log.authors(10)
      for key in 1...4 { log.booksOfAuthor(key) }
      log.note("annotation: Connecting to sqlite database file at \"/v/default.store\"")
      log.authors(10)
      for key in 5...8 { log.booksOfAuthor(key) }
    },
    TraceCase("an object looked up now and then", [], style: .osLog) { log in
      for key in 1...12 {
        log.wait(milliseconds: 9000)
        log.read(
          LogScript.books + " WHERE  t0.ZTITLE = ?  LIMIT 1", ["\"t\(key)\""], rows: 1,
          entity: "Book"
        )
        log.authorRow(key)
      }
    },
    TraceCase("one import of many rows", []) { log in
      for round in 0..<3 {
        log.run("BEGIN EXCLUSIVE")
        for key in 0..<80 { log.insertBook(round * 100 + key) }
        log.run("COMMIT")
      }
    },
    TraceCase("statistics", []) { log in
      for column in ["ZA", "ZB", "ZC", "ZD", "ZE", "ZF"] {
        log.read(
          "SELECT t0.\(column), COUNT( t0.\(column)) FROM ZBOOK t0 GROUP BY  t0.\(column)", rows: 9)
      }
    },
    TraceCase("work of a migration stage", []) { log in
      log.note("annotation: (migration) begin stage 'V1 to V2'")
      for table in ["ZAUTHOR", "ZBOOK", "ZPAGE", "ZTAG", "ZA", "ZB", "ZC"] {
        log.run("ALTER TABLE \(table) ADD COLUMN ZNEW INTEGER")
        log.run("UPDATE \(table) SET ZNEW = ?", ["1"])
      }
      log.note("annotation: (migration) end stage 'V1 to V2'")
    },
    TraceCase(
      "lists in two contexts", [], style: .ndjson,
      beside: { log in
        for round in 0..<2 { log.books(20 + round, rest: " LIMIT \(20 + round)") }
      },
      script: { log in
        log.fetch(
          LogScript.authors, rows: 60, entity: "Author",
          prefetching: [("books", LogScript.bookPrefetch, 150)])
      }),
  ]
}

extension LogScript {
  static let bookPrefetch =
    "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE, t0.ZAUTHOR FROM ZBOOK t0 "
    + "WHERE  t0.ZAUTHOR IN (SELECT * FROM _Z_intarray0)  ORDER BY t0.ZAUTHOR"
}
