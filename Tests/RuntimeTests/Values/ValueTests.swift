import Foundation
import SwiftData
import Testing

/// A value of each type goes into a file and comes back, and a plain statement finds it in its
/// column.
@Suite struct ValueTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let column: String
    let stored: String?
    let set: (Everything) -> Void
    let holds: (Everything) -> Bool

    init<V: Equatable>(
      _ path: ReferenceWritableKeyPath<Everything, V>, _ value: V, _ column: String,
      _ stored: String? = nil
    ) {
      name = "\(column) \(value)"
      self.column = column
      self.stored = stored
      set = { $0[keyPath: path] = value }
      holds = { $0[keyPath: path] == value }
    }

    var testDescription: String { name }
  }

  static let id = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!
  static let when = Date(timeIntervalSinceReferenceDate: 700_000_000.25)

  static let cases: [Case] = [
    Case(\.int, 42, "ZINT", "42"), Case(\.int, .max, "ZINT", "9223372036854775807"),
    Case(\.int, .min, "ZINT", "-9223372036854775808"), Case(\.int8, -128, "ZINT8", "-128"),
    Case(\.int16, 32767, "ZINT16", "32767"), Case(\.int32, -5, "ZINT32", "-5"),
    Case(\.int64, 1 << 40, "ZINT64", "1099511627776"), Case(\.uint, 7, "ZUINT", "7"),
    Case(\.uint8, 255, "ZUINT8", "255"), Case(\.uint16, 65535, "ZUINT16", "65535"),
    Case(\.uint32, .max, "ZUINT32", "4294967295"), Case(\.uint64, .max, "ZUINT64", "-1"),
    Case(\.double, 0.1, "ZDOUBLE", "0.1"), Case(\.double, -1e300, "ZDOUBLE", "-1e+300"),
    Case(\.double, 3, "ZDOUBLE", "3.0"), Case(\.float, 1.5, "ZFLOAT", "1.5"),
    Case(\.bool, true, "ZBOOL", "1"), Case(\.bool, false, "ZBOOL", "0"),
    Case(\.string, "", "ZSTRING", ""), Case(\.string, "naïve 🧪", "ZSTRING", "naïve 🧪"),
    Case(\.string, "it's \"quoted\"", "ZSTRING", "it's \"quoted\""),
    Case(\.date, when, "ZDATE", "700000000.25"), Case(\.date, .distantPast, "ZDATE"),
    Case(\.uuid, id, "hex(ZUUID)", "00112233445566778899AABBCCDDEEFF"),
    Case(\.data, Data([0, 1, 255]), "hex(ZDATA)", "0001FF"), Case(\.data, Data(), "ZDATA", "<0>"),
    Case(\.decimal, Decimal(string: "12.5")!, "ZDECIMAL", "12.5"),
    Case(\.decimal, Decimal(-3), "ZDECIMAL", "-3"),
    Case(\.url, URL(string: "https://example.com/a?b=c")!, "ZURL", "https://example.com/a?b=c"),
    Case(\.mood, .wild, "ZMOOD", "wild"), Case(\.priority, .high, "ZPRIORITY", "10"),
    Case(\.shape, .square, "ZSQUARE", "square"), Case(\.shape, .flat, "ZROUND", "NULL"),
    Case(\.payload, .count(3), "ZPAYLOAD"), Case(\.payload, .named("a", at: 1), "ZPAYLOAD"),
    Case(
      \.address, Address(street: "High", zip: 9, location: Point(x: 1, y: 2)), "ZSTREET", "High"),
    Case(
      \.address, Address(street: "High", zip: nil, location: Point(x: 1, y: 2.5)), "ZY", "2.5"),
    Case(\.strings, ["a", "", "ü"], "ZSTRINGS"), Case(\.strings, [], "ZSTRINGS"),
    Case(\.ints, [1, -2, 3], "ZINTS"), Case(\.dates, [when], "ZDATES"),
    Case(\.uuids, [id, id], "ZUUIDS"), Case(\.bools, [true, false], "ZBOOLS"),
    Case(\.doubles, [1, 2.5], "ZDOUBLES"),
    Case(\.points, [Point(x: 1, y: 2)], "CAST(ZPOINTS AS TEXT)", "[{\"x\":1,\"y\":2}]"),
    Case(\.moods, [.wild, .calm], "CAST(ZMOODS AS TEXT)", "[\"wild\",\"calm\"]"),
    Case(\.counts, ["a": 1], "CAST(ZCOUNTS AS TEXT)", "{\"a\":1}"),
    Case(\.places, ["p": Point(x: 0, y: 1)], "CAST(ZPLACES AS TEXT)", "{\"p\":{\"x\":0,\"y\":1}}"),
    Case(\.tags, ["x", "y"], "ZTAGS"), Case(\.rich, AttributedString("plain"), "ZRICH"),
    Case(\.rich, (try? AttributedString(markdown: "a **b** [c](http://d)")) ?? "", "ZRICH"),
    Case(\.renamed, Renamed(inner: 4, other: "o"), "ZINNER", "4"),
    Case(\.photo, Data([9, 8]), "hex(ZPHOTO)", "010908"),
  ]

  @Test(arguments: cases) func survives(_ testCase: Case) throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.container(Everything.self))
      let object = Everything()
      testCase.set(object)
      #expect(testCase.holds(object))
      context.insert(object)
      try context.save()
      #expect(testCase.holds(object))
    }
    let rows = try store.sql("SELECT \(testCase.column) FROM ZEVERYTHING")
    #expect(rows.count == 1)
    if let stored = testCase.stored { #expect(rows.first == stored) }
    let context = ModelContext(try store.container(Everything.self))
    let object = try #require(try context.fetch(FetchDescriptor<Everything>()).first)
    #expect(testCase.holds(object))
  }

  @Test(arguments: cases) func isUpdated(_ testCase: Case) throws {
    let store = try TestStore()
    let container = try store.container(Everything.self)
    let context = ModelContext(container)
    context.insert(Everything())
    try context.save()
    let other = ModelContext(container)
    let object = try #require(try other.fetch(FetchDescriptor<Everything>()).first)
    testCase.set(object)
    try other.save()
    let rows = try store.sql("SELECT \(testCase.column) FROM ZEVERYTHING")
    if let stored = testCase.stored { #expect(rows.first == stored) }
    let third = ModelContext(container)
    let again = try #require(try third.fetch(FetchDescriptor<Everything>()).first)
    #expect(testCase.holds(again))
  }

  struct OptionalCase: CustomTestStringConvertible {
    let name: String
    let set: (Maybe) -> Void
    let clear: (Maybe) -> Void
    let holds: (Maybe) -> Bool
    let isNil: (Maybe) -> Bool

    init<V: Equatable>(_ name: String, _ path: ReferenceWritableKeyPath<Maybe, V?>, _ value: V) {
      self.name = name
      set = { $0[keyPath: path] = value }
      clear = { $0[keyPath: path] = nil }
      holds = { $0[keyPath: path] == value }
      isNil = { $0[keyPath: path] == nil }
    }

    var testDescription: String { name }
  }

  static let optionalCases: [OptionalCase] = [
    OptionalCase("int", \.int, 0), OptionalCase("int32", \.int32, -1),
    OptionalCase("double", \.double, 0), OptionalCase("float", \.float, 2),
    OptionalCase("bool", \.bool, false), OptionalCase("string", \.string, ""),
    OptionalCase("date", \.date, when), OptionalCase("uuid", \.uuid, id),
    OptionalCase("data", \.data, Data([1])), OptionalCase("decimal", \.decimal, Decimal(5)),
    OptionalCase("url", \.url, URL(string: "a:b")!), OptionalCase("mood", \.mood, .calm),
    OptionalCase("priority", \.priority, .high), OptionalCase("shape", \.shape, .round),
    OptionalCase("payload", \.payload, .count(1)),
    OptionalCase(
      "address", \.address, Address(street: "s", zip: 1, location: Point(x: 0, y: 0))),
    OptionalCase("strings", \.strings, ["x"]), OptionalCase("points", \.points, []),
    OptionalCase("counts", \.counts, ["k": 2]), OptionalCase("rich", \.rich, "r"),
    OptionalCase("photo", \.photo, Data([1, 2])),
  ]

  @Test(arguments: optionalCases) func optionalSurvives(_ testCase: OptionalCase) throws {
    let store = try TestStore()
    let container = try store.container(Maybe.self)
    let context = ModelContext(container)
    let object = Maybe()
    #expect(testCase.isNil(object))
    testCase.set(object)
    context.insert(object)
    try context.save()
    let second = ModelContext(container)
    let read = try #require(try second.fetch(FetchDescriptor<Maybe>()).first)
    #expect(testCase.holds(read))
    testCase.clear(read)
    #expect(testCase.isNil(read))
    try second.save()
    let third = ModelContext(container)
    let cleared = try #require(try third.fetch(FetchDescriptor<Maybe>()).first)
    #expect(testCase.isNil(cleared))
  }

  @Test func largeDataIsAFile() throws {
    let store = try TestStore()
    let container = try store.container(Everything.self)
    let context = ModelContext(container)
    let object = Everything()
    object.photo = Data(repeating: 7, count: 200_000)
    context.insert(object)
    try context.save()
    #expect(try store.sql("SELECT length(ZPHOTO) FROM ZEVERYTHING") == ["38"])
    let folder = store.folder.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    let read = try ModelContext(container).fetch(FetchDescriptor<Everything>())
    #expect(read.first?.photo.count == 200_000)
  }

  @Test func transientAndEphemeralStayOut() throws {
    let store = try TestStore()
    let container = try store.container(Everything.self)
    let context = ModelContext(container)
    let object = Everything()
    object.scratch = 8
    object.cache = 9
    context.insert(object)
    try context.save()
    #expect(object.scratch == 8)
    #expect(object.cache == 9)
    let columns = try store.sql("SELECT name FROM pragma_table_info('ZEVERYTHING')")
    #expect(!columns.contains("ZSCRATCH") && !columns.contains("ZCACHE"))
    let read = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Everything>()).first)
    #expect(read.scratch == 7)
    #expect(read.cache == 3)
  }
}
