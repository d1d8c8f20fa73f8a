import ModelSource
import StoreModel
import Testing

@Suite("Structs and enums from Swift source")
struct CompositeTests {
  /// Types on the left of `//`, the property `a`'s type on the right.
  static let cases: [PropertyCase] = [
    .init(
      "enum E: String, Codable { case x, y = \"why\" } // E", "a Composite (a String?)"),
    .init("enum E: Int { case x } // E?", "a Composite? (a Integer 64?)"),
    .init("typealias R = Int; enum E: R { case x } // E", "a Composite (a Integer 64?)"),
    .init("enum E: Int16 { case x } // E", "a Composite (a Integer 16?) ~"),
    .init("enum E: Codable { case x, y } // E", "a Composite (x String?, y String?)"),
    .init("enum E: Codable { case x(Int) } // E", "a Composite ?!"),
    .init("indirect enum E: Codable { case x(E) } // E", "a Composite ?!"),
    .init("enum E: String { case x } // [E]", "a Binary ~"),
    .init(
      "struct S: Codable { var x: Int; var y: String? } // S",
      "a Composite (x Integer 64, y String?)"),
    .init(
      "struct S: Codable { var x: Int; var y: [String] } // S?",
      "a Composite? (x Integer 64?, y Transformable?)"),
    .init("struct S { let x = 1.5 }; extension S: Codable { } // S", "a Composite (x Double)"),
    .init(
      "struct S: Codable { var x: Int; static let z = 1; var c: Int { 1 }; private var p: Bool } // S",
      "a Composite (x Integer 64, p Boolean)"),
    .init(
      "struct S: Codable { var e: E; var l: [E] }; enum E: String { case x } // S",
      "a Composite (e String?, l Binary)"),
    .init(
      "struct S: Codable { var e: E }; enum E { case x, y } // S",
      "a Composite (e Composite (x String?, y String?))"),
    .init(
      "struct S: Codable { var t: T? }; struct T: Codable { var x: Int } // S?",
      "a Composite? (t Composite? (x Integer 64?))"),
    .init(
      "struct S: Codable { var t: T }; struct T: Codable { var x: Int } // S",
      "a Composite (t Composite (x Integer 64) ~) ~"),
    .init("struct S: Codable { var u: URL } // S", "a Composite (u URI ?!) ?!"),
    .init("struct S: Codable { } // [S]", "a Binary"),
    .init("struct S: Codable { } // [String: S]", "a Binary"),
    .init("struct S: Codable { var s: [S] } // S", "a Composite (s Binary)"),
    .init("struct S: Codable { var s: S? } // S", "a Composite (s Undefined? ?!) ?!"),
    .init("struct S<T>: Codable { var t: T } // S<Int>", "a Undefined ?!"),
    .init("struct S: OptionSet { let rawValue: Int } // S", "a Undefined ?!"),
    .init("class C { } // C", "a Undefined ?!"),
    .init("protocol P { } // any P", "a Undefined ?!"),
    .init("typealias T = [String]? // T", "a Transformable?"),
    .init("typealias A = B; typealias B = Int // A?", "a Integer 64?"),
    .init("typealias A = A // A", "a Undefined ?!"),
    .init("typealias L<T> = Array<T> // L<String>", "a Transformable"),
    .init("typealias N<T> = T?; typealias L<T> = N<T> // L<Int>", "a Integer 64?"),
    .init("typealias L<T> = L<T> // L<Int>", "a Undefined ?!"),
    .init("typealias A = [B: B]; typealias B = [A: A] // A", "a Binary ~"),
    .init("typealias Date = Foundation.Date // Date", "a Date"),
    .init("struct Date: Codable { var day: Int } // Date", "a Composite (day Integer 64)"),
    .init("enum Outer { enum E: Int { case x } } // Outer.E", "a Composite (a Integer 64?)"),
    .init(
      "struct S: Codable { var x: Int; enum CodingKeys: String, CodingKey { case x = \"y\" } } // S",
      "a Composite (x Integer 64) ~"),
    .init(
      "struct S: Codable { var x: Int; func encode(to e: Encoder) { e.singleValueContainer() } } // S",
      "a Composite ?!"),
  ]

  @Test("a type", arguments: cases)
  func type(_ example: PropertyCase) {
    let parts = example.source.split(separator: " // ")
    let model = ModelText.model("@Model class M { var a: \(parts[1]) }\n\(parts[0])")
    #expect(ModelText.lines(model) == ["M"] + example.expected.map { "  " + $0 })
  }

  @Test("a type nested in the model hides one of the same name outside")
  func scopes() {
    let model = ModelText.model(
      "enum E: Int { case x }  @Model class M { enum E: String { case x, y = \"why\" }  var a = E.y }"
    )
    #expect(ModelText.lines(model) == ["M", "  a Composite (a String?) = 'why'"])
  }

  @Test(
    "the default of an enum is its raw value",
    arguments: [
      ("enum E: String { case x, y }", "E = .y", "'y'"),
      ("enum E: Int { case x = 5, y, z }", "E = E.z", "7"),
      ("enum E { case x, y }", "E = .x", "'x'"),
      ("enum E: Int { case x }", "E = .standard", "<.standard>"),
    ])
  func defaults(_ type: String, _ property: String, _ expected: String) {
    let model = ModelText.model("\(type)  @Model class M { var a: \(property) }")
    #expect(ModelText.lines(model).last?.hasSuffix("= \(expected)") == true)
  }

  @Test("an enum carries what its column needs to be read")
  func userInfo() {
    let model = ModelText.model(
      "enum E { case x, y }  enum R: Int { case z }  @Model class M { var a: E; var b: R }")
    let attributes = model.entities.first?.attributes ?? []
    #expect(attributes.first?.userInfo == ["EnumType": "true", "enum": "x,y"])
    #expect(attributes.last?.userInfo == ["EnumType": "true"])
  }

  @Test("types are found in other files, which are only read when needed")
  func otherFiles() {
    let histories = SwiftModelReader.read([
      SourceFile(path: "a.swift", text: "@Model class M { var a: Mood; var b: Place? }"),
      SourceFile(path: "b.swift", text: "struct Place: Codable { var at: Spot }"),
      SourceFile(path: "c.swift", text: "struct Spot { var x: Int }\nenum Mood: Int { case low }"),
      SourceFile(path: "d.swift", text: "extension Spot: Codable { enum CodingKeys { case x } }"),
    ])
    let model = histories.first?.versions.first
    #expect(
      model.map(ModelText.lines) == [
        "M", "  a Composite (a Integer 64?)",
        "  b Composite? (at Composite? (x Integer 64?) ~) ~",
      ])
  }
}
