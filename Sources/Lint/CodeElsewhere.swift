internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// What files tell that hold no code around stores: what views and functions in them do with the objects
/// they are given, or ask a type for that fetches them, and what they hand to actors.
struct CodeElsewhere {
  /// The flows of all files.
  private(set) var flows: ObjectFlows
  private(set) var findings: [Finding] = []
  /// What they call of Core Data's on other threads: a package that keeps the store needs no word of it.
  private(set) var threadCalls: [ThreadCall] = []

  /// A list that goes further than from a store to a model and on to a view is seldom one of objects.
  private static let mostRounds = 3

  private let files: [SourceFile]
  private let context: LintContext

  /// - Parameter known: the flows of the files around stores.
  init(
    _ known: ObjectFlows, _ source: SourceModels, _ files: [SourceFile], _ context: LintContext
  ) {
    (flows, self.files, self.context) = (known, files, context)
    var rest = Set(source.safeFiles).subtracting(source.storeFiles)
    let elsewhere = rest.sorted()
    for _ in 0..<Self.mostRounds {
      let others = rest.sorted()
      let users = WordsOfFiles.positions(
        of: keepers(source.declaring).union(flows.listMembers).union(modifiers).union(openViews),
        in: others.map { files[$0] })
      // What a protocol asks for, the types that adopt it do.
      let missing = flows.missing
      let adopting = missing.flatMap { source.members.adopting($0) }
      let wanted = Set(missing.union(adopting).flatMap { source.declaring[$0] ?? [] })
        .union(users.map { others[$0] }).intersection(rest).sorted()
      guard !wanted.isEmpty else { break }
      rest.subtract(wanted)
      read(wanted) { FlowReader.flows(elsewhere: $0, $1) }
    }
    read(listing(rest.sorted())) { _, file in
      (ObjectFlows(), file.findings(of: [ChildrenLeftBehind(), OrderOfToMany()]))
    }
    let leaving = WordsOfFiles.positions(of: classes, in: texts(elsewhere))
      .map { elsewhere[$0] }
    let threaded = WordsOfFiles.positions(of: Self.threads, in: texts(leaving)).map { leaving[$0] }
    read(Set(threaded).union(managed(elsewhere)).sorted()) {
      _, file in
      (ObjectFlows(), file.isTest ? [] : file.findings(of: [ContextAcrossTasks()]))
    }
    let workers = Set(context.coreData.code.mainWorkers.map(\.holderType))
    let callers = WordsOfFiles.positions(of: workers, in: texts(elsewhere)).map { elsewhere[$0] }
    threadCalls = ParsePool.map(texts(callers)) { text, tree in
      let file = LintFile(source: text, tree: tree, lint: context)
      return FileMemo.reading(file) { file.threadCalls }
    }.flatMap(\.self)
  }

  /// What code writes that leaves its thread.
  private static let threads: Set = [
    "DispatchQueue", "OperationQueue", "addTask", "concurrent", "detached",
  ]

  /// The files that use the main context of Core Data's without a word of it, as where a module hands it on.
  private func managed(_ positions: [Int]) -> [Int] {
    guard !context.modelIndex.entityNames.isEmpty else { return [] }
    let users = WordsOfFiles.positions(of: ["viewContext"], in: texts(positions))
      .map { positions[$0] }
    return WordsOfFiles.positions(
      of: Self.threads.union(["MainActor", "Task", "async"]), in: texts(users)
    ).map { users[$0] }
  }

  /// The classes of SwiftData's, whose objects a file may use that has no other word of it.
  private var classes: Set<String> {
    Set(
      context.openVersions.filter { $0.source == .swift }.flatMap {
        $0.entities.map(\.name.lastPart)
      })
  }

  private func texts(_ positions: [Int]) -> [SourceFile] { positions.map { files[$0] } }

  /// Views with a query that an extension in another file may read: it needs no word of SwiftData's either.
  private var openViews: Set<String> {
    Set(flows.unreadQueries.filter { !$0.isPrivate }.map(\.view))
      .union(flows.askedQueries.filter { !$0.isPrivate }.map(\.view))
  }

  /// The app's own modifiers that make containers: the scenes they are put on need no word of SwiftData's.
  private var modifiers: Set<String> {
    Set(flows.openings.filter { $0.isOfModifier && !$0.isOfExtension }.map(\.function.lastPart))
      .subtracting(["body"])
  }

  /// The types that fetch and save, and the actors that objects come out of.
  private func keepers(_ declaring: [String: [Int]]) -> Set<String> {
    let crossed = flows.functions.filter { function in
      function.isActor
        && ([function.returns].compactMap(\.self) + function.parameters.map(\.type))
          .contains { context.isStored($0) || $0 == ObjectFlows.anyModel }
    }.compactMap(\.owner)
    let keepers = flows.keepers.union(crossed).filter { declaring[$0] != nil }
    // Who asks a container for one, `Container.shared.noteStore()`, does not name the type.
    return keepers.union(context.members?.members(of: TypeReader.containers, naming: keepers) ?? [])
  }

  /// The files that name both a class with a list of objects and the list.
  private func listing(_ positions: [Int]) -> [Int] {
    let lists = context.toManyNames
    guard !lists.classes.isEmpty, !positions.isEmpty else { return [] }
    let users = WordsOfFiles.positions(of: lists.classes, in: positions.map { files[$0] })
      .map { positions[$0] }
    return WordsOfFiles.positions(of: lists.properties, in: users.map { files[$0] })
      .map { users[$0] }
  }

  private mutating func read(
    _ positions: [Int],
    _ reading: @escaping @Sendable (SourceFileSyntax, LintFile) -> (ObjectFlows, [Finding])
  ) {
    let context = context
    let parts = ParsePool.map(positions.map { files[$0] }) { text, tree in
      let file = LintFile(source: text, tree: tree, lint: context)
      return FileMemo.reading(file) { reading(tree, file) }
    }
    for (part, found) in parts {
      flows.formUnion(part)
      findings += found
    }
  }
}

extension LintContext {
  /// The classes of SwiftData's that have lists of objects, and what these are called.
  fileprivate var toManyNames: (classes: Set<String>, properties: Set<String>) {
    var found: (classes: Set<String>, properties: Set<String>) = ([], [])
    for model in openVersions where model.source == .swift {
      for entity in model.entities {
        let lists = entity.relationships.filter(\.isToMany).map(\.name)
        if !lists.isEmpty { found.classes.insert(entity.name) }
        found.properties.formUnion(lists)
      }
    }
    return found
  }
}

extension LintFile {
  fileprivate var threadCalls: [ThreadCall] {
    var found: [ThreadCall] = []
    visitUsersCode { node in
      if let function = node.as(FunctionDeclSyntax.self) {
        found += function.callsOnNoActor(in: self)
      } else if let call = node.as(FunctionCallExprSyntax.self) {
        found += call.threadCalls(in: self)
      }
    }
    return found
  }

  /// Each node of what users run: neither previews nor what is there for debugging.
  private func visitUsersCode(_ visit: (Syntax) -> Void) {
    tree.forEachDescendant { node in
      guard !node.isPreview, !node.isDebugOnly else { return false }
      visit(node)
      return true
    }
  }

  /// What some rules say of the file.
  fileprivate func findings(of rules: [any SourceRule]) -> [Finding] {
    let found = RuleReport.FindingList()
    visitUsersCode { node in
      for rule in rules where type(of: rule).nodes.contains(node.kind) {
        rule.check(node, in: self, report: RuleReport(rule: type(of: rule), list: found))
      }
    }
    return found.findings
  }
}

extension FlowReader {
  /// Rules about objects that code may break without a word of SwiftData's.
  private static let rules: [any SourceRule] = [
    ChildrenLeftBehind(), DeletedObjectUsed(), DeletedOneByOne(), FailedFetches(), OrderOfToMany(),
    RepeatedKey(), TemporaryIdentifierKept(),
  ]

  /// What a file tells that holds no code around stores.
  static func flows(
    elsewhere tree: SourceFileSyntax, _ file: LintFile
  ) -> (ObjectFlows, [Finding]) {
    var reader = FlowReader(file)
    var waiting = [Syntax(tree)]
    while let node = waiting.popLast() {
      reader.note(node, isWhole: false)
      waiting += node.children(viewMode: .sourceAccurate)
    }
    return (reader.flows, file.findings(of: rules))
  }
}
