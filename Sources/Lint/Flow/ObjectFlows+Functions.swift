internal import StoreModel

/// Functions, and who calls them.
extension ObjectFlows {
  /// A function with what it does to a store each time it is called.
  struct Function: Sendable, Codable {
    /// `NoteStore.add`, or `add` outside of types.
    var name: String
    /// Labels of its parameters, `_` without one; a `?` follows where there is a default value. Only `.`
    /// for a property, whose value counts as what is returned; those of a subscript begin with `[`.
    var labels: [String]
    var effects: [Effect]
    /// Functions that it calls each time.
    var calls: [Call]
    /// What it waits for.
    var waits = Waits()
    /// The classes that it works on in a context that it is given.
    var models: [NamedModel] = []
    /// The class of what it returns, or of what it is given, as far as they are written.
    var returns: String?
    var isPrivate = false
    /// Whether other modules may call it.
    var isPublic = false
    var owner: String?
    var isActor = false
    var location: Location
    /// Whether it returns what a closure returns that it is given.
    var givesResult = false
    /// The first parameter that may be a model.
    var parameters: [Parameter] = []
    /// Labels of the parameters by which the function sorts what it fetches.
    var sorts: [String] = []
    /// The classes of the key paths that such parameters take.
    var sortedClasses: [Parameter] = []
  }

  /// A key path in a sort descriptor that a function is given.
  struct Sort: Sendable, Codable {
    var call: Call
    var label: String
    /// The class; empty where neither the descriptor nor the call names it.
    var entity: String
    var property: String
    var location: Location
  }

  struct Parameter: Sendable, Codable {
    var label: String
    var type: String
  }

  enum Effect: String, Sendable, Codable {
    case fetch, fetchCount, save
    /// Fetches or counts, however little.
    case ask
    /// Inserts or deletes objects, in any case or under a condition.
    case change
    /// Deletes files or stores, and keeps no copy.
    case delete
    /// Saves, and keeps the error of it to itself.
    case swallow
    /// Does nothing but to save, and prints that it failed.
    case print
    /// Saves, and only its result tells whether that worked.
    case tell
    /// The same, and callers may leave the result without a word.
    case hide
  }

  /// A call that a view makes each time it is drawn.
  struct Shown: Sendable, Codable {
    var view: String
    var call: Call
    /// Whether a sheet or destination shows it: a view that is drawn seldom.
    var isPresented = false
  }

  /// What code waits for.
  struct Waits: Sendable, Codable {
    /// Functions that may turn out to ask stores alone.
    var calls: [Call] = []
    /// Whether there is something else, as a download, which takes longer than any fetch.
    var isLong = false
  }

  /// A class that code works on in a context: `SchemaV1.Note`, or `Note` inside of some types.
  struct NamedModel: Sendable, Codable {
    var type: String
    var around: [String]
    var location: Location
  }

  /// A call in the closure of a stage, which is handed the context.
  struct StageCall: Sendable, Codable {
    var call: Call
    /// The versions as written.
    var from: String
    var to: String
    /// Whether it is made before the store changes.
    var isBefore: Bool
  }

  /// What a type does with the context that `@ModelActor` gives it.
  struct OwnContext: Sendable, Codable {
    var owner: String
    /// Whether the macro stands there.
    var isModelActor: Bool
    /// Whether a class or an actor makes it and shows it nobody.
    var isMade = false
    /// Whether it is the context of a view's environment.
    var isOfView = false
    /// The first insert, delete or change of a fetched object.
    var change: Location?
    /// Whether something saves, or may save: the context is handed on, or told to save by itself.
    var mayBeSaved: Bool
  }

  /// A call with the function it means, as far as that is certain.
  struct Call: Sendable, Codable {
    /// The type whose function it is; empty for one outside of types.
    var owners: [String]
    var name: String
    /// `{` for a closure behind the call.
    var labels: [String]
    var location: Location
    /// The loop that makes the call, in words: `element of 'notes'`; nil outside of loops.
    var loop: String?
    /// Whether nothing that is called or handed over follows the element.
    var isSame = false
    /// The type of the one value whose list the loop goes through.
    var partOf: String?
    /// Whether it asks the loop's element itself to do something, and hands it nothing.
    var isOrder = false
    /// Whether the loop makes the call for each element, and handles one object at a time.
    var isSteady = false
    /// The objects that each turn of the loop hands over alike, by label; `self` for what the function is
    /// called on.
    var fixed: [String] = []
    /// Whether the call waits for another actor.
    var isAwaited = false
    /// What else the loop waits for in each turn.
    var waits = Waits()
    /// Classes of the models that it hands over, and `ModelContext` for a context.
    var models: [String] = []
    /// The class of the objects that its closure returns.
    var gives: String?

    /// What users call it: an initializer by its type.
    var title: String { name == "init" ? owners.first ?? name : name }
  }
}
