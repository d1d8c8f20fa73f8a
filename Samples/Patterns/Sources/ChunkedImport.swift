import Foundation
import SwiftData

/// Many rows come in through an actor of their own. After each save nothing keeps the objects of
/// that chunk, so memory does not grow with what is imported.
enum Weather {
  @Model
  final class Reading {
    #Index<Reading>([\.station, \.taken])
    var station: Int
    var taken: Date
    var temperature: Double

    init(station: Int, taken: Date, temperature: Double) {
      self.station = station
      self.taken = taken
      self.temperature = temperature
    }
  }

  @ModelActor
  actor Importer {
    /// - Parameter chunk: how many rows are saved together.
    func add(_ count: Int, chunk: Int = 1_000) throws {
      for start in stride(from: 0, to: count, by: chunk) {
        for number in start..<min(start + chunk, count) {
          modelContext.insert(
            Reading(
              station: number % 100, taken: Date(timeIntervalSinceReferenceDate: Double(number)),
              temperature: Double(number % 40)))
        }
        try modelContext.save()
      }
    }

    /// The mean of all readings, with at most one batch of them in memory.
    func mean() throws -> Double {
      var sum = 0.0
      var count = 0
      try modelContext.enumerate(FetchDescriptor<Reading>(), batchSize: 2_000) { reading in
        sum += reading.temperature
        count += 1
      }
      return sum / Double(max(count, 1))
    }
  }
}
