#if os(Linux)
  import Foundation
  import SwiftData

  /// What a million objects take, measured in processes of their own.
  extension RuntimeBenchmark {
    @MainActor func memory(_ scores: inout Scoreboard) throws {
      let path = path("million-parcels")
      remove(path)
      for (name, title) in [
        ("import", "import of 1,000,000 objects in chunks: peak memory"),
        ("enumerate", "enumerate 1,000,000 objects: peak memory"),
      ] {
        let run = try Measure.once([CommandLine.arguments[0], "--work", name, path])
        scores.line(
          title, value: Double(run.peakBytes) / 1_048_576, limit: 200, unit: "MB", atMost: true)
      }
      remove(path)
    }

    /// One of the two in a process of its own, or, for a profiler, another single piece of work:
    /// `fill` makes the store that `fetch` reads and `stage` migrates.
    @MainActor static func work(_ name: String, _ path: String) throws {
      if name == "fill" { return try RuntimeBenchmark(folder: "").fill(path) }
      if name == "stage" {
        _ = try ModelContainer(
          for: Schema(versionedSchema: ParcelsV2.self), migrationPlan: ParcelsPlan.self,
          configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
        return
      }
      let container = try ModelContainer(
        for: Schema(versionedSchema: ParcelsV1.self),
        configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      let context = ModelContext(container)
      if name == "fetch" {
        var sum = 0
        for parcel in try context.fetch(FetchDescriptor<ParcelsV1.Parcel>()) { sum += parcel.count }
        guard sum > 0 else { throw BenchmarkError("nothing was read") }
      } else if name == "import" {
        for chunk in 0..<1_000 {
          for number in 0..<1_000 {
            context.insert(ParcelsV1.Parcel(number: chunk * 1_000 + number))
          }
          try context.save()
        }
      } else {
        var sum = 0
        try context.enumerate(FetchDescriptor<ParcelsV1.Parcel>()) { sum += $0.count }
        guard sum > 0 else { throw BenchmarkError("nothing was read") }
      }
    }
  }
#endif
