internal import StoreModel
internal import SwiftSyntax

/// What code says of Core Data that only the models and the other files tell whether it is right.
struct CoreDataCode: Sendable, Codable {
  /// A property whose value Core Data provides.
  struct Property: Sendable, Codable {
    var type: String
    var name: String
    /// As written, without `?`, `!` and spaces.
    var written: String
    var location: Location
  }

  /// A store that is not migrated, or only by a mapping model.
  struct Opening: Sendable, Codable {
    enum Lack: String, Sendable, Codable { case migration, inference }
    var lack: Lack
    /// What is missing, or the line that turns it off.
    var text: String
    var location: Location
  }

  /// A migration policy in Swift, with the name that it has in Objective-C; empty without one.
  struct MigrationPolicy: Sendable, Codable {
    var name: String
    var written: String
  }

  /// An object that a view shows and does not observe, with what it reads of it.
  struct ShownObject: Sendable, Codable {
    var type: String
    var name: String
    var keys: [String]
    var location: Location
  }

  /// A class whose objects are decoded by a decoder that is given no context.
  struct PlainDecoding: Sendable, Codable {
    var type: String
    var location: Location
  }

  /// A day that a predicate compares a property with.
  struct ComparedDay: Sendable, Codable {
    var key: String
    var location: Location
  }

  /// The sections of fetched objects.
  struct Sections: Sendable, Codable {
    var entity: String
    var path: [String]
    /// The key that the objects are sorted by first, where it is written in the same function.
    var firstSort: [String]?
    /// The keys behind it, as far as they are written there too.
    var laterSorts: [[String]] = []
    /// Whether the compiler has read the key.
    var isTyped = false
    var location: Location
  }

  /// A batch request whose result nobody looks at.
  struct Batch: Sendable, Codable {
    var kind: String
    /// Whether ids are read of its result although it was never asked for them.
    var givesNoIDs = false
    var location: Location
  }

  /// A background context that is used outside of `perform`.
  struct Misplaced: Sendable, Codable {
    /// As written.
    var context: String
    /// The function around it; nil where the context itself belongs to the function.
    var function: String?
    /// The type around it.
    var owner: String?
    var location: Location
  }

  /// A function that works with the main thread's context where it is given no other.
  struct DefaultWorker: Sendable, Codable {
    var name: String
    /// What takes another context.
    var label: String
  }

  /// The names of the functions that a function calls.
  struct Callees: Sendable, Codable {
    var name: String
    var callees: Set<String>
  }

  var conditions: [Condition] = []
  /// What else the functions and properties name that give predicates or sort descriptors.
  var conditionLinks: [ConditionLink] = []
  /// Where such a function or property makes a predicate of a closure.
  var blocks: [NamedBlock] = []
  var conditionUses: Set<ConditionUse> = []
  var properties: [Property] = []
  /// Variables that classes keep themselves, and properties that Objective-C synthesizes.
  var ownVariables: [Property] = []
  var openings: [Opening] = []
  var openedModels: Set<OpenedModel> = []
  var sections: [Sections] = []
  var batches: [Batch] = []
  var batchRunners: [BatchRunner] = []
  var handedBatches: [HandedBatch] = []
  var misplaced: [Misplaced] = []
  var unsorted: [Unsorted] = []
  /// Functions that are called inside of `perform`.
  var performed: Set<String> = []
  /// What functions call that stand beside contexts with queues of their own.
  var callees: [Callees] = []
  /// Functions that work with the main thread's context, and calls on other threads.
  var mainWorkers: Set<String> = []
  var defaultWorkers: [DefaultWorker] = []
  var threadCalls: [ThreadCall] = []
  /// Objects that functions use on the queue of a background context, and those that calls hand over.
  var takenObjects: [TakenObject] = []
  var givenObjects: [GivenObject] = []
  /// Functions that give requests which nothing sorts.
  var plainRequests: Set<String> = []
  /// All functions that give requests.
  var makers: [RequestMaker] = []
  /// Types that make their `fetchRequest()` themselves.
  var requestMakers: Set<String> = []
  /// Names of classes, as often as they are declared.
  var classes: [String] = []
  /// Migration policies in Swift.
  var policies: [MigrationPolicy] = []
  /// Types that the app declares outside of other types.
  var ownTypes: Set<String> = []
  /// Properties and functions that types and their extensions declare themselves.
  var members: Set<String> = []
  /// The classes and entities whose objects are deleted.
  var deletions: Set<String> = []
  /// Views that delete and do not save.
  var unsavedViews: [UnsavedView] = []
  /// Functions that delete whatever object they are given, and the calls that may mean one of them.
  var deleters: Set<String> = []
  var handedDeletions: Set<HandedDeletion> = []
  /// The classes and entities that requests are made for.
  var fetched: Set<String> = []
  /// Members whose value names an entity where a request is made.
  var entityMembers: Set<String> = []
  /// What the classes of objects say in static members.
  var classTexts: [ClassText] = []
  /// Files in which a store is opened with both options.
  var migratingFiles: Set<String> = []
  /// Whether contexts are saved.
  var saves = false
  /// Saves of contexts with a parent, the names of the container's background contexts that are saved, and
  /// whether any other context is saved.
  var childSaves: [ChildSave] = []
  var storeSaves: Set<String> = []
  var savesParents = false
  /// Whether a context is told what to do about conflicts, or a failed save is asked for them.
  var resolvesConflicts = false
  /// Properties that are given a picture as data.
  var pictures: Set<String> = []
  /// Properties that are given what is called a thumbnail.
  var thumbnails: Set<String> = []
  /// Properties whose data is written by an encoder or read by a decoder.
  var encoded: Set<String> = []
  var made: [MadeObject] = []
  /// Whether the stores keep a history, whose readers learn of batches.
  var keepsHistory = false
  /// Where that is asked for.
  var histories: [Location] = []
  /// Contexts beside the main one that save straight into a store.
  var otherWriters: [OtherWriter] = []
  /// The words of the code that say what main contexts learn of others.
  var mergeWords: Set<String> = []
  /// Where managers of migration stages are made, and whether a store is given one.
  var stageManagers: [Location] = []
  /// Keys that objects are asked for, and that are close to none of their properties.
  var unknownKeys: [UnknownKey] = []
  /// Scenes without a context, and the views that take one from their environment or give one.
  var bareScenes: [BareScene] = []
  var askingViews: Set<String> = []
  var givingViews: Set<String> = []
  /// Whether any code but a preview puts a context into an environment.
  var givesContexts = false
  /// Stacks that tests write with.
  var testedStacks: [TestedStack] = []
  /// Where changes by other processes are waited for.
  var remoteObservers: [Location] = []
  /// Conditions about the authors of transactions.
  var authorFilters: [Location] = []
  /// Where the whole history is deleted.
  var wholePurges: [Location] = []
  /// Classes that ask decoders for their context, and decoders that have none.
  var contextDecoded: Set<String> = []
  var plainDecodings: [PlainDecoding] = []
  /// What views show of objects that they do not observe, and what is changed of objects that are there already.
  var shownObjects: [ShownObject] = []
  var editedKeys: Set<String> = []
  /// Properties that are set to the present moment or to the start of a day, and days that predicates
  /// compare with.
  var stamped: Set<String> = []
  var startedDays: Set<String> = []
  var comparedDays: [ComparedDay] = []
  var passesStages = false
  /// Objects that are made where there are none.
  var seeds: [SeededObject] = []
  /// Unconditional inserts into contexts without a merge policy.
  var plainInserts: [PlainInsert] = []
  /// Objects that are made without a context, and the classes that can be made so.
  var bare: [BareObject] = []
  var bareInits: Set<String> = []
  /// Where Objective-C makes objects.
  var rows = MadeRows()
  /// Stores that only an unlocked device can read.
  var lockedStores: [Location] = []
  var widgets: [WidgetProvider] = []
  /// Where stores in memory are asked for, and where batch requests are made.
  var memoryStores: [Location] = []
  /// Objects that functions make and save themselves.
  var drafts: [SavedDraft] = []
  var batchMakers: [Location] = []

  mutating func formUnion(_ other: CoreDataCode) {
    conditions += other.conditions
    blocks += other.blocks
    conditionUses.formUnion(other.conditionUses)
    properties += other.properties
    ownVariables += other.ownVariables
    openings += other.openings
    openedModels.formUnion(other.openedModels)
    sections += other.sections
    migratingFiles.formUnion(other.migratingFiles)
    batches += other.batches
    batchRunners += other.batchRunners
    handedBatches += other.handedBatches
    misplaced += other.misplaced
    unsorted += other.unsorted
    performed.formUnion(other.performed)
    callees += other.callees
    requestMakers.formUnion(other.requestMakers)
    plainRequests.formUnion(other.plainRequests)
    makers += other.makers
    mainWorkers.formUnion(other.mainWorkers)
    defaultWorkers += other.defaultWorkers
    threadCalls += other.threadCalls
    takenObjects += other.takenObjects
    givenObjects += other.givenObjects
    conditionLinks += other.conditionLinks
    classes += other.classes
    policies += other.policies
    ownTypes.formUnion(other.ownTypes)
    members.formUnion(other.members)
    deletions.formUnion(other.deletions)
    unsavedViews += other.unsavedViews
    deleters.formUnion(other.deleters)
    handedDeletions.formUnion(other.handedDeletions)
    fetched.formUnion(other.fetched)
    entityMembers.formUnion(other.entityMembers)
    classTexts += other.classTexts
    pictures.formUnion(other.pictures)
    thumbnails.formUnion(other.thumbnails)
    encoded.formUnion(other.encoded)
    made += other.made
    saves = saves || other.saves
    childSaves += other.childSaves
    storeSaves.formUnion(other.storeSaves)
    savesParents = savesParents || other.savesParents
    resolvesConflicts = resolvesConflicts || other.resolvesConflicts
    keepsHistory = keepsHistory || other.keepsHistory
    histories += other.histories
    otherWriters += other.otherWriters
    mergeWords.formUnion(other.mergeWords)
    stageManagers += other.stageManagers
    contextDecoded.formUnion(other.contextDecoded)
    plainDecodings += other.plainDecodings
    unknownKeys += other.unknownKeys
    bareScenes += other.bareScenes
    askingViews.formUnion(other.askingViews)
    givingViews.formUnion(other.givingViews)
    givesContexts = givesContexts || other.givesContexts
    testedStacks += other.testedStacks
    remoteObservers += other.remoteObservers
    authorFilters += other.authorFilters
    wholePurges += other.wholePurges
    shownObjects += other.shownObjects
    editedKeys.formUnion(other.editedKeys)
    stamped.formUnion(other.stamped)
    startedDays.formUnion(other.startedDays)
    comparedDays += other.comparedDays
    passesStages = passesStages || other.passesStages
    plainInserts += other.plainInserts
    seeds += other.seeds
    bare += other.bare
    bareInits.formUnion(other.bareInits)
    rows.formUnion(other.rows)
    lockedStores += other.lockedStores
    widgets += other.widgets
    memoryStores += other.memoryStores
    drafts += other.drafts
    batchMakers += other.batchMakers
  }

  mutating func note(_ node: Syntax, in file: LintFile) {
    if let giver = node.ownGiver {
      let names = giver.body.namedConditions(TypeReader(file: file))
      conditionLinks.append(.init(name: giver.fullName, names: names))
    }
    noteEntityNames(node, in: file)
    noteMaker(node)
    noteMoments(node, in: file)
    noteShown(node, in: file)
    noteScene(node, in: file)
    noteDecoding(node, in: file)
    if let type = node.ownType { ownTypes.insert(type) }
    noteDeletion(node, in: file)
    if let property = node.givenPicture { pictures.insert(property) }
    if let property = node.givenThumbnail { thumbnails.insert(property) }
    if let property = node.givenEncoded { encoded.insert(property) }
    switch node.as(SyntaxEnum.self) {
    case .variableDecl(let variable):
      note(variable, in: file)
      noteEnvironment(variable, in: file)
      if let worker = variable.workOnMain(in: file) { mainWorkers.insert(worker) }
    case .declReferenceExpr(let name):
      resolvesConflicts =
        resolvesConflicts || UniqueWithoutPolicy.words.contains(name.baseName.text)
      noteMerge(name)
      if name.baseName.text == "NSPersistentStoreRemoteChange", !file.isTest {
        remoteObservers.append(file.location(name))
      }
      noteBatchInMemory(name, in: file)
      passesStages = passesStages || name.baseName.text == StagesNotPassed.option
    case .initializerDecl(let start): noteBare(start)
    case .functionCallExpr(let call):
      noteWriter(call, in: file)
      if !file.isTest, call.locksStore { lockedStores.append(file.location(call.nameNode)) }
      noteStages(call, in: file)
      noteUnknownKeys(call, in: file)
      if let format = call.authorFilter, !file.isTest {
        authorFilters.append(file.location(format))
      }
      if let date = call.wholePurge, !file.isTest { wholePurges.append(file.location(date)) }
      if let insert = call.plainInsert(in: file) { plainInserts.append(insert) }
      if let seed = call.seededObject(in: file) { seeds.append(seed) }
      noteBare(call, in: file)
      note(call, in: file)
      saves =
        saves
        || call.savesManaged && !file.isTest
          && (file.imports.contains("CoreData") || !file.meansSwiftData)
      noteSave(call, in: file)
      pictures.formUnion(call.picturesGivenAtBirth(file))
      encoded.formUnion(call.encodedGivenAtBirth(file))
      if let property = call.decodedProperty { encoded.insert(property) }
      if !file.isTest, let object = call.madeObject { made.append(object) }
      if let draft = call.savedDraft(in: file) { drafts.append(draft) }
      if !file.isTest, let entity = call.fetchedEntity { fetched.insert(entity) }
      if let sections = call.sections(in: file) { self.sections.append(sections) }
      if let found = ContextOutsidePerform.misplaced(call, in: file) { misplaced.append(found) }
      if let found = FetchedResultsWithoutSort.unsorted(call, in: file) { unsorted.append(found) }
      if call.mayPerform || call.isGivenToPerform { notePerformed(call) }
      threadCalls += call.threadCalls(in: file)
      takenObjects += call.takenObjects(in: file)
      givenObjects += call.givenObjects(in: file)
      conditions += call.conditions(in: file)
      conditionLinks += call.conditionLinks(TypeReader(file: file))
      if let block = call.givenBlock(in: file) { blocks.append(block) }
      conditionUses.formUnion(call.conditionUses(TypeReader(file: file)))
      noteHanded(call, in: file)
      if let kind = call.ignoredBatch {
        batches.append(.init(kind: kind, location: file.location(call.nameNode)))
      } else if let kind = call.batchWithoutIDs {
        batches.append(
          .init(kind: kind, givesNoIDs: true, location: file.location(call.nameNode)))
      }
    case .attribute(let attribute):
      if let sections = attribute.sections(in: file) { self.sections.append(sections) }
    case .sequenceExpr(let sequence):
      if sequence.setsParentContext { mergeWords.insert(ChangesNotMerged.parent) }
      conditionUses.formUnion(sequence.conditionUses(TypeReader(file: file)))
      if let opening = sequence.opening(in: file) { openings.append(opening) }
    case .classDecl(let type):
      classes.append(type.name.text)
      if type.inheritanceClause?.inheritedTypes.first?.type.dottedName?.lastPart
        == "NSEntityMigrationPolicy"
      {
        policies.append(
          .init(
            name: type.name.text,
            written: type.attribute("objc")?.arguments?.trimmedDescription ?? ""))
      }
      noteProvider(type, in: file)
    case .structDecl(let type): noteProvider(type, in: file)
    case .functionDecl(let function):
      let isHeir = function.enclosingType?.as(ClassDeclSyntax.self)?.inheritanceClause != nil
      if file.makesOwnContexts || isHeir, let body = function.body, body.isHandwritten {
        callees.append(.init(name: function.name.text, callees: Syntax(body).calledNames))
      }
      if let worker = function.workOnMain(in: file) { mainWorkers.insert(worker) }
      if let (name, label) = function.workOnMainByDefault(in: file) {
        defaultWorkers.append(.init(name: name, label: label))
      }
      threadCalls += function.callsOnNoActor(in: file)
      noteRunner(function)
      if let owner = function.ownerName { members.insert("\(owner).\(function.name.text)") }
      if function.name.text == "fetchRequest", let owner = function.ownerName,
        !function.signature.parameterClause.parameters.isEmpty
          || function.body?.mentions(["sortDescriptors"]) ?? false
      {
        requestMakers.insert(owner)
      }
    default: break
    }
  }

  private mutating func note(_ variable: VariableDeclSyntax, in file: LintFile) {
    guard let owner = variable.parent?.parent?.parent?.as(MemberBlockSyntax.self)?.parent?.typeName
    else { return }
    for binding in variable.bindings {
      // Backticks only keep a word from being read as Swift's own.
      guard let name = binding.name?.filter({ $0 != "`" }) else { continue }
      // What overrides, overrides a property that `NSManagedObject` has of its own.
      guard variable.attribute("NSManaged") != nil,
        !variable.modifiers.contains(where: { $0.name.text == "override" })
      else {
        members.insert("\(owner).\(name)")
        if binding.isStored, variable.isInstance, !variable.isWritten(with: "override"),
          variable.enclosingType?.mayInheritManaged ?? false, file.imports.contains("CoreData")
        {
          ownVariables.append(
            .init(type: owner, name: name, written: "", location: file.location(binding)))
        }
        continue
      }
      guard let type = binding.typeAnnotation?.type else { continue }
      properties.append(
        .init(
          type: owner,
          // Core Data goes by the name for Objective-C.
          name: variable.attribute("objc")?.arguments?.trimmedDescription ?? name,
          written: file.text(type.withoutOptional).filter { !$0.isWhitespace },
          location: file.location(binding)))
    }
  }

  private mutating func notePerformed(_ call: FunctionCallExprSyntax) {
    guard let closure = call.lastClosure, closure.isHandwritten else { return }
    performed.formUnion(Syntax(closure.statements).calledNames)
  }

  private mutating func note(_ call: FunctionCallExprSyntax, in file: LintFile) {
    if ["setOption", "addPersistentStore"].contains(call.name),
      call.mentions(["NSPersistentHistoryTrackingKey"])
    {
      keepsHistory = true
      if !file.isTest { histories.append(file.location(call.nameNode)) }
    }
    if let opening = call.optionTurnedOff(in: file) { openings.append(opening) }
    noteModel(call, in: file)
    guard call.name == "addPersistentStore", !call.arguments.isEmpty, call.opensFile,
      let given = call.givenOptions, !given.contains("NSReadOnlyPersistentStoreOption"),
      !call.isBehindRemoval, !call.opensOldModel
    else { return }
    let (migrate, infer) = (
      "NSMigratePersistentStoresAutomaticallyOption", "NSInferMappingModelAutomaticallyOption"
    )
    guard !given.contains(migrate) || !given.contains(infer) else {
      migratingFiles.insert(file.path)
      return
    }
    let lacksAll = !given.contains(migrate)
    openings.append(
      .init(
        lack: lacksAll ? .migration : .inference,
        text: "the store is added without '\(lacksAll ? migrate : infer)'",
        location: file.location(call.nameNode)))
  }
}

extension Syntax {
  /// A class that inherits another one, which may be that of Core Data's objects.
  fileprivate var mayInheritManaged: Bool {
    self.as(ClassDeclSyntax.self)?.inheritanceClause != nil
  }
}

extension VariableDeclSyntax {
  fileprivate func isWritten(with modifier: String) -> Bool {
    modifiers.contains { $0.name.text == modifier }
  }
}

extension TypeSyntax {
  /// `String` of `String?`.
  fileprivate var withoutOptional: TypeSyntax {
    self.as(OptionalTypeSyntax.self)?.wrappedType
      ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType ?? self
  }
}
