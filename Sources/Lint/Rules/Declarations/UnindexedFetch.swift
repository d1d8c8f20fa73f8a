internal import Diagnostics
internal import StoreModel

/// Finds fetches of many objects, or in loops, that search by a property without an index.
struct UnindexedFetch: ProjectRule {
  static let info = RuleInfo(
    id: "unindexed-fetch", group: .declarations, severity: .note,
    summary: "a fetch of many objects, or one in a loop, searches by a property that has no index",
    why: "every row is read each time, so the fetch gets slower with every object that is added",
    fix:
      "declare the index in the model with #Index; stores that exist get it with their next migration",
    limits: "only where the code says that it is done often or that there are many objects: a loop "
      + "inserts them, or looks each of them up beside other work, a fetch takes a few at a time, or the class has another index; "
      + "#Index needs iOS 18 or macOS 15",
    examples: .texts(
      flagged: """
        @Model class Note { var date = Date(); init() {} }
        func recent(_ day: Date) -> FetchDescriptor<Note> {
          var recent = FetchDescriptor<Note>(
            predicate: #Predicate { $0.date > day }, sortBy: [SortDescriptor(↓\\.date)])
          recent.fetchLimit = 50
          return recent
        }
        ---
        @Model class Note { #Index<Note>([\\.title]); var title = ""; var size = 0; init() {} }
        let large = FetchDescriptor<Note>(
          predicate: #Predicate<Note> { $0.size > 9 && $0.title != "" },
          sortBy: [SortDescriptor(↓\\Note.size, order: .reverse)])
        ---
        import SwiftData
        import SwiftUI

        @Model final class Reading { var due = Date.now; var value = 0.0; init() {} }
        struct DueView: View {
          static let now = Date.now
          @Query(filter: #Predicate<Reading> { $0.due < now }, sort: ↓\\Reading.due) var some: [Reading]
          var body: some View { List(some) { Text($0.value, format: .number) } }
        }
        // file: Import.swift
        import SwiftData

        func add(_ values: [Double], _ context: ModelContext) {
          for value in values {
            let reading = Reading()
            reading.value = value
            context.insert(reading)
          }
        }
        ---
        import SwiftData

        @Model final class Sensor { var label = ""; init() {} }
        @Model final class Reading { var label = ""; var timestamp = 0; init() {} }
        extension Sensor {
          func newest(_ context: ModelContext) -> Reading? {
            let label = label
            var newest = FetchDescriptor<Reading>(
              predicate: #Predicate<Reading> { $0.↓label == label },
              sortBy: [SortDescriptor(\\.timestamp, order: .reverse)])
            newest.fetchLimit = 1
            return try? context.fetch(newest).first
          }
        }
        func sum(_ context: ModelContext) throws -> Int {
          try context.fetch(FetchDescriptor<Sensor>()).reduce(0) { $0 + ($1.newest(context)?.timestamp ?? 0) }
        }
        func all(_ context: ModelContext) throws -> [Reading] {
          var found: [Reading] = []
          for sensor in try context.fetch(FetchDescriptor<Sensor>()) {
            if let reading = sensor.newest(context) { found.append(reading) }
          }
          return found
        }
        ---
        import SwiftData

        @Model final class Place { var code = ""; var name = ""; init() {} }
        @ModelActor actor PlaceStore {
          func place(_ code: String) throws -> Place? {
            try modelContext.fetch(FetchDescriptor<Place>(predicate: #Predicate { $0.↓code == code })).first
          }
          func rename(_ names: [String: String], ask: (String) async -> String) async throws {
            for key in names.keys {
              let found = try place(key)
              found?.name = await ask(key)
            }
            try modelContext.save()
          }
        }
        """,
      clean: """
        @Model class Line {
          #Index<Line>([\\.code], [\\.code, \\.place])
          var code = ""
          var place = 0
          var date = Date()
          init() {}
        }
        func newest(_ codes: Set<String>, since day: Date) -> FetchDescriptor<Line> {
          FetchDescriptor<Line>(
            predicate: #Predicate { codes.contains($0.code) && $0.date >= day },
            sortBy: [SortDescriptor(\\.date, order: .reverse)])
        }
        ---
        @Model class Note { #Index<Note>([\\.date]); var date = Date(); init() {} }
        func recent(_ day: Date) -> FetchDescriptor<Note> {
          FetchDescriptor<Note>(
            predicate: #Predicate { $0.date > day }, sortBy: [SortDescriptor(\\.date)])
        }
        ---
        @Model class Note { @Attribute(.unique) var code = 0; var title = ""; init() {} }
        func some(_ codes: [Int], _ context: ModelContext, use: (Note) async -> Void) async throws {
          for code in codes {
            let wanted = FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })
            if let note = try context.fetch(wanted).first { await use(note) }
          }
        }
        ---
        import SwiftData
        import SwiftUI

        @Model final class Task { var due = Date.now; var title = ""; init() {} }
        struct DueView: View {
          static let now = Date.now
          @Query(filter: #Predicate<Task> { $0.due < now }, sort: \\Task.due) var tasks: [Task]
          var body: some View { List(tasks) { Text($0.title) } }
        }
        func task(_ title: String, _ context: ModelContext) throws -> Task? {
          try context.fetch(FetchDescriptor<Task>(predicate: #Predicate { $0.title == title })).first
        }
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    // '#Index' has come with these.
    guard !lint.targets.areBelow(iOS: 18, macOS: 15) else { return }
    let looped = lint.functionsInLoops
    let ofEach = Set(
      lint.flows.calls.filter { $0.loop != nil && lint.isOfMany($0) }
        .flatMap { lint.code.inheritedFunctions(of: $0).map(\.name) })
    for lookup in lint.flows.lookups {
      if let newest = lookup.newest {
        guard lookup.isInLoop || lookup.function.map(ofEach.contains) ?? false else { continue }
        report(
          "the newest '\(lookup.entity)' is looked up by '\(lookup.property)' for every element of a loop, "
            + "with no index", at: lookup.location, entity: lookup.entity,
          property: lookup.property,
          help:
            "declare '#Index<\(lookup.entity)>([\\.\(lookup.property), \\.\(newest)])' in the model, or keep "
            + "the newest in a property of the object that the loop goes through")
      } else if lookup.isInLoop || lookup.function.map(looped.contains) ?? false {
        report(
          "'\(lookup.entity).\(lookup.property)' is looked up for every element of a loop, and has "
            + "no index", at: lookup.location, entity: lookup.entity, property: lookup.property)
      } else if lookup.isSorted, !lookup.entity.isOnePerDay,
        lookup.isOfMany || lint.flows.grown.contains(lookup.entity)
      {
        report(
          "'\(lookup.entity).\(lookup.property)' is filtered and sorted by, and has no index",
          at: lookup.location, entity: lookup.entity, property: lookup.property)
      }
    }
  }
}

extension LintContext {
  /// The functions that loops call, themselves or through others, where one fetch for all elements is no
  /// way out.
  fileprivate var functionsInLoops: Set<String> {
    var found: Set<String> = []
    var waiting = flows.calls.filter { $0.loop != nil && code.waitsLong($0) }
      .map { (call: $0, depth: 3) }
    while let (call, depth) = waiting.popLast() {
      for function in code.inheritedFunctions(of: call) where found.insert(function.name).inserted {
        if depth > 0 { waiting += function.calls.map { ($0, depth - 1) } }
      }
    }
    return found
  }
}

extension String {
  /// Whether a class of this name has one object for a day or longer: a few hundred in a year.
  fileprivate var isOnePerDay: Bool {
    camelWords.contains { ["daily", "weekly", "monthly", "yearly"].contains($0) }
  }
}
