import Foundation
import SwiftData
import Testing

/// Values of every kind in predicates.
@Suite struct ValuePredicateTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let predicate: Predicate<Everything>
    let matches: Int

    init(_ name: String, _ matches: Int, _ predicate: Predicate<Everything>) {
      testDescription = name
      self.matches = matches
      self.predicate = predicate
    }
  }

  static let id = ValueTests.id
  static let when = ValueTests.when
  static let data = Data([1, 2])
  static let url = URL(string: "https://example.com")!
  static let wild = Mood.wild
  static let high = Priority.high
  static let flat = Shape.flat
  static let moods = [Mood.wild]
  static let home = Address(street: "Home", zip: 1, location: Point(x: 1, y: 2))

  static let cases: [Case] = [
    Case("int", 1, #Predicate { $0.int == 5 }), Case("int8", 1, #Predicate { $0.int8 == -5 }),
    Case("int16", 2, #Predicate { $0.int16 >= 0 }), Case("uint8", 1, #Predicate { $0.uint8 > 100 }),
    Case("double", 1, #Predicate { $0.double == 0.5 }),
    Case("float", 1, #Predicate { $0.float == 1.5 }), Case("bool", 1, #Predicate { $0.bool }),
    Case("uuid", 1, #Predicate { $0.uuid == id }), Case("uuid !=", 1, #Predicate { $0.uuid != id }),
    Case("date", 1, #Predicate { $0.date == when }),
    Case("date <", 1, #Predicate { $0.date < when }),
    Case("data", 1, #Predicate { $0.data == data }), Case("url", 1, #Predicate { $0.url == url }),
    Case("raw enum", 1, #Predicate { $0.mood == wild }),
    Case("raw enum !=", 1, #Predicate { $0.mood != wild }),
    Case("integer enum", 1, #Predicate { $0.priority == high }),
    Case("case enum", 1, #Predicate { $0.shape == flat }),
    Case("case enum !=", 1, #Predicate { $0.shape != flat }),
    Case("enum in list", 1, #Predicate { moods.contains($0.mood) }),
    Case("raw value", 1, #Predicate { $0.mood.rawValue == "wild" }),
    Case("struct field", 1, #Predicate { $0.address.street == "Home" }),
    Case("optional field", 1, #Predicate { $0.address.zip == 1 }),
    Case("nested field", 1, #Predicate { $0.address.location.y > 1 }),
    Case("array in memory", 1, #Predicate { $0.strings.contains("x") }),
    Case("array count in memory", 1, #Predicate { $0.ints.count == 2 }),
    Case("decimal", 1, #Predicate { $0.decimal > 1 }),
    Case("text compare", 1, #Predicate { $0.string > "a" }),
  ]

  @Test(arguments: cases) func finds(_ testCase: Case) throws {
    let container = try ModelContainer(
      for: Everything.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let one = Everything()
    context.insert(one)
    one.int = 5
    one.int8 = -5
    one.int16 = 3
    one.uint8 = 200
    one.double = 0.5
    one.float = 1.5
    one.bool = true
    one.uuid = Self.id
    one.date = Self.when
    one.data = Self.data
    one.url = Self.url
    one.mood = .wild
    one.priority = .high
    one.shape = .flat
    one.address = Self.home
    one.strings = ["x", "y"]
    one.ints = [1, 2]
    one.decimal = 2.5
    one.string = "b"
    context.insert(Everything())
    try context.save()
    let found = try ModelContext(container).fetchCount(
      FetchDescriptor<Everything>(predicate: testCase.predicate))
    #expect(found == testCase.matches)
  }
}
