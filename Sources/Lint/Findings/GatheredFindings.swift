package import Diagnostics
internal import StoreEngine
internal import StoreModel

extension LintAnswer {
  /// Says once what has one cause: the properties that one class drops or lacks something of, the
  /// places that ask for one index or one prefetch, the properties that are unique and optional, the
  /// calls of one function in loops, what one loop asks of stores, the objects that cross to one actor,
  /// the uses of one context outside of `perform`, the errors that one plan swallows, the places that
  /// rely on one order, those that end the app, and those of a file that load too much for what they use
  /// or change both sides of relationships.
  ///
  /// To be called last, because baselines and revisions are compared finding by finding.
  public mutating func gather() {
    findings = Self.joined(Self.withoutConsequences(findings.withoutDoubles))
    findings = Self.caused(findings)
    findings = Self.gathered(findings, by: { CalledHelper(of: $0) }, from: 2)
    findings = Self.withoutCopies(findings)
    findings = Self.gathered(findings, by: { VersionStep(of: $0) }, from: 2)
    findings = Self.gathered(findings, by: { Place(of: $0) }, from: 2)
    findings = Self.gathered(findings, by: { FollowedInFile(of: $0) }, from: 2)
    findings = Self.gathered(findings, by: { ShownLists(of: $0) }, from: 2)
    findings = Self.gathered(findings, by: { LoopedList(of: $0) }, from: 2)
    findings = Self.gathered(findings, by: { LoopCause(of: $0) }, from: 2)
    findings = Self.gathered(findings, by: { Unindexed(of: $0) }, from: 3)
    findings = Self.gathered(findings, by: { Owner(of: $0) }, from: Self.mostOfOneKind + 1)
  }

  /// More findings of one rule about one class are one decision about the class.
  private static let mostOfOneKind = 3

  /// The same rule at the same place, about the same property, or for the same reason.
  private struct Place: Hashable {
    let rule: String
    let severity: Severity
    let entity: String?
    let place: String

    /// Nil for a finding that stands for itself.
    init?(of finding: Finding) {
      guard let location = finding.location, !LoopCause.isJoint(finding) else { return nil }
      (rule, severity) = (finding.rule, finding.severity)
      switch rule {
      case EntityDropped.info.id:
        (entity, place) = (nil, "\(location)")
        return
      // How objects are told apart is one decision for all classes, and what an app does without its
      // store one for all of its parts.
      case UniqueOnOptional.info.id, FatalErrorOnContainerFailure.info.id:
        (entity, place) = (nil, "")
        return
      case SwallowedStoreError.info.id:
        // Each of those that go on names its own line.
        let isLost = SwallowedStoreError.losesNew(finding.message)
        (entity, place) = (
          nil,
          severity == .warning
            ? location.path + (SwallowedStoreError.isOfFetch(finding.message) ? " fetch" : "")
            : SwallowedStoreError.isPrinted(finding.message)
              ? SwallowedStoreError.printed : isLost ? SwallowedStoreError.save : finding.message
        )
        return
      // What becomes of a failed save, an app decides once.
      case FailedSaveKept.info.id:
        (entity, place) = (nil, "")
        return
      // One way of making objects.
      case ObjectWithoutContext.info.id:
        (entity, place) = (nil, "")
        return
      // One way of asking for a key.
      case PredicateArgument.info.id where finding.message.hasPrefix(PredicateArgument.noValue):
        (entity, place) = (nil, finding.message)
        return
      // One entity that was written for another.
      case UnknownEntityName.info.id where finding.message.hasPrefix(UnknownEntityName.otherClass):
        (entity, place) = (nil, finding.message)
        return
      // One way of telling objects apart.
      case ChangingIdentity.info.id:
        (entity, place) = (nil, "")
        return
      case UnsavedContext.info.id
      where finding.message.hasPrefix(UnsavedContext.onlyNamed)
        || finding.message == UnsavedContext.atEnd:
        (entity, place) = (nil, "")
        return
      // One habit of writing versions, and one age of an app.
      case ModelLeftOut.info.id:
        guard finding.message.hasPrefix("other models") else { return nil }
        (entity, place) = (nil, "")
        return
      case SyntaxError.info.id:
        guard OldSwift.isSaid(in: finding.message) else { return nil }
        (entity, place) = (nil, "")
        return
      // Which data a model keeps in its rows is one look at the model.
      case LargeDataInline.info.id where location.path.isModelFile,
        InsecureTransformer.info.id where location.path.isModelFile:
        (entity, place) = (nil, location.path)
        return
      // What one row asks, it asks with all of its queries.
      case NPlusOne.info.id where finding.message.hasPrefix(NPlusOneText.eachRow):
        guard let view = finding.message.quoted.first else { return nil }
        (entity, place) = (nil, "\(location.path) \(view)")
        return
      // One hierarchy, and one way of linking the entities of a model.
      case DeepInheritance.info.id:
        guard let root = finding.message.quoted.last else { return nil }
        (entity, place) = (nil, "\(location.path) \(root)")
        return
      case NullifyRequired.info.id where location.path.isModelFile:
        (entity, place) = (nil, location.path)
        return
      // Which versions are tested is one look at the tests.
      case ClassRename.info.id, StoreOpenedTwice.info.id, UntestedVersion.info.id:
        (entity, place) = (nil, "")
        return
      case SaveInLoop.info.id:
        (entity, place) = (nil, location.path)
        return
      case FetchInBody.info.id where finding.message.contains(FetchInBody.through),
        ChangeInBody.info.id where finding.message.contains(FetchInBody.through):
        // The function that asks or changes something, whoever calls it.
        guard let subject = finding.message.quoted.last else { return nil }
        (entity, place) = (nil, "\(subject)")
        return
      case FetchInLoop.info.id, CountInLoop.info.id, FetchInBody.info.id, ChangeInBody.info.id:
        // Loops that fetch, themselves or through functions, are one habit of a file.
        if finding.message.hasPrefix("one ") || CalledHelper(of: finding) != nil {
          (entity, place) = (nil, location.path)
          return
        }
        // The function that is called, the list that is looped over, or the view.
        guard let subject = finding.message.quoted.first else { return nil }
        (entity, place) = (nil, "\(location.path) \(subject)")
        return
      // One decision about what becomes of the rows, whatever version they come from.
      case MappingEntityMissing.info.id:
        (entity, place) = (nil, "")
        return
      case ContextOutsidePerform.info.id, ContextAcrossTasks.info.id, ContainerBehindPlan.info.id,
        DeletedObjectUsed.info.id:
        // The context, the class or the object.
        guard let subject = finding.message.quoted.first else { return nil }
        (entity, place) = (nil, "\(location.path) \(subject)")
        return
      // One way of handing objects out, and one place for the store.
      case ObjectOutlivesContext.info.id, StoreCopiedAlone.info.id:
        (entity, place) = (nil, location.path)
        return
      case StoreInPurgedFolder.info.id:
        (entity, place) = (nil, finding.message)
        return
      // Queries that were left behind are one look at the views.
      case UnreadQuery.info.id:
        (entity, place) = (nil, finding.message.hasSuffix(UnreadQuery.unshown) ? "unshown" : "")
        return
      // Previews that leave out classes are one habit of an app.
      case ModelInNoContainer.info.id where finding.severity == .note:
        (entity, place) = (nil, "")
        return
      case UntestedVersion.info.id, SwallowedMigrationError.info.id,
        FetchWithoutLimit.info.id, FilteredInMemory.info.id, WholeRowsForCount.info.id,
        WholeRowsForIDs.info.id, DeletedOneByOne.info.id, UnencodedOverwritten.info.id:
        (entity, place) = (nil, location.path)
        return
      case QuotedPredicateValue.info.id, FatalErrorOnFailedSave.info.id, UnsafePragma.info.id,
        BatchNotMerged.info.id, MemoryStoreOnFailure.info.id, OptionAfterLoading.info.id,
        PlanNotUsed.info.id:
        // One way of writing conditions, or of treating errors, wherever it was copied to.
        (entity, place) = (nil, finding.message)
        return
      // One way of writing the models of a file.
      case ConstantInModel.info.id:
        guard finding.property != nil else { return nil }
        (entity, place) = (nil, "")
        return
      case MissingInverse.info.id:
        guard finding.property != nil else { return nil }
        (entity, place) = (nil, location.path)
        return
      // The ways from one child to one parent.
      case CascadeToParent.info.id:
        let ways = finding.message.quoted.prefix(2).joined(separator: " ")
        (entity, place) = (finding.entity, "\(location.path) \(ways)")
        return
      case RelationshipAsText.info.id:
        (entity, place) = (nil, "\(location)")
        return
      case ModelAcrossActors.info.id where finding.message.hasPrefix(ModelAcrossActors.context):
        // One way of making actors.
        (entity, place) = (nil, "")
        return
      case ModelAcrossActors.info.id:
        guard let actor = finding.message.quoted.last else { return nil }
        (entity, place) = (nil, String(actor))
        return
      default: break
      }
      guard let property = finding.property else { return nil }
      entity = finding.entity
      switch rule {
      case PropertyDropped.info.id: place = "\(location)"
      // How a property is stored is one decision, whoever asks for it.
      case UnindexedFetch.info.id, NPlusOne.info.id, CoreDataNPlusOne.info.id,
        OrderOfToMany.info.id, PredicateCapturesEnum.info.id, PredicateOnRawValue.info.id,
        ChildrenLeftBehind.info.id, ForcedRelationship.info.id, RepeatedKey.info.id,
        BothSidesChanged.info.id, ForcedValue.info.id:
        place = property
      case DanglingNoAction.info.id, RenameWithoutOriginalName.info.id:
        place = location.path
      default: return nil
      }
    }
  }

  /// The lists of one class that are shown as they come: how its objects are kept in order is one decision.
  private struct ShownLists: Hashable {
    let severity: Severity
    let entity: String

    init?(of finding: Finding) {
      guard finding.rule == OrderOfToMany.info.id, finding.message.contains("these rows"),
        let entity = finding.entity
      else { return nil }
      (severity, self.entity) = (finding.severity, entity)
    }
  }

  /// Which properties of an app have an index is one look at its models.
  private struct Unindexed: Hashable {
    let isOfLoops: Bool

    init?(of finding: Finding) {
      guard finding.rule == UnindexedFetch.info.id else { return nil }
      isOfLoops = finding.message.contains("loop")
    }
  }

  private struct Owner: Hashable {
    let rule: String
    let severity: Severity
    let entity: String
    let path: String

    init?(of finding: Finding) {
      guard let place = finding.location, let info = LintRules.named[finding.rule] else {
        return nil
      }
      let isOfModel = [.relationships, .declarations, .changes, .cloudKit].contains(info.group)
      guard isOfModel, finding.property != nil, let entity = finding.entity else { return nil }
      (rule, severity, path) = (finding.rule, finding.severity, place.path)
      self.entity = entity
    }
  }

  /// The same without saying anything for others, as editors show each place: the positions of those
  /// that have one cause.
  package static func likewise(_ findings: [Finding]) -> [[Int]] {
    groups(findings, by: { CalledHelper(of: $0) }, from: 2)
      + groups(findings, by: { VersionStep(of: $0) }, from: 2)
      + groups(findings, by: { Place(of: $0) }, from: 2)
      + groups(findings, by: { ShownLists(of: $0) }, from: 2)
      + groups(findings, by: { LoopedList(of: $0) }, from: 2)
      + groups(findings, by: { LoopCause(of: $0) }, from: 2)
      + groups(findings, by: { Unindexed(of: $0) }, from: 3)
      + groups(findings, by: { Owner(of: $0) }, from: mostOfOneKind + 1)
  }

  /// What is said once of each place.
  package static func oncePerPlace(_ findings: [Finding]) -> [Finding] {
    joined(findings.withoutDoubles)
  }

  static func groups<Key: Hashable>(
    _ findings: [Finding], by key: (Finding) -> Key?, from least: Int
  ) -> [[Int]] {
    var groups: [Key: [Int]] = [:]
    for (index, finding) in findings.enumerated() {
      if let key = key(finding) { groups[key, default: []].append(index) }
    }
    return groups.values.filter { $0.count >= least }
  }

  /// What is said of a model is said of its copies in other folders, too.
  private static func withoutCopies(_ findings: [Finding]) -> [Finding] {
    var result = findings
    var isSaid: Set<Int> = []
    let same = groups(
      findings,
      by: { finding -> [String]? in
        guard let place = finding.location, place.path.isModelFile else { return nil }
        let folder = place.path.deletingLastPathComponent.lastPathComponent
        return [
          finding.rule, "\(finding.severity)", finding.message, finding.entity ?? "",
          finding.property ?? "", folder,
        ]
      }, from: 2)
    for members in same {
      let first = members[0]
      let copies = members.dropFirst().filter {
        findings[$0].location?.path != findings[first].location?.path
      }
      guard let copy = copies.first else { continue }
      isSaid.formUnion(copies)
      let path = findings[copy].location?.path.deletingLastPathComponent ?? ""
      let places = Set(copies.compactMap { findings[$0].location?.path })
      result[first].message +=
        "; likewise in its \(places.count == 1 ? "copy" : "\(places.count) copies, as") '\(path)'"
      result[first].edits += copies.flatMap { findings[$0].edits }
    }
    return zip(result, result.indices).filter { !isSaid.contains($1) }.map(\.0)
  }

  /// The first that tells most of the cause: one that is certain, in code that users run; of saves that fail
  /// the one after which most is lost.
  private static func worst(of members: [Int], _ findings: [Finding]) -> Int {
    let used = members.filter { !findings[$0].isAside }
    let shown = used.isEmpty ? members : used
    let first = shown.first { findings[$0].certainty == .certain } ?? shown[0]
    guard findings[first].rule == SwallowedStoreError.info.id else { return first }
    return shown.max {
      SwallowedStoreError.loss(in: findings[$0].message)
        < SwallowedStoreError.loss(in: findings[$1].message)
    } ?? first
  }

  /// The first of each group speaks for all of it.
  private static func gathered<Key: Hashable>(
    _ findings: [Finding], by key: (Finding) -> Key?, from least: Int
  ) -> [Finding] {
    var gathered = findings
    var isSaid: Set<Int> = []
    for members in groups(findings, by: key, from: least) {
      let first = worst(of: members, findings)
      let rest = members.filter { $0 != first }
      // What matters less is named last.
      let others =
        rest.filter { !findings[$0].isAside } + rest.filter { findings[$0].isAside }
      isSaid.formUnion(others)
      // What has been said for one reason may be said for another, too.
      let joint = gathered[first].message.contains("; likewise ") ? " and " : "; likewise "
      let same = others.filter { !SwallowedStoreError.losesMore(findings[first], findings[$0]) }
      let places = names(same.map { findings[$0] }, findings[first])
      if !places.text.isEmpty { gathered[first].message += joint + places.text }
      // What the first one loses, others may not lose.
      let less = others.filter { SwallowedStoreError.losesMore(findings[first], findings[$0]) }
      let lesser = names(less.map { findings[$0] }, findings[first])
      if !lesser.text.isEmpty {
        gathered[first].message += SwallowedStoreError.others + lesser.text
      }
      let all = [first] + others
      gathered[first].related += (places.rest + lesser.rest).sorted {
        ($0.location ?? .nowhere).precedes($1.location ?? .nowhere)
      }
      if let help = prefetching(all.map { findings[$0] }) { gathered[first].help = help }
      gathered[first].edits += others.flatMap { findings[$0].edits }
    }
    return zip(gathered, gathered.indices).filter { !isSaid.contains($1) }.map(\.0)
  }
}

extension [Finding] {
  /// What one version says for certain another one, which shares the class, need not say as a guess.
  fileprivate var withoutDoubles: [Finding] {
    func text(_ finding: Finding) -> [String] {
      [finding.rule, finding.message, "\(finding.location ?? .nowhere)"]
    }
    let certain = Set(filter { $0.location != nil && $0.certainty == .certain }.map(text))
    return filter { $0.certainty == .certain || !certain.contains(text($0)) }
  }
}

extension String {
  /// Whether it leads to the text of a model file, in the form of today's Xcode or of the first ones.
  var isModelFile: Bool { ["contents", "elements"].contains(lastPathComponent) }
}
