internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds casts of to-many relationships to a kind of list that they never are.
struct CastOfToMany: SourceRule {
  static let info = RuleInfo(
    id: "cast-of-to-many", group: .dataAccess, severity: .error,
    summary: "a to-many relationship is cast to a kind of list that it never is",
    why:
      "Core Data gives an 'NSSet', or an 'NSOrderedSet' where the relationship is ordered, and Swift makes neither an "
      + "array of them nor one of the other: the cast gives nil however many objects there are, and with '!' the app "
      + "ends",
    fix: "cast to 'Set<Note>' where it is not ordered, else take 'array' of it as '[Note]'",
    limits:
      "runs where the model file is among the paths; relationships that the class declares as another type are left "
      + "alone",
    examples: (.texts(
      in: CoreDataText.code,
      flagged: """
        func titles(_ folder: CDFolder) -> [String] {
          let notes = folder.notes ↓as? [CDNote] ?? []
          return notes.compactMap(\\.title)
        }
        ---
        extension CDFolder {
          var sorted: [CDNote] {
            guard let all = notes ↓as? Array<CDNote> else { return [] }
            return all.sorted { ($0.title ?? "") < ($1.title ?? "") }
          }
        }
        ---
        func count(_ folder: CDFolder) -> Int { (folder.notes ↓as! NSOrderedSet).count }
        """,
      clean: """
        func titles(_ folder: CDFolder) -> [String] {
          let notes = folder.notes as? Set<CDNote> ?? []
          let same = folder.notes?.allObjects as? [CDNote] ?? []
          return (Array(notes) + same).compactMap(\\.title)
        }
        ---
        struct Page { var notes: Any }
        func titles(_ page: Page) -> [String] { (page.notes as? [CDNote] ?? []).compactMap(\\.title) }
        ---
        func count(_ folder: CDFolder) -> Int { (folder.notes as NSSet?)?.count ?? 0 }
        """) as [RuleExample])
      + [
        .flagged(
          CoreDataText.code(
            """
            @objc(CDTrip) final class CDTrip: NSManagedObject {
              @NSManaged var stops: NSOrderedSet?
              var all: [CDStop] {
                let set = stops ↓as? Set<CDStop> ?? []
                return Array(set)
              }
            }
            """) + trips),
        .clean(
          CoreDataText.code(
            """
            @objc(CDTrip) final class CDTrip: NSManagedObject {
              @NSManaged var stops: NSOrderedSet?
              var all: [CDStop] { stops?.array as? [CDStop] ?? [] }
            }
            """) + trips),
      ])

  private static let trips = """

    // file: Trips.xcdatamodeld/Trips.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Trip" representedClassName="CDTrip"><relationship name="stops" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Stop" inverseName="trip" inverseEntity="Stop"/></entity>
    <entity name="Stop" representedClassName="CDStop"><relationship name="trip" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Trip" inverseName="stops" inverseEntity="Trip"/></entity>
    </model>
    """

  static let nodes: [SyntaxKind] = [.sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let sequence = node.as(SequenceExprSyntax.self) else { return }
    let terms = Array(sequence.elements)
    for (index, term) in terms.enumerated().dropFirst().dropLast() {
      guard let cast = term.as(UnresolvedAsExprSyntax.self),
        let mark = cast.questionOrExclamationMark,
        let wanted = terms[index + 1].as(TypeExprSyntax.self)?.type.listName,
        let (owner, name) = relationship(terms[index - 1], file),
        file.ask(.relationship(name, of: owner)) == ["to-many"],
        file.ask(.memberType("\(owner).\(name)")).allSatisfy({ $0.contains("NS") })
      else { continue }
      let isOrdered = !file.ask(.isOrdered(name, of: owner)).isEmpty
      let fits = isOrdered ? ["NSOrderedSet"] : ["NSSet", "Set"]
      guard !fits.contains(wanted) else { continue }
      let kind = isOrdered ? "NSOrderedSet" : "NSSet"
      report(
        "'\(owner).\(name)' is an '\(kind)' and never "
          + (wanted == "Array" ? "an array" : "of the type '\(wanted)'") + ": "
          + (mark.text == "!" ? "the app ends here" : "this is always nil"),
        at: file.location(cast.asKeyword), entity: owner, property: name,
        help: isOrdered
          ? "write '?.array as? […]'" : "write 'as? Set<…>', or '?.allObjects as? […]'")
    }
  }

  private func relationship(_ value: ExprSyntax, _ file: LintFile) -> (String, String)? {
    let types = TypeReader(file: file)
    if let access = value.unwrapped.as(MemberAccessExprSyntax.self) {
      guard let base = access.base else { return nil }
      let owner =
        base.isSelfName
        ? access.declName.ownerName.flatMap { types.isManaged($0) ? $0 : nil }
        : types.managed(base).flatMap { $0.isList ? nil : $0.name }
      return owner.map { ($0, access.declName.baseName.text) }
    }
    guard let own = value.unwrapped.as(DeclReferenceExprSyntax.self), let owner = own.ownerName,
      types.isManaged(owner)
    else { return nil }
    switch own.nameOrigin {
    case nil, .property?: return (owner, own.baseName.text)
    default: return nil
    }
  }
}

extension TypeSyntax {
  /// The kind of list that a type is: `Array` of `[Note]`, `Set` of `Set<Note>`.
  fileprivate var listName: String? {
    if self.is(ArrayTypeSyntax.self) { return "Array" }
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.listName }
    guard let name = self.as(IdentifierTypeSyntax.self)?.name.text else { return nil }
    if name == "NSArray" { return "Array" }
    return ["Array", "NSOrderedSet", "NSSet", "Set"].contains(name) ? name : nil
  }
}
