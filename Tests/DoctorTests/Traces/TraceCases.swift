import StoreDoctor

/// Courses of events that show a pattern.
extension TraceCase {
  static let withPattern: [TraceCase] = [
    TraceCase("to-many", ["nPlusOne Author.books"]) { log in
      log.authors(10)
      for key in 1...10 { log.booksOfAuthor(key) }
    },
    TraceCase("to-many, ids only", ["nPlusOne Author.books"]) { log in
      log.authors(8)
      for key in 1...8 { log.booksOfAuthor(key, idsOnly: true) }
    },
    TraceCase("to-many without members", ["nPlusOne Author.books"]) { log in
      log.authors(6)
      for key in 1...6 { log.booksOfAuthor(key, rows: 0) }
    },
    TraceCase("many-to-many", ["nPlusOne Book.tags"]) { log in
      log.books(20)
      for key in 1...20 { log.tagsOfBook(key) }
    },
    TraceCase("to-one", ["nPlusOne Book.author"]) { log in
      log.books(12)
      for key in 1...12 { log.authorRow(key) }
    },
    TraceCase("own rows", ["nPlusOne Book"]) { log in
      log.read("SELECT 0, t0.Z_PK FROM ZBOOK t0", rows: 9, entity: "Book")
      for key in 1...9 { log.bookRow(key) }
    },
    TraceCase("just enough", ["nPlusOne Author.books"]) { log in
      log.authors(5)
      for key in 1...5 { log.booksOfAuthor(key) }
    },
    TraceCase("part of the objects", ["nPlusOne Author.books"]) { log in
      log.authors(100)
      for key in 40...52 { log.booksOfAuthor(key) }
    },
    TraceCase("two relationships in turn", ["nPlusOne Book.pages", "nPlusOne Book.tags"]) { log in
      log.books(8)
      for key in 1...8 {
        log.tagsOfBook(key)
        log.pagesOfBook(key)
      }
    },
    TraceCase("nested to-many", ["nPlusOne Author.books", "nPlusOne Book.pages"]) { log in
      log.authors(6)
      for key in 1...6 {
        log.booksOfAuthor(key)
        for book in 0..<3 { log.pagesOfBook(key * 3 + book) }
      }
    },
    TraceCase("rows of to-many members", ["nPlusOne Author.books", "nPlusOne Book"]) { log in
      log.authors(6)
      for key in 1...6 {
        log.booksOfAuthor(key, idsOnly: true)
        for book in 0..<3 { log.bookRow(key * 3 + book) }
      }
    },
    TraceCase("one parent's members", ["nPlusOne Book"]) { log in
      log.booksOfAuthor(1, rows: 30, idsOnly: true)
      for key in 1...30 { log.bookRow(key) }
    },
    TraceCase("again for every refresh", ["nPlusOne Book.tags"]) { log in
      for round in 0..<3 {
        log.books(6)
        for key in 1...6 { log.tagsOfBook(key + round) }
        log.save(books: 100..<104)
      }
    },
    TraceCase("among other work", ["nPlusOne Book.tags"]) { log in
      log.books(6)
      for key in 1...6 {
        log.tagsOfBook(key)
        log.note("debug: WAL checkpoint: Database did checkpoint. Log size: 4 checkpointed: 4")
        if key == 3 { log.count("SELECT COUNT(*) FROM ZPAGE", of: 7) }
      }
    },
    TraceCase(
      "two threads at once", ["nPlusOne Author.books", "nPlusOne Book.tags"], style: .nslog,
      beside: { log in
        log.books(9)
        for key in 1...9 { log.tagsOfBook(key) }
      },
      script: { log in
        log.authors(9)
        for key in 1...9 { log.booksOfAuthor(key) }
      }),
    TraceCase(
      "two threads without numbers", ["nPlusOne Author.books"], style: .console,
      beside: { log in
        for key in 1...4 {
          log.read("SELECT 0, t0.Z_PK FROM ZTAG t0 WHERE t0.ZN\(key) > ?", ["1"], rows: 1)
        }
      },
      script: { log in
        log.authors(12)
        for key in 1...12 { log.booksOfAuthor(key) }
      }),
    TraceCase("prefetch without effect", ["prefetchWithoutEffect Book.pages"]) { log in
      log.fetch(
        LogScript.books, rows: 10, entity: "Book",
        prefetching: [("pages", LogScript.pagePrefetch, 40)])
      for key in 1...10 { log.pagesOfBook(key) }
    },
    TraceCase("one of two prefetched", ["nPlusOne Book.tags"]) { log in
      log.fetch(
        LogScript.books, rows: 10, entity: "Book",
        prefetching: [("pages", LogScript.pagePrefetch, 40)])
      for key in 1...10 { log.tagsOfBook(key) }
    },
    TraceCase("the same object again", ["repeatedFault Book.author"]) { log in
      log.books(10)
      for _ in 1...9 { log.authorRow(3) }
    },
    TraceCase("identical fetch", ["redundantFetch Book"]) { log in
      for _ in 1...4 { log.books(7, rest: " WHERE  t0.ZTITLE = ?", ["\"a\""]) }
    },
    TraceCase("identical fetch without values", ["redundantFetch Author"]) { log in
      for _ in 1...3 { log.authors(7) }
    },
    TraceCase("fetch in a loop", ["fetchInLoop Author"]) { log in
      for key in 1...9 {
        log.read(
          LogScript.authors + " WHERE  t0.ZNAME = ?  LIMIT 1", ["\"name \(key)\""], rows: 1,
          entity: "Author")
      }
    },
    TraceCase("count in a loop", ["countInLoop Page"]) { log in
      log.books(8)
      for key in 1...8 {
        log.count(
          "SELECT COUNT( DISTINCT t0.Z_PK) FROM ZPAGE t0 WHERE  t0.ZBOOK > ?", ["\(key)"], of: 2)
      }
    },
    TraceCase("save in a loop", ["saveInLoop Book"]) { log in
      for key in 1...8 { log.save(books: key..<key + 1) }
    },
    TraceCase("update in a loop", ["saveInLoop Page"]) { log in
      for key in 1...6 {
        log.run("BEGIN EXCLUSIVE")
        log.run(
          "UPDATE OR FAIL ZPAGE SET ZNUMBER = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?",
          ["1", "2", "\(key)", "1"])
        log.history(key)
        log.run("COMMIT")
      }
    },
    TraceCase("whole rows and their count", ["wholeRowsForCount Book"]) { log in
      log.books(400, rest: " WHERE  t0.ZTITLE > ? ORDER BY t0.ZTITLE", ["\"a\""])
      log.count("SELECT COUNT(*) FROM ZBOOK t0 WHERE  t0.ZTITLE > ?", ["\"a\""], of: 400)
    },
    TraceCase("whole rows and their ids", ["wholeRowsForIDs Book"]) { log in
      log.books(400)
      log.read("SELECT 0, t0.Z_PK FROM ZBOOK t0", rows: 400, entity: "Book")
    },
    TraceCase("everything at once", ["missingBatchLimit Book"]) { log in log.books(25_000) },
    TraceCase("text search", ["stringSearchScan Book"]) { log in
      log.books(3, rest: " WHERE  NSCoreDataStringSearch( t0.ZTITLE, ?, 417, 1)", ["\"x\""])
    },
    TraceCase("a search while its text is typed, and corrected", ["stringSearchScan Book"]) { log in
      for text in ["c", "ca", "caf", "cafe", "caf", "café", "café ", "café n", "t", "te", "tea"] {
        log.books(
          9, rest: " WHERE  NSCoreDataStringSearch( t0.ZTITLE, ?, 417, 1)", ["\"\(text)\""])
      }
    },
    TraceCase("to-one of a family of entities", ["nPlusOne Book.author"]) { log in
      log.read(
        "SELECT t0.Z_ENT, t0.Z_PK, t0.Z_OPT, t0.ZTITLE, t0.ZAUTHOR FROM ZBOOK t0 "
          + "WHERE  t0.Z_ENT IN (?, ?)", ["2", "5"], rows: 14, entity: "Book")
      for key in 1...14 { log.authorRow(key) }
    },
    TraceCase("texts looked for one by one", ["fetchInLoop Book"]) { log in
      for text in ["sea", "seal", "bear", "boar", "owl", "fox", "elk", "ant"] {
        log.books(1, rest: " WHERE  t0.ZTITLE LIKE ?", ["\"\(text)*\""])
      }
    },
    TraceCase("slow", ["slowStatement Book"]) { log in
      log.read(LogScript.books, rows: 12, seconds: "0.7312", entity: "Book")
    },
  ]
}

extension LogScript {
  static let pagePrefetch =
    "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNUMBER, t0.ZBOOK FROM ZPAGE t0 "
    + "WHERE  t0.ZBOOK IN (SELECT * FROM _Z_intarray0)  ORDER BY t0.ZBOOK"
}
