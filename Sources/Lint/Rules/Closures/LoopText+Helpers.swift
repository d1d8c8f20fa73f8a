internal import Diagnostics

extension LoopText {
  /// Those of 'FetchInLoop' in which a function fetches that the loop calls.
  static let helpers: [RuleExample] = [
    .flagged(
      """
      import SwiftData

      @Model final class Tag { var name = ""; init(name: String) { self.name = name } }

      struct TagStore {
        let modelContext: ModelContext
        func tag(named name: String) throws -> Tag {
          let descriptor = FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })
          if let known = try modelContext.fetch(descriptor).first { return known }
          let tag = Tag(name: name)
          modelContext.insert(tag)
          return tag
        }
      }
      struct Importer {
        let store: TagStore
        func tags(_ names: [String]) throws -> [Tag] {
          try names.map { name in try store.↓tag(named: name) }
        }
      }
      """),
    .flagged(
      """
      import SwiftData
      @Model final class Walk { var code = ""; init() {} }
      struct WalkPreview { var rows: [String] }
      struct Importer {
        let context: ModelContext
        func known(_ code: String) throws -> Walk? {
          try context.fetch(FetchDescriptor<Walk>(predicate: #Predicate { $0.code == code })).first
        }
        func performImport(_ given: WalkPreview) throws {
          for row in given.rows {
            if try ↓known(row) == nil { context.insert(Walk()) }
          }
        }
      }
      """),
    .clean(
      """
      import SwiftData
      @Model final class Walk { var code = ""; init() {} }
      struct WalkPlan { var stops: [String] }
      struct Importer {
        let context: ModelContext
        func known(_ code: String) throws -> Walk? {
          try context.fetch(FetchDescriptor<Walk>(predicate: #Predicate { $0.code == code })).first
        }
        func importPlan(_ given: WalkPlan) throws {
          for stop in given.stops {
            if try known(stop) == nil { context.insert(Walk()) }
          }
        }
      }
      """),
    .flagged(
      """
      import Letters
      import SwiftData

      @Model final class Letter { var code = ""; init() {} }
      final class Mailroom {
        let context: ModelContext
        init(_ context: ModelContext) { self.context = context }
        func letter(_ code: String) -> Letter? {
          try? context.fetch(FetchDescriptor<Letter>(predicate: #Predicate { $0.code == code })).first
        }
        func withdraw(_ notice: RecallNotice) {
          for id in notice.recalledLetterIDs {
            if let letter = ↓letter(id) { context.delete(letter) }
          }
        }
      }
      """),
    .clean(
      """
      import Letters
      import SwiftData

      @Model final class Letter { var code = ""; init() {} }
      struct Stamps { let stampIDs: [String] }
      final class Mailroom {
        let context: ModelContext
        init(_ context: ModelContext) { self.context = context }
        func letter(_ code: String) -> Letter? {
          try? context.fetch(FetchDescriptor<Letter>(predicate: #Predicate { $0.code == code })).first
        }
        func withdraw(_ notice: RecallNotice, _ stamps: Stamps) {
          for part in notice.parts { if let letter = letter(part) { context.delete(letter) } }
          for id in stamps.stampIDs { if let letter = letter(id) { context.delete(letter) } }
        }
      }
      """),
    .flagged(
      """
      import SwiftData

      @Model final class Place { var code = 0; var name = ""; init() {} }

      @ModelActor actor PlaceStore {
        func name(of code: Int) throws -> String? {
          let wanted = FetchDescriptor<Place>(predicate: #Predicate { $0.code == code })
          return try modelContext.fetch(wanted).first?.name
        }
      }
      // file: Resolver.swift
      struct Resolver {
        let store: PlaceStore
        func names(_ codes: [Int]) async throws -> [String] {
          try await withThrowingTaskGroup(of: String?.self) { group in
            for code in codes { group.addTask { try await store.↓name(of: code) } }
            return try await group.reduce(into: []) { if let name = $1 { $0.append(name) } }
          }
        }
      }
      """),
    .flagged(
      """
      import SwiftData

      @Model final class Tag { var name = ""; init() {} }
      extension ModelContext {
        func everything<Kind: PersistentModel>(of kind: Kind.Type) throws -> [Kind] {
          try fetch(FetchDescriptor<Kind>())
        }
      }
      @ModelActor actor Tagger {
        func unknown(_ names: [String]) throws -> [String] {
          try names.filter { name in
            let known = try modelContext.↓everything(of: Tag.self)
            return !known.contains { $0.name == name }
          }
        }
      }
      """),
    .flagged(
      """
      import SwiftData

      @Model final class Group { var code = 0; init() {} }
      @Model final class Member { var group = 0; init() {} }

      struct Census {
        let context: ModelContext
        func members(_ groups: [Group]) throws -> [[Member]] {
          try groups.map { group in try ↓members(of: group) }
        }
        func firstMembers(_ pages: [[Group]]) throws -> [[Member]] {
          try pages.map { page in try members(of: page[0]) }
        }
        private func members(of group: Group) throws -> [Member] {
          let code = group.code
          return try context.fetch(FetchDescriptor<Member>(predicate: #Predicate { $0.group == code }))
        }
      }
      """),
    .clean(
      """
      import Foundation
      import SwiftData

      @Model final class Walk { var code = 0; var length = 0.0; init() {} }

      @MainActor final class Tracker {
        private let context: ModelContext
        private var lastSave = Date.distantPast
        init(_ context: ModelContext) { self.context = context }
        func follow(_ steps: [Double], _ walk: Walk) {
          for step in steps {
            walk.length += step
            keep(walk)
          }
        }
        private func keep(_ walk: Walk) {
          let now = Date()
          guard now.timeIntervalSince(lastSave) >= 30 else { return }
          lastSave = now
          let code = walk.code
          let same = FetchDescriptor<Walk>(predicate: #Predicate { $0.code == code })
          if let known = try? context.fetch(same).first { known.length = walk.length }
        }
      }
      """),
    .flagged(
      """
      import Foundation
      import SwiftData

      @Model final class Walk { var code = 0; var start = Date.now; init() {} }

      @MainActor final class Tracker {
        private let context: ModelContext
        init(_ context: ModelContext) { self.context = context }
        func follow(_ walks: [Walk]) {
          for walk in walks { ↓keep(walk) }
        }
        private func keep(_ walk: Walk) {
          guard Date.now.timeIntervalSince(walk.start) >= 30 else { return }
          let code = walk.code
          let same = FetchDescriptor<Walk>(predicate: #Predicate { $0.code == code })
          if let known = try? context.fetch(same).first { known.start = walk.start }
        }
      }
      """),
    .clean(
      """
      import SwiftData

      @Model final class Place { var code = 0; init() {} }

      struct Finder {
        let context: ModelContext
        func place(_ code: Int) throws -> Place? {
          try context.fetch(FetchDescriptor<Place>(predicate: #Predicate { $0.code == code })).last
        }
        func first(_ codes: [Int]) throws -> Place? {
          for code in codes {
            if let found = try place(code) { return found }
          }
          return nil
        }
      }
      """),
  ]
}
