import Diagnostics
import StoreModel
import Testing

@testable import Lint
@testable import StoreDoctor
@testable import StoreEngine

/// What one change of a version drops is one finding; a few things are told one by one.
@Suite struct LossGroupTests {
  private static func loss(
    _ property: String?, of entity: String = "Book", stage: String = "V1 to V2",
    count: Int64? = nil, reader: Location? = nil, kind: SchemaLoss.Kind = .values
  ) -> SchemaLoss {
    var loss = SchemaLoss(
      stage: stage, kind: kind, entity: entity, property: property, members: [entity], newer: "V2",
      isSwift: true, places: [Location(path: "Models.swift", line: 7)])
    loss.count = count
    loss.reader = reader
    return loss
  }

  private static func findings(_ losses: [SchemaLoss]) -> [Finding] {
    var report = LossReport(losses, LossPolicy())
    // A policy without source knows no reader.
    for index in losses.indices { report.dropped[index].loss.reader = losses[index].reader }
    return report.findings
  }

  @Test func manyPropertiesOfOneClassAreOne() throws {
    let names = ["a", "b", "c", "d", "e", "f"]
    let found = Self.findings(names.map { Self.loss($0) })
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(
      finding.message
        == "6 properties of 'Book' are dropped in 'V1 to V2' with all their values, 'a', 'b', 'c', 'd' and 2 "
        + "more: 'V2' has none of them")
    #expect(finding.rule == PropertyDropped.info.id && finding.severity == .error)
    #expect(finding.entity == "Book" && finding.property == nil && finding.location?.line == 7)
    // All of them can be found, to acknowledge them.
    #expect(finding.related.first?.text == names.quotedList())
    #expect(finding.help?.contains("storedoctor:ignore[property-dropped]") == true)
    #expect(LossReport(names.map { Self.loss($0) }, LossPolicy()).headlines.count == 1)
  }

  @Test func aFewAreToldOneByOne() {
    let found = Self.findings(["a", "b", "c"].map { Self.loss($0) })
    #expect(found.map(\.property) == ["a", "b", "c"])
  }

  @Test func anotherCauseIsAnotherFinding() {
    let names = ["a", "b", "c", "d"]
    let here = Location(path: "Plan.swift", line: 3)
    var renamed = Self.loss("e")
    renamed.rename = SchemaLoss.Rename(name: "Book.ee", cure: "rename it")
    let found = Self.findings(
      names.map { Self.loss($0) } + names.map { Self.loss($0, of: "Author") }
        + names.map { Self.loss($0, stage: "V2 to V3") }
        + names.map { Self.loss($0 + "2", reader: here) } + [renamed])
    #expect(found.count == 5)
    #expect(found.filter { $0.message.contains("at Plan.swift:3) before they go") }.count == 1)
    #expect(found.last?.property == "e")
  }

  @Test func whatAStoreHasIsAddedUp() {
    let found = Self.findings(["a", "b", "c", "d"].map { Self.loss($0, count: 3) })
    #expect(found.first?.message.contains("with 12 values, 'a', 'b', 'c', 'd': ") == true)
    // What a store has nothing of is no loss of its.
    let some = Self.findings(
      ["a", "b", "c", "d"].map { Self.loss($0, count: $0 == "a" ? 3 : 0) })
    #expect(some.map(\.property) == ["a"])
  }

  @Test func classesAndLinksHaveTheirOwnWords() {
    let classes = ["A", "B", "C", "D"].map { Self.loss(nil, of: $0, kind: .rows) }
    #expect(
      Self.findings(classes).map(\.message) == [
        "4 classes are dropped in 'V1 to V2' with all their rows, 'A', 'B', 'C', 'D': 'V2' has none of them"
      ])
    let links = ["a", "b", "c", "d"].map { Self.loss($0, count: 1, kind: .links) }
    #expect(Self.findings(links).first?.message.contains("with 4 links") == true)
  }

  /// What the plan's code took away before is not what the store never had.
  @Test func whatCodeTookAwayBeforeIsSaid() {
    var taken = Self.loss("a", count: 0)
    taken.had = 10
    let report = LossReport([taken, Self.loss("b", count: 0)], LossPolicy())
    #expect(report.findings.isEmpty)
    #expect(
      report.remarks == [
        "'willMigrate' takes away 10 values of 'Book.a' before 'V1 to V2' drops what is left, which is "
          + "nothing"
      ])
    #expect(
      report.emptyRemarks == [
        "'Book.b' is dropped in 'V1 to V2', and nothing of it is in the data"
      ])
    // What is left is a loss.
    var rest = Self.loss("a", count: 2)
    rest.had = 10
    #expect(Self.findings([rest]).first?.message.hasPrefix("2 values of 'Book.a'") == true)
  }
}
