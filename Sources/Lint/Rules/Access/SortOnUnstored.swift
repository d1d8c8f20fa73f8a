internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds fetches that are sorted by something without a column.
struct SortOnUnstored: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "sort-on-unstored", group: .dataAccess, severity: .error,
    summary: "a fetch is sorted by a property that is not stored, or by a list of objects",
    why: "the sort becomes SQL, and a computed or @Transient property has no column: the fetch "
      + "throws 'unsupportedSortDescriptor' or the app crashes",
    fix: "sort by the stored properties it is computed from, or sort the fetched objects",
    limits: "only key paths of classes whose members do not depend on '#if'",
    explanation: "swiftdata-unsupported-sort-descriptor",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NotesView: View {
          @Query(sort: \\Note.↓shout) private var notes: [Note]
          var body: some View { List(notes) { Text($0.title) } }
        }
        ---
        enum Size: Int, Codable { case small, large }
        @Model final class Sheet { var size = Size.small; var name = ""; init() {} }
        func sheets(_ isUp: Bool, _ context: ModelContext) throws -> [Sheet] {
          var all = FetchDescriptor<Sheet>()
          all.sortBy = [SortDescriptor(\\.size.↓rawValue, order: isUp ? .forward : .reverse)]
          return try context.fetch(all)
        }
        struct Sheets: View {
          @Query(sort: \\Sheet.size.↓rawValue) private var sheets: [Sheet]
          var body: some View { List(sheets) { Text($0.name) } }
        }
        ---
        let byShout = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank), SortDescriptor(\\.↓shout)])
        ---
        func load(_ context: ModelContext) throws -> [Folder] {
          var descriptor = FetchDescriptor<Folder>()
          descriptor.sortBy = [SortDescriptor(\\Folder.↓notes.count, order: .reverse)]
          return try context.fetch(descriptor)
        }
        ---
        func load(_ store: ModelContext) throws -> [Note] {
          var request = FetchDescriptor<Note>()
          request.sortBy = [.init(\\.↓shout, order: .reverse)]
          return try store.fetch(request)
        }
        ---
        struct NoteList: View {
          @Query private var notes: [Note]
          init(order: [SortDescriptor<Note>]) { _notes = Query(sort: order) }
          var body: some View { List(notes) { Text($0.title) } }
        }
        struct Notes: View { var body: some View { NoteList(order: [SortDescriptor(\\.rank), SortDescriptor(\\Note.↓shout)]) } }
        ---
        enum Order {
          case title, shout
          var descriptors: [SortDescriptor<Note>] {
            switch self {
            case .title: [SortDescriptor(\\.title)]
            case .shout: [SortDescriptor(\\Note.↓shout), SortDescriptor(\\Note.title)]
            }
          }
        }
        func notes(_ order: Order, _ context: ModelContext) throws -> [Note] {
          try context.fetch(FetchDescriptor<Note>(sortBy: order.descriptors))
        }
        ---
        extension SortDescriptor where Compared == Note {
          static var byShout: SortDescriptor<Note> { SortDescriptor(\\Note.↓shout) }
        }
        enum Orders { static let bySize = SortDescriptor(\\Folder.↓notes) }
        func notes(_ context: ModelContext) throws -> [Note] {
          try context.fetch(FetchDescriptor<Note>(sortBy: [.byShout]))
        }
        struct FoldersView: View {
          @Query(sort: [Orders.bySize]) private var folders: [Folder]
          var body: some View { List(folders) { Text($0.name) } }
        }
        ---
        protocol Gateway {
          associatedtype Domain: PersistentModel
          var context: ModelContext { get }
        }
        extension Gateway {
          func all(by order: [SortDescriptor<Domain>] = []) throws -> [Domain] {
            try context.fetch(FetchDescriptor<Domain>(sortBy: order))
          }
        }
        struct FolderGateway: Gateway { typealias Domain = Folder; let context: ModelContext }
        func folders(_ gateway: FolderGateway) throws -> [Folder] { try gateway.all(by: [.init(\\.↓notes.count)]) }
        ---
        func notes(_ context: ModelContext) throws -> [Note] {
          let order = \\Note.↓shout
          let sort = [SortDescriptor(\\Note.title)]
          return try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(order)] + sort))
        }
        """,
      clean: """
        enum Size: Int, Codable { case small, large }
        @Model final class Sheet { var size = Size.small; var sizeRaw = 0; init() {} }
        func sheets(_ context: ModelContext) throws -> [Sheet] {
          try context.fetch(FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\\.sizeRaw)]))
            .sorted(using: SortDescriptor(\\Sheet.size.rawValue))
        }
        ---
        let byRank = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank), SortDescriptor(\\.title)])
        ---
        let sorted = [Note()].sorted(using: SortDescriptor(\\Note.shout))
        ---
        struct NoteStore {
          let context: ModelContext
          func all(by order: [SortDescriptor<Note>]) throws -> [Note] {
            try context.fetch(FetchDescriptor<Note>()).sorted(using: order)
          }
        }
        func loud(_ store: NoteStore) throws -> [Note] { try store.all(by: [SortDescriptor(\\Note.shout)]) }
        ---
        enum Order {
          static let byVolume: [SortDescriptor<Note>] = [SortDescriptor(\\.shout)]
        }
        func loud(_ notes: [Note]) -> [Note] { notes.sorted(using: Order.byVolume) }
        enum Orders { static let byNoise = SortDescriptor(\\Note.shout) }
        func noisy(_ notes: [Note]) -> [Note] { notes.sorted(using: [Orders.byNoise]) }
        ---
        enum Order { static let usual = [SortDescriptor(\\Note.shout)] }
        enum Plain { static let usual = [SortDescriptor(\\Note.title)] }
        func noisy(_ notes: [Note]) -> [Note] { notes.sorted(using: Order.usual) }
        func plain(_ context: ModelContext) throws -> [Note] {
          try context.fetch(FetchDescriptor<Note>(sortBy: Plain.usual))
        }
        ---
        struct NotesView: View {
          @Query(sort: [SortDescriptor(\\Note.folder?.name), SortDescriptor(\\Note.title)])
          private var notes: [Note]
          var body: some View { List(notes.sorted { $0.shout < $1.shout }) { Text($0.title) } }
        }
        """))

  static let nodes: [SyntaxKind] = [.keyPathExpr]

  /// Descriptors that functions and views sort their fetches by.
  func check(_ lint: LintContext, report: RuleReport) {
    for sort in lint.flows.sorts {
      let meant = lint.code.inheritedFunctions(of: sort.call)
      guard !meant.isEmpty, meant.allSatisfy({ $0.sorts.contains(sort.label) }),
        let entity = sort.entity.isEmpty
          ? meant[0].sortedClasses.first(where: { $0.label == sort.label })?.type
            ?? sort.call.owners.lazy.compactMap(lint.graph.onlyModel(of:)).first : sort.entity,
        let fault = Self.fault(of: sort.property, in: entity, ask: lint.answer)
      else { continue }
      report(fault, at: sort.location, entity: entity, property: sort.property)
    }
    let owners = Dictionary(grouping: lint.flows.sortLists, by: \.list)
      .mapValues { Set($0.map(\.owner)) }
    let uses = lint.flows.sortUses
    for sort in lint.flows.sortLists
    // Of several types that have a list of the name, nobody knows whose it is.
    where uses.contains("\(sort.owner).\(sort.list)")
      || uses.contains(sort.list) && owners[sort.list]?.count == 1
    {
      guard !["id", "persistentModelID"].contains(sort.property),
        let fault = Self.fault(of: sort.property, in: sort.entity, ask: lint.answer)
      else { continue }
      report(fault, at: sort.location, entity: sort.entity, property: sort.property)
    }
  }

  /// Why no fetch can sort by a property.
  private static func fault(
    of property: String, in entity: String, ask: (ModelQuestion) -> [String]
  ) -> String? {
    if let fault = PredicateOnUnstored.fault(of: property, in: entity, ask: ask) {
      return "'\(entity).\(property)' \(fault), so no fetch can sort by it"
    }
    let keys = ask(.coreDataKeys(of: entity))
    if !keys.isEmpty, !keys.contains(property) || !ask(.isTransient(property, of: entity)).isEmpty {
      return "'\(entity).\(property)' has no column in the store, so no fetch can sort by it"
    }
    return ask(.relationship(property, of: entity)) == ["to-many"]
      ? "'\(entity).\(property)' is a list of objects, and no fetch can sort by it" : nil
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let path = node.as(KeyPathExprSyntax.self), let use = path.sortUse,
      let entity = path.root?.dottedName?.lastPart ?? use.entity, let first = path.components.first,
      let name = first.component.as(KeyPathPropertyComponentSyntax.self)?.declName
    else { return }
    let property = name.baseName.text
    if let value = path.rawValue, !file.ask(.attribute(property, of: entity)).isEmpty {
      report(
        "'\(entity).\(property)' has no 'rawValue' in the store, so no fetch can sort by it",
        at: file.location(value), entity: entity, property: property,
        help:
          "store the raw value in a property of its own and sort by that, or sort the fetched objects"
      )
      return
    }
    guard !["id", "persistentModelID"].contains(property),
      let fault = Self.fault(of: property, in: entity, ask: file.ask)
    else { return }
    report(fault, at: file.location(name), entity: entity, property: property)
  }
}

extension KeyPathExprSyntax {
  /// `rawValue` of `\Note.kind.rawValue` and `\.mood?.rawValue`, the second property of the path.
  fileprivate var rawValue: DeclReferenceExprSyntax? {
    let names = components.compactMap {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName
    }
    return names.count == 2 && names[1].baseName.text == "rawValue" ? names[1] : nil
  }
}

extension ExprSyntaxProtocol {
  /// What a fetch sorts by with this key path, and the class it fetches as far as it is written.
  fileprivate var sortUse: (entity: String?, Void)? {
    var node = Syntax(self)
    var entity: String?
    var isDescriptor = false
    for _ in 0..<12 {
      guard let next = node.parent else { return nil }
      if let call = next.as(FunctionCallExprSyntax.self) {
        switch call.name {
        case "SortDescriptor", "init":
          guard call.name == "SortDescriptor" || call.receiver == nil else { return nil }
          isDescriptor = true
          entity = entity ?? call.genericArgument?.lastPart
        case "FetchDescriptor", "Query", "SectionedQuery":
          return (entity ?? call.genericArgument?.lastPart ?? call.expectedEntity, ())
        default: return nil
        }
      } else if let query = next.as(AttributeSyntax.self) {
        guard query.simpleName == "Query" else { return nil }
        let type = query.parent?.parent?.as(VariableDeclSyntax.self)?.bindings.first?
          .typeAnnotation?.type
        return (entity ?? type.flatMap { WrittenType($0) }?.name, ())
      } else if let terms = next.as(SequenceExprSyntax.self)?.elements,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      {
        // `descriptor.sortBy = [SortDescriptor(…)]`
        guard isDescriptor, let list = terms.first?.as(MemberAccessExprSyntax.self),
          list.declName.baseName.text == "sortBy"
        else { return nil }
        let made = list.base?.as(DeclReferenceExprSyntax.self)?.localValue?.call
        return (entity ?? made?.genericArgument?.lastPart, ())
      } else if let labeled = next.as(LabeledExprSyntax.self), labeled.label?.text == "filter" {
        return nil
      } else if next.is(InitializerClauseSyntax.self), self.is(KeyPathExprSyntax.self),
        let variable = next.parent?.as(PatternBindingSyntax.self), let name = variable.name
      {
        // `let order = \Note.title`, where a descriptor of the function is made of it.
        return variable.enclosingBody?.descriptorsMade(of: name).lazy.compactMap(\.sortUse).first
      } else if next.is(CodeBlockItemSyntax.self) || next.is(ClosureExprSyntax.self) {
        return nil
      }
      node = next
    }
    return nil
  }
}

extension Syntax {
  /// Where sort descriptors are made of the variable of a name.
  fileprivate func descriptorsMade(of name: String) -> [DeclReferenceExprSyntax] {
    guard isHandwritten else { return [] }
    var found: [DeclReferenceExprSyntax] = []
    forEachDescendant { node in
      if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
        let argument = use.parent?.as(LabeledExprSyntax.self), argument.label == nil,
        argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.name == "SortDescriptor"
      {
        found.append(use)
      }
      return true
    }
    return found
  }
}
