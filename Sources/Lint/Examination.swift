package import Diagnostics
internal import ModelSource
package import StoreModel

/// What a run over an input has found, with what it takes to look at one changed file again.
package struct Examination: Sendable {
  package let input: LintInput
  let source: SourceModels
  package let context: LintContext
  /// What the source rules say of the files around stores, by position.
  let verdicts: [Int: FileVerdict]
  /// The positions of those that were read for it.
  let fresh: [Int]
  /// What rules about models, versions and the whole input say, before suppressions.
  let said: [Finding]
  /// What is said of code that only hands objects around, and of Objective-C.
  let saidElsewhere: [Finding]
  /// What suppressions may speak of although lint does not say it.
  let unsaid: [Finding]
  /// The functions that nothing calls, as far as findings lie in them.
  let uncalled: Set<String>
  /// The functions that nothing but the end of the app calls.
  let ending: UncalledCode.Ends
  /// Sorted by place.
  package let findings: [Finding]
  package let unread: [ModelProblem]
  let unreadObjectiveC: [String]

  /// What the next run need not find out again: files with the bytes they have had.
  package func known(of input: LintInput) -> [LintCache.Memory] {
    let positions = Dictionary(
      self.input.files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    return input.files.map { file in
      guard let position = positions[file.path], self.input.files[position].bytes == file.bytes
      else { return LintCache.Memory(content: "") }
      return LintCache.Memory(
        content: "", reading: source.readings[position], verdict: verdicts[position])
    }
  }
}

extension Linter {
  /// Runs the rules over an input.
  ///
  /// - Parameter known: what was found out about each file before, by position; empty for nothing.
  package func examine(_ input: LintInput, known: [LintCache.Memory]) -> Examination {
    let source = SwiftModelReader.readAll(input.files, known: known.map(\.reading))
    var context = context(of: input, source)
    let swift = source.safeFiles.map { input.files[$0] }
    if input.models.isEmpty {
      context.infer(InferredEntities.read(swift: swift, objectiveC: input.objectiveC))
    }
    if !source.safeFiles.isEmpty, TransformerUse.isAsked(context.histories) {
      context.transformers = TransformerUse.read(swift, besides: input.transformers)
    }
    let code = StageCode.read(context.histories, files: input.files)
    let (verdicts, fresh) = verdicts(source.storeFiles, input.files, known, context)
    let objectiveC = ObjectiveCFiles(input.objectiveC, texts: input.objectiveCTexts)
    context.coreData = verdicts.reduce(into: CoreDataUse()) { $0.formUnion($1.coreData) }
    context.coreData.formUnion(objectiveC.use)
    context.queries = verdicts.reduce(into: QueriedNames()) { $0.formUnion($1.queries) }
    let flows = verdicts.reduce(into: ObjectFlows()) { $0.formUnion($1.flows) }
    let elsewhere = CodeElsewhere(flows, source, input.files, context)
    context.join(elsewhere.flows)
    context.coreData.code.threadCalls += elsewhere.threadCalls
    let others = Set(input.files.indices).subtracting(source.storeFiles).map { input.files[$0] }
    let words = WordsOfFiles(others)
    context.isWordElsewhere = { words.has($0) }
    let (said, losses) = modelFindings(context, code)
    let saidElsewhere =
      elsewhere.findings
      + objectiveC.findings(
        in: context, besides: input.files + input.objectiveC + input.objectiveCElsewhere)
    var suppressions = SuppressionReader.read(swift, models: input.models)
    SuppressionReader.read(objectiveC: input.objectiveC, into: &suppressions)
    let filter = SuppressionFilter(
      found: suppressions, rules: rules,
      unsaid: suppressions.suppressions.isEmpty ? [] : losses)
    let all = said + verdicts.flatMap(\.findings) + saidElsewhere
    let found = filter.apply(to: all.unique(), settings: settings).compactMap(chosen)
    let calls = UncalledCode(verdicts.flatMap(\.declared), input.files + input.objectiveC)
    let shown = UncalledCode.interfaceClasses(source.members)
    let uncalled = calls.uncalled(in: found) { name in
      source.declaring[name] != nil && !shown.contains(name) && !UncalledCode.isOfApple(name)
    }
    let ending = calls.ending(in: found)
    let running = calls.filter(calls.filter(found, uncalled: uncalled), ending: ending)
    let kept = worthSaying(running, context, input.files, swift)
    var texts = SourceLines(input: input)
    let unreadModels = context.histories.flatMap { $0.versions.flatMap(\.problems) }
      .filter { $0.topic == .unreadModel }
    return Examination(
      input: input, source: source, context: context,
      verdicts: Dictionary(uniqueKeysWithValues: zip(source.storeFiles, verdicts)), fresh: fresh,
      said: said, saidElsewhere: saidElsewhere, unsaid: losses, uncalled: uncalled,
      ending: ending,
      findings: kept.map { texts.located($0) }.sorted(by: Finding.precedes),
      unread: context.problems.filter { $0.topic == .unreadFile } + unreadModels,
      unreadObjectiveC: input.unreadObjectiveC + objectiveC.unread)
  }

  /// What some rules say that look at models and versions alone: no other code is read for it, as it is
  /// for a whole run.
  package func versionFindings(_ input: LintInput, by wanted: Set<String>) -> [Finding] {
    let source = SwiftModelReader.readAll(input.files)
    let context = context(of: input, source)
    let code = StageCode.read(context.histories, files: input.files)
    let said = modelFindings(context, code).said.filter { wanted.contains($0.rule) }
    let suppressions = SuppressionReader.read(
      source.safeFiles.map { input.files[$0] }, models: input.models)
    let filter = SuppressionFilter(found: suppressions, rules: rules)
    let found = filter.apply(to: said.unique(), settings: settings).compactMap(chosen)
    var texts = SourceLines(input: input)
    return found.filter { wanted.contains($0.rule) }.map { texts.located($0) }
      .sorted(by: Finding.precedes)
  }

  /// The findings without those of code that is felt once, and of tables that hold next to nothing.
  ///
  /// - Parameter safe: the files that can be parsed.
  func worthSaying(
    _ findings: [Finding], _ context: LintContext, _ files: [SourceFile], _ safe: [SourceFile]
  ) -> [Finding] {
    let lasting = OnceRunCode.filter(findings, context.source)
    let large = AccountTables.filter(context.growth.filter(lasting), context.flows, files)
    return MappedCompletions.filter(FetchedChildren.filter(large, context), context.source, safe)
  }

  /// What the models and the files by themselves tell the rules.
  func context(of input: LintInput, _ source: SourceModels) -> LintContext {
    let histories = (source.histories + input.models).filter(isWanted)
    var context = LintContext(
      histories: histories, containers: source.containers,
      problems: source.problems + input.problems, lock: input.lock?.named(as: histories),
      cloud: CloudEvidence(entitlements: input.entitlements, usesCloudKit: source.usesCloudKit),
      settings: settings, fullNames: source.fullNames)
    context.lostPlans = LostPlans(of: input, in: source.histories + input.models)
    (context.madeCodable, context.targets) = (source.madeCodable, input.targets)
    let allFiles = { @Sendable in input.files + input.objectiveC + input.objectiveCElsewhere }
    context.allFiles = allFiles
    context.hasStart = { WordsOfFiles.haveStart(allFiles()) }
    let positions = Dictionary(
      source.safeFiles.map { (input.files[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
    context.source = { path in positions[path].map { input.files[$0] } }
    let (files, declaring) = (input.files, source.declaring)
    let safe = Set(source.safeFiles)
    context.foreign = ForeignMembers { name in
      (declaring[name] ?? []).filter(safe.contains).map { files[$0] }
    }
    context.members = source.members
    context.mappings = MappingUse.all(input.mappings, context.histories).filter { use in
      use.fits || !input.sharedMappings.contains(use.path)
    }
    return context
  }

  /// What the rules say of models, versions and the whole input.
  ///
  /// - Returns: also what they do not say and suppressions may speak of: where a rule is silent because
  ///   closures look at what goes, a migration still loses it.
  func modelFindings(
    _ context: LintContext, _ code: [Location: StageCode]
  ) -> (said: [Finding], unsaid: [Finding]) {
    let changes = context.histories.flatMap {
      VersionChange.changes(of: $0, code: code, in: context)
    }
    let steps = changeFindings(context, changes)
    let losses = changes.flatMap(\.losses).flatMap(\.findingsAtPlaces)
    return (schemaFindings(context) + steps.said, losses + steps.unsaid)
  }
}
