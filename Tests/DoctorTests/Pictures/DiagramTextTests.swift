import StoreDoctor
import StoreModel
import Testing

@testable import StoreEngine
@testable import StoreReport

/// What Mermaid and Graphviz read. The patterns are their grammars', as far as the diagrams use them; all
/// that matches was drawn by both.
@Suite struct DiagramTextTests {
  static let hostile = [
    "<script>", "\"quoted\" \\ back", "emoji 😀", "end", "class", "1digit", "a;b#c%d", "`tick`{b}|p",
    "O", "title", "größe", "PK", "two words", "Plain_1", "new\nline", "%%{init: {}}%%", "]]",
  ]

  private static func model(_ names: [String]) -> DataModel {
    DataModel(
      name: "x",
      entities: names.map { name in
        Entity(
          name: name,
          attributes: names.map { Attribute(name: $0, type: .string, isOptional: true) },
          relationships: [
            Relationship(name: name, destination: names[0], deleteRule: .cascade)
          ], uniquenessConstraints: [[name]])
      }, source: .swift)
  }

  private static let string = #"\"[^\"%\n\\`{}<>]*\""#
  private static let name = "[A-Za-z][A-Za-z0-9_]*"

  @Test func mermaidHasOnlyWhatItsGrammarHas() throws {
    let text = ModelDiagram(Self.model(Self.hostile)).mermaid.text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.first == "erDiagram")
    let (string, name) = (Self.string, Self.name)
    let forms = try [
      "  \(name)(\\[\(string)\\])?( \\{)?", "  \\}",
      "    \(name) \(name)( UK)?( \(string))?",
      "  \(name) [|}][|o](--|\\.\\.)[|o][|{] \(name) : \(string)",
    ].map { try Regex($0) }
    for line in lines.dropFirst() {
      #expect(try forms.contains { try $0.wholeMatch(in: line) != nil }, "\(line)")
    }
    #expect(text.contains("  Plain_1 {"))
    #expect(!text.contains("  end {") && text.contains("[\"end\"]"))
    #expect(text.contains("..") && text.contains("(no inverse)"))
  }

  /// GitHub draws nothing that is larger, so less is drawn, and said.
  @Test func mermaidStaysWithinItsLimits() {
    var samples = GraphSamples(seed: 5)
    for (entities, relationships) in [(400, 300), (300, 900), (3_000, 100)] {
      let mermaid = ModelDiagram(
        samples.model(entities: entities, relationships: relationships)
      ).mermaid
      #expect(mermaid.text.utf16.count < 50_000)
      let edges = mermaid.text.split(separator: "\n").count { $0.contains(" : ") }
      #expect(edges <= 500)
      #expect(!mermaid.omissions.isEmpty && mermaid.text.contains("%% left out"))
    }
    let small = ModelDiagram(samples.model(entities: 20, relationships: 20)).mermaid
    #expect(small.omissions.isEmpty && !small.text.contains("left out"))
  }

  @Test func graphvizTextIsQuoted() throws {
    let text = ModelDiagram(Self.model(Self.hostile), title: "a \"b\" \\").dot
    #expect(text.hasPrefix(#"digraph "a \"b\" \\" {"#))
    let node = #/  e\d+ \[label=<<TABLE.*<\/TABLE>>\];/#
    let edge = #/  e\d+:(r\d+:e|head) -> e\d+:(l\d+:w|head) \[([^\"]|\"([^\"\\]|\\.)*\")*\];/#
    for line in text.split(separator: "\n").dropFirst(4).dropLast() {
      #expect(line.wholeMatch(of: node) != nil || line.wholeMatch(of: edge) != nil, "\(line)")
    }
    let tables = text.split(separator: "\n").filter { $0.contains("<TABLE") }
    #expect(tables.contains { $0.contains("&lt;script&gt;") })
    #expect(!tables.contains { $0.contains("<script>") })
  }

  @Test func stagesOfPlansAreDrawn() throws {
    let versions = Self.hostile.map { DataModel(name: $0, source: .swift) }
    var history = SchemaHistory(name: "Plan", versions: versions, isOrdered: true)
    history.stages = zip(Self.hostile, Self.hostile.dropFirst()).enumerated().map { index, pair in
      .init(
        name: index == 1 ? "a | \"stage\"" : nil, from: pair.0, to: pair.1,
        kind: index % 2 == 0 ? .lightweight : .custom(willMigrate: nil, didMigrate: nil))
    }
    // A second plan begins at a version of the first: a branch.
    var other = SchemaHistory(
      name: "Other", versions: [versions[2], DataModel(name: "Branch", source: .swift)],
      isOrdered: true)
    other.stages = [.init(from: Self.hostile[2], to: "Branch", kind: .lightweight)]
    var diagram = StagesDiagram([history, other])
    #expect(diagram.versions.count == versions.count + 1)
    #expect(diagram.stages.count == Self.hostile.count)
    diagram.versions[3].isStore = true
    diagram.versions[5].outcome = .failed
    let (string, text) = (Self.string.replacing("<>", with: ""), diagram.mermaid.text)
    let forms = try [
      "  v\\d+\\[\(string)\\]", "  v\\d+ (-->|==>|-\\.->)\\|\(string)\\| v\\d+",
      "  style v\\d+ stroke-width:4px",
    ].map { try Regex($0) }
    for line in text.split(separator: "\n").dropFirst() {
      #expect(try forms.contains { try $0.wholeMatch(in: line) != nil }, "\(line)")
    }
    #expect(text.contains("the store is here") && text.contains("✗ FAILED"))
    let all = try ModelDiagramTests.elements(diagram.svg())
    #expect(ModelDiagramTests.having("version", in: all).count == versions.count + 1)
    #expect(ModelDiagramTests.having("stage", in: all).count == Self.hostile.count)
    #expect(ModelDiagramTests.having("here", in: all).contains { $0.name == "g" })
  }
}
