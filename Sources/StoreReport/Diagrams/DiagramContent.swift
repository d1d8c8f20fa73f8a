internal import Diagnostics
internal import StoreModel

/// What a diagram of a model shows, before anything has a place: the same for SVG, Mermaid and DOT.
struct DiagramContent: Sendable {
  /// Sorted by name; what is gone or not declared stands last.
  var boxes: [Box] = []
  /// Inheritance, then relationships, each pair of inverses once.
  var links: [Link] = []
  /// Whether the model is compared with another.
  var isCompared = false

  /// An entity.
  struct Box: Sendable, Hashable {
    var name: String
    var kind = Kind.entity
    var superentity: String?
    var isAbstract = false
    var rows: [Row] = []
    /// Unique keys of several properties.
    var keys: [[String]] = []
    var change: Change?
    /// Its name in the other version.
    var formerName: String?
    /// What else differs about the entity itself.
    var changes: [String] = []
    var marks: [ModelDiagram.Mark] = []
    var count: Int64?

    /// A destination that the model does not declare has a box, too.
    enum Kind: Sendable, Hashable { case entity, undeclared }
  }

  /// A property.
  struct Row: Sendable, Hashable {
    var name: String
    /// `String?`, `[Note]`.
    var type: String
    var isRelationship = false
    /// Alone unique.
    var isKey = false
    var isTransient = false
    var isDerived = false
    /// What becomes of the objects it leads to, where that is not the usual.
    var deleteRule: Relationship.DeleteRule?
    /// Its name in the other version.
    var formerName: String?
    var change: Change?
    /// What differs: `type: String → Integer 64`.
    var changes: [String] = []
    /// The worst of what was found about it.
    var severity: Severity?
    /// What there is no room for in the box.
    var details: [String] = []
  }

  /// A line between two boxes.
  struct Link: Sendable, Hashable {
    var kind: Kind
    var from: End
    var to: End
    var change: Change?

    enum Kind: Sendable, Hashable {
      /// `from` is the superentity.
      case inheritance
      /// Both ends have a property that names the other's.
      case pair
      /// Only `from` has a property.
      case oneWay
    }
  }

  /// One end of a line.
  struct End: Sendable, Hashable {
    var box: Int
    /// The place of its property in the box.
    var row: Int?
    var property: String?
    /// How many objects of this end there are for one of the other; nil where nothing says so.
    var count: LinkCount?
    /// What becomes of the other end's objects when one of this end is deleted.
    var deleteRule: Relationship.DeleteRule?
  }

  /// How a part differs from the other version's. Never shown by colour alone.
  enum Change: String, Sendable, Hashable {
    case added, removed, changed

    var sign: String {
      switch self {
      case .added: "+"
      case .removed: "−"
      case .changed: "~"
      }
    }
  }
}

/// How many objects stand at the end of a line.
struct LinkCount: Sendable, Hashable {
  /// Whether there may be none.
  var isOptional: Bool
  var isMany: Bool
  /// `1`, `0..1`, `*`, `2..5`.
  var text: String

  init(_ relationship: Relationship) {
    isMany = relationship.isToMany
    isOptional = relationship.isOptional || isMany && relationship.minCount <= 0
    guard isMany else {
      text = isOptional ? "0..1" : "1"
      return
    }
    let most = relationship.maxCount > 1 ? String(relationship.maxCount) : "*"
    let least = max(0, relationship.minCount)
    text = least == 0 && most == "*" ? "*" : "\(isOptional ? 0 : least)..\(most)"
  }
}
