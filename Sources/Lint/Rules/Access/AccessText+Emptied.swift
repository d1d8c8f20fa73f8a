internal import Diagnostics

extension AccessText {
  /// Those of 'SwallowedStoreError' about fetches.
  static let emptied: [RuleExample] = .texts(
    flagged: """
      import SwiftData
      @Model final class Basket { var code = 0; init() {} }
      struct Baskets {
        let context: ModelContext
        func basket(_ code: Int) -> Basket? {
          var one = FetchDescriptor<Basket>(predicate: #Predicate { $0.code == code })
          one.fetchLimit = 1
          return try? context.↓fetch(one).first
        }
        func open(_ code: Int) -> Basket {
          if let known = basket(code) { return known }
          let made = Basket()
          context.insert(made)
          return made
        }
      }
      ---
      import SwiftData
      @Model final class Basket { var isMain = true; init() {} }
      func add(_ context: ModelContext, _ tell: (any Error) -> Void) {
        let made = Basket()
        context.insert(made)
        do { try context.save() } catch {
          context.delete(made)
          try? context.↓save()
          tell(error)
        }
      }
      ---
      import SwiftData
      @Model final class Basket { var isMain = true; init() {} }
      func mainBasket(_ context: ModelContext) -> Basket {
        let all = (try? context.↓fetch(FetchDescriptor<Basket>())) ?? []
        if let known = all.first { return known }
        let made = Basket()
        context.insert(made)
        return made
      }
      ---
      import SwiftData
      @Model final class Feed {
        @Attribute(.unique) var link: String
        var title = ""
        init(link: String) { self.link = link }
      }
      final class Reader {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func update(_ link: String, _ title: String) throws {
          let sought = #Predicate<Feed> { $0.link == link }
          let one = FetchDescriptor(predicate: sought)
          let feed = (try? context.↓fetch(one))?.first ?? Feed(link: link)
          feed.title = title
          context.insert(feed)
          try context.save()
        }
      }
      ---
      import SwiftData
      @Model final class Tag { var name = ""; var color = ""; init(name: String) { self.name = name } }
      @MainActor final class TagStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func tag(named name: String) -> Tag? {
          try? context.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })).first
        }
        func all() -> [Tag] {
          do { return try context.fetch(FetchDescriptor<Tag>()) } catch { print(error) }
          return []
        }
      }
      // file: Painter.swift
      import SwiftData
      @MainActor final class Painter {
        let tags: TagStore
        init(tags: TagStore) { self.tags = tags }
        func paint(_ name: String) {
          if let tag = tags.↓tag(named: name) {
            tag.color = "red"
          } else {
            tags.context.insert(Tag(name: name))
          }
        }
        func begin() {
          guard tags.↓all().isEmpty else { return }
          tags.context.insert(Tag(name: "first"))
        }
      }
      ---
      import SwiftData
      @Model final class Preferences { var unit = ""; init() {} }
      final class Setup {
        let preferences: Preferences
        init(_ context: ModelContext) {
          do {
            let found = try context.↓fetch(FetchDescriptor<Preferences>())
            preferences = found.first ?? Preferences()
          } catch {
            print(error)
            let other = Preferences()
            context.insert(other)
            preferences = other
          }
        }
      }
      ---
      import SwiftData
      @Model final class Due { var card = ""; var sum = 0.0; init() {} }
      func book(_ sum: Double, on card: String, _ context: ModelContext) throws {
        let open = FetchDescriptor<Due>(predicate: #Predicate { $0.card == card })
        if let due = try? context.↓fetch(open).first {
          due.sum += sum
        } else {
          let due = Due()
          due.sum = sum
          if sum > 0 { context.insert(due) }
        }
        try context.save()
      }
      ---
      import SwiftData
      @Model final class Visit { var code: String; init(code: String) { self.code = code } }
      func restore(_ codes: [String], _ context: ModelContext) throws {
        let existing = (try? context.↓fetch(FetchDescriptor<Visit>())) ?? []
        var known = Set(existing.map { $0.code })
        for code in codes {
          guard !known.contains(code) else { continue }
          known.insert(code)
          context.insert(Visit(code: code))
        }
        try context.save()
      }
      ---
      import SwiftData
      @Model final class DayLog { var day: Date; var steps = 0; init(day: Date) { self.day = day } }
      func note(_ steps: Int, from start: Date, to end: Date, _ context: ModelContext) {
        let ofDay = #Predicate<DayLog> { $0.day >= start && $0.day < end }
        let existing = (try? context.↓fetch(FetchDescriptor(predicate: ofDay)))?.first
        let log = existing ?? DayLog(day: start)
        log.steps = steps
        if existing == nil { context.insert(log) }
      }
      ---
      import SwiftData
      @Model final class Basket { var name = ""; init(name: String) { self.name = name } }
      final class Shop {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func rename(_ basket: Basket, _ name: String) throws {
          basket.name = name
          try context.save()
        }
        func empty(_ basket: Basket) { try? ↓rename(basket, "") }
      }
      ---
      import SwiftData
      @Model final class Basket { var name = ""; init(name: String) { self.name = name } }
      func ensureBasket(_ name: String, _ context: ModelContext) -> Basket {
        let baskets: [Basket]
        do {
          baskets = try context.↓fetch(
            FetchDescriptor<Basket>(predicate: #Predicate { $0.name == name }))
        } catch {
          print(error)
          baskets = []
        }
        if let known = baskets.first { return known } else {
          let made = Basket(name: name)
          context.insert(made)
          return made
        }
      }
      ---
      import SwiftData
      @Model final class Walk { var begin = Date.now; init() {} }
      struct WalkView: View {
        @Environment(\\.modelContext) private var context
        @State private var walk: Walk?
        var body: some View { Text(walk == nil ? "" : "today").onAppear { loadToday() } }
        private func loadToday() {
          let morning = Calendar.current.startOfDay(for: .now)
          let today = FetchDescriptor<Walk>(predicate: #Predicate { $0.begin >= morning })
          if let known = try? context.↓fetch(today).first {
            walk = known
          } else {
            let new = Walk()
            context.insert(new)
            walk = new
          }
        }
      }
      ---
      import SwiftData
      @Model final class UserSettings { var isLoud = false; init() {} }
      func prepare(_ context: ModelContext) throws {
        let count = (try? context.↓fetchCount(FetchDescriptor<UserSettings>())) ?? 0
        guard count == 0 else { return }
        context.insert(UserSettings())
        try context.save()
      }
      ---
      import SwiftData
      @Model final class Basket { init() {} }
      struct Shop {
        let context: ModelContext
        func baskets() -> [Basket] {
          do { return try context.↓fetch(FetchDescriptor<Basket>()) } catch { return [] }
        }
        func start() {
          if baskets().isEmpty { context.insert(Basket()) }
        }
      }
      ---
      import SwiftData
      @Model final class Basket {
        @Attribute(.unique) var code = ""
        var count = 0
        init(_ code: String) { self.code = code }
      }
      func add(_ code: String, _ context: ModelContext) {
        let descriptor = FetchDescriptor<Basket>(predicate: #Predicate { $0.code == code })
        if let known = (try? context.↓fetch(descriptor))?.first {
          known.count += 1
        } else {
          context.insert(Basket(code))
        }
      }
      """,
    clean: """
      import SwiftData
      @Model final class Basket {
        @Attribute(.unique) var code = ""
        var name = ""
        init(_ code: String) { self.code = code }
      }
      func add(_ code: String, _ context: ModelContext) throws {
        let descriptor = FetchDescriptor<Basket>(predicate: #Predicate { $0.code == code })
        if try context.fetch(descriptor).isEmpty { context.insert(Basket(code)) }
      }
      ---
      import SwiftData
      @Model final class Basket { var name = ""; init() {} }
      func basket(_ name: String, _ context: ModelContext) throws -> Basket? {
        let one = FetchDescriptor<Basket>(predicate: #Predicate { $0.name == name })
        return try context.fetch(one).first
      }
      func open(_ name: String, _ context: ModelContext) throws -> Basket {
        if let known = try basket(name, context) { return known }
        let made = Basket()
        context.insert(made)
        return made
      }
      func add(_ context: ModelContext) throws {
        let made = Basket()
        context.insert(made)
        do { try context.save() } catch {
          context.delete(made)
          try? context.save()
          throw error
        }
      }
      func mainBasket(_ context: ModelContext) throws -> Basket {
        if let known = try context.fetch(FetchDescriptor<Basket>()).first { return known }
        let made = Basket()
        context.insert(made)
        return made
      }
      func start(_ context: ModelContext) {
        guard let count = try? context.fetchCount(FetchDescriptor<Basket>()) else { return }
        if count == 0 { context.insert(Basket()) }
        if (try? context.fetchCount(FetchDescriptor<Basket>())) == 0 { context.insert(Basket()) }
      }
      func add(_ name: String, _ context: ModelContext) {
        do {
          if try context.fetchCount(FetchDescriptor<Basket>()) == 0 { context.insert(Basket()) }
        } catch { print(error) }
      }
      """)
}
