public import Diagnostics
internal import ModelInputs
internal import ModelSource
internal import PlatformFoundation
internal import StoreEngine
public import StoreModel
public import TraceAnalysis

/// The user's own files, to say where in them the things of a trace are.
public struct TraceSources: Sendable {
  private let models: [DataModel]
  private let sites: [String: [FetchSite]]
  private let isSwiftData: Bool
  private static let mostSites = 3

  /// - Parameters:
  ///   - models: versions of the schema, oldest first.
  ///   - paths: where the models came from, `PATH[@VERSION]`; Swift source there is searched for
  ///     fetches.
  ///   - isSwiftData: the store at hand is one of SwiftData's.
  public init(models: [DataModel], paths: [String], isSwiftData: Bool = false) {
    let sites = FetchSiteReader.read(Self.swiftFiles(at: paths))
    self.init(models: models, sites: sites, isSwiftData: isSwiftData)
  }

  init(models: [DataModel], sites: [FetchSite], isSwiftData: Bool = false) {
    self.models = models
    self.isSwiftData = isSwiftData
    self.sites = Dictionary(grouping: sites, by: \.entity)
  }

  private static func swiftFiles(at specs: [String]) -> [SourceFile] {
    var paths: [String] = []
    for spec in specs {
      guard let path = (try? ModelPath(spec))?.path else { continue }
      let found = FilePath.isFolder(path) ? ModelFiles(in: path).swiftFiles : [path]
      paths += found.filter { $0.hasSuffix(".swift") && !paths.contains($0) }
    }
    var reader = SourceReader()
    return paths.compactMap { try? reader.read($0) }
  }

  /// Where the newest version declares a relationship.
  func declaration(of entity: String, _ relationship: String) -> Location? {
    for model in models.reversed() {
      guard let found = model.entity(named: entity) else { continue }
      let places = model.lineage(of: found).compactMap {
        $0.relationship(named: relationship)?.location
      }
      if let place = places.first { return place }
    }
    return nil
  }

  /// Where the source fetches an entity.
  func fetches(of source: AccessPattern.Source) -> Fetches {
    guard let entity = source.entity, let all = sites[entity] else { return Fetches() }
    let wanted = Set(source.properties)
    // Places that name just the properties the log shows are the ones; others only add noise.
    let exact = all.filter { Set($0.properties) == wanted }
    guard exact.isEmpty else { return Fetches(exact, isExact: true) }
    let ranked = all.enumerated().sorted { left, right in
      let scores = (score(left.element, wanted), score(right.element, wanted))
      return scores.0 == scores.1 ? left.offset < right.offset : scores.0 > scores.1
    }
    return Fetches(ranked.map(\.element), isExact: false)
  }

  private func score(_ site: FetchSite, _ wanted: Set<String>) -> Int {
    let named = Set(site.properties)
    return wanted.intersection(named).count * 2 - named.subtracting(wanted).count
  }

  /// Places of the source that a logged fetch may be.
  struct Fetches {
    /// Likeliest first, and not too many.
    var sites: ArraySlice<FetchSite> = []
    /// Places left out.
    var more = 0
    /// They filter and sort by just the properties of the logged fetch.
    var isExact = false

    init() {}

    init(_ all: [FetchSite], isExact: Bool) {
      sites = all.prefix(TraceSources.mostSites)
      more = all.count - sites.count
      self.isExact = isExact
    }
  }

  /// How the app fetches, from the place found or from what the models were written in.
  func form(of site: FetchSite?) -> FetchForm? {
    switch site?.form {
    case .descriptor: return .swiftData
    case .query: return .query
    case .request, .property: return .coreData
    case nil: break
    }
    if isSwiftData { return .swiftData }
    switch models.last?.source {
    case .swift: return .swiftData
    case .xcodeModel, .compiledModel: return .coreData
    default: return nil
    }
  }
}

extension AccessPattern {
  /// The pattern as a finding like any other.
  ///
  /// - Parameters:
  ///   - path: the log, as the user named it; nil for a running program.
  ///   - sources: the user's own source, for places and for the line that fixes a loop.
  public func finding(path: String?, sources: TraceSources? = nil) -> Finding {
    let info = TraceRules.rule(kind)
    // The source of a loop within a loop is the outer loop, which no fetch in the source shows.
    let fetches = depth > 1 ? nil : source.flatMap { sources?.fetches(of: $0) }
    let form = sources?.form(of: fetches?.sites.first)
    var finding = Finding(
      rule: info.id, severity: certainty == .certain ? info.severity : .note, message: message,
      help: help(for: form), location: Self.place(sample.line, path),
      entity: entity, property: relationship,
      certainty: namesAreDerived && certainty == .certain
        ? .inferred("named after its table") : certainty)
    finding.related = statements(path)
    if let entity, let relationship,
      let place = sources?.declaration(of: entity, relationship)
    {
      finding.related.append(Finding.Related("declared", "'\(entity).\(relationship)'", at: place))
    }
    guard let fetches else { return finding }
    let label = fetches.isExact ? "fetched" : "maybe fetched"
    for site in fetches.sites {
      finding.related.append(
        Finding.Related(label, "\(site.form.rawValue) of '\(site.entity)'", at: site.location))
    }
    if fetches.more > 0 {
      finding.related.append(Finding.Related(label, "in \(fetches.more) more places"))
    }
    return finding
  }

  /// Events of a running program have no lines.
  private static func place(_ line: Int, _ path: String?) -> Location? {
    path.map { Location(path: $0, line: line > 0 ? line : nil) }
  }

  /// The fetch that a loop goes over, and one of the statements of the loop.
  private func statements(_ path: String?) -> [Finding.Related] {
    var related: [Finding.Related] = []
    if let source {
      related.append(
        Finding.Related("fetch", SQLSummary.short(source.sql), at: Self.place(source.line, path)))
    }
    var text = SQLSummary.short(sql)
    if let object = sample.object { text += "  for \(object)" }
    if let values = sample.values, !values.isEmpty {
      text += "  with \(values.joined(separator: ", "))"
    }
    let label = kind == .saveInLoop ? "statement" : "query"
    related.append(Finding.Related(label, text, at: Self.place(sample.line, path)))
    return related
  }
}
