import ModelSource
import StoreModel
import Testing

@Suite("Relationships from Swift source")
struct RelationshipTests {
  /// Property of class `A`, then of class `B`, and what both become.
  struct PairCase: Sendable, CustomTestStringConvertible {
    let a: String
    let b: String
    let expected: [String]
    var testDescription: String { "\(a) | \(b)" }

    init(_ a: String, _ b: String, _ expected: String...) {
      self.a = a
      self.b = b
      self.expected = expected
    }
  }

  static let pairs: [PairCase] = [
    // Declared on one side, on the other, on both.
    .init(
      "@Relationship(inverse: \\B.a) var b: [B] = []", "var a: A?",
      "b -> [B] inverse a (declared)", "a -> A? inverse b (otherSide)"),
    .init(
      "@Relationship(deleteRule: .nullify, inverse: \\B.a) var b: B?",
      "@Relationship(deleteRule: .cascade) var a: [A] = []",
      "b -> B? inverse a (declared)", "a -> [A] inverse b (otherSide) cascade"),
    .init(
      "@Relationship(inverse: \\B.a) var b: [B]", "@Relationship(inverse: \\A.b) var a: [A]",
      "b -> [B] inverse a (declared)", "a -> [A] inverse b (declared)"),
    .init(
      "@Relationship(inverse: \\.a) var b: B?", "var a: A?",
      "b -> B? inverse a (declared)", "a -> A? inverse b (otherSide)"),
    .init("@Relationship(inverse: nil) var b: B?", "var x: Int", "x Integer 64", "b -> B?"),
    .init(
      "@Relationship(inverse: \\B.z) var b: B?", "var a: Int", "a Integer 64",
      "b -> B? inverse z (declared) ?!"),
    // Implied, when nothing is annotated.
    .init("var b: B?", "var a: A?", "b -> B? inverse a (implied)", "a -> A? inverse b (implied)"),
    .init(
      "var b: [B]", "var a: A?", "b -> [B] inverse a (implied)", "a -> A? inverse b (implied)"),
    .init("var b: B", "var a: A?", "b -> B ~", "a -> A? ~"),
    .init("var b: [B]", "var a: A", "b -> [B] ~", "a -> A ~"),
    .init("var b: [B]", "var a: [A]", "b -> [B] ?!", "a -> [A] ?!"),
    // None.
    .init("var b: B?", "var x = 1", "x Integer 64 = 1", "b -> B?"),
    .init(
      "@Relationship var b: [B]", "@Relationship(deleteRule: .deny) var a: A?", "b -> [B]",
      "a -> A? deny"),
    // Not known.
    .init(
      "@Relationship(deleteRule: .cascade) var b: [B]", "var a: A?",
      "b -> [B] inverse a (implied) cascade ?!", "a -> A? inverse b (implied) ?!"),
    .init("var b: B?; var c: B?", "var a: A?", "b -> B? ?!", "c -> B? ?!", "a -> A? ?!"),
    .init(
      "@Relationship(inverse: \\B.a) var b: B?; var c: B?", "var a: A?",
      "b -> B? inverse a (declared)", "c -> B? ~", "a -> A? inverse b (otherSide)"),
    // Shapes of the type.
    .init("var b: Array<B>?", "", "b -> [B]?"),
    .init("var b: Optional<B>", "", "b -> B?"),
    .init("var b: Set<B>", "", "b -> [B] ?!"),
    .init("var b: T; typealias T = [B]", "", "b -> [B]"),
    .init(
      "@Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 4, originalName: \"x\") var b: [B] = []",
      "", "b -> [B] cascade min 1 max 4 was x ~"),
    .init(
      "@Relationship(.unique, deleteRule: .noAction) var b: B?", "", "b -> B? noAction",
      "unique b"),
    .init(
      "@SwiftData.Relationship(deleteRule: Schema.Relationship.DeleteRule.cascade) var b: B?",
      "", "b -> B? cascade"),
  ]

  @Test("two classes", arguments: pairs)
  func pair(_ example: PairCase) {
    let model = ModelText.model(
      "@Model final class A { \(example.a) }\n@Model final class B { \(example.b) }")
    let lines = ModelText.lines(model).filter { $0 != "A" && $0 != "B" }
      .map { String($0.dropFirst(2)) }
    #expect(Set(lines) == Set(example.expected))
    #expect(lines.count == example.expected.count)
  }

  @Test("self-referential relationships")
  func selfReferential() {
    let model = ModelText.model(
      """
      @Model class User {
        @Relationship(deleteRule: .nullify, inverse: \\User.following) var followers: [User] = []
        @Relationship(deleteRule: .nullify) var following: [User] = []
      }
      @Model class Step { var next: Step? }
      """)
    #expect(
      ModelText.lines(model) == [
        "Step", "  next -> Step? ?!", "User", "  followers -> [User] inverse following (declared)",
        "  following -> [User] inverse followers (otherSide)",
      ])
  }

  @Test("minimum and maximum are accepted in their short spelling and reported")
  func shortCounts() {
    let model = ModelText.model(
      """
      @Model class Track {
        @Relationship(deleteRule: .cascade, inverse: \\Album.tracks, minimum: 0, maximum: 1)
        var album: Album?
      }
      @Model class Album { var tracks: [Track] = [] }
      """)
    #expect(
      ModelText.lines(model) == [
        "Album", "  tracks -> [Track] inverse album (otherSide)", "Track",
        "  album -> Album? inverse tracks (declared) cascade ~",
      ])
    #expect(
      model.problems.map(\.message) == [
        "@Relationship has no argument 'minimum'; its name is 'minimumModelCount'",
        "@Relationship has no argument 'maximum'; its name is 'maximumModelCount'",
      ])
  }

  @Test("unknown inverses say which properties are meant")
  func reasons() {
    let model = ModelText.model(
      "@Model class A { @Relationship var b: [B] }  @Model class B { var a: A? }")
    #expect(
      model.entities.first?.relationships.first?.certainty.reason
        == "whether A.b and B.a are inverses is not known: one carries @Relationship, the other does not"
    )
  }

  @Test("classes that inherit from models")
  func inheritance() {
    let model = ModelText.model(
      """
      @Model class Trip {
        @Attribute(.preserveValueOnDeletion) var name: String
        @Relationship(deleteRule: .cascade, inverse: \\Stay.trip) var stay: Stay?
      }
      @available(iOS 26, *) @Model class Business: Trip, Identifiable {
        @Relationship(deleteRule: .cascade, inverse: \\Meal.trip) var meals: [Meal] = []
      }
      @Model final class Meal { var trip: Business? }
      @Model final class Stay: Base { var trip: Trip? }
      class Base { var x: Int = 0 }
      """)
    #expect(
      ModelText.lines(model) == [
        "Business: Trip", "  meals -> [Meal] inverse trip (declared) cascade",
        "Meal", "  trip -> Business? inverse meals (otherSide)",
        "Stay", "  trip -> Trip? inverse stay (otherSide)",
        "Trip", "  name String preserved ~", "  stay -> Stay? inverse trip (declared) cascade",
      ])
  }

  @Test("a destination that is not in the sources is a name and no more")
  func missingDestination() {
    let model = ModelText.model(
      "@Model class A { @Relationship(inverse: \\B.a) var b: [B]?; @Relationship var c: C? }")
    #expect(
      ModelText.lines(model) == ["A", "  b -> [B]? inverse a (declared) ~", "  c -> C? ?!"])
  }
}
