internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension LintAnswer {
  /// What the rules about calls in loops find, in the order in which they speak for each other.
  private static let loopRules: [(rule: String, verb: String)] = [
    (FetchInLoop.info.id, "fetches"), (CountInLoop.info.id, "counts"),
    (SaveInLoop.info.id, "saves"), (WholeRowsForCount.info.id, "loads what is only counted"),
  ]

  private static func rank(_ finding: Finding) -> Int? {
    loopRules.firstIndex { $0.rule == finding.rule }
  }

  /// A call in a loop that fetches, counts and saves is one call too many: the first of the rules speaks
  /// for all of them.
  static func joined(_ findings: [Finding]) -> [Finding] {
    var speakers: [Location: Int] = [:]
    for (index, finding) in findings.enumerated() {
      guard let place = finding.location, let rank = rank(finding) else { continue }
      guard let known = speakers[place].map({ findings[$0] }) else {
        speakers[place] = index
        continue
      }
      if known.severity <= finding.severity, rank < Self.rank(known) ?? rank {
        speakers[place] = index
      }
    }
    var joined = findings
    var isSaid: Set<Int> = []
    for (index, finding) in findings.enumerated() {
      guard let place = finding.location, let rank = rank(finding), let speaker = speakers[place],
        speaker != index, findings[speaker].severity >= finding.severity
      else { continue }
      isSaid.insert(index)
      // Two ways that lead to one place say the same.
      guard finding.rule != findings[speaker].rule else { continue }
      joined[speaker].message += ", and \(loopRules[rank].verb) each time"
      joined[speaker].edits += finding.edits
    }
    return zip(joined, joined.indices).filter { !isSaid.contains($1) }.map(\.0)
  }
}

extension LintAnswer {
  private static let searches: Set = [FilteredInMemory.info.id]
  private static let followed: Set = [NPlusOne.info.id, CoreDataNPlusOne.info.id]
  /// A search may stand in the lines below its fetch.
  private static let mostLines = 3

  /// Where all objects are loaded to be searched, a predicate is the cure: what is then read of those that
  /// nobody wanted is no second cause.
  static func withoutConsequences(_ given: [Finding]) -> [Finding] {
    let findings = withoutLoopedLoads(
      withoutLastResorts(withoutSecondOpenings(withoutSecondCauses(given))))
    var searched: [String: [Int]] = [:]
    for finding in findings
    // The rows that a view shows are followed whether there are all of them or some.
    where searches.contains(finding.rule) && !finding.message.hasPrefix("the view") {
      guard let place = finding.location, let line = place.line else { continue }
      searched[place.path, default: []].append(line)
    }
    guard !searched.isEmpty else { return findings }
    return findings.filter { finding in
      guard followed.contains(finding.rule), let place = finding.location, let line = place.line,
        let lines = searched[place.path]
      else { return true }
      return !lines.contains { (0...mostLines).contains(line - $0) }
    }
  }
}

extension LintAnswer {
  /// A fetch that is made again and again is to be made once: what it loads then is another question.
  private static func withoutLoopedLoads(_ findings: [Finding]) -> [Finding] {
    func places(_ rule: String) -> Set<Location> {
      Set(findings.filter { $0.rule == rule }.compactMap(\.location))
    }
    let looped = places(FetchInLoop.info.id)
    // A call that changes the store while a view is drawn has no place there, whatever else it does.
    let changing = places(ChangeInBody.info.id)
    // What a store in memory stands in for is another container.
    let fallbacks = places(MemoryStoreOnFailure.info.id)
    // A query that goes needs no other change.
    let unread = places(UnreadQuery.info.id)
    return findings.filter { finding in
      guard let place = finding.location else { return true }
      return
        !(finding.rule != UnreadQuery.info.id && unread.contains(place)
        && LintRules.named[finding.rule]?.group == .dataAccess)
        && !(followed.contains(finding.rule) && looped.contains(place))
        && !(finding.rule == FetchInBody.info.id && changing.contains(place))
        && !(finding.rule == StoreOnlyInMemory.info.id && fallbacks.contains(place))
    }
  }
}

extension LintAnswer {
  /// What CloudKit refuses is to be mended for that reason, and a name that is spelled wrong is why a property
  /// goes.
  private static func withoutSecondCauses(_ findings: [Finding]) -> [Finding] {
    let refused = Set(
      findings.filter { $0.rule == CloudKitMissingInverse.info.id }.compactMap(\.location))
    let misnamed = Set(
      findings.filter { $0.rule == UnknownOriginalName.info.id }.map { finding in
        [finding.entity ?? "", (finding.help ?? "").quoted.first.map(String.init) ?? ""]
      })
    return findings.filter { finding in
      !(finding.rule == MissingInverse.info.id && finding.location.map(refused.contains) ?? false)
        && !(finding.rule == PropertyDropped.info.id
          && misnamed.contains([finding.entity ?? "", finding.property ?? "-"]))
    }
  }
}

extension LintAnswer {
  /// A container that each read makes anew is one cause: that it is also another one than that elsewhere,
  /// goes when it is mended.
  private static func withoutSecondOpenings(_ findings: [Finding]) -> [Finding] {
    let anew = findings.filter { $0.rule == ContainerMadeAnew.info.id }.compactMap(\.location)
    guard !anew.isEmpty else { return findings }
    let places = anew.map { "\($0.path.lastPathComponent):\($0.line ?? 0)," }
    return findings.filter { finding in
      guard finding.rule == StoreOpenedTwice.info.id, let place = finding.location else {
        return true
      }
      return !anew.contains { $0.path == place.path && $0.line == place.line }
        && !places.contains { finding.message.contains(" \($0)") }
    }
  }
}

extension LintAnswer {
  /// An app that throws its store away and still cannot open one, has nothing left to do: what it then does
  /// is no second cause.
  private static func withoutLastResorts(_ findings: [Finding]) -> [Finding] {
    let wiped = findings.filter { $0.rule == StoreDeletedOnFailure.info.id }.compactMap(\.location)
    guard !wiped.isEmpty else { return findings }
    return findings.filter { finding in
      guard finding.rule == FatalErrorOnContainerFailure.info.id, let place = finding.location,
        let line = place.line
      else { return true }
      return !wiped.contains { $0.path == place.path && 1...12 ~= line - ($0.line ?? line) }
    }
  }
}

extension Finding {
  private static let aside: Set = [
    "backup", "debug", "demo", "developer", "diagnostics", "export", "exporter", "fixture",
    "fixtures", "import", "importer", "mock", "mocks",
    "playground", "preview", "previews", "recovery", "reset", "sample", "samples", "seed", "seeder",
    "stub", "stubs", "test", "tests", "widget", "widgets",
  ]

  /// Whether the place is seldom run or seldom large, so that another one tells more about the cause.
  var isAside: Bool {
    // The file, and the folder that it lies in: `Debug/StoreView.swift`.
    let names = (location?.path ?? "").split(separator: "/").suffix(2).map {
      String($0.prefix { $0 != "." })
    }
    return entity?.isOfOneObject ?? false
      || names.contains { $0.camelWords.contains(where: Self.aside.contains) }
  }
}
