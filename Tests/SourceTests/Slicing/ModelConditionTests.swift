import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import ModelSource

/// What is compiled of a plan has the models that its source was read as, whatever `#if` says.
@Suite struct ModelConditionTests {
  static let conditions = [
    "os(iOS)", "os(Linux)", "os(macOS)", "!os(watchOS)", "canImport(UIKit)", "canImport(AppKit)",
    "canImport(SwiftUI) && !os(macOS)", "canImport(Combine)", "canImport(SwiftData)",
    "canImport(CoreLocation) || DEBUG", "!canImport(UIKit)", "DEBUG",
    "targetEnvironment(simulator)",
    "arch(arm64)", "swift(>=5.9)", "canImport(NoSuchThing)",
  ]

  /// By place of the condition: the second version, in which `COND` stands for it.
  static let shapes: [String: String] = [
    "a property": """
    @Model final class Note {
      var title = ""
      #if COND
      var extra: Int?
      #else
      var other: String?
      #endif
      init() {}
    }
    """,
    "a property with an observer, in a condition within one": """
    @Model final class Note {
      #if os(iOS) || os(macOS)
      #if COND
      var extra: Int? { didSet { print(1) } }
      #endif
      #endif
      var title = ""
      init() {}
    }
    """,
    "a class": """
    @Model final class Note { var title = ""; var side: Side?; init() {} }
    #if COND
    @Model final class Side { var a = 0; @Relationship(inverse: \\Note.side) var n: [Note] = []; init() {} }
    #else
    @Model final class Side { var b = ""; @Relationship(inverse: \\Note.side) var n: [Note] = []; init() {} }
    #endif
    """,
    "a field of a struct": """
    @Model final class Note { var title = ""; var place: Place?; init() {} }
    struct Place: Codable {
      var city = ""
      #if COND
      var zip: Int?
      #endif
    }
    """,
    "a case of an enum": """
    @Model final class Note { var title = ""; var kind: Kind?; init() {} }
    enum Kind: Codable {
      case a
      #if COND
      case b
      #endif
    }
    """,
  ]

  private static func source(_ models: String) -> String {
    """
    import SwiftData
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Old.self] }
      @Model final class Old { var title = ""; init() {} }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [LIST] }
      \(models)
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] {
        [.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: { context in
          for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.title = "a" }
        })]
      }
    }
    """.replacing(
      "LIST", with: models.contains("class Side") ? "Note.self, Side.self" : "Note.self")
  }

  private static func hashes(_ files: [SourceFile]) -> [String: VersionHash]? {
    SwiftModelReader.read(files).first { $0.isOrdered }?.versions.first { $0.name == "V2" }
      .map { ModelHashes(of: $0).entities }
  }

  @Test(arguments: shapes.keys.sorted(), conditions)
  func theSliceHasTheModelsThatWereRead(_ shape: String, _ condition: String) throws {
    let text = Self.source(try #require(Self.shapes[shape])).replacing("COND", with: condition)
    let file = SourceFile(path: "Plan.swift", text: text)
    let slice = try #require(PlanSlicer([file], plan: "Plan").slice())
    let read = try #require(Self.hashes([file]))
    #expect(!read.isEmpty && read == Self.hashes(slice.files))
    let kept = String(decoding: slice.files.flatMap(\.bytes), as: UTF8.self)
    #expect(!kept.contains("#if") && !kept.contains("#else"), "\(kept)")
  }

  /// Other code is what can be compiled here, also within a model.
  @Test func otherCodeIsWhatThereIsHere() throws {
    let text = Self.source(
      """
      @Model final class Note {
        var title = ""
        #if canImport(UIKit)
        var tag: String { UIDevice.current.name }
        #else
        var tag: String { "here" }
        #endif
        init() {}
      }
      """
    ).replacing("note.title = \"a\"", with: "note.title = note.tag")
    let slice = try #require(
      PlanSlicer([SourceFile(path: "Plan.swift", text: text)], plan: "Plan").slice())
    let kept = String(decoding: slice.files.flatMap(\.bytes), as: UTF8.self)
    #expect(kept.contains("\"here\"") && !kept.contains("UIDevice"))
  }
}
