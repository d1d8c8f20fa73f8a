internal import Diagnostics
internal import SwiftSyntax

/// Finds views that save, or insert an object, at every character that somebody types, and timers that save at
/// each tick.
struct SaveOnEveryKey: SourceRule {
  static let info = RuleInfo(
    id: "save-on-every-key", group: .dataAccess, severity: .warning,
    summary:
      "the store is saved, or an object inserted, at every character that is typed or tick of a timer",
    why:
      "'onChange' runs at each key, and a timer at each tick: every run is a transaction on the main thread "
      + "that all queries react to, and half a word is stored as if it were meant",
    fix: "save in 'onSubmit' or when the view closes, or after a pause that each key starts anew",
    limits:
      "silent where the code waits or asks something before it saves, and for timers that tick less often "
      + "than once a second",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct TitleField: View {
          @Environment(\\.modelContext) private var modelContext
          @Bindable var note: Note
          @State private var text = ""
          var body: some View {
            TextField("Title", text: $text).↓onChange(of: text) {
              note.title = text
              try? modelContext.save()
            }
          }
        }
        ---
        struct DraftField: View {
          @Environment(\\.modelContext) private var modelContext
          @State private var text = ""
          var body: some View {
            TextEditor(text: $text).↓onChange(of: text) { _, new in keep(new) }
          }
          private func keep(_ title: String) {
            let note = Note()
            note.title = title
            modelContext.insert(note)
          }
        }
        ---
        struct TitleField: View {
          @Environment(\\.modelContext) private var modelContext
          @Bindable var note: Note
          var body: some View {
            TextField("Title", text: $note.title)
              .↓onChange(of: note.title) { try? modelContext.save() }
          }
        }
        """,
      clean: """
        struct TitleField: View {
          @Environment(\\.modelContext) private var modelContext
          @Bindable var note: Note
          @State private var text = ""
          var body: some View {
            TextField("Title", text: $text).onSubmit {
              note.title = text
              modelContext.insert(note)
            }
          }
        }
        ---
        struct TitleField: View {
          @Environment(\\.modelContext) private var modelContext
          @Bindable var note: Note
          @State private var text = ""
          @State private var pause: Task<Void, Never>?
          var body: some View {
            TextField("Title", text: $text).onChange(of: text) {
              pause?.cancel()
              pause = Task {
                try? await Task.sleep(for: .seconds(1))
                guard !Task.isCancelled else { return }
                note.title = text
                modelContext.insert(note)
              }
            }
          }
        }
        ---
        struct RankPicker: View {
          @Environment(\\.modelContext) private var modelContext
          @Bindable var note: Note
          @State private var text = ""
          var body: some View {
            Stepper("Rank", value: $note.rank).onChange(of: note.rank) { modelContext.insert(note) }
          }
        }
        """) + ticks)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  private static let fields: Set = ["TextField", "TextEditor", "SecureField", "searchable"]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self), !file.isTest else { return }
    checkTick(call, in: file, report)
    guard call.name == "onChange",
      let value = call.argument("of")?.trimmedDescription,
      let action = call.lastClosure, let view = node.enclosing(StructDeclSyntax.self),
      view.isTyped(value), let work = action.keeps(in: view)
    else { return }
    report(
      "\(work == "save" ? "the store is saved" : "an object is inserted") at every character that is typed "
        + "into '\(value)'",
      at: file.location(
        call.calledExpression.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) } ?? node))
  }

  fileprivate static func isField(_ call: FunctionCallExprSyntax) -> Bool {
    fields.contains(call.name)
  }
}

extension StructDeclSyntax {
  /// Whether a field of the view is where a value is typed: `TextField("", text: $note.title)`.
  fileprivate func isTyped(_ value: String) -> Bool {
    let binding = "$" + (value.hasPrefix("self.") ? String(value.dropFirst(5)) : value)
    return hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), SaveOnEveryKey.isField(call) else {
        return false
      }
      // What is typed on the way to a number may be stored as well; the pause is missed all the same.
      return call.argument("text")?.trimmedDescription == binding
    }
  }
}

extension ClosureExprSyntax {
  /// 'save' or 'insert' where the action does so each time, by itself or by a function of the view.
  fileprivate func keeps(in view: StructDeclSyntax) -> String? {
    if let found = Syntax(statements).kept { return found }
    guard !Syntax(statements).pauses else { return nil }
    for item in statements {
      guard let call = item.item.plainCall, call.receiver == nil,
        let function = view.memberBlock.members.lazy.compactMap({
          $0.decl.as(FunctionDeclSyntax.self)
        }).first(where: { $0.name.text == call.name }), let body = function.body
      else { continue }
      if let found = Syntax(body.statements).kept { return found }
    }
    return nil
  }
}

extension Syntax {
  /// Whether code waits before it goes on, or may be called off.
  fileprivate var pauses: Bool {
    hasDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
      let small = name.lowercased()
      return ["sleep", "debounce", "timer", "cancel", "asyncafter"].contains(where: small.contains)
    }
  }

  /// What of the store the statements do in any case.
  fileprivate var kept: String? {
    guard !pauses else { return nil }
    var found: String?
    forEachDescendant { node in
      if node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self)
        || node.is(GuardStmtSyntax.self)
        || node.is(FunctionDeclSyntax.self)
      {
        return false
      }
      if found == nil, let call = node.as(FunctionCallExprSyntax.self) {
        if call.isSave { found = "save" }
        if call.name == "insert", call.isOnContext { found = "insert" }
      }
      return found == nil
    }
    return found
  }
}
