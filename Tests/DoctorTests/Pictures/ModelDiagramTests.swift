import Diagnostics
import ModelInputs
import StoreModel
import TestSupport
import Testing

@testable import StoreEngine
@testable import StoreReport

/// What the picture of a model says, read back from its SVG.
@Suite struct ModelDiagramTests {
  static func elements(_ svg: String) throws -> [XMLElement] {
    var all: [XMLElement] = []
    func walk(_ element: XMLElement) {
      all.append(element)
      element.children.forEach(walk)
    }
    walk(try XMLReader.read(Array(svg.utf8)).root)
    return all
  }

  static func having(_ name: String, in elements: [XMLElement]) -> [XMLElement] {
    elements.filter { ($0.attribute("class") ?? "").split(separator: " ").contains { $0 == name } }
  }

  private static func model(_ entities: [Entity]) -> DataModel {
    DataModel(name: "Test", entities: entities, source: .swift)
  }

  private static let library = model([
    Entity(
      name: "Book",
      attributes: [
        Attribute(name: "title", type: .string),
        Attribute(name: "pages", type: .integer64, isOptional: true),
        Attribute(name: "draft", type: .string, isTransient: true),
        Attribute(name: "count", type: .integer64, derivation: "count:(readers)"),
      ],
      relationships: [
        Relationship(name: "author", destination: "Author", inverse: "books", isOptional: true),
        Relationship(name: "cover", destination: "Image", deleteRule: .deny),
        Relationship(name: "sequel", destination: "Book", inverse: "prequel", isOptional: true),
        Relationship(name: "prequel", destination: "Book", inverse: "sequel", isOptional: true),
        Relationship(name: "similar", destination: "Book", inverse: "similar", maxCount: 0),
        // The inverse it names leads elsewhere.
        Relationship(name: "image", destination: "Image", inverse: "owner"),
        Relationship(name: "lost", destination: "Missing"),
      ], uniquenessConstraints: [["title"], ["pages", "count"]]),
    Entity(
      name: "Author", isAbstract: true,
      relationships: [
        Relationship(
          name: "books", destination: "Book", inverse: "author", maxCount: 0, deleteRule: .cascade)
      ]),
    Entity(
      name: "Image",
      relationships: [Relationship(name: "owner", destination: "Author", inverse: "books")]),
    Entity(name: "Poet", superentity: "Author"),
  ])

  @Test func everyRelationshipIsOneLine() throws {
    let all = try Self.elements(ModelDiagram(Self.library).svg())
    let lines = Self.having("relationship", in: all)
    let titles = lines.compactMap { $0.children(named: "title").first?.text }.sorted()
    #expect(
      titles == [
        "Author.books (1, Cascade) ↔ Book.author (*, Nullify)".replacing("(1,", with: "(0..1,"),
        "Book.cover (Deny) → Image 1, no inverse", "Book.image (Nullify) → Image 1, no inverse",
        "Book.lost (Nullify) → Missing 1, no inverse",
        "Book.sequel (0..1, Nullify) ↔ Book.prequel (0..1, Nullify)",
        "Book.similar (*, Nullify) ↔ Book.similar (*, Nullify)",
        "Image.owner (Nullify) → Author 1, no inverse",
      ])
    #expect(Self.having("inheritance", in: all).count == 1)
  }

  @Test func aMissingInverseIsMarkedInWordsToo() throws {
    let all = try Self.elements(ModelDiagram(Self.library).svg())
    let broken = Self.having("broken", in: all)
    #expect(broken.count == 4)
    for line in broken {
      #expect(line.children(named: "text").contains { $0.text == "no inverse" })
    }
    let whole = Self.having("relationship", in: all).filter { line in
      !broken.contains { $0.offset == line.offset }
    }
    #expect(whole.count == 3)
    #expect(!whole.contains { $0.children(named: "text").contains { $0.text == "no inverse" } })
  }

  @Test func boxesSayWhatTheEntityIs() throws {
    let all = try Self.elements(ModelDiagram(Self.library, counts: ["Book": 12_345]).svg())
    let boxes = Self.having("entity", in: all)
    #expect(
      boxes.map { $0.attribute("data-entity") } == ["Author", "Book", "Image", "Poet", "Missing"])
    func texts(_ name: String) -> [String] {
      boxes.first { $0.attribute("data-entity") == name }?.children(named: "text").map(\.text) ?? []
    }
    #expect(texts("Author").contains("abstract") && texts("Poet").contains("is a Author"))
    #expect(texts("Missing").contains("not in the model"))
    let book = texts("Book")
    for text in [
      "12,345 rows", "Integer 64?", "(draft)", "/count", "unique: pages, count", "Image deny",
      "[Book]",
    ] {
      #expect(book.contains(text), "\(text): \(book)")
    }
    #expect(texts("Author").contains("[Book] cascade"))
    let keys = Self.having("key", in: all).map(\.text)
    #expect(keys.contains("title") && !keys.contains("pages"))
  }

  /// Nothing that a model holds becomes an element, a script or a style.
  @Test func hostileNamesStayText() throws {
    let names = [
      "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a\u{0}b\u{1B}[31m",
      "]]>&amp;",
      String(repeating: "long", count: 75), "مرحبا", "👩‍👩‍👧‍👧", "\u{202E}evil", "漢字", "-->",
    ]
    var model = Self.model(
      names.map { name in
        Entity(
          name: name, attributes: [Attribute(name: name, type: .string)],
          relationships: [Relationship(name: name, destination: names[0])])
      })
    model.name = names[0]
    for svg in [ModelDiagram(model).svg(), ModelDiagram(model).overview()] {
      let all = try Self.elements(svg)
      let known: Set = ["svg", "title", "style", "rect", "g", "path", "text"]
      #expect(all.allSatisfy { known.contains($0.name) })
      let attributes = Set(all.flatMap(\.attributes).map(\.name))
      #expect(!attributes.contains { $0 == "style" || $0.hasPrefix("on") || $0.contains("href") })
      #expect(
        Set(Self.having("entity", in: all).compactMap { $0.attribute("data-entity") })
          .isSuperset(of: ["<script>alert(1)</script>", "漢字", String(repeating: "long", count: 75)])
      )
      for element in all where element.name == "text" {
        #expect(element.text.count < 110, "\(element.text)")
        #expect(!element.text.unicodeScalars.contains { $0.value == 0x202E || $0.value < 32 })
      }
    }
  }

  @Test func aPartOfAPageHasNoStyleAndItsOwnIds() throws {
    let diagram = ModelDiagram(Self.library)
    let part = try Self.elements(diagram.svg(.part(ids: "now")))
    #expect(!part.contains { $0.name == "style" })
    #expect(part.contains { $0.attribute("id") == "now-0" })
    let small = try Self.elements(diagram.svg(.part(ids: nil)))
    #expect(!small.contains { $0.attribute("id") != nil || $0.attribute("tabindex") != nil })
    let ids = part.compactMap { $0.attribute("id") }
    #expect(Set(ids).count == ids.count)
  }

  @Test(arguments: [0, 1, 60, 120]) func everySizeCanBeDrawn(_ count: Int) throws {
    var samples = GraphSamples(seed: UInt64(count + 3))
    let model = samples.model(entities: count, relationships: count * 2)
    let diagram = ModelDiagram(model)
    #expect(diagram.isLarge == (count > 50))
    for svg in [diagram.svg(), diagram.overview()] {
      let names = Self.having("entity", in: try Self.elements(svg))
        .compactMap { $0.attribute("data-entity") }
      #expect(names.sorted() == model.entities.map(\.name).sorted())
    }
    #expect(diagram.neighbourhoods.map(\.entity) == model.entities.map(\.name))
    var bytes = 0
    for around in diagram.neighbourhoods {
      let svg = around.svg(.part(ids: nil))
      bytes += svg.utf8.count
      let all = try Self.elements(svg)
      #expect(Self.having("centre", in: all).map { $0.attribute("data-entity") } == [around.entity])
      #expect(Self.having("entity", in: all).count == around.neighbours.count + 1)
    }
    #expect(bytes < 2_000_000, "\(bytes)")
    #expect(ModelDiagram(model).svg() == diagram.svg())
  }

  @Test(.enabled(if: RealFiles.arePresent, Comment(rawValue: RealFiles.need)))
  func everyRealModelIsDrawn() throws {
    var drawn = 0
    for path in RealFiles.files(in: "models", folders: true)
    where path.hasSuffix(".xcdatamodeld") || path.hasSuffix(".momd") {
      guard let histories = try? ModelLoader.load(RealFiles.path("models/" + path)) else {
        continue
      }
      for model in histories.compactMap(\.versions.last) {
        let diagram = ModelDiagram(model)
        let all = try Self.elements(diagram.svg())
        #expect(Self.having("entity", in: all).count >= model.entities.count, "\(path)")
        let frames = ModelPicture(diagram.content, title: "").layout.frames
        for (index, frame) in frames.enumerated() {
          #expect(!frames[(index + 1)...].contains { $0.intersects(frame) }, "\(path)")
        }
        drawn += 1
      }
    }
    #expect(drawn > 10)
  }
}
