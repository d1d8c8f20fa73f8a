import Foundation
import Testing

@testable import SwiftData

/// Every predicate gives the same objects through SQL as over the objects in memory, and the same
/// again with changes that are not saved.
@Suite struct PredicateTests {
  struct Case<T: PersistentModel>: CustomTestStringConvertible, Sendable {
    let name: String
    /// The same as a person would write it, over the tables of `tables`.
    let sql: String
    let predicate: Predicate<T>
    /// Whether a statement can apply it; else the objects are filtered.
    let isSQL: Bool

    init(_ name: String, _ sql: String, _ predicate: Predicate<T>, isSQL: Bool = true) {
      self.name = name
      self.sql = sql
      self.predicate = predicate
      self.isSQL = isSQL
    }

    var testDescription: String { name }
  }

  static let cut = Date(timeIntervalSinceReferenceDate: 5_000)
  static let none: Int? = nil
  static let titles = ["Book 1", "Book 3"]
  static let wild = Mood.wild
  static let years = 2001...2003
  static let same = ComparisonResult.orderedSame

  static let books: [Case<Book>] = [
    Case("==", "b.ZTITLE = 'Book 1'", #Predicate { $0.title == "Book 1" }),
    Case("!=", "b.ZTITLE <> 'Book 1'", #Predicate { $0.title != "Book 1" }),
    Case("== of nil", "b.ZRATING IS NULL", #Predicate { $0.rating == nil }),
    Case("!= of nil", "b.ZRATING IS NOT NULL", #Predicate { $0.rating != nil }),
    Case("== of optional", "b.ZISBN = '978-2'", #Predicate { $0.isbn == "978-2" }),
    Case(
      "!= of optional", "b.ZISBN IS NULL OR b.ZISBN <> '978-2'", #Predicate { $0.isbn != "978-2" }),
    Case("<", "b.ZYEAR < 2003", #Predicate { $0.year < 2003 }),
    Case("<=", "b.ZYEAR <= 2003", #Predicate { $0.year <= 2003 }),
    Case(">", "b.ZYEAR > 2003", #Predicate { $0.year > 2003 }),
    Case(">=", "b.ZYEAR >= 2003", #Predicate { $0.year >= 2003 }),
    Case("value first", "b.ZYEAR < 2003", #Predicate { 2003 > $0.year }),
    Case("and", "b.ZYEAR IN (2002, 2003, 2004)", #Predicate { $0.year > 2001 && $0.year < 2005 }),
    Case(
      "or", "b.ZYEAR = 2001 OR b.ZTITLE = 'Book 4'",
      #Predicate { $0.year == 2001 || $0.title == "Book 4" }),
    Case("not", "b.ZYEAR <> 2001", #Predicate { !($0.year == 2001) }),
    Case(
      "not of nil comparison", "ifnull(b.ZISBN, '') <> '978-2'",
      #Predicate { !($0.isbn == "978-2") }),
    Case("bool", "b.ZISPRINTED", #Predicate { $0.isPrinted }),
    Case("not bool", "NOT b.ZISPRINTED", #Predicate { !$0.isPrinted }),
    Case("bool ==", "b.ZISPRINTED = 0", #Predicate { $0.isPrinted == false }),
    Case("contains", "b.ZTITLE LIKE '%3%'", #Predicate { $0.title.contains("3") }),
    Case("starts", "b.ZTITLE LIKE 'Book 1%'", #Predicate { $0.title.starts(with: "Book 1") }),
    Case(
      "localized", "b.ZTITLE LIKE 'book 2'",
      #Predicate { $0.title.localizedStandardContains("BOOK 2") }),
    Case("localized, empty", "0", #Predicate { $0.title.localizedStandardContains("") }),
    Case("isEmpty", "b.ZTITLE = ''", #Predicate { $0.title.isEmpty }),
    Case("not isEmpty", "b.ZTITLE <> ''", #Predicate { !$0.title.isEmpty }),
    Case("count of text", "length(b.ZTITLE) > 6", #Predicate { $0.title.count > 6 }),
    Case("in list", "b.ZTITLE IN ('Book 1', 'Book 3')", #Predicate { titles.contains($0.title) }),
    Case(
      "not in list", "b.ZTITLE NOT IN ('Book 1', 'Book 3')",
      #Predicate { !titles.contains($0.title) }),
    Case(
      "in literal", "b.ZTITLE IN ('Book 1', 'Book 2')",
      #Predicate { ["Book 1", "Book 2"].contains($0.title) }),
    Case(
      "in range", "b.ZYEAR BETWEEN 2001 AND 2003", #Predicate { (2001...2003).contains($0.year) }),
    Case(
      "in captured range", "b.ZYEAR BETWEEN 2001 AND 2003", #Predicate { years.contains($0.year) }),
    Case("coalesce", "b.ZRATING > 2", #Predicate { ($0.rating ?? 0) > 2 }),
    Case("flat map", "b.ZRATING > 2", #Predicate { $0.rating.flatMap { $0 > 2 } ?? false }),
    Case(
      "if let", "b.ZRATING IS NULL OR b.ZRATING > 2",
      #Predicate { if let r = $0.rating { return r > 2 } else { return true } }),
    Case(
      "ternary", "b.ZISPRINTED AND b.ZYEAR > 2002",
      #Predicate { ($0.isPrinted ? $0.year : 0) > 2002 }),
    Case("force", "b.ZRATING < 3", #Predicate { $0.rating != nil && $0.rating! < 3 }),
    Case("sum", "b.ZYEAR + b.ZEDITION > 2004", #Predicate { $0.year + $0.edition > 2004 }),
    Case("product", "b.ZEDITION = 2", #Predicate { $0.edition * 2 == 4 }),
    Case("difference", "b.ZYEAR = 2002", #Predicate { $0.year - 2000 == 2 }),
    Case("remainder", "b.ZYEAR % 2 = 0", #Predicate { $0.year % 2 == 0 }),
    Case("division", "b.ZYEAR IN (2002, 2003)", #Predicate { $0.year / 2 == 1001 }),
    Case("negative", "b.ZEDITION > 1", #Predicate { -$0.edition < -1 }),
    Case("date", "b.ZPUBLISHED < 5000", #Predicate { $0.published.flatMap { $0 < cut } ?? false }),
    Case("decimal", "b.ZPRICE = 12.5", #Predicate { $0.price == 12.5 }),
    Case("chain", "a.ZNAME = 'Anna'", #Predicate { $0.author?.name == "Anna" }),
    Case(
      "chain !=", "a.ZNAME IS NULL OR a.ZNAME <> 'Anna'", #Predicate { $0.author?.name != "Anna" }),
    Case("chain number", "a.ZAGE > 40", #Predicate { ($0.author?.age ?? 0) > 40 }),
    Case("no author", "b.ZAUTHOR IS NULL", #Predicate { $0.author == nil }),
    Case("author", "b.ZAUTHOR IS NOT NULL", #Predicate { $0.author != nil }),
    Case(
      "chain twice", "a.ZNAME = 'Anna' AND a.ZAGE = 30",
      #Predicate { $0.author?.name == "Anna" && $0.author?.age == 30 }),
    Case(
      "three steps", "p.ZTEXT = 'about Anna'",
      #Predicate { $0.author?.profile?.text == "about Anna" }),
    Case(
      "through to-many", "a.Z_PK IN (SELECT Z_1WINNERS FROM Z_1PRIZES)",
      #Predicate { $0.author.flatMap { !$0.prizes.isEmpty } ?? false }),
    Case(
      "chain contains", "a.Z_PK IN (SELECT ZAUTHOR FROM ZBOOK WHERE ZYEAR = 2001)",
      #Predicate { $0.author.flatMap { $0.books.contains { $0.year == 2001 } } == true }),
    Case("chain enum", "a.ZMOOD = 'wild'", #Predicate { $0.author?.mood == wild }),
    Case("true", "1", #Predicate { _ in true }),
    Case("false", "0", #Predicate { _ in false }),
    Case(
      "caseInsensitive", "lower(b.ZTITLE) = 'book 1'",
      #Predicate { $0.title.caseInsensitiveCompare("book 1") == same },
      isSQL: false),
  ]

  static let authors: [Case<Author>] = [
    Case("enum ==", "a.ZMOOD = 'wild'", #Predicate { $0.mood == wild }),
    Case("enum !=", "a.ZMOOD IS NULL OR a.ZMOOD <> 'wild'", #Predicate { $0.mood != wild }),
    Case("enum nil", "a.ZMOOD IS NULL", #Predicate { $0.mood == nil }),
    Case("members count", "n > 1", #Predicate { $0.books.count > 1 }),
    Case("members count ==", "n = 0", #Predicate { $0.books.count == 0 }),
    Case("members isEmpty", "n = 0", #Predicate { $0.books.isEmpty }),
    Case("members not isEmpty", "n > 0", #Predicate { !$0.books.isEmpty }),
    Case(
      "value and filtered count",
      "(SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = a.Z_PK AND ZYEAR > 2001) = 1",
      #Predicate { 1 == $0.books.filter { $0.year > 2001 }.count }),
    Case(
      "contains where", "a.Z_PK IN (SELECT ZAUTHOR FROM ZBOOK WHERE ZYEAR = 2002)",
      #Predicate { $0.books.contains { $0.year == 2002 } }),
    Case(
      "contains where and",
      "a.Z_PK IN (SELECT ZAUTHOR FROM ZBOOK WHERE ZYEAR > 2001 AND ZISPRINTED)",
      #Predicate { $0.books.contains { $0.year > 2001 && $0.isPrinted } }),
    Case(
      "all satisfy", "a.Z_PK NOT IN (SELECT ZAUTHOR FROM ZBOOK WHERE ZAUTHOR AND ZYEAR <= 2001)",
      #Predicate { $0.books.allSatisfy { $0.year > 2001 } }),
    Case(
      "all satisfy optional",
      "a.Z_PK NOT IN (SELECT ZAUTHOR FROM ZBOOK WHERE ZAUTHOR AND ZRATING NOT NULL)",
      #Predicate { $0.books.allSatisfy { $0.rating == nil } }),
    Case(
      "filter count", "(SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = a.Z_PK AND ZISPRINTED) > 1",
      #Predicate { $0.books.filter { $0.isPrinted }.count > 1 }),
    Case(
      "filter isEmpty", "a.Z_PK NOT IN (SELECT ZAUTHOR FROM ZBOOK WHERE ZAUTHOR AND ZYEAR = 2002)",
      #Predicate { $0.books.filter { $0.year == 2002 }.isEmpty }),
    Case(
      "many-to-many",
      "a.Z_PK IN (SELECT Z_1WINNERS FROM Z_1PRIZES j JOIN ZPRIZE z ON z.Z_PK = j.Z_3PRIZES WHERE z.ZNAME = 'Gold')",
      #Predicate { $0.prizes.contains { $0.name == "Gold" } }),
    Case(
      "many-to-many count", "(SELECT count(*) FROM Z_1PRIZES WHERE Z_1WINNERS = a.Z_PK) = 2",
      #Predicate { $0.prizes.count == 2 }),
    Case(
      "nested",
      "a.Z_PK IN (SELECT Z_1WINNERS FROM Z_1PRIZES WHERE Z_3PRIZES IN (SELECT Z_3PRIZES FROM Z_1PRIZES GROUP BY 1 HAVING count(*) > 1))",
      #Predicate { $0.prizes.contains { $0.winners.count > 1 } }),
    Case("one-to-one", "a.ZPROFILE NOT NULL", #Predicate { $0.profile != nil }),
    Case(
      "one-to-one text", "p.ZTEXT LIKE '%Anna%'",
      #Predicate { $0.profile?.text.contains("Anna") == true }),
    Case(
      "member's chain", "a.ZNAME = 'Ben' AND n > 0",
      #Predicate { $0.books.contains { $0.author?.name == "Ben" } }),
  ]

  static func fill(_ context: ModelContext) throws {
    let anna = Author(name: "Anna", age: 30, mood: .wild)
    let ben = Author(name: "Ben", age: 50)
    let cleo = Author(name: "Cleo", age: 60, mood: .calm)
    for author in [anna, ben, cleo] { context.insert(author) }
    anna.profile = Profile(text: "about Anna")
    let gold = Prize(name: "Gold")
    let silver = Prize(name: "Silver")
    anna.prizes = [gold, silver]
    ben.prizes = [gold]
    for number in 1...6 {
      let book = Book("Book \(number)", year: 2000 + number)
      context.insert(book)
      book.edition = number % 3 + 1
      book.isPrinted = number % 2 == 0
      if number % 2 == 1 { book.rating = Double(number) }
      if number % 3 != 0 { book.isbn = "978-\(number)" }
      if number > 2 {
        book.published = Date(timeIntervalSinceReferenceDate: Double(number) * 1_500)
      }
      if number == 4 { book.price = 12.5 }
      book.author = number < 3 ? anna : number < 5 ? ben : nil
    }
    context.insert(Book("", year: 1999))
  }

  private let store: TestStore
  private let container: ModelContainer

  init() throws {
    store = try TestStore()
    container = try store.container(Author.self)
    let context = ModelContext(container)
    try Self.fill(context)
    try context.save()
  }

  private static let bookRows =
    "SELECT b.Z_PK FROM ZBOOK b LEFT JOIN ZAUTHOR a ON a.Z_PK = b.ZAUTHOR "
    + "LEFT JOIN ZPROFILE p ON p.Z_PK = a.ZPROFILE"
  private static let authorRows =
    "SELECT a.Z_PK, (SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = a.Z_PK) n FROM ZAUTHOR a "
    + "LEFT JOIN ZPROFILE p ON p.Z_PK = a.ZPROFILE"

  /// - Parameter rows: what plain SQL is asked, up to the condition.
  private func check<T: PersistentModel>(_ testCase: Case<T>, _ rows: String) throws {
    let context = ModelContext(container)
    let all = try context.fetch(FetchDescriptor<T>())
    let expected = Set(
      try all.filter { try testCase.predicate.evaluate($0) }.map(\.persistentModelID))
    let descriptor = FetchDescriptor<T>(predicate: testCase.predicate)
    let found = try ModelContext(container).fetch(descriptor)
    #expect(Set(found.map(\.persistentModelID)) == expected)
    #expect(found.count == expected.count)
    #expect(try ModelContext(container).fetchCount(descriptor) == expected.count)
    let keys = try store.sql("\(rows) WHERE \(testCase.sql)")
      .map { String($0.prefix { $0 != "|" }) }
    #expect(Set(keys) == Set(found.map { String($0.persistentModelID.key) }))
    let query = try Query(descriptor, container.opened.requiredPlan(of: T.self), in: context)
    #expect(query.isFiltered == testCase.isSQL)
  }

  @Test(arguments: books) func book(_ testCase: Case<Book>) throws {
    try check(testCase, Self.bookRows)
  }
  @Test(arguments: authors) func author(_ testCase: Case<Author>) throws {
    try check(testCase, Self.authorRows)
  }

  /// Nothing is saved: the same questions about objects in memory only.
  @Test(arguments: books) func pendingBook(_ testCase: Case<Book>) throws {
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    try Self.fill(context)
    let found = try context.fetch(FetchDescriptor<Book>(predicate: testCase.predicate))
    let all = try context.fetch(FetchDescriptor<Book>())
    #expect(all.count == 7)
    #expect(found.count == (try all.filter { try testCase.predicate.evaluate($0) }.count))
    try context.save()
    let saved = try ModelContext(container).fetchCount(
      FetchDescriptor<Book>(predicate: testCase.predicate))
    #expect(saved == found.count)
  }

  @Test func capturedObject() throws {
    let context = ModelContext(container)
    let anna = try #require(
      try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Anna" })).first)
    let identifier = anna.persistentModelID
    let books = try context.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { $0.author?.persistentModelID == identifier }))
    #expect(books.map(\.title).sorted() == ["Book 1", "Book 2"])
  }
}

/// Classes that inherit from each other in fetches and predicates.
@Suite struct InheritanceQueryTests {
  static let container: ModelContainer = {
    do {
      let container = try ModelContainer(
        for: Vehicle.self, Car.self, RaceCar.self, Boat.self, Owner.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      let context = ModelContext(container)
      let owner = Owner(name: "Olga")
      context.insert(owner)
      owner.vehicles = [
        Vehicle(name: "cart"), Car(name: "sedan", doors: 4),
        RaceCar(name: "bolide", sponsor: "Acme"),
      ]
      context.insert(Boat(name: "yacht", length: 12))
      owner.favourite = owner.vehicles[2]
      try context.save()
      return container
    } catch {
      fatalError("\(error)")
    }
  }()

  private func names<T: Vehicle>(_ type: T.Type, _ predicate: Predicate<T>? = nil) throws
    -> [String]
  {
    try ModelContext(Self.container).fetch(FetchDescriptor<T>(predicate: predicate)).map(\.name)
      .sorted()
  }

  @Test func fetchingAClassIncludesSubclasses() throws {
    #expect(try names(Vehicle.self) == ["bolide", "cart", "sedan", "yacht"])
    #expect(try names(Car.self) == ["bolide", "sedan"])
    #expect(try names(RaceCar.self) == ["bolide"])
    #expect(try names(Boat.self) == ["yacht"])
  }

  @Test func objectsAreOfTheirClass() throws {
    let all = try ModelContext(Self.container).fetch(
      FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.name)]))
    #expect(all.map { "\(type(of: $0))" } == ["RaceCar", "Vehicle", "Car", "Boat"])
    #expect((all[0] as? RaceCar)?.sponsor == "Acme")
    #expect((all[0] as? Car)?.doors == 2)
  }

  @Test func isInPredicate() throws {
    #expect(try names(Vehicle.self, #Predicate { $0 is Car }) == ["bolide", "sedan"])
    #expect(try names(Vehicle.self, #Predicate { !($0 is Car) }) == ["cart", "yacht"])
  }

  @Test func castInPredicate() throws {
    #expect(
      try names(
        Vehicle.self,
        #Predicate { if let car = $0 as? Car { return car.doors > 2 } else { return false } })
        == ["sedan"])
    #expect(
      try names(
        Vehicle.self,
        #Predicate {
          if let race = $0 as? RaceCar { return race.sponsor == "Acme" } else { return false }
        })
        == ["bolide"])
  }

  @Test func polymorphicRelationships() throws {
    let context = ModelContext(Self.container)
    let owner = try #require(try context.fetch(FetchDescriptor<Owner>()).first)
    #expect(owner.vehicles.map(\.name).sorted() == ["bolide", "cart", "sedan"])
    #expect(owner.favourite is RaceCar)
    #expect(owner.vehicles.compactMap { $0 as? Car }.count == 2)
    let predicate = #Predicate<Owner> { $0.vehicles.contains { $0 is RaceCar } }
    #expect(try context.fetchCount(FetchDescriptor<Owner>(predicate: predicate)) == 1)
  }
}
