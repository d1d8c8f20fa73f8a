import Foundation
import SwiftData
import Testing

struct Hollow: Codable, Equatable {
  var note: String?
  var count: Int?
}

struct Wrapping: Codable, Equatable {
  var name: String
  var hollow: Hollow
}

/// Empty as a whole, one struct further in.
struct HollowNest: Codable, Equatable {
  var hollow: Hollow
}

@Model
final class Hollows {
  var hollow: Hollow = Hollow(note: nil, count: nil)
  var wrapping: Wrapping = Wrapping(name: "", hollow: Hollow(note: nil, count: nil))
  var nest: HollowNest = HollowNest(hollow: Hollow(note: nil, count: nil))
  var maybe: Wrapping?
  var none: Hollow?
  init() {}
}

/// A struct all of whose fields may be nil leaves every column empty, and is a value all the same where
/// the property cannot be nil.
@Suite struct EmptyStructTests {
  private static let empty = Hollow(note: nil, count: nil)

  @Test func aRequiredStructOfNothingButNilComesBack() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.container(Hollows.self))
      let object = Hollows()
      object.wrapping.name = "outer"
      object.maybe = Wrapping(name: "maybe", hollow: Self.empty)
      context.insert(object)
      try context.save()
    }
    let context = ModelContext(try store.container(Hollows.self))
    let object = try #require(try context.fetch(FetchDescriptor<Hollows>()).first)
    #expect(object.hollow == Self.empty)
    #expect(object.wrapping == Wrapping(name: "outer", hollow: Self.empty))
    #expect(object.nest == HollowNest(hollow: Self.empty))
    #expect(object.maybe == Wrapping(name: "maybe", hollow: Self.empty))
    #expect(object.none == nil)
    object.nest.hollow.count = 3
    try context.save()
    let again = ModelContext(try store.container(Hollows.self))
    let changed = try #require(try again.fetch(FetchDescriptor<Hollows>()).first)
    #expect(changed.nest.hollow == Hollow(note: nil, count: 3) && changed.hollow == Self.empty)
  }

  @Test func anOptionalStructWithoutColumnsStaysNil() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Hollows.self))
    context.insert(Hollows())
    try context.save()
    let other = ModelContext(try store.container(Hollows.self))
    let object = try #require(try other.fetch(FetchDescriptor<Hollows>()).first)
    #expect(object.maybe == nil && object.none == nil)
  }
}
