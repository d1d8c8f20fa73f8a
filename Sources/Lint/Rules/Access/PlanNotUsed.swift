internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds migration plans that no container is given.
struct PlanNotUsed: ProjectRule {
  static let info = RuleInfo(
    id: "plan-not-used", group: .versions, severity: .warning,
    summary:
      "a container opens the models of a migration plan without the plan, or no container has it",
    why: "none of the plan's stages runs: a store of an older version is migrated by inference, "
      + "without the closures, or does not open at all",
    fix: "make the container with 'ModelContainer(for:migrationPlan:configurations:)' and give it "
      + "to '.modelContainer(_:)'",
    limits:
      "only where each container of the given paths gets no plan or another one that is declared there, "
      + "or this one in a 'catch' alone; tests and stores in memory are left alone",
    explanation: "cocoa-134504",
    examples: .texts(
      in: { plan($0) },
      flagged: """
        let container = try? ↓ModelContainer(for: V2.Note.self)
        ---
        struct NotesApp: App {
          var body: some Scene { ↓WindowGroup { Text("") }.modelContainer(for: V2.Note.self) }
        }
        ---
        func open() throws -> ModelContainer {
          do { return try ↓ModelContainer(for: V2.Note.self) } catch {
            return try ModelContainer(for: V2.Note.self, migrationPlan: Plan.self)
          }
        }
        ---
        @Model final class Draft { var text = ""; init() {} }
        enum DraftPlan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [Drafts.self] }
          static var stages: [MigrationStage] { [] }
        }
        enum Drafts: VersionedSchema {
          static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
          static var models: [any PersistentModel.Type] { [Draft.self] }
        }
        let drafts = try? ModelContainer(for: Draft.self, migrationPlan: DraftPlan.self)
        let notes = try? ↓ModelContainer(for: V2.Note.self)
        ---
        func open(_ url: URL) throws -> ModelContainer {
          let schema = Schema(versionedSchema: V2.self)
          let configuration = ModelConfiguration(schema: schema, url: url)
          return try ↓ModelContainer(for: schema, configurations: [configuration])
        }
        """,
      clean: """
        let container = try? ModelContainer(for: V2.Note.self, migrationPlan: Plan.self)
        ---
        func open() throws -> ModelContainer {
          do { return try ModelContainer(for: V2.Note.self, migrationPlan: Plan.self) } catch {
            return try ModelContainer(for: V2.Note.self)
          }
        }
        ---
        func open(_ plan: (any SchemaMigrationPlan.Type)?) throws -> ModelContainer {
          try ModelContainer(for: V2.Note.self, migrationPlan: plan)
        }
        let preview = try? ModelContainer(for: V2.Note.self)
        ---
        let memory = try? ModelContainer(
          for: V2.Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        """) + [
        .flagged(
          plan(
            """
            @Model final class Memo { var title = ""; init() {} }
            let container = try? ModelContainer(for: Memo.self)
            """, mark: "↓")),
        .clean(
          plan(
            """
            @Model final class Memo { var title = ""; init() {} }
            let memory = try? ModelContainer(
              for: Memo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            """)),
      ])

  private static func plan(_ text: String, mark: String = "") -> String {
    """
    \(MigrationText.versions(adding: "var body: String?"))
    enum \(mark)Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
      }
    }
    \(text)
    """
  }

  /// Of a container that opens the newest version of the plan without it.
  static func text(of history: SchemaHistory) -> String {
    "this container opens the models of '\(history.name)' without the plan, so none of its stages runs"
  }

  /// Of a plan that has nothing to do with any container.
  static func textWithout(_ history: SchemaHistory) -> String {
    "no container is given the plan '\(history.name)', so none of its stages runs"
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let tries = lint.flows.secondTries
    for history in lint.histories where history.isPlanOfVersions {
      // A plan that only a second try has did not run when it was due.
      let opening = lint.openings(for: history).filter { !tries.contains($0.location) }
      guard !opening.contains(where: \.isGivenPlan) else { continue }
      let uses = opening.filter { $0.opens(newestOf: history) }
      let repair = LaunchFaults.repair(of: history)
      for use in uses {
        report(Self.text(of: history), at: use.location, help: repair)
      }
      // Its classes may have been copied for it.
      if uses.isEmpty, lint.isUnused(history) {
        report(
          Self.textWithout(history),
          at: history.location,
          help: repair
            ?? "give it to the container whose stores it is to migrate, with the classes of its newest "
            + "version; or delete the plan and its versions")
      }
    }
  }
}

extension LintContext {
  /// The containers that the app itself opens.
  private var openings: [ContainerUse] {
    (containers + unreadContainers).filter { $0.call != "Schema" && !$0.location.isInTests }
  }

  /// Those of them that are not known to have another plan.
  fileprivate func openings(for history: SchemaHistory) -> [ContainerUse] {
    openings.filter { !$0.isGivenOther(than: history) }
  }

  /// Whether the app opens stores, none of them with this plan or with the classes of one of its versions.
  func isUnused(_ history: SchemaHistory) -> Bool {
    history.isPlanOfVersions && openings.contains { !$0.isStoredInMemoryOnly }
      && !openings(for: history).contains { use in
        use.isGivenPlan || history.versions.contains(where: use.opens)
      }
  }
}

extension SchemaHistory {
  fileprivate var isPlanOfVersions: Bool {
    isOrdered && versions.count > 1 && versions.last?.source == .swift
  }
}

extension ContainerUse {
  /// Whether a store on disk is opened with the newest version of a plan, or any class of it.
  fileprivate func opens(newestOf history: SchemaHistory) -> Bool {
    history.versions.last.map(opens) ?? false
  }
}
