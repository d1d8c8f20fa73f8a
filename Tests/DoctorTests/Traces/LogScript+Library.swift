import StoreModel

/// Statements over a small library: authors have books, books have pages and tags, readers have one
/// favourite book.
extension LogScript {
  static let model = DataModel(
    name: "Library",
    entities: [
      Entity(
        name: "Author", attributes: [Attribute(name: "name", type: .string)],
        relationships: [
          Relationship(name: "books", destination: "Book", inverse: "author", maxCount: 0)
        ]),
      Entity(
        name: "Book", attributes: [Attribute(name: "title", type: .string)],
        relationships: [
          Relationship(name: "author", destination: "Author", inverse: "books"),
          Relationship(name: "pages", destination: "Page", inverse: "book", maxCount: 0),
          Relationship(name: "tags", destination: "Tag", inverse: "books", maxCount: 0),
        ]),
      Entity(
        name: "Page", attributes: [Attribute(name: "number", type: .integer64)],
        relationships: [Relationship(name: "book", destination: "Book", inverse: "pages")]),
      Entity(
        name: "Tag", attributes: [Attribute(name: "name", type: .string)],
        relationships: [
          Relationship(name: "books", destination: "Book", inverse: "tags", maxCount: 0)
        ]),
    ], source: .swift)

  static let books = "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE, t0.ZAUTHOR FROM ZBOOK t0"
  static let authors = "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZAUTHOR t0"

  mutating func books(_ count: Int, rest: String = "", _ values: [String] = []) {
    read(Self.books + rest, values, rows: count, entity: "Book")
  }

  mutating func authors(_ count: Int) { read(Self.authors, rows: count, entity: "Author") }

  mutating func row(_ table: String, _ columns: String, _ entity: String, _ key: Int) {
    read(
      "SELECT 0, t0.Z_PK, t0.Z_OPT, \(columns) FROM \(table) t0 WHERE  t0.Z_PK = ?", ["\(key)"],
      rows: 1, entity: entity,
      ending: [
        "annotation: fault fulfilled from database for : 0xa1 <x-coredata://S/\(entity)/p\(key)>"
      ])
  }

  mutating func authorRow(_ key: Int) { row("ZAUTHOR", "t0.ZNAME", "Author", key) }
  mutating func bookRow(_ key: Int) { row("ZBOOK", "t0.ZTITLE, t0.ZAUTHOR", "Book", key) }

  mutating func toMany(_ sql: String, _ name: String, _ entity: String, _ key: Int, rows: Int) {
    read(
      sql, ["\(key)"], rows: rows, entity: entity,
      ending: [
        "annotation: to-many relationship fault \"\(name)\" for objectID 0xa7 "
          + "<x-coredata://S/\(entity)/p\(key)> fulfilled from database.  Got \(rows) rows"
      ])
  }

  mutating func booksOfAuthor(_ key: Int, rows: Int = 3, idsOnly: Bool = false) {
    let columns = idsOnly ? "t0.Z_PK" : "t0.Z_PK, t0.Z_OPT, t0.ZTITLE, t0.ZAUTHOR"
    toMany(
      "SELECT 0, \(columns) FROM ZBOOK t0 WHERE  t0.ZAUTHOR = ?", "books", "Author", key, rows: rows
    )
  }

  mutating func pagesOfBook(_ key: Int, rows: Int = 4) {
    toMany(
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNUMBER, t0.ZBOOK FROM ZPAGE t0 WHERE  t0.ZBOOK = ?",
      "pages",
      "Book", key, rows: rows)
  }

  mutating func tagsOfBook(_ key: Int) {
    toMany(
      "SELECT 0, t0.Z_PK FROM Z_2TAGS t1 JOIN ZTAG t0 ON t0.Z_PK = t1.Z_4TAGS WHERE t1.Z_2BOOKS = ? ",
      "tags", "Book", key, rows: 2)
  }

  mutating func reserveKeys() {
    run("BEGIN EXCLUSIVE")
    run("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", ["2"])
    run("UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?", ["9", "2", "8"])
    run("COMMIT")
  }

  mutating func insertBook(_ key: Int) {
    run(
      "INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZTITLE, ZAUTHOR) VALUES(?, ?, ?, ?, ?)",
      ["\(key)", "2", "1", "\"t\"", "1"])
  }

  mutating func history(_ key: Int) {
    run(
      "INSERT INTO ACHANGE(Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) "
        + "VALUES(?, ?, ?, ?, ?, ?)", ["\(key)", "16001", "0", "2", "\(key)", "1"])
  }

  /// One save of new books, with the history rows of each.
  mutating func save(books: Range<Int>) {
    reserveKeys()
    run("BEGIN EXCLUSIVE")
    for key in books { insertBook(key) }
    for key in books { history(key) }
    run("COMMIT")
    run("pragma page_count")
    run("pragma freelist_count")
  }
}
