import Diagnostics
import TestSupport
import Testing

/// The one encoder of answers: the same values as any encoder writes, and every key is there.
@Suite struct JSONEncodingTests {
  private struct Optionals: Encodable {
    var text: String?
    var nested: Int??
    var flag: Bool?
    var real: Float?
    var double: Double?
    var small: Int8?
    var large: UInt64?
    var inner: Inner?
    var list: [Int?] = [nil, 1]
    var map: [String: Int?] = ["a": nil]
  }

  private struct Inner: Encodable {
    enum Kind: String, Encodable { case first, second }

    var kind: Kind
    var other: Kind?
    var rows: [[String: Kind]]
  }

  @Test func whatIsMissingIsNull() throws {
    #expect(
      try JSONValue(encoding: Optionals(nested: .some(nil))) == [
        "text": nil, "nested": nil, "flag": nil, "real": nil, "double": nil, "small": nil,
        "large": nil, "inner": nil, "list": [nil, 1], "map": ["a": nil],
      ])
    #expect(try JSONValue(encoding: String?.none) == .null)
    #expect(try JSONValue(encoding: [Int??.some(nil), 2]) == [nil, 2])
  }

  @Test func whatIsThereIsItself() throws {
    let inner = Inner(kind: .first, other: .second, rows: [["a": .first], [:]])
    let value = Optionals(
      text: "x", nested: 3, flag: true, real: 0.5, double: 0.1, small: -8, large: 9, inner: inner)
    #expect(
      try JSONValue(encoding: value).members == [
        "text": "x", "nested": 3, "flag": true, "real": .number(0.5), "double": .number(0.1),
        "small": -8, "large": 9, "list": [nil, 1], "map": ["a": nil],
        "inner": ["kind": "first", "other": "second", "rows": [["a": "first"], [:]]],
      ])
  }

  @Test func numbersKeepEachDigitWithin64Bits() throws {
    #expect(try JSONValue(encoding: [Int64.min, .max]) == [.integer(.min), .integer(.max)])
    #expect(try JSONValue(encoding: UInt64(Int64.max)) == .integer(.max))
    #expect(try JSONValue(encoding: UInt64.max) == .number(0x1p64))
    #expect(try JSONValue(encoding: [1.5, .infinity]) == [.number(1.5), .number(.infinity)])
  }

  private struct Parts: Encodable {
    var reason: String?

    func encode(to encoder: any Encoder) throws {
      try encoder.write(["name": "a", "size": Int?.none])
      try encoder.write(present: ["reason": reason, "size": 2])
    }
  }

  @Test func membersAreAddedAndMayBeLeftOut() throws {
    #expect(try JSONValue(encoding: Parts()) == ["name": "a", "size": 2])
    #expect(try JSONValue(encoding: Parts(reason: "b")) == ["name": "a", "reason": "b", "size": 2])
  }

  @Test func partsMayBeJSONAlready() throws {
    let value: JSONValue = ["a": [1, nil, "b"], "c": .number(0.5)]
    #expect(try JSONValue(encoding: value) == value)
    #expect(try JSONValue(encoding: ["x": [value]]) == ["x": [value]])
    #expect(value.members?.count == 2 && JSONValue.string("a").members == nil)
  }

  /// Copying the list for each of its elements would take minutes.
  @Test func aLongListTakesItsTimeOnce() throws {
    let list = (0..<300_000).map { ["number": $0] }
    let (value, seconds) = try measured { try JSONValue(encoding: list) }
    #expect(seconds < 60)
    guard case .array(let values) = value else {
      Issue.record("no array")
      return
    }
    #expect(values.count == 300_000)
    #expect(values.last == ["number": 299_999])
  }

  private struct Refusing: Encodable {
    struct Refusal: Error {}

    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  /// Nothing is left out in silence.
  @Test func whatCannotBeEncodedIsAnError() {
    #expect(throws: Refusing.Refusal.self) { try JSONValue(encoding: ["a": [Refusing()]]) }
  }
}
