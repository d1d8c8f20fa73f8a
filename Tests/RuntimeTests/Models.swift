import Foundation
import SwiftData

enum Mood: String, Codable, CaseIterable {
  case calm, wild
}

enum Priority: Int, Codable {
  case low = 1
  case high = 10
}

enum Shape: Codable {
  case round, square, flat
}

enum Payload: Codable, Equatable {
  case none
  case count(Int)
  case named(String, at: Double)
}

struct Address: Codable, Equatable {
  var street: String
  var zip: Int?
  var location: Point
}

struct Point: Codable, Equatable {
  var x: Double
  var y: Double
}

struct Renamed: Codable, Equatable {
  var inner: Int
  var other: String?

  enum CodingKeys: String, CodingKey {
    case inner = "i"
    case other = "o"
  }
}

/// One property of every kind of value.
@Model
final class Everything {
  var int: Int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var double: Double = 0
  var float: Float = 0
  var bool: Bool = false
  var string: String = ""
  var date: Date = Date(timeIntervalSinceReferenceDate: 0)
  var uuid: UUID = UUID()
  var data: Data = Data()
  var decimal: Decimal = Decimal(0)
  var url: URL = URL(fileURLWithPath: "/")
  var mood: Mood = Mood.calm
  var priority: Priority = Priority.low
  var shape: Shape = Shape.round
  var payload: Payload = Payload.none
  var address: Address = Address(street: "", zip: nil, location: Point(x: 0, y: 0))
  var strings: [String] = []
  var ints: [Int] = []
  var dates: [Date] = []
  var uuids: [UUID] = []
  var bools: [Bool] = []
  var doubles: [Double] = []
  var points: [Point] = []
  var moods: [Mood] = []
  var counts: [String: Int] = [:]
  var places: [String: Point] = [:]
  var tags: Set<String> = []
  var rich: AttributedString = AttributedString("")
  var renamed: Renamed = Renamed(inner: 0, other: nil)
  @Attribute(.externalStorage) var photo: Data = Data()
  @Attribute(.ephemeral) var scratch: Int = 7
  @Transient var cache: Int = 3

  init() {}
}

/// The same, optional.
@Model
final class Maybe {
  var int: Int?
  var int32: Int32?
  var double: Double?
  var float: Float?
  var bool: Bool?
  var string: String?
  var date: Date?
  var uuid: UUID?
  var data: Data?
  var decimal: Decimal?
  var url: URL?
  var mood: Mood?
  var priority: Priority?
  var shape: Shape?
  var payload: Payload?
  var address: Address?
  var strings: [String]?
  var points: [Point]?
  var counts: [String: Int]?
  var rich: AttributedString?
  @Attribute(.externalStorage) var photo: Data?

  init() {}
}

@Model
final class Author {
  @Attribute(.unique) var name: String
  var age: Int
  var mood: Mood?
  @Relationship(deleteRule: .cascade, inverse: \Book.author)
  var books: [Book] = []
  @Relationship(inverse: \Prize.winners)
  var prizes: [Prize] = []
  @Relationship(inverse: \Profile.author)
  var profile: Profile?

  init(name: String, age: Int = 40, mood: Mood? = nil) {
    self.name = name
    self.age = age
    self.mood = mood
  }
}

@Model
final class Book {
  #Unique<Book>([\.isbn], [\.title, \.edition])
  #Index<Book>([\.title], [\.year, \.title])

  var isbn: String?
  var title: String
  var edition: Int = 1
  var year: Int
  var price: Decimal?
  var rating: Double?
  var isPrinted: Bool = true
  var published: Date?
  var author: Author?

  init(_ title: String, year: Int, author: Author? = nil) {
    self.title = title
    self.year = year
    self.author = author
  }
}

@Model
final class Prize {
  var name: String
  @Attribute(.preserveValueOnDeletion) var code: String = "none"
  var winners: [Author] = []

  init(name: String) { self.name = name }
}

@Model
final class Profile {
  var text: String
  var author: Author?

  init(text: String) { self.text = text }
}

/// Relationships of every delete rule and without inverse.
@Model
final class Shelf {
  var name: String
  @Relationship(deleteRule: .deny, inverse: \Box.shelf) var boxes: [Box] = []
  @Relationship(deleteRule: .noAction, inverse: \Lamp.shelf) var lamps: [Lamp] = []
  /// Nothing points back.
  @Relationship(deleteRule: .cascade) var notes: [Sticker] = []
  @Relationship(minimumModelCount: 1, maximumModelCount: 3, inverse: \Peg.shelf)
  var pegs: [Peg]?
  var neighbour: Shelf?

  init(name: String) { self.name = name }
}

@Model
final class Box {
  var shelf: Shelf?
  init() {}
}

@Model
final class Lamp {
  var shelf: Shelf?
  init() {}
}

@Model
final class Sticker {
  var text: String
  init(_ text: String) { self.text = text }
}

@Model
final class Peg {
  var shelf: Shelf?
  init() {}
}

@Model
class Vehicle {
  var name: String
  var owner: Owner?
  init(name: String) { self.name = name }
}

@Model
class Car: Vehicle {
  var doors: Int = 4
  init(name: String, doors: Int) {
    self.doors = doors
    super.init(name: name)
  }
}

@Model
final class RaceCar: Car {
  var sponsor: String?
  init(name: String, sponsor: String?) {
    super.init(name: name, doors: 2)
    self.sponsor = sponsor
  }
}

@Model
final class Boat: Vehicle {
  var length: Double
  init(name: String, length: Double) {
    self.length = length
    super.init(name: name)
  }
}

@Model
final class Owner {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Vehicle.owner) var vehicles: [Vehicle] = []
  var favourite: Vehicle?
  init(name: String) { self.name = name }
}

@Model
final class Person {
  var name: String
  @Relationship(inverse: \Person.followers) var following: [Person] = []
  var followers: [Person] = []
  @Relationship(inverse: \Person.children) var parent: Person?
  var children: [Person] = []
  init(_ name: String) { self.name = name }
}
