internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds migration plans that no container is given.
struct PlanNotUsed: ProjectRule {
  static let info = RuleInfo(
    id: "plan-not-used", group: .versions, severity: .warning,
    summary: "a container opens the models of a migration plan without the plan",
    why: "none of the plan's stages runs: a store of an older version is migrated by inference, "
      + "without the closures, or does not open at all",
    fix: "make the container with 'ModelContainer(for:migrationPlan:configurations:)' and give it "
      + "to '.modelContainer(_:)'",
    limits:
      "only where no container of the given paths gets any plan, or one in a 'catch' alone; tests "
      + "and stores in memory are left alone",
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
        """))

  private static func plan(_ text: String) -> String {
    """
    \(MigrationText.versions(adding: "var body: String?"))
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
      }
    }
    \(text)
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let all = lint.containers + lint.unreadContainers
    let opening = all.filter { $0.call != "Schema" && !$0.location.isInTests }
    let tries = lint.flows.secondTries
    // A plan that only a second try has did not run when it was due.
    guard
      !opening.contains(where: { use in
        (use.migrationPlan != nil || use.hasPlan) && !tries.contains(use.location)
      })
    else { return }
    for history in lint.histories where history.isOrdered && history.versions.count > 1 {
      guard let newest = history.versions.last, newest.source == .swift else { continue }
      let classes = Set(newest.entities.compactMap(\.className))
      for use in opening where !use.isStoredInMemoryOnly && !tries.contains(use.location) {
        let schema = use.versionedSchema.flatMap { use.resolved[$0] }
        guard
          schema == newest.name
            || use.types.contains(where: { type in
              use.resolved[type].map(classes.contains) ?? false
            })
        else { continue }
        report(
          "this container opens the models of '\(history.name)' without the plan, so none of its "
            + "stages runs", at: use.location)
      }
    }
  }
}
