import Diagnostics
import StoreModel
import Testing

@testable import StoreEngine
@testable import StoreReport

/// A diagram that shows what differs from another version, and one with what was found.
@Suite struct ComparedDiagramTests {
  private static let old = DataModel(
    name: "V1",
    entities: [
      Entity(
        name: "Page",
        attributes: [
          Attribute(name: "text", type: .string), Attribute(name: "gone", type: .string),
          Attribute(name: "size", type: .integer16), Attribute(name: "same", type: .string),
        ],
        relationships: [
          Relationship(name: "links", destination: "Page", maxCount: 0),
          Relationship(name: "owner", destination: "Person", inverse: "pages"),
        ]),
      Entity(
        name: "Person",
        relationships: [
          Relationship(name: "pages", destination: "Page", inverse: "owner", maxCount: 0)
        ]),
      Entity(name: "Stays", attributes: [Attribute(name: "text", type: .string)]),
    ], source: .xcodeModel)

  private static let new = DataModel(
    name: "V2",
    entities: [
      Entity(
        name: "Note",
        attributes: [
          Attribute(name: "body", type: .string, renamingIdentifier: "text"),
          Attribute(name: "fresh", type: .string, isOptional: true),
          Attribute(name: "size", type: .integer64), Attribute(name: "same", type: .string),
        ],
        relationships: [
          Relationship(name: "tags", destination: "Tag", inverse: "notes", maxCount: 0)
        ], renamingIdentifier: "Page"),
      Entity(
        name: "Tag",
        relationships: [
          Relationship(name: "notes", destination: "Note", inverse: "tags", maxCount: 0)
        ]),
      Entity(name: "Stays", attributes: [Attribute(name: "text", type: .string)]),
    ], source: .xcodeModel)

  /// Each with its sign, so that colour alone never says it.
  @Test func everyChangeHasItsSign() throws {
    let all = try ModelDiagramTests.elements(ModelDiagram(Self.new, base: Self.old).svg())
    let boxes = ModelDiagramTests.having("entity", in: all)
    func box(_ name: String) throws -> XMLElement {
      try #require(boxes.first { $0.attribute("data-entity") == name })
    }
    #expect(boxes.map { $0.attribute("data-entity") } == ["Note", "Stays", "Tag", "Person"])
    #expect(
      try ["Note", "Stays", "Tag", "Person"].map { try box($0).attribute("class") } == [
        "entity changed", "entity", "entity added", "entity removed",
      ])
    func texts(_ name: String) throws -> [String] {
      try box(name).children(named: "text").map(\.text)
    }
    #expect(try texts("Note").prefix(2) == ["~ Note", "← Page"])
    #expect(try texts("Tag").first == "+ Tag" && texts("Person").first == "− Person")
    #expect(try texts("Stays") == ["Stays", "text", "String"])
    // A sign, the name, the type, for each row; a row without a change has no sign.
    let note = try texts("Note").joined(separator: " ")
    for part in [
      "~ body ← text String", "+ fresh String?", "~ size Integer 64", "Integer 64 same String",
      "− gone String", "+ tags [Tag]", "− links [Page]", "− owner Person",
    ] {
      #expect(note.contains(part), "\(part): \(note)")
    }
    let lines = ModelDiagramTests.having("relationship", in: all)
    let classes = lines.compactMap { $0.attribute("class") }.sorted()
    #expect(
      classes == ["relationship added", "relationship removed", "relationship removed"],
      "\(classes)")
    for line in lines {
      #expect(line.children(named: "text").contains { "+−".contains($0.text.prefix(1)) })
      #expect(!line.children(named: "text").contains { $0.text.contains("no inverse") })
    }
    let legend = ModelDiagramTests.having("legend", in: all).flatMap { $0.children(named: "text") }
    #expect(legend.map(\.text).starts(with: ["+", "added", "−", "removed", "~", "changed"]))
    #expect(legend.contains { $0.text == "renamed from" })
  }

  @Test func equalVersionsHaveNoChange() throws {
    let all = try ModelDiagramTests.elements(ModelDiagram(Self.new, base: Self.new).svg())
    for change in ["added", "removed", "changed"] {
      let marked = ModelDiagramTests.having(change, in: all).filter { $0.name == "g" }
      #expect(marked.isEmpty)
    }
  }

  @Test func findingsStandInTheirBoxes() throws {
    let found = [
      Finding(
        rule: "missing-inverse", severity: .warning, message: "why", entity: "Note",
        property: "tags"),
      Finding(rule: "other-rule", severity: .error, message: "because", entity: "Note"),
      Finding(rule: "about-nothing", severity: .error, message: "none"),
    ]
    let diagram = ModelDiagram(Self.new, marks: ModelDiagram.marks(of: found))
    let svg = diagram.svg()
    #expect(svg.contains("error: other-rule") && svg.contains("warning: tags: missing-inverse"))
    #expect(svg.contains("because") && !svg.contains("about-nothing"))
    #expect(diagram.overview().contains("1 error, 1 warning"))
    let touched = ModelDiagram.touched(by: Array(found.prefix(1)), in: [Self.old, Self.new])
    #expect(touched.count == 1)
    let names = try #require(touched.first).content.boxes.map(\.name)
    #expect(names == ["Note", "Tag"])
    #expect(touched[0].mermaid.text.contains("1 warning"))
    #expect(ModelDiagram.touched(by: [found[2]], in: [Self.new]).isEmpty)
  }
}
