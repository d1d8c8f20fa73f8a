import Diagnostics
import Foundation
import StoreDoctor
import StoreEngine
import StoreModel

/// A small healthy store with every kind of property, in a folder of its own, to be damaged.
final class LibraryStore {
  let folder: URL
  var path: String { folder.appending(path: "library.store").path }

  init(model: DataModel = LibraryStore.model) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.write(to: path, model: model)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func run(_ statements: [String]) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    for name in ["Updated", "InsertUpdated"] {
      try connection.addFunction(
        "NSCoreDataDATrigger\(name)AffectedObjectValue", argumentCount: 5, deterministic: false
      ) { _ in .null }
    }
    for statement in statements { try connection.run(statement) }
  }

  func inspection(
    histories: [SchemaHistory] = [], showsValues: Bool = false
  ) throws -> StoreInspection {
    let file = try StoreFile.open(path: path)
    return StoreInspection(
      store: try Store(file: file), path: path, state: file.state, histories: histories,
      showsValues: showsValues)
  }

  func check(histories: [SchemaHistory] = []) throws -> StoreCheck.Result {
    try StoreCheck().run(inspection(histories: histories))
  }

  /// The rules that find something.
  func rules(histories: [SchemaHistory] = []) throws -> Set<String> {
    Set(try check(histories: histories).findings.map(\.rule))
  }

  static let model = DataModel(
    name: "Library", versionIdentifiers: ["1.0.0"],
    entities: [
      Entity(
        name: "Author",
        attributes: [
          Attribute(name: "name", type: .string),
          Attribute(name: "uid", type: .uuid, isOptional: true),
        ],
        relationships: [
          Relationship(
            name: "books", destination: "Book", inverse: "authors", maxCount: 0, isOptional: true)
        ], uniquenessConstraints: [["name"]]),
      Entity(
        name: "Loan", attributes: [Attribute(name: "due", type: .date)],
        relationships: [
          Relationship(name: "reader", destination: "Reader", inverse: "loans")
        ]),
      Entity(
        name: "Media", isAbstract: true,
        attributes: [
          Attribute(name: "isNew", type: .boolean, isOptional: true),
          Attribute(name: "rating", type: .integer16, defaultValue: .integer(0)),
          Attribute(name: "title", type: .string),
        ],
        relationships: [
          Relationship(name: "shelf", destination: "Shelf", inverse: "media", isOptional: true)
        ],
        fetchIndexes: [FetchIndex(name: "byTitle", elements: [.init(property: "title")])]),
      Entity(
        name: "Book", superentity: "Media",
        attributes: [
          Attribute(name: "blurb", type: .transformable, isOptional: true),
          Attribute(
            name: "cover", type: .binary, isOptional: true, allowsExternalStorage: true),
          Attribute(name: "price", type: .decimal, isOptional: true),
        ],
        relationships: [
          Relationship(
            name: "authors", destination: "Author", inverse: "books", minCount: 1, maxCount: 3),
          Relationship(name: "review", destination: "Review", inverse: "book", isOptional: true),
        ]),
      Entity(
        name: "Disc", superentity: "Media",
        attributes: [Attribute(name: "minutes", type: .double)]),
      Entity(
        name: "Reader",
        attributes: [
          Attribute(
            name: "loanCount", type: .integer64, isOptional: true, derivation: "count:(loans)"),
          Attribute(name: "name", type: .string),
        ],
        relationships: [
          Relationship(name: "favorite", destination: "Media", isOptional: true),
          Relationship(
            name: "loans", destination: "Loan", inverse: "reader", maxCount: 0, isOptional: true),
          Relationship(
            name: "reviews", destination: "Review", maxCount: 0, isOptional: true),
        ]),
      Entity(
        name: "Review", attributes: [Attribute(name: "stars", type: .integer16)],
        relationships: [
          Relationship(name: "book", destination: "Book", inverse: "review", isOptional: true)
        ]),
      Entity(
        name: "Shelf", attributes: [Attribute(name: "name", type: .string)],
        relationships: [
          Relationship(
            name: "media", destination: "Media", inverse: "shelf", maxCount: 0, isOrdered: true,
            isOptional: true)
        ]),
    ], source: .swift)

  /// A change of one entity, to make the next version of the library with.
  static func edit(
    _ entity: String, _ body: @escaping @Sendable (inout Entity) -> Void
  ) -> @Sendable (inout DataModel) -> Void {
    { model in
      guard let index = model.entities.firstIndex(where: { $0.name == entity }) else { return }
      body(&model.entities[index])
    }
  }

  /// Versions of the library, each an edit of the one before, with a stage of each kind between.
  static func plan(
    _ kinds: [SchemaHistory.Stage.Kind], _ edits: [(inout DataModel) -> Void]
  ) -> SchemaHistory {
    var versions = [model]
    for (index, edit) in edits.enumerated() {
      var next = versions[index]
      next.name = "Library \(index + 2)"
      next.versionIdentifiers = ["\(index + 2).0.0"]
      edit(&next)
      versions.append(next)
    }
    let stages = kinds.enumerated().map { index, kind in
      SchemaHistory.Stage(from: versions[index].name, to: versions[index + 1].name, kind: kind)
    }
    return SchemaHistory(name: "Plan", versions: versions, stages: stages, isOrdered: true)
  }

  private static func write(to path: String, model: DataModel) throws {
    var options = StoreWriter.Options()
    options.history = true
    options.externalThreshold = 100
    let writer = try StoreWriter(path: path, model: model, options: options)
    let authors = try ["Ann", "Ben", "Cleo", "Dan"].enumerated().map { index, name in
      try writer.insert(
        "Author",
        ["name": .string(name), "uid": .uuid([UInt8](repeating: UInt8(index), count: 16))])
    }
    let shelf = try writer.insert("Shelf", ["name": .string("Top")])
    let books = try ["One", "Two"].enumerated().map { index, title in
      try writer.insert(
        "Book",
        [
          "title": .string(title), "rating": .integer(3), "isNew": .bool(index == 0),
          "price": .decimal("9.95"), "blurb": .data(ValueArchive.bytes(of: [.string("a blurb")])),
          "cover": .data([UInt8](repeating: 7, count: index == 0 ? 20 : 200)),
        ])
    }
    let disc = try writer.insert(
      "Disc", ["title": .string("Three"), "rating": .integer(0), "minutes": .double(61.5)])
    for media in books + [disc] { try writer.link(media, "shelf", shelf) }
    try writer.link(authors[0], "books", books[0])
    try writer.link(authors[1], "books", books[0])
    try writer.link(authors[0], "books", books[1])
    let reader = try writer.insert("Reader", ["name": .string("Rae")])
    try writer.link(reader, "favorite", books[0])
    for (index, book) in books.enumerated() {
      let review = try writer.insert("Review", ["stars": .integer(Int64(index))])
      try writer.link(review, "book", book)
      try writer.link(reader, "reviews", review)
    }
    for index in 0..<6 {
      let loan = try writer.insert("Loan", ["due": .date(700_000_000 + Double(index) * 1000.5)])
      try writer.link(loan, "reader", reader)
    }
    try writer.finish()
  }
}
