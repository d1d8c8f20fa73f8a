import StoreModel
import Testing

@testable import StoreEngine

@Suite struct ModelMemoTests {
  private static func model(_ name: String, optional: Bool = false) -> DataModel {
    DataModel(
      name: name,
      entities: [
        Entity(
          name: "Note",
          attributes: [Attribute(name: "title", type: .string, isOptional: optional)])
      ], source: .swift)
  }

  @Test func onlyAnEqualModelIsKnown() {
    let memo = ModelMemo<Int>()
    var asked = 0
    func answer(_ model: DataModel) -> Int {
      memo.answer(of: model) {
        asked += 1
        return asked
      }
    }
    #expect(answer(Self.model("1")) == 1 && answer(Self.model("1")) == 1)
    #expect(answer(Self.model("1", optional: true)) == 2 && answer(Self.model("2")) == 3)
    for number in 0..<200 { _ = answer(Self.model("old \(number)")) }
    #expect(answer(Self.model("1")) == 204, "the oldest are forgotten")
  }

  @Test func anEditedModelHasItsOwnHashes() {
    let (first, second) = (
      ModelHashes(of: Self.model("1")), ModelHashes(of: Self.model("1", optional: true))
    )
    #expect(first.checksum != second.checksum && first == ModelHashes(of: Self.model("1")))
  }
}
