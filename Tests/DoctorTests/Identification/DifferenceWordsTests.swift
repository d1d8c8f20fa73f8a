import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Lint
@testable import StoreDoctor

/// What became of a version is said in the words of whoever did it.
@Suite struct DifferenceWordsTests {
  private static func model(_ names: [String], unique: [[String]] = []) -> DataModel {
    DataModel(
      name: "Model",
      entities: [
        Entity(
          name: "Boat",
          attributes: names.map { Attribute(name: $0, type: .string, isOptional: true) },
          uniquenessConstraints: unique)
      ], source: .xcodeModel)
  }

  private func words(_ old: DataModel, _ new: DataModel) -> String? {
    ModelDiff.differences(from: old, to: new).filter(\.affectsHash).inWords
  }

  private func beside(_ old: DataModel, _ new: DataModel) -> [String] {
    ModelDiff.differences(from: old, to: new).filter(\.affectsHash).map(\.besideStore)
  }

  @Test(arguments: [
    ([], [["sail"]], "says that 'Boat.sail' is unique", "'Boat.sail' is unique in the models"),
    (
      [["sail"]], [], "no longer says that 'Boat.sail' is unique",
      "'Boat.sail' is unique in the store"
    ),
    (
      [], [["sail", "port"]], "says that 'sail' and 'port' of 'Boat' together are unique",
      "'sail' and 'port' of 'Boat' together are unique in the models"
    ),
    (
      [["sail"]], [["port"]],
      "says that 'Boat.port' is unique, no longer says that 'Boat.sail' is unique",
      "'Boat.port' is unique in the models, not in the store, 'Boat.sail' is unique in the store"
    ),
    (
      [["port"]], [["port"], ["sail"]], "says that 'Boat.sail' is unique",
      "'Boat.sail' is unique in the models, not in the store"
    ),
  ])
  func uniquenessIsSaidOfTheProperty(
    _ old: [[String]], _ new: [[String]], _ change: String, _ beside: String
  ) {
    let names = ["sail", "port", "crew"]
    let (before, after) = (Self.model(names, unique: old), Self.model(names, unique: new))
    #expect(words(before, after) == change)
    #expect(self.beside(before, after).first?.hasPrefix(beside) == true)
  }

  /// A sentence names three, and how many there are besides.
  @Test func whatIsNotNamedIsCounted() {
    let names = ["sail", "port", "crew", "flag", "keel"]
    let all = words(Self.model(names), Self.model(names, unique: names.map { [$0] }))
    #expect(all?.components(separatedBy: " is unique").count == 4, "\(all ?? "")")
    #expect(all?.hasSuffix(", has 2 more changes of constraints") == true, "\(all ?? "")")
  }

  @Test func aLikelyRenameIsOneThing() {
    let old = Self.model(["sail", "port", "height"])
    let renamed = Self.model(["sail", "port", "heights"])
    #expect(
      words(old, renamed)
        == "has 'Boat.heights' in place of 'Boat.height' (it looks like a rename)")
    #expect(beside(old, renamed).contains { $0.contains("looks like a rename of 'Boat.height'") })
    // Two that came and one that went are no rename that anybody could name.
    let both = Self.model(["sail", "port", "alpha", "omega"])
    #expect(words(old, both)?.contains("no longer has 'Boat.height'") == true)
    #expect(words(old, Self.model(["sail", "port"])) == "no longer has 'Boat.height'")
  }

  @Test func aTypeIsSaidWithTheOneBefore() {
    let old = Self.model(["sail", "port"])
    var new = old
    new.entities[0].attributes[0].type = .double
    new.entities[0].attributes[0].isOptional = false
    #expect(words(old, new) == "has a changed 'Boat.sail' (Double, was String)")
    #expect(beside(old, new).contains("'Boat.sail' is Double in the models, String in the store"))
  }
}
