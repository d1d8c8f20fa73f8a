import Foundation
import StoreEngine
import SwiftData
import Testing

@testable import PatternsSample

/// Each pattern of the sample migrates a store that its first version saved; what came out is
/// asked for through the models and with plain SQL.
@Suite struct PatternTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private func save(
    _ version: any VersionedSchema.Type, _ fill: (ModelContext) throws -> Void
  ) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: version), configurations: store.configuration)
    let context = ModelContext(container)
    try fill(context)
    try context.save()
  }

  private func migrate(
    to version: any VersionedSchema.Type, _ plan: any SchemaMigrationPlan.Type
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: plan,
        configurations: store.configuration))
  }

  @Test func versionedSchema() throws {
    try save(Garden.V1.self) { context in
      let bed = Garden.V1.Bed(name: "south")
      context.insert(bed)
      for species in ["leek", "pea"] {
        context.insert(Garden.V1.Plant(species: species, planted: .distantPast, bed: bed))
      }
    }
    let context = try migrate(to: Garden.V2.self, Garden.Plan.self)
    let bed = try #require(try context.fetch(FetchDescriptor<Garden.V2.Bed>()).first)
    #expect(bed.plants.map(\.species).sorted() == ["leek", "pea"])
    #expect(bed.plants.allSatisfy { $0.height == 0 && $0.remark == nil })
    #expect(
      try store.sql("SELECT ZSPECIES, ZHEIGHT, ZREMARK, ZBED FROM ZPLANT ORDER BY 1")
        == ["leek|0.0|NULL|1", "pea|0.0|NULL|1"])
    context.delete(bed)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZPLANT") == ["0"])
  }

  @Test func typeChange() throws {
    try save(Letters.V1.self) { context in
      context.insert(Letters.V1.Letter(number: 1, text: "dear **reader**"))
      context.insert(Letters.V1.Letter(number: 2, text: ""))
    }
    let context = try migrate(to: Letters.V2.self, Letters.Plan.self)
    let letters = try context.fetch(
      FetchDescriptor<Letters.V2.Letter>(sortBy: [SortDescriptor(\.number)]))
    #expect(letters.map { $0.text.map { String($0.characters) } } == ["dear reader", ""])
    #expect(letters[0].text?.runs.count == 2)
    let columns = try store.sql("SELECT name FROM pragma_table_info('ZLETTER')")
    #expect(columns.contains("ZTEXT"))
    #expect(!columns.contains("ZPLAINTEXT") && !columns.contains("ZSTYLEDTEXT"))
    #expect(try store.sql("SELECT count(ZTEXT), max(Z_OPT) FROM ZLETTER") == ["2|2"])
  }

  @Test func cascadeIsKept() throws {
    try save(Albums.V1.self) { context in
      for title in ["a", "b"] {
        let album = Albums.V1.Album(title: title)
        context.insert(album)
        for size in ["10 KB", "20", "?"] {
          context.insert(Albums.V1.Photo(size: size, album: album))
        }
      }
    }
    let context = try migrate(to: Albums.V2.self, Albums.Plan.self)
    let albums = try context.fetch(FetchDescriptor<Albums.V2.Album>())
    #expect(albums.allSatisfy { Set($0.photos.map(\.size)) == [10, 20, nil] })
    #expect(
      try store.sql("SELECT ZALBUM, sum(ZSIZE), count(*) FROM ZPHOTO GROUP BY 1 ORDER BY 1")
        == ["1|30|3", "2|30|3"])
    context.delete(try #require(albums.first { $0.title == "a" }))
    try context.save()
    #expect(try store.sql("SELECT count(*), count(DISTINCT ZALBUM) FROM ZPHOTO") == ["3|1"])
  }

  @Test func manyToMany() throws {
    try save(Kitchen.V1.self) { context in
      let salt = Kitchen.V1.Ingredient(name: "salt")
      for name in ["soup", "bread"] {
        let dish = Kitchen.V1.Dish(name: name)
        context.insert(dish)
        dish.ingredients = [salt, Kitchen.V1.Ingredient(name: "more for \(name)")]
      }
    }
    let context = try migrate(to: Kitchen.V2.self, Kitchen.Plan.self)
    let salt = try #require(
      try context.fetch(
        FetchDescriptor<Kitchen.V2.Ingredient>(predicate: #Predicate { $0.name == "salt" })
      ).first)
    #expect(salt.usedIn.map(\.name).sorted() == ["bread", "soup"])
    #expect(salt.usedIn.allSatisfy { $0.ingredients.count == 2 && $0.servings == 2 })
    #expect(
      try store.sql(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'")
        == ["Z_1INGREDIENTS"])
    #expect(try store.sql("SELECT count(*) FROM Z_1INGREDIENTS") == ["4"])
    let columns = try store.sql("SELECT name FROM pragma_table_info('Z_1INGREDIENTS')")
    #expect(columns == ["Z_1USEDIN", "Z_2INGREDIENTS"])
  }

  @Test func junctionModel() throws {
    let begin = Date(timeIntervalSinceReferenceDate: 1_000)
    try save(School.V1.self) { context in
      let courses = ["art", "law"].map { School.V1.Course(title: $0, begin: begin) }
      for name in ["Ida", "Jo", "Kim"] {
        let student = School.V1.Student(name: name)
        context.insert(student)
        student.courses = name == "Kim" ? [] : name == "Jo" ? [courses[1]] : courses
      }
    }
    let context = try migrate(to: School.V2.self, School.Plan.self)
    let enrolments = try context.fetch(FetchDescriptor<School.V2.Enrolment>())
    #expect(enrolments.count == 3)
    #expect(enrolments.allSatisfy { $0.since == begin })
    let students = try context.fetch(
      FetchDescriptor<School.V2.Student>(sortBy: [SortDescriptor(\.name)]))
    #expect(students.map { $0.courses.map(\.title).sorted() } == [["art", "law"], ["law"], []])
    #expect(
      try store.sql(
        "SELECT s.ZNAME, c.ZTITLE, e.ZSINCE FROM ZENROLMENT e JOIN ZSTUDENT s "
          + "ON s.Z_PK = e.ZSTUDENT JOIN ZCOURSE c ON c.Z_PK = e.ZCOURSE ORDER BY 1, 2")
        == ["Ida|art|1000", "Ida|law|1000", "Jo|law|1000"])
    #expect(try store.sql("SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*'") == [])
    context.delete(students[0])
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZENROLMENT") == ["1"])
  }

  @Test(.serialized, arguments: [true, false]) func prefetching(_ prefetches: Bool) throws {
    let count = 12
    try save(Warehouse.V1.self) { context in
      let labels = ["heavy", "fragile"].map { Warehouse.V1.Label(text: $0) }
      for number in 0..<count {
        let item = Warehouse.V1.Item(name: "item \(number)")
        context.insert(item)
        item.crate = Warehouse.V1.Crate(code: "C\(number)")
        item.labels = number % 2 == 0 ? labels : []
      }
    }
    nonisolated(unsafe) var queries = 0
    let listener = TraceHub.listen { event in
      // Tests that run at the same time have other entities.
      guard ["Item", "Crate"].contains(event.entity), event.sql?.hasPrefix("SELECT") == true
      else { return }
      switch event.purpose {
      case .fetch, .fault, .toManyFault, .prefetch: queries += 1
      default: break
      }
    }
    defer { TraceHub.stop(listener) }
    let context = try migrate(
      to: Warehouse.V2.self, prefetches ? Warehouse.Plan.self : Warehouse.SlowPlan.self)
    #expect(queries == (prefetches ? 3 : 1 + count + count))
    let items = try context.fetch(
      FetchDescriptor<Warehouse.V2.Item>(predicate: #Predicate { $0.title == "item 4" }))
    #expect(items.map(\.summary) == ["C4: 2 labels"])
    #expect(
      try store.sql("SELECT ZTITLE, ZSUMMARY FROM ZITEM WHERE ZTITLE = 'item 5'")
        == ["item 5|C5: 0 labels"])
  }

  @Test func rename() throws {
    let id = UUID()
    try save(Contacts.V1.self) { $0.insert(Contacts.V1.Contact(id: id, phone: "112")) }
    let context = try migrate(to: Contacts.V2.self, Contacts.Plan.self)
    let contact = try #require(try context.fetch(FetchDescriptor<Contacts.V2.Contact>()).first)
    #expect(contact.id == id && contact.phoneNumber == "112")
    #expect(try store.sql("SELECT ZPHONENUMBER FROM ZCONTACT") == ["112"])
    #expect(
      try !store.sql("SELECT name FROM pragma_table_info('ZCONTACT')").contains("ZPHONE"))
  }

  @Test func deduplication() throws {
    try save(Cities.V1.self) { context in
      for (year, name) in [(1, "Rome"), (2, "Oslo"), (3, "Rome"), (4, "Rome")] {
        let city = Cities.V1.City(name: name)
        context.insert(city)
        context.insert(Cities.V1.Visit(year: year, city: city))
      }
    }
    let context = try migrate(to: Cities.V2.self, Cities.Plan.self)
    let cities = try context.fetch(
      FetchDescriptor<Cities.V2.City>(sortBy: [SortDescriptor(\.name)]))
    #expect(cities.map(\.name) == ["Oslo", "Rome"])
    #expect(cities.map { $0.visits.map(\.year).sorted() } == [[2], [1, 3, 4]])
    #expect(
      try store.sql(
        "SELECT c.ZNAME, count(*) FROM ZVISIT v JOIN ZCITY c ON c.Z_PK = v.ZCITY GROUP BY 1 ORDER BY 1"
      )
        == ["Oslo|1", "Rome|3"])
    #expect(
      try store.sql(
        "SELECT count(*) FROM sqlite_master WHERE sql LIKE 'CREATE UNIQUE INDEX%ZCITY %'")
        == ["1"])
  }

  /// Without the closure the constraint meets the duplicates.
  @Test func duplicatesStopTheMigration() throws {
    try save(Cities.V1.self) { context in
      for _ in 0..<2 { context.insert(Cities.V1.City(name: "Rome")) }
    }
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Schema(versionedSchema: Cities.V2.self), configurations: store.configuration)
    }
    #expect(try store.sql("SELECT count(*) FROM ZCITY") == ["2"])
  }

  @Test func populateBeforeRequired() throws {
    try save(Accounts.V1.self) { context in
      for name in ["a", "b", "c"] {
        let account = Accounts.V1.Account(name: name)
        account.currency = name == "b" ? "NOK" : nil
        context.insert(account)
      }
    }
    let context = try migrate(to: Accounts.V2.self, Accounts.Plan.self)
    let accounts = try context.fetch(
      FetchDescriptor<Accounts.V2.Account>(sortBy: [SortDescriptor(\.name)]))
    #expect(accounts.map(\.currency) == ["EUR", "NOK", "EUR"])
    // The account that had a currency was left alone.
    #expect(
      try store.sql("SELECT ZCURRENCY, Z_OPT FROM ZACCOUNT ORDER BY ZNAME")
        == ["EUR|2", "NOK|1", "EUR|2"])
  }

  @Test func splitAndMerge() throws {
    try save(Addresses.V1.self) { context in
      for (name, town) in [("Ada King Lovelace", "London"), ("Plato", "Athens")] {
        context.insert(Addresses.V1.Person(fullName: name, street: "High Street 1", town: town))
      }
    }
    let context = try migrate(to: Addresses.V2.self, Addresses.Plan.self)
    let people = try context.fetch(
      FetchDescriptor<Addresses.V2.Person>(sortBy: [SortDescriptor(\.firstName)]))
    #expect(people.map(\.lastName) == ["King Lovelace", nil])
    #expect(people.map(\.address) == ["High Street 1, London", "High Street 1, Athens"])
    let columns = try store.sql("SELECT name FROM pragma_table_info('ZPERSON') ORDER BY 1")
    #expect(columns == ["ZADDRESS", "ZFIRSTNAME", "ZLASTNAME", "Z_ENT", "Z_OPT", "Z_PK"])
    #expect(try store.sql("SELECT ZFIRSTNAME FROM ZPERSON ORDER BY 1") == ["Ada", "Plato"])
  }

  @Test func followers() throws {
    try save(Network.V1.self) { context in
      let members = ["a", "b", "c"].map { Network.V1.Member(handle: $0) }
      for member in members { context.insert(member) }
      members[0].following = [members[1], members[2]]
      members[1].following = [members[2]]
    }
    let context = try migrate(to: Network.V2.self, Network.Plan.self)
    let members = try context.fetch(
      FetchDescriptor<Network.V2.Member>(sortBy: [SortDescriptor(\.handle)]))
    #expect(members.map(\.followerCount) == [0, 1, 2])
    #expect(members[2].followers.map(\.handle).sorted() == ["a", "b"])
    #expect(
      try store.sql("SELECT ZHANDLE, ZFOLLOWERCOUNT FROM ZMEMBER ORDER BY 1")
        == ["a|0", "b|1", "c|2"])
    let join = try #require(
      try store.sql("SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*'").first)
    #expect(try store.sql("SELECT count(*) FROM \(join)") == ["3"])
    members[2].follow(members[0])
    #expect(members[0].followers.map(\.handle) == ["c"])
    members[0].unfollow(members[1])
    try context.save()
    #expect(members[1].followers.isEmpty)
    #expect(try store.sql("SELECT count(*) FROM \(join)") == ["3"])
  }

  @Test func inheritance() throws {
    try save(Journeys.V1.self) {
      $0.insert(Journeys.V1.Trip(destination: "old", begin: .distantPast))
    }
    let context = try migrate(to: Journeys.V2.self, Journeys.Plan.self)
    let planner = Journeys.V2.Planner(name: "p")
    context.insert(planner)
    planner.trips = [
      Journeys.V2.BusinessTrip(destination: "fair", begin: .now, costCentre: "K1"),
      Journeys.V2.PersonalTrip(destination: "sea", begin: .now, reason: .leisure),
      Journeys.V2.PersonalTrip(destination: "home", begin: .now, reason: .family),
    ]
    try context.save()
    typealias Trip = Journeys.V2.Trip
    typealias PersonalTrip = Journeys.V2.PersonalTrip
    func destinations(_ predicate: Predicate<Trip>?) throws -> [String] {
      try context.fetch(
        FetchDescriptor<Trip>(predicate: predicate, sortBy: [SortDescriptor(\.destination)])
      ).map(\.destination)
    }
    #expect(try destinations(nil) == ["fair", "home", "old", "sea"])
    #expect(try destinations(#Predicate { $0 is Journeys.V2.BusinessTrip }) == ["fair"])
    let leisure = Journeys.V2.Reason.leisure
    #expect(
      try destinations(
        #Predicate {
          if let trip = $0 as? Journeys.V2.PersonalTrip {
            return trip.reason == leisure
          } else {
            return false
          }
        }) == ["sea"])
    #expect(planner.trips.compactMap { $0 as? PersonalTrip }.count == 2)
    // One table for all kinds; the entity number tells them apart.
    #expect(
      try store.sql(
        "SELECT p.Z_NAME, t.ZDESTINATION, t.ZCOSTCENTRE, t.ZREASON FROM ZTRIP t "
          + "JOIN Z_PRIMARYKEY p ON p.Z_ENT = t.Z_ENT ORDER BY 2")
        == [
          "BusinessTrip|fair|K1|NULL", "PersonalTrip|home|NULL|family", "Trip|old|NULL|NULL",
          "PersonalTrip|sea|NULL|leisure",
        ])
    context.delete(planner)
    try context.save()
    #expect(try store.sql("SELECT ZDESTINATION FROM ZTRIP") == ["old"])
  }

  @Test func chunkedImport() async throws {
    let container = try ModelContainer(
      for: Weather.Reading.self, configurations: store.configuration)
    let importer = Weather.Importer(modelContainer: container)
    try await importer.add(22_000)
    #expect(try await importer.mean() == 19.5)
    let first = try #require(
      try ModelContext(container).fetchIdentifiers(FetchDescriptor<Weather.Reading>()).first)
    #expect(await !importer.keeps(first))
    #expect(
      try store.sql("SELECT count(*), count(DISTINCT ZSTATION), avg(ZTEMPERATURE) FROM ZREADING")
        == ["22000|100|19.5"])
    #expect(try store.sql("SELECT count(*) FROM ATRANSACTION") == ["22"])
  }

  /// Why a migration test needs a file: each container in memory is a store of its own, so the
  /// second one finds nothing to migrate, and the plan never runs.
  @Test func inMemoryNothingIsMigrated() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let old = try ModelContainer(
      for: Schema(versionedSchema: Contacts.V1.self), configurations: memory)
    old.mainContext.insert(Contacts.V1.Contact(id: UUID(), phone: "112"))
    try old.mainContext.save()
    let new = try ModelContainer(
      for: Schema(versionedSchema: Contacts.V2.self), migrationPlan: Contacts.Plan.self,
      configurations: memory)
    #expect(try old.mainContext.fetchCount(FetchDescriptor<Contacts.V1.Contact>()) == 1)
    #expect(try new.mainContext.fetchCount(FetchDescriptor<Contacts.V2.Contact>()) == 0)
  }
  @Test func isolation() async throws {
    let container = try ModelContainer(
      for: Club.Guest.self, configurations: store.configuration)
    let identifiers = try await Club.welcome(["Ann", "Bob"], to: container)
    #expect(identifiers.count == 3)
    #expect(
      await Club.titles(identifiers, in: container).sorted()
        == ["Ann (1)", "Bob (1)", "Host (0)"])
    #expect(try await Club.count(in: container) == 3)
    #expect(
      try store.sql("SELECT ZID, ZVISITS, ZHOST FROM ZGUEST ORDER BY ZID")
        == ["Ann|1|1", "Bob|1|1", "host|0|NULL"])
  }
}

extension Weather.Importer {
  fileprivate func keeps(_ identifier: PersistentIdentifier) -> Bool {
    (modelContext.registeredModel(for: identifier) as Weather.Reading?) != nil
  }
}
