internal import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel

/// Reports relationships that are followed object by object after a fetch that did not load them: those
/// of SwiftData, or those of Core Data.
struct FollowedRelationships {
  let lint: LintContext
  let report: RuleReport
  let isCoreData: Bool

  private static let certainty = Certainty.inferred(
    "objects that are in memory already need no query")

  func check() {
    checkRows()
    // One fetch may fill a property, be looped over and be handed on: it is mended once.
    let sources = Dictionary(grouping: lint.flows.sources, by: \.location)
    for (_, sources) in sources.sorted(by: { $0.key.precedes($1.key) }) {
      let asked = sources.map { source in
        (source, lint.graph.needs(of: source, in: lint).filter { !lint.isCheap($0, of: source) })
      }.filter { !$1.isEmpty && !$0.entity.isOfOneObject }
      guard let source = asked.first(where: { $0.0.form != .loop })?.0 ?? asked.first?.0 else {
        continue
      }
      let needs = asked.flatMap(\.1).sorted { $0.first.precedes($1.first) }
      // What a generic function fetches, its callers tell.
      guard lint.isStored(source.entity) || source.form == .query else {
        generic(needs.filter { isManaged($0.entity) == isCoreData })
        continue
      }
      guard source.isCoreData == isCoreData else { continue }
      if source.form == .loop {
        loop(source, needs)
      } else {
        mend(source, needs)
      }
    }
  }

  /// One finding at the first of the places that need something, in the function that fetches.
  private func loop(_ source: ObjectFlows.Source, _ needs: [FlowGraph.Need]) {
    let own = needs.unique(by: \.relationship)
    report(
      "\(subject(own, of: source.entity)) loaded by \(queries(own)) for every \(each(own))",
      at: own[0].first, entity: name(source.entity), property: own[0].relationship,
      help: "set \(setting) of the \(descriptor) to [\(keys(own))] before the fetch",
      severity: severity(own), certainty: Self.certainty)
  }

  /// How the rows of a list are told what to load beside them.
  private func ofRows(at place: Location) -> String {
    guard isCoreData else { return "give the @Query a FetchDescriptor whose \(setting) is" }
    let bytes = lint.source(place.path)?.bytes ?? []
    let isWrapped = bytes.has("@FetchRequest") || bytes.has("@SectionedFetchRequest")
    return isWrapped
      ? "give the @FetchRequest a request whose \(setting) is"
      : "set \(setting) of the controller's request to"
  }

  private let setting = "'relationshipKeyPathsForPrefetching'"

  private var descriptor: String { isCoreData ? "request" : "descriptor" }

  private func isManaged(_ type: String) -> Bool {
    !lint.modelIndex.entities(ofClass: type).isEmpty
  }

  /// The entity of a class of Core Data; of a model the class.
  private func name(_ type: String) -> String {
    isCoreData ? lint.modelIndex.entities(ofClass: type).first?.entity.name ?? type : type
  }

  /// `'Note.folder' and 'Note.tags' are`
  private func subject(_ needs: [FlowGraph.Need], of type: String) -> String {
    let all = needs.map { "'\(name(type)).\($0.relationship)'" }
    let names = (all.dropLast(2) + [all.suffix(2).joined(separator: " and ")])
      .joined(separator: ", ")
    return "\(names) \(needs.count == 1 ? "is" : "are")"
  }

  /// `\.folder, \.tags`, or `"folder", "tags"`.
  private func keys(_ needs: [FlowGraph.Need]) -> String {
    needs.map { isCoreData ? "\"\($0.relationship)\"" : "\\.\($0.relationship)" }
      .joined(separator: ", ")
  }

  private func queries(_ needs: [FlowGraph.Need]) -> String {
    needs.count == 1 ? "a query of its own" : "queries of their own"
  }

  /// What each query is for: an object over which many lead to one is asked for once.
  private func each(_ needs: [FlowGraph.Need], _ object: String = "object") -> String {
    let shared = needs.map { lint.sharedClass(of: $0) }
    guard shared.allSatisfy({ $0 != nil }) else { return object }
    return Set(shared.compactMap(\.self)).sorted().map { "'\(name($0))'" }.joined(
      separator: " and ")
  }

  /// As many queries as there are objects are worth a warning, as many as there are shared ones a note.
  private func severity(_ needs: [FlowGraph.Need]) -> Severity? {
    needs.allSatisfy { lint.sharedClass(of: $0) != nil } ? .note : nil
  }

  /// What a generic function fetches is mended where it is called.
  private func generic(_ needs: [FlowGraph.Need]) {
    var said: Set<[String]> = []
    for need in needs where said.insert([need.entity, need.relationship]).inserted {
      report(
        "'\(name(need.entity)).\(need.relationship)' is loaded by a query of its own for every "
          + each([need]),
        at: need.first, entity: name(need.entity), property: need.relationship,
        help: "let the function that fetches take a \(descriptor), and set its \(setting) to "
          + "[\(keys([need]))]", severity: severity([need]), certainty: Self.certainty)
    }
  }

  /// One finding at the fetch, where all of it is mended.
  private func mend(_ source: ObjectFlows.Source, _ needs: [FlowGraph.Need]) {
    let own = needs.unique(by: \.relationship)
    let places = needs.map(\.place).unique()
    let shown = places.first.map { "\($0.path.lastPathComponent):\($0.line ?? 0)" } ?? ""
    let isRow = source.form == .query
    report(
      "\(subject(own, of: source.entity)) loaded by \(queries(own)) for every "
        + "\(each(own, isRow ? "row" : "object")): read in \(shown)",
      at: source.location, entity: name(source.entity), property: own.first?.relationship,
      help: isRow
        ? "\(ofRows(at: source.location)) [\(keys(own))]"
        : "set \(setting) of the \(descriptor) to [\(keys(own))] before the fetch",
      severity: isRow && !needs.contains(where: \.isToMany) ? .note : severity(own),
      certainty: Self.certainty)
  }
}
