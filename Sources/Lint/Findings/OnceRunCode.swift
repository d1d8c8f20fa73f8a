internal import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Code that runs once for each installation, as what takes old data over, or for the app's authors alone, as
/// what fills it for a demonstration: how fast it asks the store is felt once, and nobody mends it
/// afterwards.
struct OnceRunCode {
  static let rules: Set<String> = [
    BothSidesChanged.info.id, CoreDataNPlusOne.info.id, CountInLoop.info.id,
    DeletedOneByOne.info.id, FetchInBody.info.id, FetchInLoop.info.id, FetchWithoutLimit.info.id,
    FilteredInMemory.info.id, NPlusOne.info.id, SaveInLoop.info.id, UnindexedFetch.info.id,
    WholeRowsForCount.info.id,
  ]

  /// What else is not said of code that fills the app for a demonstration or stands for another in previews:
  /// its data can be made again.
  private static let ofAuthors: Set<String> = [
    ChildrenLeftBehind.info.id, OrderOfToMany.info.id, SwallowedStoreError.info.id,
    UnsavedContext.info.id,
  ]

  /// Whether a function's name says so: `migrateOldNotes`, `runLegacyMigration`, `insertInitialNotes`,
  /// `firstRunSetup`.
  static func runsOnce(_ name: String) -> Bool {
    let words = name.camelWords
    return ["backfill", "migrate"].contains(words.first) || words.last == "migration"
      || words.contains("migrate") && words.contains("needed")
      || words.contains("legacy") || words.areOfAuthors || words.fillNewStore
      || zip(words, words.dropFirst()).contains {
        $0 == "first" && ["init", "launch", "run"].contains($1)
      }
  }

  /// What a file must have for any of its code to be such.
  private static let signs: [StaticString] = [
    "igrat", "ackfill", "egacy", "emo", "ebug", "eveloper", "eed", "efault", "ample", "ock", "ummy",
    "nitial",
    "tarter", "ake", "review", "nMemory", "tandard", "irst", "reload",
  ]

  /// Leaves out what is said of the speed of such code.
  ///
  /// - Parameter source: a Swift file of the input, by its path.
  static func filter(
    _ findings: [Finding], _ source: (String) -> SourceFile?
  ) -> [Finding] {
    let paths = Set(
      findings.filter { rules.contains($0.rule) || ofAuthors.contains($0.rule) }
        .compactMap { $0.location?.path }
    ).sorted()
    let whole = Set(paths.filter { $0.fileName.camelWords.areOfOneRun })
    let samples = Set(paths.filter { $0.fileName.camelWords.areOfSamples })
    let files = paths.filter { !samples.contains($0) }.compactMap(source).filter { file in
      Self.signs.contains(where: file.bytes.has)
    }
    let parts = ParsePool.map(files) { text, tree in lines(of: tree, in: text) }
    let spans = Dictionary(zip(files.map(\.path), parts), uniquingKeysWith: { first, _ in first })
    return findings.filter { finding in
      let isOfAuthors = ofAuthors.contains(finding.rule)
      guard isOfAuthors || rules.contains(finding.rule), let place = finding.location else {
        return true
      }
      guard !(isOfAuthors ? samples : whole).contains(place.path) else { return false }
      guard let line = place.line, let ranges = spans[place.path] else { return true }
      return !ranges.contains { $0.lines.contains(line) && (!isOfAuthors || $0.isOfSamples) }
    }
  }

  private typealias Span = (lines: ClosedRange<Int>, isOfSamples: Bool)

  private static func lines(of tree: SourceFileSyntax, in text: SourceText) -> [Span] {
    var found: [Span] = []
    let mayBeInMemory = text.bytes.has("inMemory") || text.bytes.has("InMemory")
    tree.forEachDescendant { node in
      guard node.isOnceRun(mayBeInMemory: mayBeInMemory) else { return true }
      let first = text.location(node).line ?? 1
      let last =
        text.location(offset: node.endPositionBeforeTrailingTrivia.utf8Offset).line ?? first
      found.append((first...max(first, last), node.isOfSampleData))
      return false
    }
    return found
  }
}

extension Syntax {
  /// A function called `migrateOldNotes` or `runLegacyMigration`, and a type that is there for it. The stages
  /// of a plan are values of it, and are left alone.
  ///
  /// - Parameter mayBeInMemory: whether the file names stores in memory at all.
  fileprivate func isOnceRun(mayBeInMemory: Bool) -> Bool {
    if let function = self.as(FunctionDeclSyntax.self) {
      return OnceRunCode.runsOnce(function.name.text) || mayBeInMemory && function.worksInMemory
    }
    // A policy of a mapping model runs while a store is migrated.
    if self.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type.dottedName
      == "NSEntityMigrationPolicy"
    {
      return true
    }
    if let variable = self.as(VariableDeclSyntax.self) {
      return mayBeInMemory && variable.worksInMemory
    }
    return typeName?.camelWords.areOfOneRun ?? false
  }
}

extension Syntax {
  /// Whether a function or type fills the app with samples: `SampleData`, `insertSampleNotes`.
  fileprivate var isOfSampleData: Bool {
    (self.as(FunctionDeclSyntax.self)?.name.text ?? typeName)?.camelWords.areOfSamples ?? false
  }
}

extension [String] {
  /// Whether the words of a type's or a file's name say that it is there for work that is done once:
  /// `NoteMigrator`, `TagBackfillService`.
  fileprivate var areOfOneRun: Bool {
    let works: Set = [
      "backfill", "backfiller", "migration", "migrations", "migrator", "seed", "seeder", "seeding",
      "seeds",
    ]
    guard let last else { return false }
    if ["impl", "implementation"].contains(last) { return dropLast().map(\.self).areOfOneRun }
    // `UpgradeV1ToV2`; what an app sells is one as well.
    let isUpgrade = contains("upgrade") && (contains("v") || contains("version"))
    return isUpgrade || works.contains(last) || contains("legacy") || contains("obsolete")
      || areOfAuthors
      || contains { ["controller", "helper", "manager", "service"].contains($0) }
        && contains(where: works.contains)
  }
}

extension [String] {
  /// Whether the words say that it is for a demonstration or for looking into the app: `DemoSeeder`,
  /// `debugPrintNotes`.
  fileprivate var areOfAuthors: Bool {
    contains("demo") || first == "debug" || last == "debug" || areOfDebugScreen
      || starts(with: ["print", "all"]) || starts(with: ["dump"]) || areOfSamples
  }

  /// `MigrationDebugView`, `DeveloperMenu`: a screen that users have no way to.
  private var areOfDebugScreen: Bool {
    ["list", "menu", "panel", "screen", "section", "view"].contains(last)
      && (contains("debug") || contains("debugging") || first == "developer")
  }

  /// `SampleData`, `MockNotes`, `PreviewContainer`, `insertSampleNotes`; samples may be measured, too.
  fileprivate var areOfSamples: Bool {
    guard let first, let last else { return false }
    if ["dummy", "fake", "mock"].contains(first) { return true }
    if ["demo", "placeholder", "preview", "sample"].contains(first) {
      return [
        "container", "content", "data", "generator", "helper", "helpers", "samples", "seeder",
        "store",
      ].contains(last)
    }
    return isMaking
      && (["dummy", "fake", "mock"].contains(self[1]) || count > 2 && self[1] == "sample")
  }

  private var isMaking: Bool {
    count > 1
      && ["add", "create", "ensure", "fill", "generate", "insert", "install", "make", "populate"]
        .contains(self[0])
  }

  /// Whether a function puts into a store what every user begins with: `seedIfNeeded`,
  /// `createDefaultTags`, `insertInitialNotes`.
  fileprivate var fillNewStore: Bool {
    guard let first else { return false }
    if ["preseed", "prepopulate", "seed"].contains(first) { return true }
    if first == "preload", count > 1 { return ["data", "database", "store"].contains(self[1]) }
    return (isMaking || first == "load" && count > 2)
      && ["default", "defaults", "initial", "seed", "standard", "starter"].contains(self[1])
  }
}

extension SyntaxProtocol {
  /// Whether code works on a store that is gone with the process: `isStoredInMemoryOnly: true`.
  fileprivate var worksInMemory: Bool {
    hasDescendant { node in
      guard let argument = node.as(LabeledExprSyntax.self),
        ["inMemory", "isStoredInMemoryOnly"].contains(argument.label?.text)
      else { return false }
      return argument.expression.as(BooleanLiteralExprSyntax.self)?.literal.text == "true"
    }
  }
}

extension String {
  /// `NoteMigrator` of `Sources/NoteMigrator.swift`
  fileprivate var fileName: String {
    String(lastPathComponent.prefix { $0 != "." })
  }
}
