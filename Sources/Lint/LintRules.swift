package import Diagnostics
internal import SwiftSyntax

/// Every rule of `lint`: one line per rule, sorted within its group.
package enum LintRules {
  static let all: [any LintRule] = [
    // Relationships
    AmbiguousInverse(),
    CascadeCycle(),
    CascadeToParent(),
    CascadeToShared(),
    DanglingNoAction(),
    InverseOfAnotherType(),
    InverseOfTwo(),
    InverseOnBothSides(),
    MinimumAboveMaximum(),
    MissingInverse(),
    NullifyRequired(),
    OptionalManyToMany(),
    RelationshipAcrossConfigurations(),
    RelationshipDefaultObject(),
    ToManyNotArray(),
    UninferredInverse(),

    // Versions and plans
    AliasOfOldVersion(),
    ContainerBehindPlan(),
    CurrentVersionRolledBack(),
    EditedShippedVersion(),
    EntityInNoConfiguration(),
    ForeignModelInVersion(),
    IdentifierNotIncreasing(),
    MissingStage(),
    MissingVersionIdentifier(), UnreadPlan(), EncodedOwnType(),
    ModelLeftOut(),
    PlanNotUsed(),
    RepeatedEntityName(),
    RepeatedStage(),
    ReusedVersionIdentifier(),
    SameChecksumVersions(),
    SchemaNotInPlan(),
    ShippedVersionMissing(),
    StageOutOfOrder(),
    StageSkipsVersion(),
    StageToItself(), StagesNotPassed(),
    StoreWithoutMigration(),
    UnversionedFirstVersion(),

    // Changes between versions
    AddedRequiredWithoutDefault(),
    ChangedType(),
    ClassRename(),
    CompositeAddedRequired(),
    CompositeFieldAddedRequired(),
    EncodedTypeChanged(), EnumCaseRemoved(),
    EntityDropped(),
    ExternalToInline(),
    ManyToManyNarrowed(),
    OneDefaultForAllRows(), PropertyDropped(), NarrowedType(), PolicyWithoutAssociation(),
    RenameWithoutOriginalName(),
    RequiredWithoutValue(), SubclassInMigration(),
    ToManyToToOne(),
    UniquenessWithoutDeduplication(),
    UnknownOriginalName(),

    // Mapping models
    MappingEntityMissing(),
    MappingFitsNoVersions(),
    MappingHashMismatch(),
    MappingPolicyNotFound(),
    MappingUnknownName(),

    // Declarations and predicates
    AttributeHidden(),
    BlockPredicate(),
    BrokenModel(),
    ConstantInModel(),
    DeclaredTwice(),
    DeepInheritance(), EqualityOverridden(), FixedDefaultDate(),
    ManagedPropertyType(),
    ExternalStorageInVain(), InsecureTransformer(),
    MissingInitializer(),
    ModelNotClass(), MoneyAsDouble(), MoneyInFloat(),
    ObserverInModel(),
    ParameterNotStored(),
    PredicateComparingEmptiness(),
    PredicateOnRawValue(),
    PredicateOnUnstored(),
    PredicateOnValueList(),
    PredicateUnsupportedCall(),
    PredicateUnsupportedValue(),
    ReservedPropertyName(),
    SecondModelMacro(),
    SyntaxError(),
    TransformerNotFound(),
    TransientWithoutDefault(),
    UndeclaredType(),
    UndecodedOverwritten(),
    UnencodedOverwritten(),
    UnindexedFetch(),
    UniqueOnOptional(),
    UniqueWithoutPolicy(),
    UnknownConfigurationName(),
    UnknownEntityName(),
    UnknownKey(),
    UnknownManagedProperty(),
    CopiedModelFile(), UnknownModelName(),
    UnknownObjectKey(),
    UnknownOption(),
    UnsupportedType(),
    UnusedIndex(),

    // Migration closures
    MigrationWithoutSave(),
    NewModelInWillMigrate(),
    OldModelInDidMigrate(),
    SwallowedMigrationError(),
    TaskInMigration(),

    // Data access
    AbsolutePathStored(), AddedToNil(),
    ArrayForToMany(), AttributeNeverSet(),
    BatchInMemory(), BatchNotMerged(),
    BothSidesChanged(), CancelKeepsChanges(), CaseSensitiveSearch(), CastOfToMany(),
    ChangeSetAsArray(),
    ChangeInAwakeFromFetch(), ChangeInBody(),
    ChangeInWillSave(), ChangedCopy(),
    ChangesNotMerged(), ChangingIdentity(), CheckedBeforeWait(),
    ChildrenLeftBehind(),
    ChildrenNeverDeleted(),
    CompletionCalledTwice(), ConstantDescriptor(), ConstantUniqueValue(),
    ContainerMadeAnew(),
    ContextAcrossTasks(),
    ContextForEach(),
    ContextOutlivesContainer(),
    ContextOutsideContainer(),
    ContextOutsidePerform(),
    ControllerCacheReused(),
    CoreDataNPlusOne(),
    CopiedIdentifier(), CountInLoop(),
    DateAsText(), DayComparedExactly(), DayFixedAtLaunch(), DayOfSeconds(), DecoderWithoutContext(),
    DeletedAfterImport(),
    DeletedAfterQuietWrite(),
    DeletedBeforeArrival(),
    DeletedObjectShown(),
    DeletedObjectUsed(),
    DeletedOneByOne(),
    EditNotStored(), EmptyContextSaved(), EmptyResultIndexed(), EncodingCircle(),
    EndlessBatchInsert(), EnvironmentInInitializer(),
    ExtensionOpensOtherStore(),
    FailedSaveKept(), FatalErrorOnContainerFailure(),
    FatalErrorOnFailedSave(),
    FetchInBody(),
    FetchInLoop(),
    FetchWithoutLimit(),
    FetchedResultsWithoutSort(),
    FilteredInMemory(),
    ForcedModelForID(), ForcedRelationship(), ForcedValue(), GroupedObjects(),
    HistoryAuthorUnset(), HistoryNeverPurged(), HistoryPurgedAtOnce(), HistoryTokenInMemory(),
    HistoryTokenKept(),
    IdentifierComparedWithNil(), IdentifierHashKept(), ImportedTwice(),
    IncompleteCopy(),
    IndexOnMissingProperty(), KnownKeysNotAdded(),
    LargeDataInline(), LimitWithoutOrder(), LinkAcrossContexts(), ListNotRefetched(),
    MarkedBeforeSave(), MemoryStoreOnFailure(), MergedOffQueue(),
    ModelAcrossActors(), ModelGetterChange(),
    ModelInNoContainer(),
    ModelInSendable(), ModelUncheckedSendable(), MomentCompared(),
    MoveNotStored(), MovedWithoutOptions(), NPlusOne(), NeverInserted(), NumberTooLarge(),
    ObjectAfterReset(), ObjectLeavesQueue(), ObjectMadeTwice(),
    ObjectOutlivesContext(),
    ObjectWithoutContext(),
    OffsetsOfAnotherList(), OptionAfterLoading(),
    OrderOfToMany(), OtherContextSaved(), OtherStoreOnFailure(),
    PictureEncodedAgain(), PortionsNotReset(), PredicateArgument(),
    PredicateCapturesEnum(),
    PredicateCapturesModel(),
    PredicateOnArchive(), PredicateOptionalToMany(),
    PredicateSeveralStatements(), PrimitiveUnannounced(),
    PropertyOutsideFetch(),
    QueryAboveContainer(), QueryOfFirstState(), QueryOutsideView(),
    QuotedPredicateValue(),
    RelationshipAsText(),
    RemoteChangeNotPosted(),
    RemovalNotStored(),
    RepeatedKey(),
    RequestSetInVain(), RequiredNotSet(), ResultBeforePerform(), ResultsNeverFetched(),
    ResultsNotFetchedAgain(),
    ResultsOffMain(),
    RollbackTakesMore(), RowDeletedTwice(), RowIDRepeats(), RowsCopied(),
    SaveInLoop(),
    SaveOnEveryKey(),
    SceneWithoutContext(), SecretInStore(), SectionChangesMissed(),
    SectionNotSorted(), SeededAtEveryLaunch(),
    SortInCode(), SortOnUnstored(), SplitAny(), StoreCopiedAlone(), StoreCopyUnchecked(),
    StaleIdentifier(), StoreBySetting(), StoreDeletedOnFailure(),
    StoreDescribedTwice(), StoreInBundle(),
    StoreInPurgedFolder(), StoreLockedAway(),
    StoreNotAwaited(), StoreOnlyInMemory(),
    StoreOpenedTwice(), StoreRemovedWhileOpen(), StoreReplacedWhileOpen(),
    StoreWithFewerModels(), StoredValueTrap(),
    SuperNotCalled(), SwallowedStoreError(),
    TemporaryIdentifierKept(), TestStoreOnDisk(), ToManyWithoutAny(),
    TombstoneNotPreserved(), TornAlternatives(), TransientSetByUser(),
    UndoWithoutManager(), UnknownConfigurationArgument(),
    UnobservedObject(), UnreadQuery(),
    UnsafePragma(),
    UnsavedContext(), UnsortedRows(), UpsertOverwrites(),
    WholeRowsForCount(),
    WholeRowsForIDs(), WholeRowsForSum(),
    WidgetBeforeSave(), WidgetNotReloaded(), WidgetWithoutGroup(), WritersWithoutPolicy(),
    WrongIndexPath(),

    // CloudKit
    CloudKitByDefault(), SeededBeforeSync(), SchemaInitialization(),
    CloudKitCrossingConfiguration(),
    CloudKitDenyRule(),
    DescriptionWithoutMirror(),
    CloudKitEmptyConfiguration(),
    CloudKitEncryptedRelationship(),
    CloudKitIgnoredProperty(),
    CloudKitMissingInverse(),
    CloudKitOrderedRelationship(),
    CloudKitRequiredAttribute(),
    CloudKitRequiredRelationship(),
    CloudKitUniqueConstraint(),
    CloudKitUnsupportedType(),
    CloudKitValueTransformer(),

    // Migration tests
    InMemoryMigrationTest(),
    MigrationTestOfOtherVersions(),
    MigrationTestWithoutOldVersion(),
    OpenContainerInMigrationTest(),
    TestOnRealStore(),
    UntestedVersion(),

    // Linting itself
    InvalidSuppression(),
    SuppressionWithoutReason(),
    UnusedSuppression(),
  ]

  package static let infos: [RuleInfo] = all.map { type(of: $0).info }
  static let named: [String: RuleInfo] = Dictionary(infos.map { ($0.id, $0) }) { first, _ in first }

  static let models = all.compactMap { $0 as? any ModelRule }
  static let histories = all.compactMap { $0 as? any HistoryRule }
  static let changes = all.compactMap { $0 as? any ChangeRule }
  static let projects = all.compactMap { $0 as? any ProjectRule }

  static let objectiveC = all.compactMap { $0 as? any ObjectiveCRule }

  /// Source rules by the nodes they look at.
  static let sources: [SyntaxKind: [any SourceRule]] = {
    var result: [SyntaxKind: [any SourceRule]] = [:]
    for case let rule as any SourceRule in all {
      for kind in type(of: rule).nodes { result[kind, default: []].append(rule) }
    }
    return result
  }()
}

extension SchemaLock {
  /// Ids of the rules that say what a change does to stores that have shipped.
  package static let changeRules = Set(LintRules.changes.map { type(of: $0).info.id })

  /// Ids of the rules that compare a schema with its lock.
  package static let rules: Set<String> = [
    EditedShippedVersion.info.id, ShippedVersionMissing.info.id, UnversionedFirstVersion.info.id,
  ]
}
