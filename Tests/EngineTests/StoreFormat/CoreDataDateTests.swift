import StoreEngine
import Testing

@Suite("Core Data dates")
struct CoreDataDateTests {
  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00.000Z"), (-978_307_200, "1970-01-01T00:00:00.000Z"),
    (-63_114_076_800, "0000-12-30T00:00:00.000Z"), (63_113_904_000, "4001-01-01T00:00:00.000Z"),
    (725_760_000.123456, "2024-01-01T00:00:00.123Z"), (-0.001, "2000-12-31T23:59:59.999Z"),
    (741_398_399.9996, "2024-06-30T00:00:00.000Z"),
    (730_771_200, "2024-02-28T00:00:00.000Z"),
    (730_857_600, "2024-02-29T00:00:00.000Z"), (1e300, "1e+300"), (.infinity, "inf"),
  ])
  func isWrittenInISO8601(seconds: Double, text: String) {
    #expect(CoreDataDate.text(seconds) == text)
  }
}
