internal import Diagnostics
internal import StoreModel

/// Finds cascades that come back to the class they start from.
struct CascadeCycle: ModelRule {
  static let info = RuleInfo(
    id: "cascade-cycle", group: .relationships, severity: .note,
    summary: "a chain of cascades leads back to the class it starts from",
    why: "deleting one object may delete more objects of the same class than was meant",
    fix: "use '.nullify' for one relationship of the chain unless each object owns the next",
    limits: "trees within one class, and two classes that own each other one to one, are left "
      + "alone; so are the cascades that 'cascade-to-parent' and 'cascade-to-shared' find",
    examples: .texts(
      flagged: """
        @Model class A {
          @Relationship(deleteRule: .cascade, inverse: \\B.a) var ↓bs: [B] = []
          var madeBy: C?
        }
        @Model class B {
          var a: A?
          @Relationship(deleteRule: .cascade, inverse: \\C.b) var cs: [C] = []
        }
        @Model class C {
          var b: B?
          @Relationship(deleteRule: .cascade, inverse: \\A.madeBy) var result: [A] = []
        }
        ---
        @Model final class Project {
          @Relationship(deleteRule: .cascade, inverse: \\Step.project) var ↓steps: [Step] = []
          var origin: Step?
          init() {}
        }
        @Model final class Step {
          var project: Project?
          @Relationship(deleteRule: .cascade, inverse: \\Project.origin) var subprojects: [Project] = []
          init() {}
        }
        ---
        @Model class Team {
          @Relationship(deleteRule: .cascade, inverse: \\Member.team) var members: [Member] = []
          var lead: Office?
        }
        @Model class Member {
          var team: Team?
          @Relationship(deleteRule: .cascade, inverse: \\Office.owner) var ↓office: Office?
        }
        @Model class Office {
          var owner: Member?
          @Relationship(deleteRule: .cascade, inverse: \\Team.lead) var teams: [Team] = []
        }
        """,
      clean: """
        @Model class Folder {
          @Relationship(deleteRule: .cascade, inverse: \\Folder.parent) var children: [Folder] = []
          var parent: Folder?
        }
        ---
        @Model class User {
          @Relationship(deleteRule: .cascade, inverse: \\Profile.user) var profile: Profile?
        }
        @Model class Profile { @Relationship(deleteRule: .cascade) var user: User? }
        ---
        @Model class Trip {
          @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
        }
        @Model class Stop {
          var trip: Trip?
          @Relationship(deleteRule: .cascade, inverse: \\Photo.stop) var photos: [Photo] = []
        }
        @Model class Photo { var stop: Stop? }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    var edges: [String: [(relationship: Relationship, target: String)]] = [:]
    for entity in model.entities {
      edges[entity.name] = entity.relationships.filter { isCounted($0, of: entity, in: model) }
        .map { ($0, $0.destination) }
    }
    var seen: Set<Set<String>> = []
    for entity in model.entities {
      guard let chain = chain(from: entity.name, edges),
        seen.insert(Set(chain.map(\.entity))).inserted
      else { continue }
      let steps = chain.map { "'\($0.entity).\($0.relationship.name)'" }
      report(
        "deleting one '\(entity.name)' may delete others of its class: "
          + steps.joined(separator: " → "), at: chain.first?.relationship.location,
        entity: entity.name, property: chain.first?.relationship.name,
        help: model.source == .swift
          ? nil
          : "choose 'Nullify' for one relationship of the chain unless each object owns the next")
    }
  }

  private func isCounted(
    _ relationship: Relationship, of entity: Entity, in model: DataModel
  ) -> Bool {
    guard relationship.deleteRule == .cascade, relationship.destination != entity.name else {
      return false
    }
    guard let other = model.inverse(of: relationship) else {
      let back = model.waysBack(of: relationship, from: entity)
      return relationship.isToMany || back.isEmpty || !back.allSatisfy(\.isToMany)
    }
    if other.isToMany { return false }
    return relationship.isToMany || other.deleteRule != .cascade
  }

  /// The shortest way over two or more classes back to where it starts.
  private func chain(
    from start: String, _ edges: [String: [(relationship: Relationship, target: String)]]
  ) -> [(entity: String, relationship: Relationship)]? {
    var reached: [String: (entity: String, relationship: Relationship)] = [:]
    var waiting = [start]
    var next = 0
    // Every class asks, and no app has so many.
    while next < min(waiting.count, 1000) {
      let name = waiting[next]
      next += 1
      for edge in edges[name] ?? [] {
        if edge.target == start {
          var steps = [(name, edge.relationship)]
          var here = name
          while here != start, let step = reached[here] {
            steps.append((step.entity, step.relationship))
            here = step.entity
          }
          return steps.reversed()
        }
        if reached[edge.target] == nil {
          reached[edge.target] = (name, edge.relationship)
          waiting.append(edge.target)
        }
      }
    }
    return nil
  }
}
