import Testing

@testable import StoreEngine

@Suite struct KeyedPermutationTests {
  /// The vectors of the reference implementation: key 00…0f, input 00, 00 01, 00 01 02, …
  @Test(
    arguments: [
      (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137),
      (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5),
    ] as [(Int, UInt64)])
  func theHashIsSipHash(_ count: Int, _ expected: UInt64) {
    let hash = KeyedHash(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    #expect(hash((0..<count).map { UInt8($0) }) == expected)
  }

  @Test func threeWordsAreTheirBytes() {
    let hash = KeyedHash(1, 2)
    let words: [UInt64] = [3, 0x0102_0304_0506_0708, .max]
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    #expect(hash(words[0], words[1], words[2]) == hash(bytes))
  }

  @Test func everyNumberMovesToAnotherOne() {
    let permutation = KeyedPermutation(KeyedHash(1, 2))
    for bound in Array(2...70) + [255, 256, 257, 1000] as [UInt64] {
      for salt in [0, 5] as [UInt64] {
        let moved = (0..<bound).map { permutation.move($0, below: bound, salt: salt) }
        #expect(Set(moved) == Set(0..<bound), "\(bound)")
        if bound > 2 { #expect(!zip(moved, 0..<bound).contains { $0 == $1 }, "\(bound)") }
      }
    }
    #expect(permutation.move(0, below: 1, salt: 0) == 0)
    let large = (0..<2000).map { permutation.move($0 << 40, below: 1 << 63, salt: 0) }
    #expect(Set(large).count == 2000 && large.allSatisfy { $0 < 1 << 63 })
  }

  @Test func keysAndSaltsMakeDifferentOrders() {
    func order(_ key: UInt64, _ salt: UInt64) -> [UInt64] {
      let permutation = KeyedPermutation(KeyedHash(key, 0))
      return (0..<100).map { permutation.move($0, below: 100, salt: salt) }
    }
    #expect(Set([order(1, 0), order(1, 1), order(2, 0)]).count == 3)
    #expect(order(1, 0) == order(1, 0))
  }

  @Test func aSeedGivesTheSameKeyAndNoSeedAnother() {
    let input = Array("text".utf8)
    #expect(
      RedactionKey(seed: 1).hash(for: "a")(input) == RedactionKey(seed: 1).hash(for: "a")(input))
    #expect(
      RedactionKey(seed: 1).hash(for: "a")(input) != RedactionKey(seed: 2).hash(for: "a")(input))
    #expect(
      RedactionKey(seed: 1).hash(for: "a")(input) != RedactionKey(seed: 1).hash(for: "b")(input))
    #expect(RedactionKey().hash(for: "a")(input) != RedactionKey().hash(for: "a")(input))
  }
}
