internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds conditions that compare with a day which was worked out once for the whole run of the app.
struct DayFixedAtLaunch: SourceRule {
  static let info = RuleInfo(
    id: "day-fixed-at-launch", group: .dataAccess, severity: .warning,
    summary: "a predicate compares with the time of a constant that is worked out once",
    why:
      "a global or static constant gets its value when it is first read and keeps it until the app ends, which may "
      + "be days later: after midnight the objects of the wrong day are found",
    fix:
      "make it a computed property or a function, and let the view make its query anew when the day changes, on "
      + "'NSCalendarDayChanged' or when the app becomes active",
    limits:
      "only constants whose name or value speaks of now, a day, a week or a month; static ones of any file, global "
      + "ones of the same file",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        @Model final class Walk { var begin = Date(); init() {} }
        let startOfToday = Calendar.current.startOfDay(for: .now)
        struct TodayView: View {
          @Query(filter: #Predicate<Walk> { $0.begin >= ↓startOfToday }) private var walks: [Walk]
          var body: some View { Text("\\(walks.first?.begin ?? .now)") }
        }
        ---
        @Model final class Walk { var begin = Date(); init() {} }
        enum Day {
          static let endOfToday = Calendar.current.startOfDay(for: Date()).addingTimeInterval(86_000)
        }
        func due(_ context: ModelContext) throws -> [Walk] {
          let limit = Day.endOfToday
          return try context.fetch(FetchDescriptor<Walk>(predicate: #Predicate { $0.begin < ↓limit }))
        }
        ---
        @Model final class Walk { var begin = Date(); init() {} }
        struct WeekView: View {
          static let weekAgo: Date = {
            Calendar.current.date(byAdding: .day, value: -7, to: Date.now) ?? .now
          }()
          @Query private var walks: [Walk]
          init() {
            let from = Self.weekAgo
            _walks = Query(filter: #Predicate { $0.begin > ↓from })
          }
          var body: some View { Text("\\(walks.first?.begin ?? .now)") }
        }
        """,
      clean: """
        @Model final class Walk { var begin = Date(); init() {} }
        enum Day {
          static var endOfToday: Date { Calendar.current.startOfDay(for: Date()).addingTimeInterval(86_000) }
        }
        func due(_ context: ModelContext) throws -> [Walk] {
          let limit = Day.endOfToday
          return try context.fetch(FetchDescriptor<Walk>(predicate: #Predicate { $0.begin < limit }))
        }
        ---
        @Model final class Walk { var begin = Date(); init() {} }
        enum Session { static let launchedAt = Date() }
        func since(_ context: ModelContext) throws -> [Walk] {
          let begin = Session.launchedAt
          return try context.fetch(FetchDescriptor<Walk>(predicate: #Predicate { $0.begin > begin }))
        }
        ---
        @Model final class Walk { var begin = Date(); init() {} }
        func today(_ context: ModelContext) throws -> [Walk] {
          let startOfToday = Calendar.current.startOfDay(for: .now)
          return try context.fetch(
            FetchDescriptor<Walk>(predicate: #Predicate { $0.begin >= startOfToday }))
        }
        """))

  static let nodes: [SyntaxKind] = [.macroExpansionExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let macro = node.as(MacroExpansionExprSyntax.self),
      macro.macroName.text == "Predicate", let closure = macro.trailingClosure,
      !macro.isThrowaway
    else { return }
    var said: Set<String> = []
    closure.statements.forEachDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        name.baseName.text != closure.firstParameter, !said.contains(name.baseName.text),
        let constant = name.constantOfRun(in: file)
      else { return true }
      said.insert(name.baseName.text)
      report(
        "'\(constant)' is worked out once, and is yesterday's in an app that has been running since then",
        at: file.location(name))
      return true
    }
  }
}

extension DeclReferenceExprSyntax {
  /// The constant of the whole run that the name stands for, at once or by way of a local constant.
  fileprivate func constantOfRun(in file: LintFile) -> String? {
    switch nameOrigin {
    // What stands at the top of the file is as local as what stands in a function.
    case .local(_, let value?): globalDay(value) ?? ExprSyntax(value).constantOfRun(in: file)
    case nil: ExprSyntax(self).constantOfRun(in: file)
    default: nil
    }
  }

  private func globalDay(_ value: ExprSyntax) -> String? {
    // A script's constants are of the moment that its conditions are of.
    guard enclosing(FunctionDeclSyntax.self) != nil || enclosingType != nil,
      let variable = value.enclosing(VariableDeclSyntax.self),
      variable.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false,
      variable.isFixedDay(baseName.text)
    else { return nil }
    return baseName.text
  }
}

extension ExprSyntax {
  fileprivate func constantOfRun(in file: LintFile) -> String? {
    if let name = self.as(DeclReferenceExprSyntax.self) {
      guard name.nameOrigin == nil else { return nil }
      let text = name.baseName.text
      for item in file.tree.statements {
        guard let variable = item.item.as(VariableDeclSyntax.self),
          variable.bindings.onlyElement?.name == text
        else { continue }
        return variable.isFixedDay(text) ? text : nil
      }
      return nil
    }
    guard let access = self.as(MemberAccessExprSyntax.self),
      let base = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return nil }
    guard let owner = base == "Self" ? ownerName : base, owner.first?.isUppercase ?? false else {
      return nil
    }
    let member = access.declName.baseName.text
    guard let text = file.ask(.memberCode("\(owner).\(member)")).onlyElement,
      text.contains("static let ")
    else { return nil }
    let tree = ParsePool.tree(of: "extension \(owner) {\n\(text)\n}")
    var isFixed = false
    tree.forEachDescendant { node in
      if let variable = node.as(VariableDeclSyntax.self),
        variable.bindings.onlyElement?.name == member
      {
        isFixed = variable.isFixedDay(member)
      }
      return !isFixed
    }
    return isFixed ? "\(owner).\(member)" : nil
  }
}

extension VariableDeclSyntax {
  private static let words: Set = [
    "ago", "day", "days", "midnight", "month", "now", "today", "tomorrow", "tonight", "week",
    "yesterday",
  ]
  /// What is meant to stay as it was when the app began.
  private static let ofRun: Set = ["boot", "launch", "launched", "process", "session"]

  /// Whether it is a constant that is worked out from the time at which it is first read.
  fileprivate func isFixedDay(_ name: String) -> Bool {
    guard isConstant, let binding = bindings.onlyElement, binding.accessorBlock == nil,
      let value = binding.initializer?.value
    else { return false }
    let words = Set(name.camelWords)
    let text = value.trimmedDescription
    return words.isDisjoint(with: Self.ofRun)
      && (!words.isDisjoint(with: Self.words) || text.contains("startOfDay("))
      && Syntax(value.parent ?? Syntax(value)).hasDescendant { node in
        if let call = node.as(FunctionCallExprSyntax.self) {
          return call.name == "Date" && call.arguments.isEmpty
        }
        return node.as(MemberAccessExprSyntax.self).map {
          $0.declName.baseName.text == "now"
            && ($0.base == nil || $0.base?.trimmedDescription == "Date")
        } ?? false
      }
  }
}
