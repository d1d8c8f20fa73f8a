internal import ModelSource
internal import StoreModel

/// What source rules may ask about the models of the input.
///
/// They see nothing else but their own file, so what they found in it holds until the file changes
/// or one of the answers does; that is what a second run rests on.
enum ModelQuestion: Sendable, Hashable, Codable {
  /// "yes" for a class that a version read from Swift holds.
  case isModel(String)
  /// The names of the attributes that objects of a class are stored with.
  case attributes(of: String)
  /// The Swift types of an attribute, inherited ones included, in the versions that have it.
  case attribute(String, of: String)
  /// "to-one" or "to-many" for a relationship that every version of a class has in the same form.
  case relationship(String, of: String)
  /// "yes" when all members of a class are known and none that is stored has the name.
  case isUnstored(String, of: String)
  /// "yes" for an attribute that every version of a class keeps as one encoded value: `.codable`, transformable.
  case isEncoded(String, of: String)
  /// "yes" for an attribute that every version of a class has and none has an index for.
  case isUnindexed(String, of: String)
  /// The properties that begin an index in which an attribute comes later.
  case indexLeads(String, of: String)
  /// "yes" where any class of SwiftData's is declared.
  case hasModels
  /// Whether a model file has relationships.
  case hasManagedRelationships
  /// "yes" for a class with an index, whatever of.
  case hasIndex(String)
  /// Entity, name and destination of the to-one relationship whose name stands at a place.
  case toOne(at: Location)
  /// For each property that the relationship at a place names as its inverse, that stands before it
  /// and names it back: that property as `A.b`, and the entity and name of the relationship.
  case mutualInverses(at: Location)
  /// "yes" for a class that the first version lists and the second, of the same plan, does not.
  case isStray(String, version: String, other: String)
  /// The versions of a plan in its order.
  case versions(plan: String)
  /// "yes" for a version that a plan has followed by a newer one.
  case isOldVersion(String)
  /// The newest version of the plan that a version stands in, where that has a class of its own of that name;
  /// without a name, where no container opens the older version.
  case successor(version: String, entity: String)
  /// "yes" for an attribute of SwiftData's objects that begins as the moment at which the object is made:
  /// `Note.createdAt`.
  case keepsTimeOfDay(String)
  /// The entities of all model files.
  case coreDataEntities
  /// "yes" for an attribute of Core Data's objects whose stored value a predicate can compare.
  case isPlainManaged(String, of: String)
  /// "yes" for a relationship of Core Data's objects that keeps their order.
  case isOrdered(String, of: String)
  /// "yes" for an attribute of Core Data's objects that has no column.
  case isTransient(String, of: String)
  /// Where the text of a constant is written, as `line:column:path`: of `EntityNames.book`.
  case constantPlace(String)
  /// "yes" where there are entities of Core Data: in model files, or in what the code speaks of.
  case usesCoreData
  /// "yes" where code of the Mac stands and none that only other systems have.
  case isOfMac
  /// The configurations of all model files.
  case coreDataConfigurations
  /// The properties of an entity or class of the model files, those it inherits and those of its
  /// subentities included, in all versions.
  case coreDataKeys(of: String)
  /// The same in the versions that the app runs with.
  case liveCoreDataKeys(of: String)
  /// The key that a property of a class of the model files stands for under another name:
  /// `@NSManaged @objc(folder) var _folder`.
  case keyOfProperty(String, of: String)
  /// The entity that a relationship of an entity or class of the model files leads to.
  case coreDataDestination(String, of: String)
  /// "own" or "main" for a property of a type that keeps a context: `GardenStack.mainContext`.
  case contextQueue(String)
  /// The texts that constants of a name hold, with the type around it.
  case constantText(String)
  /// The class that a typealias of any file stands for.
  case aliasedClass(String)
  /// "yes" for a type whose values are decoded.
  case isDecoded(String)
  /// The entity of the requests that a property or function of a type gives: `NoteStore.recent()`.
  case requestEntity(String)
  /// "yes" for an entity or class of the model files whose objects are deleted without any other:
  /// no rule of its relationships cascades or denies; for a class of SwiftData's without relationships.
  case deletesAlone(String)
  /// The names of the model files.
  case coreDataModels
  /// "yes" for a class of the objects of a model file.
  case isManagedClass(String)
  /// What the attributes of a name are in the model files: "64 bits", "text", "text or nil", else "other".
  case managedAttributes(String)
  /// The class of the objects of an entity of the model files; of a class itself.
  case managedClass(of: String)
  /// "yes" for a class whose name stands at a place and that only shipped versions hold.
  case isShipped(at: Location)
  /// The class that a relationship leads to, in every version of its own class.
  case destination(String, of: String)
  /// "yes" for a to-many relationship whose objects are deleted with its owner.
  case cascades(String, of: String)
  /// "yes" for what several of Core Data's objects may share: an attribute that is no identifier and that
  /// nothing keeps unique, and a to-one relationship whose way back is to-many.
  case mayRepeatManaged(String, of: String)
  /// "yes" for a to-many relationship of Core Data's objects that deletes them with their owner.
  case cascadesManaged(String, of: String)
  /// For a relationship of Core Data's objects that leads to one object, which is deleted with its owner and has
  /// no other: "required" where that object must have an owner, else "optional".
  case ownsOne(String, of: String)
  /// "yes" for a to-many relationship of Core Data's objects that is the only way to what it leads to.
  case ownsAlone(String, of: String)
  /// "yes" for a to-many relationship that may be nil.
  case isOptionalToMany(String, of: String)
  /// "yes" for a class whose objects CloudKit gets, or may get for all that is known.
  case isMirrored(String)
  /// The name of the relationship that leads back.
  case inverse(String, of: String)
  /// The same where it is certain that the two are a pair.
  case certainInverse(String, of: String)
  /// The type of an attribute that holds a case of an enum.
  case storedEnum(String, of: String)
  /// "yes" for an attribute that no two objects share.
  case isUnique(String, of: String)
  /// "yes" for an attribute that takes part in a uniqueness constraint.
  case isInUniqueness(String, of: String)
  /// "yes" for a property of a class of SwiftData's that one of its initializers has to be given: `Note.id`.
  case isGivenAtBirth(String)
  /// "yes" for a property of which an initializer makes, with others, a key that is unique: `Note.code`.
  case isInComposedKey(String)
  /// The full name of the class that a bare name stands for outside of all types: `SchemaV2.Note`.
  case fullName(String)
  /// The full names of the classes of a name that stand inside of types which are no versions:
  /// `DBModel.Note`.
  case nestedNames(String)
  /// "yes" for a name that outside of all types means a type which is no model, where the models of that name
  /// stand inside of types.
  case isShadowed(String)
  /// "yes" for a class outside of all versions, where the version of that name lists another one or
  /// none.
  case isLiveStray(String, other: String)
  /// The type that a member of any file is written to have: `NoteStore.notes`, `NoteStore.all()`.
  case memberType(String)
  /// The names of computed properties that may ask or change a store; `subscript` among them.
  case askingMembers
  /// The value that a constant, computed property or function of any file always has, as written:
  /// `Queries.newest`, `Queries.titled()`.
  case memberValue(String)
  /// "changes" for a type that changes and never saves the context it is made with under a label, "may
  /// save" for one that may: `Writer.context`.
  case contextUse(String)
  /// The names of functions that send code to another thread.
  case sendingMembers
  /// The class of the descriptors that a property or function of any file gives: `Queries.newest`.
  case memberEntity(String)
  /// The text of the only function, of the property or of the case of a name that a type has:
  /// `NoteStore.add`.
  case memberCode(String)
  /// The types that adopt a protocol, or inherit from a class.
  case adopting(String)
  /// "yes" where the app runs on systems older than these.
  case runsBefore(iOS: Int, macOS: Int)
  /// "yes" for an attribute of Core Data's objects that is a text.
  case isTextManaged(String, of: String)
  /// "yes" for an attribute of Core Data's objects that may have no value, as the model says.
  case mayBeNilManaged(String, of: String)
  /// "yes" for a class or protocol of another file that is bound to an actor.
  case isOnMainActor(String)
  /// "yes" for a type of another file that is bound to no actor, as far as its declaration says.
  case isOnNoActor(String)
  /// "yes" where the project binds its code to the main actor unless that says something else.
  case isMainByDefault
  /// Why no value transformer is found under a name.
  case transformerFault(String)
}
