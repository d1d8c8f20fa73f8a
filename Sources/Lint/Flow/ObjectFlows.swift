internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// What the code of all files does with objects that come out of a store: where they are fetched, what
/// is read of each, and to which views and functions they are handed.
///
/// Each file tells its part by itself, so that it can be kept; the parts are joined by names:
/// `NoteRow.note` is a property, `NoteStore.add(_:)` a function, `add(_:)#0` its first parameter.
struct ObjectFlows: Sendable, Codable {
  /// Where objects come from, many at a time.
  struct Source: Sendable, Codable {
    /// The class that is fetched; the name of a generic parameter where the caller says which.
    var entity: String
    /// What holds the objects then.
    var holder: String
    var location: Location
    var form: Form
    /// What is done with the objects where they are fetched.
    var uses = Uses()
    /// Where the whole list is handed to.
    var lists: [Pass] = []
    /// Whether it is a fetch of Core Data.
    var isCoreData = false
    /// Members that the condition of the fetch asks for.
    var pinned: [String] = []
    /// Whether it is known to have no condition.
    var isWhole = false
    /// Whether the function's parameter alone gives it one: `request.predicate = predicate`.
    var isWholeUnlessGiven = false
    /// Whether some of the fetched objects alone are handed on.
    var isPart = false
    /// Whether it looks for one object, or for the only one there is.
    var isForOne = false
    /// The function around the fetch, and its type.
    var function: Location?
    var owner: String?

    /// Whether it holds all that the fetch finds until somebody asks for it.
    var isKept: Bool { form == .kept || form == .mapped }

    enum Form: String, Sendable, Codable {
      /// `@Query`.
      case query
      /// A fetch that fills a property or is returned.
      case kept
      /// A fetch whose objects a function turns into other values, one by one, and returns as those.
      case mapped
      /// A fetch whose objects are looped over in the same function.
      case loop
    }
  }

  /// What is done with one object, or with each object of a list.
  struct Uses: Sendable, Codable {
    var reads: [Read] = []
    var passes: [Pass] = []

    var isEmpty: Bool { reads.isEmpty && passes.isEmpty }

    mutating func formUnion(_ other: Uses) {
      reads += other.reads
      passes += other.passes
    }
  }

  /// A member that is read of an object.
  struct Read: Sendable, Codable {
    var member: String
    /// Where the object that a to-one relationship leads to is needed.
    var toOne: Location?
    /// Where the objects of a to-many relationship are needed.
    var toMany: Location?
    var location: Location
    /// Whether nothing but `id` of the other object is needed.
    var isOfID = false
    /// Whether it is called: a property may have the name of a method.
    var isCalled = false
  }

  /// An object that is handed on.
  struct Pass: Sendable, Codable {
    /// `NoteRow` or `label(for:)`, with the type before it where that is known.
    var callee: String
    /// The argument's label; `#0` without one.
    var label: String
    var location: Location
  }

  /// A property or parameter that holds objects.
  struct Holder: Sendable, Codable {
    /// `NoteRow.note`, `label(for:)#0`, or `Note.summary` for what a computed property of a model reads.
    var name: String
    /// The class, as far as it is written.
    var entity: String
    var isList: Bool
    var uses: Uses
    /// Whether code goes through all objects of the list at once.
    var isCode = false
  }

  /// The class of what any model may be: `T` of `<T: PersistentModel>`.
  static let anyModel = "PersistentModel"

  /// An object that is handed over after it was deleted and the deletion saved.
  struct Deletion: Sendable, Codable {
    var name: String
    var entity: String
    var pass: Pass
    /// Whether a task hands it over, which was begun before or after.
    var isInTask = false
  }

  /// A type with a class or protocol that it names after a colon.
  struct Inheritance: Sendable, Codable {
    var type: String
    var from: String
  }

  var sources: [Source] = []
  var holders: [Holder] = []
  var fills: [Fill] = []
  /// Computed properties that give lists: asked for, they are as good as functions.
  var computed: Set<String> = []
  var counts: [Count] = []
  /// Results of which nothing but the first object is asked for.
  var firsts: [Count] = []
  var searches: [Search] = []
  /// Functions that give the first objects alone, as many as a number says.
  var limited: [Limited] = []
  /// What types inherit from and conform to.
  var inheritances: [Inheritance] = []
  var bindings: [Binding] = []
  /// What the classes of objects inherit from and conform to.
  var adoptions: [Inheritance] = []
  /// Structs that keep objects, each with the class.
  var carriers: [Inheritance] = []
  /// Sort descriptors that are handed to functions and cannot become SQL.
  var sorts: [Sort] = []
  var functions: [Function] = []
  /// Calls in loops, and those that wait for another actor.
  var calls: [Call] = []
  /// Names of types that are extended, and with them the names that the extensions use: `NotesView.notes`.
  var extended: Set<String> = []
  /// Names of actors.
  var actors: Set<String> = []
  /// Functions that actors and extensions call on themselves: `Importer.change`.
  var ownCalls: Set<String> = []
  /// Functions that something waits for: `Store.all`, or `all` where the type is not known.
  var awaited: Set<String> = []
  /// Classes that are fetched, inserted or deleted, each with the first place in the file.
  var fetches: [Fetch] = []
  /// Calls that are made when a store did not open.
  var rescues: [Call] = []
  /// Calls after which code counts on what they were to save.
  var trusted: [Trust] = []
  /// Calls of functions that save, whose error nobody looks at.
  var forgotten: [Call] = []
  /// Calls of functions that save, whose error is only printed.
  var printedSaves: [PrintedSave] = []
  /// Calls whose result nobody looks at, of functions that ask or change a store.
  var dropped: [Call] = []
  /// Functions that change both sides of a relationship.
  var twoSided: [TwoSided] = []
  var stageCalls: [StageCall] = []
  var contexts: [OwnContext] = []
  var givenContexts: [GivenContext] = []
  /// Where a context is told to save by itself, or saved when the app leaves the screen.
  var savesByItself: [SelfSaving] = []
  /// Objects that are handed over after they were deleted.
  var deletions: [Deletion] = []
  /// Where code deletes objects, of all classes.
  var removals: [Removal] = []
  /// Where the one object of a relationship is taken to be there.
  var forced: [Forced] = []
  /// Attributes that code unwraps by force, and those of which code asks whether they have a value.
  var forcedValues: [Forced] = []
  var absent: [Absent] = []
  /// Lists without '.cascade' that code takes objects out of.
  var takenOut: [Forced] = []
  /// Buttons that cancel nothing, and where objects come into contexts that do not save by themselves.
  var cancels: [Cancel] = []
  var earlyInserts: [EarlyInsert] = []
  var closings: [Closing] = []
  var scratch: Set<Location> = []
  var refusedFills: [RefusedFill] = []
  var shown: [Shown] = []
  var rowQueries: [RowQuery] = []
  /// Properties that count as empty where their value cannot be decoded.
  var undecoded: [Undecoded] = []
  /// Properties that code reads, changes and writes back: `Note.tags`, with `?` for a class that is not known.
  var writtenBack: Set<String> = []
  var unreadQueries: [UnreadQuery] = []
  var askedQueries: [AskedQuery] = []
  var givenContextUses: [GivenContextUse] = []
  /// Where main contexts are handed over: `SyncStore.init(context)`.
  var mainContexts: Set<String> = []
  var contained: [ContainedViews] = []
  var viewParts: [ViewParts] = []
  /// The same with what they show later or under conditions.
  var viewMakes: [ViewParts] = []
  var loads: [Load] = []
  var sortLists: [SortList] = []
  /// Names that fetches are sorted by.
  /// With the type, `Orders.byRank`, which is empty for none; without a dot where the type is not known.
  var sortUses: Set<String> = []
  var lookups: [Lookup] = []
  var openings: [Opening] = []
  /// Containers of stores at a place of their own, whichever that is.
  var placedStores: [Opening] = []
  var madeContainers: [MadeContainer] = []
  var managedStores: [ManagedStore] = []
  var passingContainers: [Passing] = []
  var ownContainers: [OwnContainer] = []
  /// Functions that give the container of an object that they make, by its initializer.
  var containerGivers: [Fill] = []
  /// Names of functions that are called and may open stores.
  var openers: Set<String> = []
  /// Containers that are made because another one was not.
  var secondTries: Set<Location> = []
  /// Classes whose objects loops insert.
  var grown: Set<String> = []
  /// Classes of which objects are inserted where their table has none, and those of all other inserts.
  var firstRows: Set<String> = []
  var furtherRows: Set<String> = []
  var rows = MadeRows()
  /// Objects that views make for their forms.
  var drafts: [Forced] = []
  var undo = UndoUses()
  var dates = DateUses()
  var keptLists: [KeptList] = []
  /// Optional relationships that code appends objects to, if they have a list.
  var addedToNil: [Forced] = []
  var editorFields: [EditorField] = []
  /// Relationships whose objects a model encodes with itself.
  var encodedLinks: [Forced] = []
  /// Types that give widgets what they show, out of a store of SwiftData's.
  var widgets: [Location] = []
  /// Arguments of Apple's initializers that do not exist there.
  var unknownArguments: [UnknownArgument] = []

  struct Fetch: Sendable, Codable {
    var entity: String
    var location: Location
    /// `fetched`, `inserted` or `deleted`.
    var action = "fetched"
  }

  mutating func formUnion(_ other: ObjectFlows) {
    sources += other.sources
    holders += other.holders
    fills += other.fills
    computed.formUnion(other.computed)
    counts += other.counts
    firsts += other.firsts
    searches += other.searches
    limited += other.limited
    inheritances += other.inheritances
    bindings += other.bindings
    adoptions += other.adoptions
    carriers += other.carriers
    sorts += other.sorts
    functions += other.functions
    calls += other.calls
    extended.formUnion(other.extended)
    actors.formUnion(other.actors)
    ownCalls.formUnion(other.ownCalls)
    awaited.formUnion(other.awaited)
    fetches += other.fetches
    rescues += other.rescues
    trusted += other.trusted
    forgotten += other.forgotten
    printedSaves += other.printedSaves
    dropped += other.dropped
    twoSided += other.twoSided
    stageCalls += other.stageCalls
    contexts += other.contexts
    givenContexts += other.givenContexts
    savesByItself += other.savesByItself
    deletions += other.deletions
    removals += other.removals
    forced += other.forced
    forcedValues += other.forcedValues
    takenOut += other.takenOut
    absent += other.absent
    cancels += other.cancels
    earlyInserts += other.earlyInserts
    closings += other.closings
    scratch.formUnion(other.scratch)
    refusedFills += other.refusedFills
    shown += other.shown
    rowQueries += other.rowQueries
    undecoded += other.undecoded
    writtenBack.formUnion(other.writtenBack)
    unreadQueries += other.unreadQueries
    askedQueries += other.askedQueries
    givenContextUses += other.givenContextUses
    mainContexts.formUnion(other.mainContexts)
    contained += other.contained
    viewParts += other.viewParts
    viewMakes += other.viewMakes
    loads += other.loads
    sortLists += other.sortLists
    sortUses.formUnion(other.sortUses)
    lookups += other.lookups
    openings += other.openings
    placedStores += other.placedStores
    madeContainers += other.madeContainers
    managedStores += other.managedStores
    passingContainers += other.passingContainers
    ownContainers += other.ownContainers
    containerGivers += other.containerGivers
    openers.formUnion(other.openers)
    secondTries.formUnion(other.secondTries)
    grown.formUnion(other.grown)
    drafts += other.drafts
    undo.formUnion(other.undo)
    dates.formUnion(other.dates)
    widgets += other.widgets
    keptLists += other.keptLists
    addedToNil += other.addedToNil
    editorFields += other.editorFields
    encodedLinks += other.encodedLinks
    firstRows.formUnion(other.firstRows)
    furtherRows.formUnion(other.furtherRows)
    rows.formUnion(other.rows)
    unknownArguments += other.unknownArguments
  }
}
