import Foundation
import StoreEngine
import Testing

@testable import SwiftData

/// What is asked of the store, in the shapes of Core Data's own log.
@Suite struct QueryCountTests {
  /// Statements that fetch something, with their purposes.
  private func traced(_ body: (ModelContainer) throws -> Void) throws -> [TraceEvent] {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.container(Author.self))
      for number in 0..<10 {
        let author = Author(name: "A\(number)")
        context.insert(author)
        author.books = (0..<3).map { Book("B\(number).\($0)", year: $0) }
        author.prizes = [Prize(name: "P\(number)")]
      }
      try context.save()
    }
    nonisolated(unsafe) var events: [TraceEvent] = []
    let number = TraceHub.listen(store: store.url.path) { events.append($0) }
    defer { TraceHub.stop(number) }
    let container = try store.container(Author.self)
    events = []
    try body(container)
    return events.filter { $0.sql?.hasPrefix("SELECT") == true }
  }

  @Test func withoutPrefetchEveryObjectAsks() throws {
    let events = try traced { container in
      for author in try ModelContext(container).fetch(FetchDescriptor<Author>()) {
        _ = author.books.count
        _ = author.prizes.count
      }
    }
    #expect(events.count == 1 + 10 + 10)
    #expect(events.filter { $0.purpose == .toManyFault }.count == 20)
  }

  @Test func withPrefetchThreeStatementsDo() throws {
    let events = try traced { container in
      var descriptor = FetchDescriptor<Author>()
      descriptor.relationshipKeyPathsForPrefetching = [\.books, \.prizes]
      for author in try ModelContext(container).fetch(descriptor) {
        #expect(author.books.count == 3)
        #expect(author.prizes.count == 1)
      }
    }
    #expect(events.count == 3)
    #expect(events.filter { $0.purpose == .prefetch }.map(\.relationship) == ["books", "prizes"])
  }

  @Test func toOneFaults() throws {
    let events = try traced { container in
      let context = ModelContext(container)
      for book in try context.fetch(FetchDescriptor<Book>()) { _ = book.author?.name }
    }
    // One fault per author that nobody keeps; books keep theirs.
    #expect(events.filter { $0.purpose == .fault }.count >= 10)
    let prefetched = try traced { container in
      var descriptor = FetchDescriptor<Book>()
      descriptor.relationshipKeyPathsForPrefetching = [\.author]
      for book in try ModelContext(container).fetch(descriptor) { _ = book.author?.name }
    }
    #expect(prefetched.count == 2)
  }

  @Test func statementsHaveCoreDatasShape() throws {
    let events = try traced { container in
      let context = ModelContext(container)
      _ = try context.fetch(
        FetchDescriptor<Prize>(
          predicate: #Predicate { $0.name == "P1" }, sortBy: [SortDescriptor(\.code)]))
      _ = try context.fetchCount(FetchDescriptor<Prize>())
    }
    #expect(
      events.map { $0.sql ?? "" } == [
        "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME, t0.ZCODE FROM ZPRIZE t0 WHERE  t0.ZNAME = ? "
          + "ORDER BY t0.ZCODE COLLATE NSCollateFinderlike",
        "SELECT COUNT(*) FROM ZPRIZE t0",
      ])
    #expect(events[1].rows == 10)
  }

  @Test(
    arguments: [
      (["STOREDOCTOR_TRACE": "a.jsonl"], [], "a.jsonl", TraceFormat.jsonl, false),
      (["STOREDOCTOR_TRACE": "a.log", "STOREDOCTOR_TRACE_VALUES": "1"], [], "a.log", .text, true),
      ([:], ["app", "-com.apple.CoreData.SQLDebug", "1"], nil, .text, false),
      ([:], ["app", "-com.apple.CoreData.SQLDebug", "3"], nil, .text, true),
      ([:], ["app", "-com.apple.coredata.swiftdata.debug", "1"], nil, .text, false),
    ] as [([String: String], [String], String?, TraceFormat, Bool)])
  func requests(
    _ environment: [String: String], _ arguments: [String], path: String?, format: TraceFormat,
    values: Bool
  ) throws {
    let request = try #require(
      TraceRequest.make(environment: environment, arguments: arguments))
    #expect(request.path == path)
    #expect(request.format == format)
    #expect(request.showsValues == values)
  }

  @Test func nothingIsAsked() {
    #expect(TraceRequest.make(environment: [:], arguments: ["app"]) == nil)
    #expect(
      TraceRequest.make(
        environment: [:], arguments: ["app", "-com.apple.CoreData.SQLDebug", "0"]) == nil)
  }
}
