import Foundation
import Observation
import SwiftData
import Testing

@Suite struct ResultsObserverTests {
  private let store: TestStore
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    store = try TestStore()
    container = try store.container(Author.self)
    context = ModelContext(container)
  }

  private func add(_ names: String..., to context: ModelContext) {
    for name in names { context.insert(Author(name: name, age: name.count)) }
  }

  @Test func followsItsOwnContext() throws {
    let observer = try ResultsObserver<Author, Never>(
      filterBy: #Predicate { $0.age > 1 }, sortBy: [SortDescriptor(\.name)], modelContext: context)
    #expect(observer.results.isEmpty && observer.sections == nil && observer.sectionBy == nil)
    add("bb", "a", "aa", to: context)
    #expect(observer.results.map(\.name) == ["aa", "bb"])
    try context.save()
    observer.results[0].age = 0
    #expect(observer.results.map(\.name) == ["bb"])
    context.rollback()
    #expect(observer.results.count == 2)
    context.delete(observer.results[0])
    #expect(observer.results.map(\.name) == ["bb"])
  }

  @Test func otherCriteria() throws {
    add("a", "bb", "ccc", to: context)
    let observer = try ResultsObserver<Author, Never>(modelContext: context)
    #expect(observer.results.count == 3)
    observer.filterBy = #Predicate { $0.age >= 2 }
    observer.sortBy = [SortDescriptor(\.age, order: .reverse)]
    #expect(observer.results.map(\.name) == ["ccc", "bb"])
    #expect(observer.fetchDescriptor.predicate != nil && observer.fetchDescriptor.sortBy.count == 1)
  }

  @Test func tellsWhoWatchesOnce() throws {
    let observer = try ResultsObserver<Author, Never>(modelContext: context)
    nonisolated(unsafe) var changes = 0
    withObservationTracking {
      _ = observer.results
    } onChange: {
      changes += 1
    }
    add("a", "b", to: context)
    #expect(changes == 1 && observer.results.count == 2)
  }

  @Test func followsOtherContextsAndContainers() async throws {
    let observer = try ResultsObserver<Author, Never>(modelContainer: container)
    add("a", to: context)
    #expect(observer.results.isEmpty)
    try context.save()
    #expect(observer.results.count == 1)
    let other = ModelContext(try store.container(Author.self))
    add("b", to: other)
    try other.save()
    try await eventually { observer.results.count == 2 }
  }

  @Test func sections() throws {
    for (name, mood) in [("b", Mood.wild), ("a", .calm), ("c", .wild)] {
      let author = Author(name: name)
      author.mood = mood
      context.insert(author)
    }
    let observer = try ResultsObserver<Author, String>(
      sortBy: [SortDescriptor(\.name, order: .reverse)], sectionBy: \.moodName,
      modelContext: context)
    let sections = try #require(observer.sections)
    #expect(sections.sectionTitles == ["calm", "wild"])
    #expect(sections[sectionTitle: "wild"]?.map(\.name) == ["c", "b"])
    #expect(sections.index(ofSectionTitled: "wild") == 1 && sections[sectionTitle: "no"] == nil)
    #expect(sections.map(\.id) == sections.sectionTitles && sections.flatMap { $0 }.count == 3)
    observer.sortBy = [SortDescriptor(\.name)]
    #expect(observer.sections?[sectionTitle: "wild"]?.map(\.name) == ["b", "c"])
    let first = try #require(observer.results.first)
    first.mood = .wild
    #expect(observer.sections?.sectionTitles == ["wild"])
  }

  @Test func noValueIsASectionOfItsOwn() throws {
    let with = Book("with", year: 1)
    with.isbn = "b"
    context.insert(with)
    context.insert(Book("without", year: 2))
    let observer = try ResultsObserver<Book, String>(
      fetchDescriptor: FetchDescriptor(), sectionBy: \.isbn, modelContext: context)
    #expect(observer.sections?.sectionTitles == ["", "b"])
  }
}

extension Author {
  fileprivate var moodName: String { mood?.rawValue ?? "" }
}

/// What comes about on another thread.
func eventually(_ condition: () throws -> Bool) async throws {
  for _ in 0..<500 {
    if try condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  Issue.record("it did not come about")
}

@Suite struct HistoryObserverTests {
  private let store: TestStore
  private let container: ModelContainer

  init() throws {
    store = try TestStore()
    container = try store.container(Author.self)
  }

  @Test func countsWhatItIsAskedTo() throws {
    let all = try HistoryObserver(modelContainer: container)
    let books = try HistoryObserver(observedModels: [Book.self], modelContainer: container)
    let imports = try HistoryObserver(authors: ["import"], modelContainer: container)
    let context = ModelContext(container)
    context.insert(Author(name: "a"))
    try context.save()
    #expect([all, books, imports].map(\.eventCounter) == [1, 0, 0])
    context.author = "import"
    context.insert(Book("b", year: 1))
    try context.save()
    #expect([all, books, imports].map(\.eventCounter) == [2, 1, 1])
    #expect(all.observedModels.isEmpty && all.modelContainer == container)
    let token = try #require(all.historyTokens.values.first as? DefaultHistoryToken)
    #expect(
      token
        == (try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)?.token)
  }

  @Test func catchesUpFromAPlace() throws {
    let context = ModelContext(container)
    var tokens: [String: any HistoryToken] = [:]
    for name in ["a", "b"] {
      context.insert(Author(name: name))
      try context.save()
      if tokens.isEmpty { tokens = try HistoryObserver(modelContainer: container).historyTokens }
    }
    #expect(try HistoryObserver(modelContainer: container).eventCounter == 0)
    #expect(try HistoryObserver(historyTokens: tokens, modelContainer: container).eventCounter == 1)
  }

  @Test func noticesOtherConnections() async throws {
    let observer = try HistoryObserver(modelContainer: container)
    let other = ModelContext(try store.container(Author.self))
    other.insert(Author(name: "a"))
    try other.save()
    try await eventually { observer.eventCounter == 1 }
  }
}
