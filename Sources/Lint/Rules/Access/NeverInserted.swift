internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that are made and saved, and that no context was ever given.
struct NeverInserted: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "never-inserted", group: .dataAccess, severity: .warning,
    summary: "an object is made, the context is saved, and nothing has inserted the object",
    why:
      "a context saves only what it knows of: the new object is forgotten with the function that made it",
    fix: "insert it, 'context.insert(note)', before the save",
    limits:
      "only objects of a variable that the function gives to nobody and relates to no other object, with a save behind "
      + "them in the same function; and objects that a view keeps in its state, of classes that no code of the given paths "
      + "inserts and no list of another class holds",
    examples: drafts
      + .texts(
        in: AccessText.models,
        flagged: """
          func add(_ titles: [String], _ context: ModelContext) throws {
            for title in titles {
              let note = ↓Note()
              note.title = title
            }
            try context.save()
          }
          ---
          struct AddView: View {
            @Environment(\\.modelContext) private var modelContext
            @State private var title = ""
            var body: some View {
              Button("Add") {
                let note = ↓Note()
                note.title = title
                try? modelContext.save()
              }
            }
          }
          ---
          @ModelActor actor Trips {
            func add(_ name: String) throws {
              let trip = ↓Trip()
              trip.name = name
              trip.stops?.append(Stop())
              try modelContext.save()
            }
          }
          """,
        clean: """
          func add(_ titles: [String], _ context: ModelContext) throws {
            for title in titles {
              let note = Note()
              note.title = title
              context.insert(note)
            }
            try context.save()
          }
          ---
          func add(_ folder: Folder, _ context: ModelContext) throws {
            let note = Note()
            note.folder = folder
            try context.save()
          }
          ---
          func add(_ folder: Folder, _ context: ModelContext) throws {
            let note = Note()
            folder.notes.append(note)
            try context.save()
          }
          ---
          func titles(_ context: ModelContext) throws -> Note {
            let note = Note()
            note.title = "Draft"
            try context.save()
            return note
          }
          """))

  static let nodes: [SyntaxKind] = [.variableDecl]

  /// Objects that views make for their forms, of classes that no code inserts.
  func check(_ lint: LintContext, report: RuleReport) {
    let inserted = lint.flows.firstRows.union(lint.flows.furtherRows)
    guard !lint.flows.drafts.isEmpty, !inserted.contains(ObjectFlows.anyModel) else { return }
    for draft in lint.flows.drafts
    where !inserted.contains(draft.entity)
      // What is put into the list of an object that is stored comes with it.
      && !lint.openVersions.contains(where: { model in
        model.source == .swift
          && model.entities.contains { entity in
            model.allRelationships(of: entity).contains {
              $0.isToMany && $0.destination == draft.entity
            }
          }
      })
    {
      report(
        "no code inserts a '\(draft.entity)': what the user enters for this one is stored nowhere",
        at: draft.location, entity: draft.entity,
        certainty: .inferred("code outside of the given paths may insert it"))
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let variable = node.as(VariableDeclSyntax.self),
      let binding = variable.bindings.onlyElement, let name = binding.name,
      let made = binding.initializer?.value.unwrapped.as(FunctionCallExprSyntax.self),
      let item = variable.parent?.as(CodeBlockItemSyntax.self)
        ?? variable.parent?.parent?.as(CodeBlockItemSyntax.self),
      let items = item.parent?.as(CodeBlockItemListSyntax.self), items.isHandwritten,
      let entity = made.calledExpression.dottedName?.lastPart, entity.first?.isUppercase ?? false
    else { return }
    let types = TypeReader(file: file)
    guard types.isModel(entity), made.trailingClosure == nil,
      !made.arguments.contains(where: { $0.expression.mayInsert(types) }),
      let scope = items.scopeOfSave, scope.savesBehind(made),
      !items.givesAway(name, behind: item, types)
    else { return }
    report(
      "'\(name)' is made here and never inserted: the save below does not store it",
      at: file.location(made),
      entity: entity)
  }
}

extension ExprSyntax {
  /// Whether the argument may bring the new object into a context: one that is a context, or an object to relate to.
  fileprivate func mayInsert(_ types: TypeReader) -> Bool {
    if isContextValue || lastName?.lowercased().hasSuffix("container") ?? false { return true }
    guard let type = types.type(of: self) else {
      // What nothing is known of may be an object, but not a text or a number.
      return unwrapped.is(DeclReferenceExprSyntax.self) && !isPlainValue(types)
    }
    return types.isModel(type.name)
  }

  /// Whether the name is that of a parameter, a variable or a property with a type of its own that is no class of
  /// objects.
  private func isPlainValue(_ types: TypeReader) -> Bool {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self) else { return false }
    switch name.nameOrigin {
    case .parameter(let type, _), .local(let type?, _):
      return WrittenType(type).map { !types.isModel($0.name) } ?? false
    case .property(let binding, _):
      return binding.typeAnnotation.map {
        WrittenType($0.type).map { !types.isModel($0.name) } ?? false
      }
        ?? (binding.initializer?.value.is(StringLiteralExprSyntax.self) ?? false)
    case .element(let list): return types.type(of: list).map { !types.isModel($0.name) } ?? false
    default: return false
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The function or closure around that the save would stand in.
  fileprivate var scopeOfSave: Syntax? {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent else { return nil }
      if next.is(FunctionDeclSyntax.self) || next.is(ClosureExprSyntax.self)
        || next.is(InitializerDeclSyntax.self)
      {
        return next
      }
      node = next
    }
    return nil
  }

  /// Whether anything but a property of its own is done with an object.
  fileprivate func givesAway(
    _ name: String, behind item: CodeBlockItemSyntax, _ types: TypeReader
  ) -> Bool {
    contains { other in
      guard other.position >= item.position else { return false }
      return other.hasDescendant { node in
        guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
          use.position > item.position,
          use.isValue || use.parent?.is(FunctionCallExprSyntax.self) ?? false
        else {
          // `guard let note`, `{ [note] in … }`, another variable of the name
          return node.as(ClosureCaptureSyntax.self)?.mentions([name]) ?? false
        }
        return !use.isOfOwnProperty(types)
      }
    }
  }
}

extension DeclReferenceExprSyntax {
  /// `note.title = title`, `note.title.count`, `trip.stops?.append(Stop())`; not `note.folder = folder`.
  fileprivate func isOfOwnProperty(_ types: TypeReader) -> Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == ExprSyntax(self).id
    else {
      return false
    }
    var whole = Syntax(access).unwrapping
    // A method of the object may do anything.
    if whole.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(whole)?.id {
      return false
    }
    if let next = whole.parent?.as(MemberAccessExprSyntax.self),
      let call = next.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == ExprSyntax(next).id
    {
      // What is put into its lists may be known to a context already.
      guard ["append", "insert"].contains(call.name) else { return true }
      return call.arguments.allSatisfy { argument in
        argument.expression.call?.calledExpression.dottedName?.lastPart.first?.isUppercase ?? false
          || argument.expression.is(IntegerLiteralExprSyntax.self)
          || types.type(of: argument.expression).map { !types.isModel($0.name) } ?? false
      }
    }
    while let next = whole.parent?.as(MemberAccessExprSyntax.self) {
      whole = Syntax(next).unwrapping
    }
    guard let terms = whole.parent?.as(ExprListSyntax.self).map(Array.init), terms.count == 3,
      terms[0].id == ExprSyntax(whole)?.id, terms[1].is(AssignmentExprSyntax.self)
    else { return true }
    // A relationship to an object that a context knows inserts the other one.
    return types.type(of: terms[0]).map { !types.isModel($0.name) } ?? true
  }
}

extension Syntax {
  /// Whether the code saves behind a place.
  fileprivate func savesBehind(_ place: FunctionCallExprSyntax) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.position > place.position else {
        return false
      }
      return call.name == "save" && call.arguments.isEmpty && call.isOnContext
    }
  }
}

extension NeverInserted {
  static let drafts: [RuleExample] = .texts(
    in: { text in
      """
      import SwiftData
      import SwiftUI

      @Model final class Habit { var name = ""; init() {} }
      struct HabitForm: View {
        @Environment(\\.modelContext) private var modelContext
        @Bindable var habit: Habit
        var body: some View { TextField("Name", text: $habit.name) }
      }
      \(text)
      """
    },
    flagged: """
      struct HabitsView: View {
        @State private var draft: Habit?
        var body: some View {
          Button("New") { draft = ↓Habit() }.sheet(item: $draft) { HabitForm(habit: $0) }
        }
      }
      """,
    clean: """
      struct HabitsView: View {
        @Environment(\\.modelContext) private var context
        @State private var draft: Habit?
        var body: some View {
          Button("New") { draft = Habit() }
            .sheet(item: $draft) { habit in
              HabitForm(habit: habit)
              Button("Add") { context.insert(habit) }
            }
        }
      }
      ---
      struct HabitsView: View {
        @State private var draft: Habit?
        var body: some View {
          Button("New") { draft = Habit() }.sheet(item: $draft) { HabitForm(habit: $0) }
        }
      }
      struct Store {
        let context: ModelContext
        func add<Object: PersistentModel>(_ object: Object) { context.insert(object) }
      }
      """)
}
