import Foundation
import StoreModel
import Testing

@testable import StoreEngine

@Suite struct DataRedactorTests {
  private let values = ValueRedactor(RedactionKey(seed: 1), knownNames: ["title", "name"])

  @Test(arguments: [
    #"{"title":"A note","anna@example.org":[1,-20,3.75,1e10,true,null,"b\"c\nd\u00e9\ud83d\ude00"],"n":{}}"#,
    "[\"Anna\", \"Björk\" , \"日本\"]", " [ ] ", "[123456789012345678901234567890]", "[0.5, 100, -7]",
  ])
  func jsonStaysJSON(_ text: String) throws {
    let new = values.data(Array(text.utf8))
    #expect(new.count == text.utf8.count)
    let (old, read) = try (Self.shape(Array(text.utf8)), Self.shape(new))
    #expect(old == read)
    let result = String(decoding: new, as: UTF8.self)
    #expect(values.text(text) == result)
    for word in ["anna", "Anna", "A note", "Björk", "日本"] where text.contains(word) {
      #expect(!result.contains(word))
    }
    #expect(result.contains("\"title\"") == text.contains("\"title\""))
  }

  /// Of which kinds the parts are.
  private static func shape(_ bytes: [UInt8]) throws -> String {
    func shape(_ value: Any) -> String {
      switch value {
      case let list as [Any]: "[" + list.map(shape).joined(separator: ",") + "]"
      case let map as [String: Any]:
        "{" + map.values.map(shape).sorted().joined(separator: ",") + "}"
      case is String: "s"
      case is NSNull: "null"
      default: "n"
      }
    }
    return shape(try JSONSerialization.jsonObject(with: Data(bytes)))
  }

  @Test(arguments: ["[1,", "{\"a\" 1}", "[\"a]", "{}x", "[\"\\u12\"]", "not json", "[01a]"])
  func whatIsNoJSONIsAText(_ text: String) {
    let new = values.text(text)
    #expect(new != text && new.utf8.count == text.utf8.count)
  }

  private static func archive() throws -> [UInt8] {
    let objects: [PlistValue] = [
      .string("$null"),
      .dictionary([
        "$class": .uid(4), "fullName": .uid(2), "born": .uid(3), "count": .integer(3),
        "salary": .integer(123_456), "ratio": .real(0.3),
      ]),
      .string("Anna Schmidt"),
      .dictionary(["$class": .uid(5), "NS.time": .real(500_000_000)]),
      .dictionary([
        "$classname": .string("Person"),
        "$classes": .array([.string("Person"), .string("NSObject")]),
      ]),
      .dictionary([
        "$classname": .string("NSDate"),
        "$classes": .array([.string("NSDate"), .string("NSObject")]),
      ]),
      .string("Grüße"), .data(Array("nested secret".utf8)),
    ]
    return BinaryPlist.write(
      .dictionary([
        "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
        "$top": .dictionary(["root": .uid(1)]), "$objects": .array(objects),
      ]))
  }

  @Test func anArchiveStaysOne() throws {
    let old = try Self.archive()
    let new = values.data(old)
    #expect(new.count == old.count)
    let read = try #require(try BinaryPlist.read(new).dictionary)
    #expect(read["$version"] == .integer(100_000) && read["$archiver"]?.string == "NSKeyedArchiver")
    let objects = try #require(read["$objects"]?.array)
    #expect(objects[0].string == "$null")
    let person = try #require(objects[1].dictionary)
    #expect(Set(person.keys) == ["$class", "fullName", "born", "count", "salary", "ratio"])
    #expect(person["$class"] == .uid(4) && person["count"] == .integer(3))
    #expect(person["salary"] != .integer(123_456) && person["ratio"] != .real(0.3))
    #expect(objects[2].string == values.text("Anna Schmidt"))
    #expect(objects[3].dictionary?["NS.time"] == .real(values.date(500_000_000)))
    #expect(objects[4].dictionary?["$classname"]?.string == "Person")
    #expect(objects[6].string == values.text("Grüße"))
    #expect(objects[7].data?.count == 13 && objects[7].data != Array("nested secret".utf8))
  }

  @Test func aListOfTheAppsOwnLosesItsNames() throws {
    let old = BinaryPlist.write(
      .dictionary([
        "title": .string("Title"), "anna@example.org": .integer(70_000), "on": .bool(true),
        "when": .date(500_000_000), "list": .array([.string("Title"), .integer(5)]),
      ]))
    let new = values.data(old)
    #expect(new.count == old.count)
    let read = try #require(try BinaryPlist.read(new).dictionary)
    #expect(read.count == 5 && read["title"]?.string == values.text("Title"))
    #expect(read["anna@example.org"] == nil && read[values.text("anna@example.org")] != nil)
    #expect(read[values.text("when")] == .date(values.date(500_000_000)))
  }

  /// Bytes that no object needs may be anything; they are zero in the new list.
  @Test func nothingHidesBetweenObjects() throws {
    var bytes = Array("bplist00".utf8) + [0x51, 0x61] + Array("HIDDEN-NAME".utf8)
    let table = bytes.count
    bytes += [8] + [0, 0, 0, 0, 0, 0, 1, 1]
    for word in [1, 0, table] as [Int] {
      bytes += (0..<8).reversed().map { UInt8(word >> ($0 * 8) & 255) }
    }
    #expect(try BinaryPlist.read(bytes).string == "a")
    let new = values.data(bytes)
    #expect(new.count == bytes.count && !String(decoding: new, as: UTF8.self).contains("HIDDEN"))
    #expect(try BinaryPlist.read(new).string == values.text("a"))
  }

  @Test func anyBytesGiveAsManyOthers() throws {
    var random = SplitMix(seed: 9)
    let list = try Self.archive()
    var samples = (0...40).map { random.bytes($0) }
    // Damaged lists, which no reader trusts.
    samples += (0..<400).map { _ in
      var damaged = list
      for _ in 0..<3 {
        damaged[random.below(list.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      return damaged
    }
    for sample in samples {
      let new = values.data(sample)
      #expect(new.count == sample.count)
      let text = String(decoding: new, as: UTF8.self)
      #expect(!text.contains("Anna Schmidt") && !text.contains("nested secret"))
      if sample.count > 2, !BinaryPlist.isBinaryPlist(sample) { #expect(new != sample) }
    }
    let short = Set((0..<256).map { [UInt8($0)] })
    #expect(Set(short.map(values.data)) == short)
  }

  @Test func theKindOfDataStays() {
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + (0..<50).map { $0 }
    let new = values.data(picture)
    #expect(DataKind(of: new) == .png && new.dropFirst(8) != picture.dropFirst(8))
    #expect(values.externalValue([1] + picture) == [1] + new)
    #expect(values.externalValue([]) == [])
    #expect(values.externalValue([7, 1, 2, 3]).first == 7)
  }
}
