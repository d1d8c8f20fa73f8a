internal import Diagnostics
internal import StoreModel

/// Original names in the classes that the app uses, held against the copies of them that versions keep.
extension UnknownOriginalName: ProjectRule {
  func check(_ lint: LintContext, report: RuleReport) {
    guard let live = ModelInNoContainer.liveModel(of: lint) else { return }
    let versions = lint.histories.flatMap(\.versions).filter {
      $0.source == .swift && $0.name != live.name
    }
    for entity in live.entities {
      let copies = versions.compactMap { version in
        version.entities.first { $0.name == entity.name && $0.className != entity.className }
      }
      guard !copies.isEmpty else { continue }
      let known = Set(copies.flatMap(Self.names))
      let own = Set(Self.names(entity))
      let renamed =
        entity.attributes.map { ($0.name, $0.renamingIdentifier, $0.location) }
        + entity.relationships.map { ($0.name, $0.renamingIdentifier, $0.location) }
      for (name, original, place) in renamed {
        guard let original, original != name, !known.contains(original),
          // A name that nothing resembles may be older than the versions that are kept.
          let near = NameDistance.nearest(to: original, in: Array(known.subtracting(own)).sorted())
        else { continue }
        report(
          "'\(entity.name).\(name)' names '\(original)' as its original name, which no version of '\(entity.name)' "
            + "in this code has", at: place, entity: entity.name, property: name,
          help: "write '\(near)', which the versions have")
      }
    }
  }

  private static func names(_ entity: Entity) -> [String] {
    entity.attributes.flatMap { [$0.name, $0.renamingIdentifier].compactMap(\.self) }
      + entity.relationships.flatMap { [$0.name, $0.renamingIdentifier].compactMap(\.self) }
  }

  static let live: [RuleExample] = .texts(
    flagged: """
      @Model final class Track {
        @Attribute(originalName: "paec") var ↓speed = 0.0
        init() {}
      }
      enum V1: VersionedSchema {
        static var versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Track.self] }
        @Model final class Track { var pace = 0.0; init() {} }
      }
      """,
    clean: """
      @Model final class Track {
        @Attribute(originalName: "pace") var speed = 0.0
        @Attribute(originalName: "label") var name = ""
        init() {}
      }
      enum V1: VersionedSchema {
        static var versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Track.self] }
        @Model final class Track { var pace = 0.0; init() {} }
      }
      """)
}
