internal import Diagnostics
internal import StoreModel

/// Finds objects that nothing deletes when the one object goes by which the app reaches them.
struct ChildrenNeverDeleted: ProjectRule {
  static let info = RuleInfo(
    id: "children-never-deleted", group: .dataAccess, severity: .warning,
    summary: "an object is deleted, and those that are reached through it alone stay in the store",
    why:
      "without a delete rule the objects of a relationship only lose their owner; nothing queries or "
      + "deletes them by themselves, so they stay in the store unseen, and the store grows",
    fix:
      "give the relationship 'deleteRule: .cascade', or delete its objects together with their owner",
    limits:
      "silent where the objects have another owner, where anything queries them or deletes them with it, and in "
      + "projects with a deletion whose class the code does not show",
    examples: managed
      + .texts(
        in: models,
        flagged: """
          @Model final class Workout {
            var date = Date.now
            @Relationship(inverse: \\Round.workout) var ↓rounds: [Round] = []
            init() {}
          }
          @Model final class Round { var weight = 0.0; var workout: Workout?; init() {} }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship(deleteRule: .nullify, inverse: \\Round.workout) var ↓rounds: [Round]? = []
            init() {}
          }
          @Model final class Round { var weight = 0.0; var workout: Workout?; init() {} }
          ---
          @Model final class Workout {
            var date = Date.now
            var ↓rounds: [Round] = []
            init() {}
          }
          @Model final class Round { var weight = 0.0; var workout: Workout?; init() {} }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship(inverse: \\Pause.workout) var ↓pauses: [Pause] = []
            @Relationship(inverse: \\Round.workout) var rounds: [Round] = []
            init() {}
          }
          @Model final class Pause { var length = 0.0; var workout: Workout?; init() {} }
          @Model final class Round { var weight = 0.0; var workout: Workout?; init() {} }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship var longest: Round?
            @Relationship(inverse: \\Round.workout) var ↓rounds: [Round] = []
            init() {}
          }
          @Model final class Round { var weight = 0.0; var workout: Workout?; init() {} }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship(deleteRule: .cascade) var options: Options?
            init() {}
          }
          @Model final class Options { var ↓sounds: [Sound] = []; init() {} }
          @Model final class Sound { var name = ""; init() {} }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship(inverse: \\Round.workout) var ↓rounds: [Round] = []
            init() {}
          }
          @Model final class Round {
            var workout: Workout?
            @Relationship(deleteRule: .cascade, inverse: \\Lift.round) var lifts: [Lift] = []
            init() {}
          }
          @Model final class Lift { var weight = 0.0; var round: Round?; init() {} }
          func drop(_ lift: Lift, _ context: ModelContext) { context.delete(lift) }
          """,
        clean: """
          @Model final class Workout {
            var date = Date.now
            @Relationship(deleteRule: .cascade, inverse: \\Options.workout) var options: Options?
            init() {}
          }
          @Model final class Options {
            var workout: Workout?
            @Relationship(deleteRule: .cascade, inverse: \\Sound.options) var sounds: [Sound] = []
            init() {}
          }
          @Model final class Sound { var name = ""; var options: Options?; init() {} }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship(inverse: \\Options.workout) var options: Options?
            init() {}
          }
          @Model final class Options {
            var workout: Workout?
            @Relationship(inverse: \\Sound.options) var sounds: [Sound] = []
            init() {}
          }
          @Model final class Sound { var name = ""; var options: Options?; init() {} }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship(deleteRule: .cascade, inverse: \\Round.workout) var rounds: [Round] = []
            init() {}
          }
          @Model final class Round { var weight = 0.0; var workout: Workout?; init() {} }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship(inverse: \\Round.workout) var rounds: [Round] = []
            init() {}
          }
          @Model final class Round { var weight = 0.0; var workout: Workout?; init() {} }
          func best(_ context: ModelContext) throws -> [Round] {
            var descriptor = FetchDescriptor<Round>(sortBy: [SortDescriptor(\\.weight, order: .reverse)])
            descriptor.fetchLimit = 3
            return try context.fetch(descriptor)
          }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship(inverse: \\Tag.workouts) var tags: [Tag] = []
            init() {}
          }
          @Model final class Tag { var name = ""; var workouts: [Workout] = []; init() {} }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship(inverse: \\Round.workout) var rounds: [Round] = []
            init() {}
          }
          @Model final class Plan {
            @Relationship(inverse: \\Round.plan) var rounds: [Round] = []
            init() {}
          }
          @Model final class Round {
            var weight = 0.0
            var workout: Workout?
            var plan: Plan?
            init() {}
          }
          ---
          @Model final class Workout {
            var date = Date.now
            @Relationship(inverse: \\Round.workout) var rounds: [Round] = []
            init() {}
          }
          @Model final class Round { var weight = 0.0; var workout: Workout?; init() {} }
          func drop(_ round: Round, _ context: ModelContext) { context.delete(round) }
          """))

  private static func models(_ text: String) -> String {
    """
    import SwiftData
    import SwiftUI

    struct WorkoutList: View {
      @Environment(\\.modelContext) private var modelContext
      @Query(sort: \\Workout.date) private var workouts: [Workout]
      var body: some View {
        List {
          ForEach(workouts) { Text($0.date.description) }
            .onDelete { places in for place in places { modelContext.delete(workouts[place]) } }
        }
      }
    }
    \(text)
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    checkManaged(lint, report)
    let removals = lint.flows.removals
    guard let queries = lint.queries, removals.allSatisfy({ $0.entity != nil }) else { return }
    let named = Set(removals.compactMap(\.entity))
    for model in lint.openVersions where model.source == .swift {
      let parts = Self.parts(in: model, of: queries.entities, removals)
      for owner in model.entities
      where queries.entities.contains(owner.name) || parts[owner.name] != nil {
        // One owner may have many such lists, and what is to be done about them is the same.
        var lists: [(link: Relationship, removal: Location)] = []
        for link in owner.relationships where link.deleteRule == .nullify {
          // Where the way back is required, the deletion itself fails: see 'nullify-required'.
          guard !link.emptiesRequired(in: model),
            Self.isOnlyWay(link, from: owner, in: model, but: queries.entities),
            !queries.entities.contains(link.destination), !named.contains(link.destination),
            let removal = removals.first(where: {
              $0.entity == parts[owner.name] ?? owner.name && !$0.isOfClass
                && !$0.members.contains(link.name)
            })
          else { continue }
          lists.append((link, removal.location))
        }
        guard let (link, removal) = lists.first else { continue }
        let objects = lists.map(\.link.destination).unique().quotedList(atMost: 3)
        let names = lists.map(\.link.name).quotedList(atMost: 3)
        if let whole = parts[owner.name] {
          report(
            "deleting one '\(whole)', as in \(Self.place(removal)), deletes its '\(owner.name)' and leaves "
              + "the \(objects) objects of that in the store: \(names) "
              + "\(lists.count == 1 ? "has" : "have") no delete rule, and nothing else finds or deletes them",
            at: link.location ?? owner.location, entity: owner.name, property: link.name)
          continue
        }
        report(
          "deleting one '\(owner.name)', as in \(Self.place(removal)), leaves its \(objects) objects in "
            + "the store: \(names) \(lists.count == 1 ? "has" : "have") no delete rule, and nothing else "
            + "finds or deletes them",
          at: link.location ?? owner.location, entity: owner.name, property: link.name)
      }
    }
  }

  /// The classes whose objects are deleted with those of another one, which is queried and deleted itself: each
  /// with that class.
  private static func parts(
    in model: DataModel, of queried: Set<String>, _ removals: [ObjectFlows.Removal]
  ) -> [String: String] {
    var parts: [String: String] = [:]
    let wholes = model.entities.filter { whole in
      queried.contains(whole.name) && removals.contains { $0.entity == whole.name && !$0.isOfClass }
    }
    for whole in wholes {
      var waiting = [whole]
      while let owner = waiting.popLast() {
        for link in owner.relationships
        where link.deleteRule == .cascade && parts[link.destination] == nil
          && !wholes.contains(where: { $0.name == link.destination })
        {
          guard let part = model.entity(named: link.destination) else { continue }
          parts[link.destination] = whole.name
          waiting.append(part)
        }
      }
    }
    return parts
  }

  private static func place(_ location: Location) -> String {
    "\(location.path.split(separator: "/").last ?? ""):\(location.line ?? 1)"
  }

  /// Whether the objects that a relationship leads to are reached by it alone, and theirs by them.
  static func isOnlyWay(
    _ link: Relationship, from owner: Entity, in model: DataModel, but reached: Set<String>,
    _ steps: Int = 3, toOne: Bool = false
  ) -> Bool {
    guard steps > 0, !link.certainty.isUnknown,
      link.destination != owner.name, let child = model.entity(named: link.destination),
      child.superentity == nil, owner.superentity == nil,
      link.isToMany || toOne && link.leadsBackToOne(child) && owner.relationships.count > 1
    else { return false }
    let back = child.relationships.filter { !$0.isToMany }
    guard back.count <= 1, back.allSatisfy({ $0.destination == owner.name }),
      child.relationships.allSatisfy({
        !$0.isToMany
          || !reached.contains($0.destination)
            && isOnlyWay($0, from: child, in: model, but: reached, steps - 1)
      })
    else { return false }
    let parts = Set(child.relationships.filter(\.isToMany).map(\.destination))
    return model.entities.allSatisfy { entity in
      entity.superentity != child.name
        && entity.relationships.allSatisfy {
          $0.destination != child.name || entity.name == owner.name && $0.name == link.name
            // `var cover: Photo?` beside `var photos: [Photo]`
            || entity.name == owner.name && !$0.isToMany
            || !$0.isToMany && parts.contains(entity.name)
        }
    }
  }
}

extension Relationship {
  /// Whether the object it leads to must have an owner.
  fileprivate func emptiesRequired(in model: DataModel) -> Bool {
    inverse.flatMap { model.entity(named: destination)?.relationship(named: $0) }
      .map { !$0.isToMany && !$0.isOptional } ?? false
  }

  /// Whether the object it leads to has one owner: the way back is to one object as well.
  fileprivate func leadsBackToOne(_ child: Entity) -> Bool {
    child.relationships.count == 1
      && inverse.flatMap { child.relationship(named: $0) }.map { !$0.isToMany } ?? false
  }
}
