import Foundation
import SwiftData
import SwiftDataTesting
import Testing

/// The expectations as a test of an app uses them.
@Suite struct QueryExpectationTests {
  private let store: TestStore
  private let container: ModelContainer

  init() throws {
    store = try TestStore()
    container = try store.container(Author.self)
    let context = ModelContext(container)
    for number in 0..<4 {
      let author = Author(name: "A\(number)")
      context.insert(author)
      author.books = (0..<3).map { Book("B\(number).\($0)", year: $0) }
    }
    try context.save()
  }

  private func titles(prefetching: Bool) throws -> [String] {
    var descriptor = FetchDescriptor<Author>()
    if prefetching { descriptor.relationshipKeyPathsForPrefetching = [\.books] }
    return try ModelContext(container).fetch(descriptor).flatMap { $0.books.map(\.title) }
  }

  /// The failure a test would show; nil when the expectation holds.
  private func failure(_ body: () throws -> Void) throws -> String? {
    do {
      try body()
      return nil
    } catch let error as QueryExpectationError {
      return "\(error)"
    }
  }

  @Test func whatPrefetchesPasses() throws {
    let found = try expectNoNPlusOne { try titles(prefetching: true) }
    #expect(found.count == 12)
    try expectQueries(atMost: 2) { _ = try self.titles(prefetching: true) }
  }

  @Test func aLoopIsNamedWithItsCure() throws {
    let text = try #require(
      try failure { try expectNoNPlusOne { _ = try titles(prefetching: false) } })
    #expect(text.hasPrefix("'Author.books' fires one query per object: 4 queries after the fetch"))
    #expect(
      text.contains(
        "help: add 'descriptor.relationshipKeyPathsForPrefetching = [\\Author.books]'"))
    #expect(text.contains("4 × Author.books: SELECT"))
    #expect(!text.contains("line 0"))
    #expect(
      try failure {
        try expectNoNPlusOne(ignoring: ["Author.books"]) { _ = try titles(prefetching: false) }
      } == nil)
  }

  @Test func tooManyQueriesAreListed() throws {
    let text = try #require(
      try failure { try expectQueries(atMost: 2) { _ = try titles(prefetching: false) } })
    #expect(text.hasPrefix("expected at most 2 queries, but there were 5\n"))
    #expect(text.contains("'Author.books' fires one query per object"))
    #expect(text.contains("4 × Author.books"))
    #expect(text.contains("1 × Author:"))
  }

  @Test func aFailedExpectationFailsTheTest() {
    withKnownIssue { try expectQueries(atMost: 0) { _ = try titles(prefetching: true) } }
  }

  @Test func savesAreNoQueries() throws {
    try expectQueries(atMost: 0) {
      let context = ModelContext(container)
      for number in 0..<5 { context.insert(Author(name: "new \(number)")) }
      try context.save()
    }
  }

  @Test func whatABlockThrowsIsPassedOn() {
    struct Stop: Error {}
    #expect(throws: Stop.self) { try expectNoNPlusOne { throw Stop() } }
  }

  @Test func blocksThatWaitAndOtherTasks() async throws {
    let container = container
    // Asks all the while, in a task of its own.
    let other = Task.detached {
      while !Task.isCancelled {
        for author in try ModelContext(container).fetch(FetchDescriptor<Author>()) {
          _ = author.books.count
        }
        await Task.yield()
      }
    }
    for _ in 0..<20 {
      try await expectQueries(atMost: 1) {
        await Task.yield()
        _ = try ModelContext(container).fetch(FetchDescriptor<Author>())
      }
    }
    other.cancel()
    _ = await other.result
    let counter = Counter(modelContainer: container)
    await #expect(throws: QueryExpectationError.self) {
      try await expectNoNPlusOne { _ = try await counter.count() }
    }
  }
}

@ModelActor
private actor Counter {
  func count() throws -> Int {
    try modelContext.fetch(FetchDescriptor<Author>()).reduce(0) { $0 + $1.books.count }
  }
}
