import ModelSource
import StoreModel
import Testing

/// One property of a model, and what it becomes.
struct PropertyCase: Sendable, CustomTestStringConvertible {
  let source: String
  let expected: [String]
  var testDescription: String { source }

  init(_ source: String, _ expected: String...) {
    self.source = source
    self.expected = expected
  }
}

@Suite("Attributes from Swift source")
struct AttributeTests {
  static let types: [PropertyCase] = [
    .init("var a: String", "a String"),
    .init("var a: Swift.Int", "a Integer 64"),
    .init("var a: Foundation.Date?", "a Date?"),
    .init("var a: Optional<Bool>", "a Boolean?"),
    .init("var a: UUID!", "a UUID?"),
    .init("var a: (Double)", "a Double"),
    .init("let a: Data", "a Binary"),
    .init("private(set) var a: Decimal", "a Decimal"),
    .init("var a: Int16, b: UInt8, c: Int32", "a Integer 16", "b Integer 16", "c Integer 32"),
    .init("var a, b: Int64", "a Integer 64", "b Integer 64"),
    .init("var a: Int8", "a Integer 16 ~"),
    .init("var a: UInt", "a Integer 64 ~"),
    .init("var a: TimeInterval?", "a Double?"),
    .init("var a: [String]", "a Transformable"),
    .init("var a: Array<UInt32>?", "a Transformable?"),
    .init("var a: [Date]", "a Transformable ~"),
    .init("var a: [Int]", "a Transformable ~"),
    .init("var a: [String: Int]", "a Binary"),
    .init("var a: Dictionary<String, Bool>", "a Binary ~"),
    .init("var a: URL?", "a URI? ?!"),
    .init("var a: AttributedString", "a Undefined ?!"),
    .init("var a: Set<String>", "a Undefined ?!"),
    .init("var a: (Int, Int)", "a Undefined ?!"),
    .init("var a: any Sendable", "a Undefined ?!"),
    .init("var a: Elsewhere", "a Undefined ?!"),
    .init("var a: Box<Int>", "a Undefined ?!"),
    .init("var a: [[String]]", "a Undefined ?!"),
    .init("var `default`: Bool", "default Boolean"),
  ]

  static let initializers: [PropertyCase] = [
    .init("var a = 1", "a Integer 64 = 1"),
    .init("var a = -0x1F", "a Integer 64 = -31"),
    .init("var a = 1.5", "a Double = 1.5"),
    .init("var a = true", "a Boolean = true"),
    .init("var a = \"x\"", "a String = 'x'"),
    .init("var a = \"x\\(1)\"", "a String = <\"x\\(1)\">"),
    .init("var a = Date()", "a Date = <Date()>"),
    .init("var a = Date.now", "a Date = <Date.now>"),
    .init("var a: Date = .now", "a Date = <.now>"),
    .init("var a = UUID()", "a UUID = <UUID()>"),
    .init("var a: String = UUID().uuidString", "a String = <UUID().uuidString>"),
    .init("var a = UUID().uuidString", "a String = <UUID().uuidString>"),
    .init("var a = Data()", "a Binary = 0 bytes"),
    .init("var a = Decimal(3)", "a Decimal = decimal 3"),
    .init("var a: Decimal = 0.1", "a Decimal = decimal 0.1"),
    .init("var a: Double = 2", "a Double = 2.0"),
    .init("var a: [String] = []", "a Transformable = <[]>"),
    .init("var a = [String]()", "a Transformable = <[String]()>"),
    .init("var a = [\"x\"]", "a Transformable = <[\"x\"]>"),
    .init("var a = [String: Int]()", "a Binary = <[String: Int]()>"),
    .init("var a = Array<UInt32>()", "a Transformable = <Array<UInt32>()>"),
    .init("var a: Int? = nil", "a Integer 64?"),
    .init("var a = nil as String?", "a String?"),
    .init("var a = String?.none", "a String?"),
    .init("var a = Optional<Int>.none", "a Integer 64?"),
    .init("var a = Int?.some(3)", "a Integer 64? = 3"),
    .init("var a = Optional(2.5)", "a Double? = 2.5"),
    .init("var a = [String]?.none", "a Transformable?"),
    .init("var a = [String]?.some([])", "a Transformable? = <[]>"),
    .init("var a = [String: Int]?.none", "a Binary?"),
    .init(
      "var a = Array(repeating: 0, count: 3)",
      "a Transformable = <Array(repeating: 0, count: 3)> ~"),
    .init(
      "var a = Array(repeating: \"\", count: 3)",
      "a Transformable = <Array(repeating: \"\", count: 3)>"),
    .init("var a = name?.description", "a Undefined = <name?.description> ?!"),
    .init("var a = URL(string: \"x\")!", "a URI = <URL(string: \"x\")!> ?!"),
    .init("var a = (1, 2)", "a Undefined = <(1, 2)> ?!"),
    .init("var a = make()", "a Undefined = <make()> ?!"),
    .init("var a = Int.max", "a Integer 64 = <Int.max>"),
  ]

  static let unstored: [PropertyCase] = [
    .init("var a: Int { 1 }"),
    .init("var a: Int { get { 1 } set { } }"),
    .init("static var a = 1"),
    .init("@Transient var a = 1"),
    .init("@Transient var a: String { \"\" }"),
    .init("@SwiftData.Transient var a = 1"),
    .init("lazy var a = 1"),
    .init("var a: Int = 1 { didSet { } }", "a Integer 64 = 1"),
    .init("var a = 1 { willSet { } didSet { } }", "a Integer 64 = 1"),
    .init("func a() -> Int { let b = 1; return b }"),
  ]

  static let options: [PropertyCase] = [
    .init("@Attribute(.unique) var a: String", "a String", "unique a"),
    .init("@SwiftData.Attribute(.unique) public var a: String", "a String", "unique a"),
    .init("@Attribute(.externalStorage) var a: Data?", "a Binary? external"),
    .init("@Attribute(.preserveValueOnDeletion) var a: Int", "a Integer 64 preserved ~"),
    .init("@Attribute(originalName: \"b\") var a: Int", "a Integer 64 was b"),
    .init(
      "@Attribute(.unique, .externalStorage, originalName: \"b\", hashModifier: \"2\") var a: Data",
      "a Binary external was b modifier 2 ~", "unique a"),
    .init("@Attribute(Schema.Attribute.Option.unique) var a: Int", "a Integer 64", "unique a"),
    .init("@Attribute(.ephemeral) var a: Int", "a Integer 64 transient"),
    .init(
      "@Attribute(.transformable(by: ColorTransformer.self)) var a: NSColor?",
      "a Transformable? by ColorTransformer ~"),
    .init(
      "@Attribute(.transformable(by: \"ColorTransformer\")) var a: UIColor",
      "a Transformable by ColorTransformer ~"),
    .init("@Attribute(.codable) var a: Point", "a type 2200 ?!"),
    .init("@Attribute(.allowsCloudEncryption) var a: String", "a String"),
    .init("@Attribute(.spotlight) var a: String", "a String"),
    .init("@Attribute var a: String", "a String"),
    .init("@available(iOS 17, *) @Attribute(.unique) var a: Int", "a Integer 64", "unique a"),
  ]

  @Test("a property", arguments: types + initializers + unstored + options)
  func property(_ example: PropertyCase) {
    let model = ModelText.model("@Model final class M { \(example.source) }")
    #expect(ModelText.lines(model) == ["M"] + example.expected.map { "  " + $0 })
  }

  static let named: [PropertyCase] = [
    .init("var a: String = Kind.second.rawValue", "a String = '2nd'"),
    .init("var a: Kind.RawValue = Kind.first.rawValue", "a String = 'first'"),
    .init("var a: Int = Level.high.rawValue", "a Integer 64 = 8"),
    .init("var a: Level.RawValue?", "a Integer 64?"),
    .init("var a: String = Names.fallback", "a String = 'none'"),
    .init("var a: String = Level.high.rawValue", "a String = <Level.high.rawValue>"),
    .init("var a: String = Kind.third.rawValue", "a String = <Kind.third.rawValue>"),
  ]

  @Test("defaults behind names", arguments: named)
  func namedDefaults(_ example: PropertyCase) {
    let model = ModelText.model(
      """
      @Model final class M { \(example.source) }
      enum Kind: String { case first, second = "2nd" }
      enum Level: Int { case low = 7, high }
      enum Names { static let fallback = "none" }
      """)
    #expect(ModelText.lines(model) == ["M"] + example.expected.map { "  " + $0 })
  }

  @Test("options that do not exist are reported and nothing else is lost")
  func unknownOptions() {
    let model = ModelText.model(
      "@Model class M { @Attribute(.indexed, .unique, size: 3) var a: Int = 0 }")
    #expect(ModelText.lines(model) == ["M", "  a Integer 64 = 0", "  unique a"])
    #expect(
      model.problems.map(\.message) == [
        "@Attribute has no option '.indexed'; use '#Index'", "@Attribute has no argument 'size'",
      ])
    #expect(model.problems.first?.location == Location(path: "App.swift", line: 1, column: 29))
  }

  @Test("unique and index macros")
  func macros() {
    let model = ModelText.model(
      """
      @Model class M {
        #Unique<M>([\\.a], [\\.a, \\M.b])
        #Index<M>([\\.a], [\\.a, \\.b])
        #Index<M>(.binary([\\.b]), .rtree([\\.x, \\.y]))
        var a: Int; var b: Int
        var x: Double
        var y: Double
      }
      """)
    #expect(
      ModelText.lines(model).suffix(6) == [
        "  unique a", "  unique a, b", "  index SwiftDataIndexOnBinarya a",
        "  index SwiftDataIndexOnBinaryab a, b", "  index SwiftDataIndexOnBinaryb b",
        "  index SwiftDataIndexOnRTreexy x, y",
      ])
  }

  @Test("every fact has its place")
  func locations() {
    let model = ModelText.model("\n@Model\nfinal class M {\n  var a = 1\n  var ö, b: Int\n}\n")
    #expect(model.entities.first?.location == Location(path: "App.swift", line: 3, column: 13))
    let attributes = model.entities.first?.attributes ?? []
    #expect(
      attributes.map(\.location) == [
        Location(path: "App.swift", line: 4, column: 7),
        Location(path: "App.swift", line: 5, column: 7),
        Location(path: "App.swift", line: 5, column: 11),
      ])
  }
}
