internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds code that relies on the order of a relationship.
struct OrderOfToMany: SourceRule {
  static let info = RuleInfo(
    id: "order-of-to-many", group: .dataAccess, severity: .warning,
    summary: "code relies on the order of a to-many relationship, or of a fetch that sorts nothing",
    why:
      "a relationship is a set in the store: the array comes back in another order with the next "
      + "launch, and the place of an insertion is not kept",
    fix: "keep a property to sort by, and sort the objects where the order matters",
    limits: "only relationships of objects whose class is written in the same file",
    examples: offsets
      + [RuleExample].texts(
        in: AccessText.models,
        flagged: """
          func cover(of folder: Folder) -> String? { folder.notes.↓first?.title }
          ---
          func push(_ note: Note, into folder: Folder) { folder.notes.↓insert(note, at: 0) }
          ---
          extension Folder { var cover: String? { notes.↓last?.title } }
          ---
          struct FolderView: View {
            let folder: Folder
            var body: some View { List(folder.↓notes) { Text($0.title) } }
          }
          ---
          func cover(of folder: Folder) -> String { folder.notes↓[0].title }
          ---
          struct StopsView: View {
            @Bindable var trip: Trip
            var body: some View {
              Text(trip.stops?.↓last?.place ?? "")
              List {
                ForEach(trip.↓stops ?? []) { Text($0.place) }
                  .onMove { trip.stops?.↓move(fromOffsets: $0, toOffset: $1) }
              }
            }
          }
          """,
        clean: """
          func cover(of folder: Folder) -> String? { folder.notes.min { $0.rank < $1.rank }?.title }
          ---
          struct FolderView: View {
            let folder: Folder
            var body: some View { List(folder.notes.sorted { $0.rank < $1.rank }) { Text($0.title) } }
          }
          ---
          func clear(_ folder: Folder, _ context: ModelContext) {
            while let note = folder.notes.first {
              folder.notes.removeAll { $0 === note }
              context.delete(note)
            }
          }
          ---
          func push(_ note: Note, into folder: Folder) {
            folder.notes.append(note)
            print(folder.notes.first { $0.rank == 1 }?.title ?? "", folder.notes.count)
          }
          ---
          extension Folder {
            var latest: Note? { let notes = notes.sorted { $0.rank < $1.rank }; return notes.last }
            var titles: [String] { let all = notes.map(\\.title); return [all[0]] }
          }
          ---
          // file: Previewer.swift
          import SwiftData

          func shown(_ folder: Folder) -> Note { folder.notes[0] }
          ---
          func single(_ folder: Folder) -> Note? {
            guard folder.notes.count == 1 else { return nil }
            return folder.notes.first
          }
          func title(_ folder: Folder) -> String {
            if folder.notes.count == 1, let note = folder.notes.first { return note.title }
            switch folder.notes.count {
            case 1: return folder.notes[0].title
            default: return ""
            }
          }
          ---
          func summary(_ folder: Folder) -> String {
            let number = folder.notes.count
            if number > 1 {
              return "\\(number) notes"
            } else if let note = folder.notes.first {
              return note.title
            }
            return ""
          }
          ---
          func sort(_ folder: Folder) {
            folder.notes.sort { $0.rank < $1.rank }
            for (index, note) in folder.notes.enumerated() { note.rank = index }
          }
          ---
          struct List3 { var notes: [String] = [] }
          func first(of list: List3, _ sorted: Folder) -> String? {
            list.notes.first ?? sorted.notes.sorted { $0.rank < $1.rank }.first?.title
          }
          """) + shown + ends + CoreDataText.orders + CoreDataText.orderedVersions
      + CoreDataText.droppedEntities)

  static let nodes: [SyntaxKind] = [
    .functionCallExpr, .memberAccessExpr, .subscriptCallExpr,
  ]

  /// Members that tell or set a place; those with a value must have such an argument.
  private static let telling: [String: String?] = [
    "first": nil, "last": nil, "insert": "at", "move": "fromOffsets", "prefix": "", "suffix": "",
    "dropFirst": "", "dropLast": "", "removeFirst": "", "removeLast": "", "swapAt": "",
    "sort": "", "reverse": "", "shuffle": "",
  ]

  /// Members that put a list into another order where it stands.
  private static let ordering: Set = ["sort", "reverse", "shuffle"]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest else { return }
    if let access = node.as(MemberAccessExprSyntax.self) { checkOffset(access, in: file, report) }
    if let rows = node.as(FunctionCallExprSyntax.self) {
      return checkRows(rows, in: file, report)
    }
    if let place = node.as(SubscriptCallExprSyntax.self) {
      guard place.arguments.count == 1, let index = place.arguments.first?.expression,
        index.is(IntegerLiteralExprSyntax.self) || index.isKeptPlace
          || index.isStored(TypeReader(file: file)) || !file.meansSwiftData && index.isOfRow,
        let list = place.calledExpression.relationship(in: file)
          ?? (index.isOfRow ? Self.filledList(place.calledExpression, in: file) : nil),
        !place.calledExpression.hasOneElement(at: place)
      else { return }
      self.report(list, writes: false, at: file.location(place.leftSquare), in: file, report)
      return
    }
    guard let access = node.as(MemberAccessExprSyntax.self),
      case let member = access.declName.baseName.text, let label = Self.telling[member],
      let base = access.base
    else { return }
    if checkEnd(access, of: base, in: file, report) { return }
    let call = access.parent?.as(FunctionCallExprSyntax.self)
    let isCalled = access.isCalled
    if let label {
      guard isCalled, let call else { return }
      if !label.isEmpty, call.argument(label) == nil { return }
      // With a condition it looks for something, wherever that is.
      if label.isEmpty, !Self.ordering.contains(member),
        call.trailingClosure != nil || call.arguments.first?.label?.text == "while"
      {
        return
      }
    } else if isCalled {
      return
    }
    guard let list = base.relationship(in: file), !access.isOnlyAsked,
      !base.hasOneElement(at: access),
      !access.isMadeOtherwise, !access.onlyShrinksList, !access.emptiesList,
      !(member == "first" && access.readsSharedOwner(list, file.ask))
    else { return }
    let writes =
      label != nil
      && (["insert", "move", "swapAt"].contains(member) || Self.ordering.contains(member))
    if writes, access.numbersPlaces(of: base) || access.keepsOrder { return }
    self.report(list, writes: writes, at: file.location(access.declName), in: file, report)
  }

  /// `ForEach(folder.notes) { … }`
  private func checkRows(
    _ call: FunctionCallExprSyntax, in file: LintFile, _ report: RuleReport
  ) {
    guard call.receiver == nil, ["ForEach", "List"].contains(call.name),
      let first = call.arguments.first, first.label == nil
    else { return }
    let value = first.expression.listOfRows
    guard let list = value.relationship(in: file) else { return }
    let name = value.unwrapped.as(MemberAccessExprSyntax.self)?.declName
    report(
      "'\(list.entity).\(list.property)' has no order in the store, so these rows come in any order",
      at: file.location(name.map { Syntax($0) } ?? Syntax(value)), entity: list.entity,
      property: list.property, severity: .note)
  }

  private func report(
    _ list: (entity: String, property: String), writes: Bool, at place: Location,
    in file: LintFile, _ report: RuleReport
  ) {
    // Whoever writes so beside it knows.
    if !writes, let line = place.line, file.source.bytes.comment(at: line).saysAnyWillDo { return }
    let name = "'\(list.entity).\(list.property)'"
    report(
      writes
        ? "the place is not kept: \(name) has no order in the store"
        : "\(name) has no order in the store, so this is any of its objects",
      at: place, entity: list.entity, property: list.property, severity: writes ? nil : .note)
  }
}

extension ExprSyntax {
  /// The to-many relationship that is read, of an object or of the model around the code.
  func relationship(in file: LintFile) -> (entity: String, property: String)? {
    guard file.meansSwiftData else { return OrderOfToMany.managedList(self, in: file) }
    return relationship(in: file, steps: 3)
  }

  /// - Parameter steps: computed properties of the model that give the list under another name.
  private func relationship(
    in file: LintFile, steps: Int
  ) -> (entity: String, property: String)? {
    let list = otherwiseDefault?.unwrapped ?? unwrapped
    let types = TypeReader(file: file)
    let found: (entity: String?, property: String)
    if let access = list.as(MemberAccessExprSyntax.self), let owner = access.base {
      found = (types.model(of: owner), access.declName.baseName.text)
    } else if let own = list.as(DeclReferenceExprSyntax.self), own.nameOrigin.isMemberOrNothing {
      // `private var stops: [Stop] { trip.stops ?? [] }` of a view.
      if steps > 0, case .property(let binding, let owner)? = own.nameOrigin,
        !types.isModel(owner), !binding.isStored, let value = binding.onlyValue
      {
        return value.relationship(in: file, steps: steps - 1)
      }
      found = (own.ownerName.flatMap { types.isModel($0) ? $0 : nil }, own.baseName.text)
    } else {
      return steps > 0 ? list.otherName?.relationship(in: file, steps: steps - 1) : nil
    }
    guard let entity = found.entity else { return nil }
    if file.ask(.relationship(found.property, of: entity)) == ["to-many"] {
      return (entity, found.property)
    }
    guard steps > 0, types.type(of: list)?.isList ?? false else { return nil }
    if let value = file.tree.binding(found.property, of: entity)?.onlyValue {
      return value.relationship(in: file, steps: steps - 1)
    }
    // Another file may say so; only a bare name, or one with an empty list instead of none, is the list.
    guard let value = file.ask(.memberValue("\(entity).\(found.property)")).first,
      let name = value.split(separator: " ").first.map(String.init),
      value == name || value == "\(name) ?? []",
      file.ask(.relationship(name, of: entity)) == ["to-many"]
    else { return nil }
    return (entity, name)
  }

  /// What a constant of the function holds, or a function of the project always gives.
  private var otherName: ExprSyntax? {
    if let name = self.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin
    {
      return value.beginsConstant ? value : nil
    }
    guard let call = self.as(FunctionCallExprSyntax.self), call.name.first?.isLowercase ?? false,
      !call.passesOn, call.trailingClosure == nil, let meant = meanings().onlyElement?.value,
      meant.id != id
    else { return nil }
    return meant
  }

  /// Whether a `let` begins with the value: what a `var` holds may be put in order.
  private var beginsConstant: Bool {
    guard let holder = parent?.as(InitializerClauseSyntax.self)?.parent else { return false }
    if let binding = holder.as(OptionalBindingConditionSyntax.self) {
      return binding.bindingSpecifier.text == "let"
    }
    return holder.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? false
  }
}
