import ModelSource
import StoreModel
import Testing

/// More of everything than anybody writes: refused in a sentence that names the limit, or bounded.
@Suite("Limits of source") struct SourceLimitTests {
  private func models(_ text: String) -> SourceModels {
    SwiftModelReader.readAll([SourceFile(path: "a.swift", text: text)])
  }

  private func refusal(_ text: String) -> String? {
    let versions = models(text).histories.flatMap(\.versions)
    guard versions.allSatisfy(\.entities.isEmpty) else { return nil }
    return versions.flatMap(\.problems).first { $0.topic == .unreadModel }?.message
  }

  private func chain(_ count: Int) -> String {
    "@Model class C0 { var a0: Int = 0 }\n"
      + (1..<count).map { "@Model class C\($0): C\($0 - 1) { var a\($0): Int = 0 }\n" }.joined()
  }

  @Test("a chain of classes") func classes() {
    #expect(models(chain(128)).histories.first?.versions.first?.entities.count == 128)
    #expect(
      refusal(chain(2000)) == "the version 'live' has entities inherited over more than 128 levels")
  }

  @Test("a chain of classes that are no models, and of protocols") func plainClasses() {
    let classes = (1..<1500).map { "class C\($0): C\($0 - 1) { var a\($0) = 0 }\n" }.joined()
    let protocols = (1..<1500).map { "protocol P\($0): P\($0 - 1) {}\n" }.joined()
    let text =
      "class C0 {}\n" + classes + "protocol P0: VersionedSchema {}\n" + protocols
      + "enum V: P1499 { static let versionIdentifier = Schema.Version(2, 0, 0)\n"
      + "static var models: [any PersistentModel.Type] { [M.self] }\n"
      + "@Model class M: C1499 { var a: Int = 0 } }\n"
    let history = models(text).histories.first
    #expect(history?.versions.first?.versionIdentifiers == ["2.0.0"])
    #expect(history?.versions.first?.entities.map(\.name) == ["M"])
  }

  @Test("structs that hold each other twice") func structs() {
    func text(_ depth: Int) -> String {
      "@Model class M { var a: S0 }\nstruct S\(depth): Codable { var x: Int }\n"
        + (0..<depth).map { "struct S\($0): Codable { var a: S\($0 + 1); var b: S\($0 + 1) }\n" }
        .joined()
    }
    func attribute(_ depth: Int) -> Attribute? {
      models(text(depth)).histories.first?.versions.first?.entities.first?.attributes.first
    }
    #expect(attribute(10)?.leaves.count == 1024)
    #expect(attribute(12)?.certainty == .unknown("'S0' comes to more than 2000 columns"))
    #expect(attribute(15)?.leaves.count == 1)
    let many = (0..<10).map { "var p\($0): S0\n" }.joined()
    #expect(
      refusal(text(9).replacing("var a: S0", with: many))
        == "the class 'M' has more than the 2000 columns a table may have")
  }

  @Test("structs that name each other in turn, down to nothing") func mutualStructs() {
    let count = 14
    let structs = (0..<count).map { number in
      let fields = (0..<count).map { "var a\($0): S\($0)?\n" }.joined()
      return "struct S\(number): Codable {\n\(fields)}\n"
    }.joined()
    func attribute(_ type: String, samples: Bool = false) -> Attribute? {
      let file = SourceFile(path: "a.swift", text: "@Model class M { var a: \(type) }\n\(structs)")
      return SwiftModelReader.read([file], samples: samples).first?.versions.first?.entities.first?
        .attributes.first
    }
    #expect(
      attribute("S0")?.certainty == .unknown("'S0' holds other types more than 10000 times"))
    // Nor are values made up for them, though asked for; and none for anybody who does not ask.
    #expect(attribute("[S0]", samples: true)?.rawValues.isEmpty == true)
    let plain = "struct P: Codable { var x: Int; var y: String? }\n@Model class M { var a: [P] }"
    func samples(_ wanted: Bool) -> [DefaultValue]? {
      SwiftModelReader.read([SourceFile(path: "a.swift", text: plain)], samples: wanted).first?
        .versions.first?.entities.first?.attributes.first?.rawValues
    }
    #expect(samples(false) == [])
    #expect(samples(true)?.count == 3)
  }

  @Test("files that lead to each other, one by one") func fileChain() {
    let count = 1500
    let files = (0..<count).map {
      SourceFile(path: "s\($0).swift", text: "struct S\($0): Codable { var a: S\($0 + 1) }\n")
    }
    let start = ContinuousClock.now
    let read = SwiftModelReader.readAll(
      files + [SourceFile(path: "m.swift", text: "@Model class M { var a: S0 }\n")])
    #expect(read.histories.first?.versions.first?.entities.map(\.name) == ["M"])
    #expect(ContinuousClock.now - start < .seconds(60))
    // Each of them is followed to its end.
    let aliases = (0..<100).map {
      SourceFile(path: "t\($0).swift", text: "typealias T\($0) = T\($0 + 1)\n")
    }
    let end = SourceFile(path: "t.swift", text: "struct T100: Codable { var x: Int }\n")
    let model = SourceFile(path: "m.swift", text: "@Model class M { var a: T0 }\n")
    let attribute = SwiftModelReader.read(aliases + [end, model]).first?.versions.first?
      .entities.first?.attributes.first
    #expect(attribute?.leaves.map(\.name) == ["x"])
  }

  @Test("extensions of what extensions declare, the last first") func extensionChain() {
    let count = 30
    func path(_ depth: Int) -> String { (0...depth).map { "A\($0)" }.joined(separator: ".") }
    let text =
      (0..<count).reversed().map { "extension \(path($0)) { enum A\($0 + 1) {} }\n" }.joined()
      + "enum A0 {}\nextension \(path(count)) { @Model class M { var a: Int = 0 } }\n"
    #expect(models(text).histories.first?.versions.first?.entities.map(\.name) == ["M"])
  }

  @Test("more relationships than a class may have") func relationships() {
    let lines = (0..<2_002).map { "var a\($0): [B] = []\n" }.joined()
    #expect(
      refusal("@Model class A {\n\(lines)}\n@Model class B { var x: Int = 0 }\n")
        == "the class 'A' has more than the 2000 relationships a class may have")
  }

  @Test("conditions within conditions") func conditions() {
    func text(_ depth: Int) -> String {
      "@Model class M { var a: Int = 0\n"
        + (0..<depth).map { "#if A\($0)\n" }.joined() + "var b: Int = 0\n"
        + String(repeating: "#endif\n", count: depth) + "}\n"
    }
    #expect(models(text(64)).histories.count == 1)
    let deep = models(text(65))
    #expect(deep.histories.isEmpty)
    #expect(
      deep.problems.map(\.message)
        == ["the file is nested too deeply to be read safely and was not read"])
    // One after the other they are none too many.
    let row = (0..<500).map { "#if A\($0)\nvar a\($0): Int = 0\n#endif\n" }.joined()
    #expect(models("@Model class M {\n\(row)}\n").histories.count == 1)
  }

  @Test("many relationships that could be each other's inverse") func inverses() {
    let count = 400
    let lines = (0..<count).map { "var a\($0): [B] = []\n" }.joined()
    let back = (0..<count).map { "var b\($0): A?\n" }.joined()
    let text = "@Model class A {\n\(lines)}\n@Model class B {\n\(back)}\n"
    let entities = models(text).histories.first?.versions.first?.entities ?? []
    let reasons = entities.flatMap(\.relationships).compactMap(\.certainty.reason)
    #expect(reasons.count == count * 2)
    #expect(reasons.allSatisfy { $0.utf8.count < 300 })
  }

  @Test("more classes than a model may have") func entities() {
    let text = (0..<10_001).map { "@Model class E\($0) {}\n" }.joined()
    #expect(refusal(text) == "the version 'live' has more than the 10000 entities a model may have")
  }
}
