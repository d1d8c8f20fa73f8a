internal import Diagnostics
internal import StoreModel

/// What is asked of the results of fetches, and how they look for objects.
extension ObjectFlows {
  /// An argument that an initializer of Apple's does not have.
  struct UnknownArgument: Sendable, Codable {
    var call: String
    var label: String
    var location: Location
    /// What leaves it out, where that changes nothing else.
    var edits: [TextEdit] = []
  }

  /// A list that is filled with what another one holds: `NotesModel.notes` with `NoteStore.all()`.
  struct Fill: Sendable, Codable {
    var from: String
    var to: String
    /// Whether it takes some of the objects alone: `all().filter { $0.isOld }`.
    var isPart = false
    /// Whether it is called with more than what is fetched, and in which order.
    var isGiven = false
  }

  /// What a type says that a generic parameter or associated type of those it adopts stands for.
  struct Binding: Sendable, Codable {
    var owner: String
    /// `Model` of `typealias Model = Trip`; empty for the only argument of `Store<Trip>`.
    var parameter: String
    var type: String
  }

  /// A function's result that is asked for nothing but its number.
  struct Count: Sendable, Codable {
    /// `NoteStore.all()`
    var holder: String
    var location: Location
    /// The class, where the call names it and gives no condition.
    var entity: String?
    /// Whether the code only asks whether there are any.
    var isAny = false
    /// Which of the objects is taken: `first`, `last`, or the one at an `index`.
    var end: String?
    /// The property by whose largest or smallest value it is chosen.
    var member: String?
  }

  /// A function's result of which some objects are looked for, and nothing else is done with it.
  struct Search: Sendable, Codable {
    var holder: String
    /// The class, where the call names it.
    var entity: String?
    var members: [String]
    var location: Location
    /// Whether the call gives no condition.
    var isPlain = false
    /// Whether it looks for one object, with what tells it apart.
    var isForOne = false
  }

  /// A function that fetches with a limit.
  struct Limited: Sendable, Codable {
    var holder: String
    var entity: String
    var limit: String
    /// The attributes that it sorts by.
    var keys: Set<String>
  }

  /// A fetch of all objects of a class, or most of them.
  struct Load: Sendable, Codable {
    var entity: String
    /// The function around it; nil for a query, which belongs to its view.
    var function: Location?
    var owner: String?
    var location: Location
  }

  /// A key path in descriptors that have a name of their own.
  struct SortList: Sendable, Codable {
    var list: String
    /// The type around it; empty for none.
    var owner: String
    var entity: String
    var property: String
    var location: Location
  }

  /// A call with the place that takes what it does for done.
  struct Trust: Sendable, Codable {
    var call: Call
    var claim: Location
    /// How the claim is written.
    var text: String
    /// Whether the function throws, and its caller drops or prints the error.
    var isCaught = false
  }

  /// A container that the app makes.
  struct Opening: Sendable, Codable {
    /// The store in words: `the default store`.
    var store: String
    /// The function or property around it, with its type.
    var function: String
    /// Whether a function returns it that is called by whoever wants one.
    var isMaker: Bool
    /// Whether that function puts it away for the next time.
    var isPutAway = false
    /// Whether the type is where the app begins.
    var isOfMain: Bool
    /// Whether it is a container of Core Data.
    var isManaged = false
    /// Whether everybody gets the same: a `static let` holds it, or the type that makes it.
    var isShared = false
    /// Whether a modifier of views or scenes makes it, for each that it modifies.
    var isOfModifier = false
    /// Whether the file belongs to a widget or another extension, which is a process of its own.
    var isOfExtension = false
    /// The classes that the call names.
    var models: Set<String> = []
    var location: Location
  }

  /// A call of a function that gives a container, which is used and forgotten.
  struct Passing: Sendable, Codable {
    /// What the function may be called: `Database.open`; `.open` outside of types.
    var makers: [String]
    var function: Location
    var location: Location
    /// The view, scene or app whose body makes the call.
    var body: String?
  }

  /// A fetch that looks for objects by a property that has no index.
  struct Lookup: Sendable, Codable {
    var entity: String
    var property: String
    var location: Location
    /// The function that makes the descriptor, as calls name it.
    var function: String?
    var isSorted: Bool
    /// Whether the code around says that there are many objects.
    var isOfMany: Bool
    var isInLoop: Bool
    /// What it is sorted by, where it looks for the newest object alone.
    var newest: String?
  }
}
