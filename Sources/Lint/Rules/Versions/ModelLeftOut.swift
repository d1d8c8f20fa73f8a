internal import Diagnostics
internal import StoreModel

/// Finds models that a version uses or declares and does not list.
struct ModelLeftOut: ModelRule {
  static let info = RuleInfo(
    id: "model-left-out", group: .versions, severity: .warning,
    summary: "a version's 'models' leave out a model that belongs to it",
    why: "a class nobody leads to is not part of the schema at all, and opening an existing store "
      + "drops its table with all rows; one that others lead to is added silently, and disappears "
      + "with the last relationship to it",
    fix: "list every model of the version in 'models'",
    limits: "only the newest version is looked at, since the older ones have shipped",
    examples: .texts(
      flagged: """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var ↓models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var folder: Folder?; init() {} }
          @Model final class Folder { var notes: [Note] = []; init() {} }
        }
        ---
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var ↓models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var text = ""; init() {} }
        }
        extension V1 {
          @Model final class Draft { var text = ""; init() {} }
          @Model final class Scrap { var text = ""; init() {} }
        }
        ---
        @Model final class Tag { var notes: [Note] = []; init() {} }
        @Model final class Note {
          @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
          init() {}
        }
        enum AppSchema: VersionedSchema {
          static var versionIdentifier = Schema.Version(1, 0, 0)
          static var ↓models: [any PersistentModel.Type] = [Note.self]
        }
        """,
      clean: """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }
          @Model final class Note { var folder: Folder?; init() {} }
          @Model final class Folder { var notes: [Note] = []; init() {} }
        }
        ---
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { shared + [Note.self] }
          static let shared: [any PersistentModel.Type] = [Tag.self]
          @Model final class Note { var text = ""; init() {} }
          @Model final class Tag { var name = ""; init() {} }
        }
        """)
      + [
        // What is not read leaves nothing out.
        .clean(
          """
          enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { Elsewhere.models }
            @Model final class Note { var text = ""; init() {} }
          }
          """, settings: "rules:\n  unread-plan: off")
      ])

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    // A list that could not be read says nothing about what it leaves out.
    guard model.source == .swift, !model.problems.contains(where: \.isAboutList) else { return }
    let reached = model.onlyReached
    for topic in [ModelProblem.Topic.unlistedModel, .reachedModel] {
      let isReached = topic == .reachedModel
      let problems = model.problems.filter { problem in
        problem.topic == topic && problem.entity.map { reached.contains($0) == isReached } ?? false
      }
      var seen: Set<String> = []
      let names = problems.compactMap(\.entity).filter { seen.insert($0).inserted }
      guard let first = names.first else { continue }
      let (list, isOne) = (names.quotedList(atMost: 5), names.count == 1)
      report(
        isReached
          ? "other models of '\(model.name)' lead to \(list), which its 'models' leave out"
          : "'\(model.name)' declares \(list) and leaves \(isOne ? "it" : "them") out of its 'models',"
            + " so \(isOne ? "it is" : "they are") not stored",
        at: problems.first?.location, entity: isOne ? first : nil)
    }
  }
}

extension ModelProblem {
  fileprivate var isAboutList: Bool { topic == .unreadList || topic == .unreadModel }
}
