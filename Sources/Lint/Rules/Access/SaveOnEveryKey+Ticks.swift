internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Saves that a timer makes at each of its ticks.
extension SaveOnEveryKey {
  func checkTick(_ call: FunctionCallExprSyntax, in file: LintFile, _ report: RuleReport) {
    guard let pause = call.pauseOfTicks, pause > 0, pause <= Self.longest,
      let action = call.lastClosure, action.isHandwritten, file.usesStores,
      let save = Syntax(action.statements).steadySave(steps: 2)
    else { return }
    let times = Int((1 / pause).rounded())
    report(
      "this timer saves the store \(times == 1 ? "every second" : "\(times) times a second"), in line "
        + "\(file.location(save.nameNode).line ?? 0)",
      at: file.location(call.nameNode),
      help:
        "keep what changes in memory, and save when it ends or stops, and every few seconds at most"
    )
  }

  /// In seconds: what is saved less often is no burden.
  private static let longest = 1.0

  static let ticks: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      @MainActor final class Recorder {
        let context: ModelContext
        var timer: Timer?
        init(context: ModelContext) { self.context = context }
        func start(_ note: Note) {
          timer = Timer.↓scheduledTimer(withTimeInterval: 0.1, repeats: true) { [weak self] _ in
            guard let self else { return }
            Task { @MainActor in self.step(note) }
          }
        }
        private func step(_ note: Note) {
          note.rank += 1
          try? context.save()
        }
      }
      ---
      struct ClockView: View {
        @Environment(\\.modelContext) private var modelContext
        let note: Note
        private let ticks = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
        var body: some View {
          Text(note.title).↓onReceive(ticks) { _ in
            note.rank += 1
            do { try modelContext.save() } catch { print(error) }
          }
        }
      }
      """,
    clean: """
      @MainActor final class Recorder {
        let context: ModelContext
        var timers: [Timer] = []
        var steps = 0
        var failure: String?
        init(context: ModelContext) { self.context = context }
        func start(_ note: Note) {
          timers = [
            Timer.scheduledTimer(withTimeInterval: 30, repeats: true) { _ in self.keep() },
            Timer.scheduledTimer(withTimeInterval: 0.5, repeats: false) { _ in self.keep() },
            Timer.scheduledTimer(withTimeInterval: 0.5, repeats: true) { _ in self.step(note) },
          ]
        }
        private func step(_ note: Note) {
          steps += 1
          note.rank += 1
          if steps % 60 == 0 { keep() }
          guard steps > 600 else { return }
          keep()
        }
        private func keep() {
          do { try context.save() } catch { failure = "\\(error)" }
        }
      }
      """)
}

extension FunctionCallExprSyntax {
  /// How many seconds lie between the runs of a timer's closure, where that is written.
  fileprivate var pauseOfTicks: Double? {
    switch name {
    case "scheduledTimer":
      guard argument("repeats")?.trimmedDescription == "true" else { return nil }
      return argument("withTimeInterval")?.resolved.seconds
    case "onReceive":
      guard let timer = arguments.first?.expression.resolved,
        timer.mentions(["Timer"])
      else { return nil }
      var pause: Double?
      timer.forEachDescendant { node in
        if let made = node.as(FunctionCallExprSyntax.self), made.name == "publish" {
          pause = made.argument("every")?.resolved.seconds
        }
        return pause == nil
      }
      return pause
    default: return nil
    }
  }
}

extension ExprSyntax {
  fileprivate var seconds: Double? {
    self.as(FloatLiteralExprSyntax.self).flatMap { Double($0.literal.text) }
      ?? self.as(IntegerLiteralExprSyntax.self).flatMap { Double($0.literal.text) }
  }
}

extension Syntax {
  /// The save that code makes whenever it runs, itself or through functions of its type.
  fileprivate func steadySave(steps: Int) -> FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    var isConditional = false
    forEachDescendant { node in
      if found != nil || isConditional || node.is(IfExprSyntax.self)
        || node.is(SwitchExprSyntax.self) || node.is(FunctionDeclSyntax.self)
        || node.is(ForStmtSyntax.self)
      {
        return false
      }
      if let condition = node.as(GuardStmtSyntax.self) {
        // What is there goes on; what is counted may come seldom.
        isConditional = !condition.conditions.allSatisfy {
          $0.condition.is(OptionalBindingConditionSyntax.self)
        }
        return false
      }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.isSave, call.isOnContext || call.receiver == nil { found = call }
      if found == nil, steps > 0, call.receiver?.isSelfName ?? true,
        let body = call.functionOfFile?.body, body.isHandwritten, !body.contains(self)
      {
        found = Syntax(body.statements).steadySave(steps: steps - 1)
      }
      return found == nil
    }
    return found
  }
}
