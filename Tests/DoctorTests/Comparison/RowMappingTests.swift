import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import Testing

/// Rows before and after a migration, followed along its stages.
@Suite struct RowMappingTests {
  private typealias Edit = @Sendable (inout DataModel) -> Void

  /// Migrates a library through one stage for each edit, and compares.
  private func migrated(
    _ edits: [[Edit]], _ statements: [String] = [], keys: [String: [String]] = [:],
    values: Bool = false
  ) throws -> (RowDifferences, library: LibraryStore, output: String, SchemaHistory) {
    let library = try LibraryStore()
    try library.run(statements)
    let history = LibraryStore.plan(
      edits.map { _ in .lightweight },
      edits.map { edits in
        { model in
          for edit in edits { edit(&model) }
        }
      })
    let path = try MigrationPath.find(
      from: StoreVersion(model: LibraryStore.model), in: [history])
    var run = MigrationRun(
      library.path, along: path, policy: LossPolicy())
    run.comparison = .init(keys: keys, showsValues: values)
    let output = library.folder.appending(path: "new.store").path
    let answer = try run.run {
      (.file(try StoreOutput(path: output, replaces: false)), nil)
    }
    return (try #require(answer.comparison), library, output, history)
  }

  private func entity(_ answer: RowDifferences, _ name: String) throws -> EntityRowDifferences {
    try #require(answer.entities.first { $0.entity == name }, "\(answer.entities.map(\.entity))")
  }

  private static func rename(_ entity: String, to name: String) -> Edit {
    { model in
      for index in model.entities.indices {
        if model.entities[index].name == entity {
          model.entities[index].name = name
          model.entities[index].renamingIdentifier = entity
        }
        for place in model.entities[index].relationships.indices
        where model.entities[index].relationships[place].destination == entity {
          model.entities[index].relationships[place].destination = name
        }
      }
    }
  }

  private static func rename(_ attribute: String, of entity: String, to name: String) -> Edit {
    LibraryStore.edit(entity) { entity in
      for index in entity.attributes.indices where entity.attributes[index].name == attribute {
        entity.attributes[index].name = name
        entity.attributes[index].renamingIdentifier = attribute
      }
      entity.uniquenessConstraints = entity.uniquenessConstraints.map {
        $0.map { $0 == attribute ? name : $0 }
      }
    }
  }

  /// The third version no longer says what anything was called before.
  @Test func aRenameIsFollowedThroughStagesThatNoLongerNameIt() throws {
    let (answer, library, output, history) = try migrated([
      [Self.rename("Author", to: "Poet"), Self.rename("name", of: "Poet", to: "title")],
      [
        LibraryStore.edit("Poet") { poet in
          poet.renamingIdentifier = nil
          for index in poet.attributes.indices { poet.attributes[index].renamingIdentifier = nil }
        },
        LibraryStore.edit("Shelf") { shelf in
          shelf.attributes.append(Attribute(name: "color", type: .string, isOptional: true))
        },
      ],
    ])
    #expect(answer.isSame && answer.notCompared.isEmpty, "\(answer)")
    let poet = try entity(answer, "Poet")
    #expect(poet.formerName == "Author" && poet.renamed == ["title": "name"] && poet.same == 4)
    #expect(answer.stages.count == 2)

    func store(_ path: String) throws -> Store { try Store(file: try StoreFile.open(path: path)) }
    // Two stores by themselves are compared in the same way where the plan is given, either way round.
    let given = try RowDifferences(from: store(library.path), to: store(output), in: [history])
    #expect(given.isSame && given.stages.count == 2)
    let back = try RowDifferences(from: store(output), to: store(library.path), in: [history])
    #expect(back.isSame && back.stages.count == 2)
    #expect(try entity(back, "Author").formerName == "Poet")
    // Without it no model says that a poet was an author.
    let alone = try RowDifferences(from: store(library.path), to: store(output), in: [])
    #expect(!alone.isSame && alone.stages.isEmpty)
    #expect(try entity(alone, "Author").onlyOld == 4 && entity(alone, "Poet").onlyNew == 4)
  }

  @Test func whatOnlyOneVersionHasIsCounted() throws {
    let (answer, _, _, _) = try migrated(
      [
        [
          LibraryStore.edit("Author") { author in
            author.attributes.removeAll { $0.name == "uid" }
            author.attributes.append(
              Attribute(name: "rank", type: .integer16, defaultValue: .integer(7)))
            author.attributes.append(Attribute(name: "motto", type: .string, isOptional: true))
          },
          LibraryStore.edit("Reader") { reader in
            reader.relationships.removeAll { $0.name == "loans" }
            reader.attributes.removeAll { $0.name == "loanCount" }
          },
          { model in model.entities.removeAll { $0.name == "Loan" } },
        ]
      ], ["UPDATE ZAUTHOR SET ZUID = NULL WHERE Z_PK = 1"], values: true)
    let author = try entity(answer, "Author")
    #expect(author.removed == ["uid": 3] && author.added == ["motto": 0, "rank": 4])
    #expect(author.same == 4 && author.changed == 0 && !author.isSame)
    let samples = author.samples.filter { $0.kind == "added" }
    #expect(samples.first { $0.key == 1 }?.properties == ["+rank: 7"])
    #expect(samples.first { $0.key == 2 }?.properties.count == 2)
    let loan = try entity(answer, "Loan")
    #expect(loan.onlyOld == 6 && loan.onlyNew == 0)
    #expect(try entity(answer, "Shelf").isSame)
  }

  @Test func linksThatMoveToATableAreTheSame() throws {
    // A book has several reviews now, each of several books.
    let (answer, library, output, history) = try migrated([
      [
        LibraryStore.edit("Review") { review in
          review.relationships = [
            Relationship(
              name: "books", destination: "Book", inverse: "reviews", maxCount: 0, isOptional: true,
              renamingIdentifier: "book")
          ]
        },
        LibraryStore.edit("Book") { book in
          book.relationships.removeAll { $0.name == "review" }
          book.relationships.append(
            Relationship(
              name: "reviews", destination: "Review", inverse: "books", maxCount: 0,
              isOptional: true,
              renamingIdentifier: "review"))
        },
      ]
    ])
    #expect(answer.isSame && answer.notCompared.isEmpty, "\(answer)")
    // A link more in the table is a link more.
    let file = try StoreFile.open(path: output)
    guard
      case .toMany(_, let path?)? = try Store(file: file).entity(named: "Review").property(
        named: "books")?.kind
    else { throw StoreError.notToMany("books", entity: "Review") }
    file.release()
    try Connection(path: output, mode: .readWrite).run(
      "INSERT INTO \(path.table) (\(path.source), \(path.destination)) SELECT "
        + "(SELECT min(\(path.source)) FROM \(path.table)), "
        + "(SELECT max(\(path.destination)) FROM \(path.table))")
    func store(_ path: String) throws -> Store { try Store(file: try StoreFile.open(path: path)) }
    let changed = try RowDifferences(from: store(library.path), to: store(output), in: [history])
    let links = try entity(changed, "Review").links
    #expect(links.map(\.onlyNew) == [1] && links.map(\.onlyOld) == [0])
  }

  @Test func rowsOfAConcreteEntityAboveOthersCountOnce() throws {
    var model = LibraryStore.model
    LibraryStore.edit("Media") { $0.isAbstract = false }(&model)
    let (first, second) = (try LibraryStore(model: model), try LibraryStore(model: model))
    try second.run(["UPDATE ZMEDIA SET ZRATING = 5"])
    let answer = try RowDifferences(
      from: Store(file: try StoreFile.open(path: first.path)),
      to: Store(file: try StoreFile.open(path: second.path)), in: [])
    #expect(try entity(answer, "Book").changed == 2 && entity(answer, "Disc").changed == 1)
    #expect(try entity(answer, "Media").changed == 0 && entity(answer, "Media").same == 0)
  }
}
