internal import Diagnostics

/// Apple's page about what a rule is on: findings lead there in SARIF, as this project has no pages of its
/// own on the net.
enum RulePages {
  private static let root = "https://developer.apple.com/documentation/"

  /// The page of a rule, or of its group.
  static func page(of rule: RuleInfo) -> String { root + (rules[rule.id] ?? page(of: rule.group)) }

  private static func page(of group: RuleGroup) -> String {
    switch group {
    case .relationships: relationship
    case .versions, .tests: "swiftdata/schemamigrationplan"
    case .changes: lightweight
    case .mappings: "coredata/manual-migrations"
    case .declarations: "swiftdata/model()"
    case .migrationCode: custom
    case .dataAccess: "swiftdata/modelcontext"
    case .cloudKit: "coredata/creating-a-core-data-model-for-cloudkit"
    case .store: "coredata/nspersistentstore"
    case .trace: "swiftdata/fetchdescriptor"
    case .lint: "swiftdata"
    }
  }

  private static let relationship =
    "swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:"
    + "hashmodifier:)"
  private static let attribute = "swiftdata/attribute(_:originalname:hashmodifier:)"
  private static let custom =
    "swiftdata/migrationstage/custom(fromversion:toversion:willmigrate:didmigrate:)"
  private static let lightweight = "coredata/migrating-your-data-model-automatically"
  private static let prefetching = "swiftdata/fetchdescriptor/relationshipkeypathsforprefetching"
  private static let container =
    "swiftdata/modelcontainer/init(for:migrationplan:configurations:)-qof9"

  /// Rules that are on something else than their group is, by the page and then by the id.
  static let rules: [String: String] = {
    let pages: [String: [String]] = [
      "swiftdata/schema/relationship/deleterule-swift.enum/cascade": [
        "cascade-cycle", "cascade-to-parent", "cascade-to-shared",
      ],
      "swiftdata/schema/relationship/deleterule-swift.enum/noaction": ["dangling-no-action"],
      "swiftdata/schema/relationship/deleterule-swift.enum/nullify": ["nullify-required"],
      "swiftdata/modelcontainer/migrationplan": ["container-behind-plan", "plan-not-used"],
      "swiftdata/schemamigrationplan/schemas": ["schema-not-in-plan"],
      "swiftdata/versionedschema": [
        "edited-shipped-version", "foreign-model-in-version", "identifier-not-increasing",
        "missing-version-identifier", "model-left-out", "newer-store", "no-matching-version",
        "repeated-entity-name", "reused-version-identifier", "same-checksum-versions",
        "shipped-version-missing",
      ],
      "swiftdata/migrationstage": [
        "half-migrated", "missing-stage", "no-migration-path", "repeated-stage",
        "stage-out-of-order", "stage-skips-version", "stage-to-itself",
      ],
      "swiftdata/schemamigrationplan/stages": ["migration-stage-not-found"],
      "coredata/creating-a-core-data-model": [
        "copied-model-file", "current-version-rolled-back", "entity-in-no-configuration",
        "relationship-across-configurations", "unknown-configuration-name", "unknown-model-name",
      ],
      attribute: [
        "ck-encrypted-invalid", "insecure-transformer", "rename-without-original-name",
        "transformer-not-found",
        "unknown-option", "unknown-original-name",
      ],
      "swiftdata/schema/attribute/option/externalstorage": [
        "external-to-inline", "invalid-external-value", "large-data-inline",
        "missing-external-file", "orphaned-external-file",
      ],
      "swiftdata/unique(_:)": [
        "duplicate-unique-value", "duplicates-under-uniqueness", "index-on-missing-property",
        "second-model-macro", "unique-on-optional", "uniqueness-without-deduplication",
      ],
      "swiftdata/transient()": ["transient-without-default"],
      "foundation/predicate": [
        "predicate-captures-enum", "predicate-captures-model", "predicate-comparing-emptiness",
        "predicate-on-raw-value", "predicate-on-unstored", "predicate-on-value-list",
        "predicate-optional-to-many", "predicate-several-statements",
        "predicate-unsupported-call", "predicate-unsupported-value",
      ],
      "foundation/nspredicate": [
        "block-predicate", "case-sensitive-search", "moment-compared", "predicate-argument",
        "quoted-predicate-value",
        "predicate-on-archive", "relationship-as-text", "split-any", "string-search-scan",
        "to-many-without-any",
        "torn-alternatives", "unknown-key",
      ],
      "coredata/nsentitydescription": [
        "managed-property-type", "unknown-entity-name", "unknown-managed-property",
        "unknown-object-key",
      ],
      "coredata/nsmanagedobject": [
        "array-for-to-many", "attribute-hidden", "cast-of-to-many", "change-in-awake-from-fetch",
        "change-in-will-save", "changed-copy", "equality-overridden", "fixed-default-date",
        "number-too-large", "super-not-called",
        "object-made-twice", "object-without-context", "primitive-unannounced", "required-not-set",
        "unobserved-object",
      ],
      "coredata/nsmanagedobjectcontext": [
        "change-set-as-array", "changes-not-merged", "context-for-each", "context-outside-perform",
        "decoder-without-context", "scene-without-context", "empty-context-saved",
        "empty-result-indexed", "merged-off-queue", "object-after-reset", "object-leaves-queue",
        "other-context-saved", "portions-not-reset",
        "result-before-perform",
      ],
      "coredata/nsmanagedobjectcontext/save()": ["failed-save-kept", "swallowed-store-error"],
      "coredata/nsmergepolicy": ["unique-without-policy", "writers-without-policy"],
      "coredata/nspersistenthistorychangerequest": [
        "history-author-unset", "history-never-purged", "history-purged-at-once",
        "history-token-kept",
      ],
      "coredata/nsstagedmigrationmanager": ["stages-not-passed"],
      "coredata/nsentitymigrationpolicy": [
        "mapping-policy-not-found", "policy-without-association", "subclass-in-migration",
      ],
      "coredata/nspersistentstorecoordinator": [
        "completion-called-twice", "moved-without-options", "option-after-loading",
        "remote-change-not-posted", "stale-identifier",
        "store-copied-alone", "store-described-twice", "store-in-bundle", "store-in-purged-folder",
        "store-locked-away",
        "store-not-awaited",
        "unsafe-pragma",
        "widget-without-group",
      ],
      "coredata/nsbatchdeleterequest": ["batch-in-memory", "deleted-one-by-one"],
      "coredata/nsbatchinsertrequest": ["endless-batch-insert"],
      "coredata/nsbatchupdaterequest": ["batch-not-merged"],
      "coredata/nsfetchedresultscontroller/deletecache(withname:)": ["controller-cache-reused"],
      "coredata/nsfetchedresultscontroller/sectionnamekeypath": ["section-not-sorted"],
      "coredata/nsfetchedresultscontrollerdelegate": [
        "results-off-main", "results-never-fetched", "results-not-fetched-again",
        "row-deleted-twice", "section-changes-missed",
        "wrong-index-path",
      ],
      "coredata/nsfetchedresultscontroller/init(fetchrequest:managedobjectcontext:"
        + "sectionnamekeypath:cachename:)": ["fetched-results-without-sort"],
      container: [
        "container-made-anew", "fatal-error-on-container-failure", "model-in-no-container",
        "store-deleted-on-failure", "unknown-configuration-argument",
        "unversioned-first-version",
      ],
      prefetching: ["n-plus-one", "prefetch-without-effect", "repeated-fault"],
      "coredata/nsfetchrequest/relationshipkeypathsforprefetching": ["core-data-n-plus-one"],
      "swiftdata/fetchdescriptor": [
        "constant-descriptor", "count-in-loop", "fetch-in-loop", "sort-on-unstored",
        "unindexed-fetch", "unused-index", "whole-rows-for-count",
      ],
      "swiftdata/fetchdescriptor/propertiestofetch": ["property-outside-fetch"],
      "swiftdata/fetchdescriptor/fetchlimit": ["fetch-without-limit", "limit-without-order"],
      "coredata/nsfetchrequest": [
        "grouped-objects", "missing-batch-limit", "request-set-in-vain", "sort-in-code",
        "unsorted-rows",
        "whole-rows-for-ids", "whole-rows-for-sum",
      ],
      "swiftdata/query": [
        "fetch-in-body", "query-above-container", "query-of-first-state", "query-outside-view",
        "row-id-repeats", "rows-copied",
      ],
      relationship: ["both-sides-changed", "order-of-to-many"],
      "swiftdata/modelcontext/save()": [
        "fatal-error-on-failed-save", "migration-changes-unsaved", "migration-without-save",
        "save-in-loop", "unsaved-context",
      ],
      "swiftdata/modelcontext/delete(_:)": [
        "deleted-after-import", "deleted-object-shown", "deleted-object-used",
      ],
      "swiftdata/modelactor/modelcontext": ["context-across-tasks", "model-across-actors"],
      "swiftdata/modelconfiguration/cloudkitdatabase-swift.property": ["cloudkit-by-default"],
      custom: [
        "migration-closure-confined", "migration-closure-did-not-end",
        "migration-closure-other-version", "migration-closure-out-of-memory",
        "migration-closure-over-limit", "migration-closure-threw", "migration-closure-trapped",
        "plan-does-not-compile",
      ],
      lightweight: [
        "count-violated", "migration-failed", "migration-not-run", "migration-refused",
        "not-inferrable", "rows-of-abstract-entity", "rows-without-readable-value",
        "rows-without-required-value",
        "several-for-new-inverse", "several-for-to-one", "store-without-migration", "unasked-loss",
        "unknown-case",
        "value-does-not-convert",
      ],
    ]
    return Dictionary(
      uniqueKeysWithValues: pages.flatMap { page, ids in ids.map { ($0, page) } })
  }()
}
