internal import Diagnostics
internal import SwiftSyntax

/// Finds objects that all get the same value for a property which no two may share.
struct ConstantUniqueValue: SourceRule {
  static let info = RuleInfo(
    id: "constant-unique-value", group: .dataAccess, severity: .warning,
    summary:
      "each new object gets the same value for a unique property, and so replaces the one before it",
    why:
      "inserting an object whose unique value is stored already writes over the stored object: however many are "
      + "made here, one is left, with the values of the last",
    fix:
      "give each object a value of its own, such as 'UUID()', or count on from the highest that is stored",
    limits:
      "only 0, -1 and empty texts that are written in the call, beside values that differ, and whole seconds; classes of one object, "
      + "previews, tests and objects that are given another value afterwards are left alone",
    examples: .texts(
      in: models,
      flagged: """
        func add(_ name: String, _ context: ModelContext) {
          context.insert(Ship(↓code: 0, name: name))
        }
        ---
        func copy(_ ship: Ship, _ context: ModelContext) throws {
          let made = Ship(↓code: -1, name: ship.name)
          context.insert(made)
          try context.save()
        }
        ---
        struct AddButton: View {
          @Environment(\\.modelContext) private var context
          @State private var name = ""
          var body: some View {
            Button("Add") { context.insert(Harbour(↓key: "", name: name)) }
          }
        }
        ---
        struct AddButton: View {
          @Environment(\\.modelContext) private var context
          var body: some View {
            Button("Add", systemImage: "plus") {
              let harbour = Harbour(↓key: "", name: "New harbour")
              context.insert(harbour)
            }
          }
        }
        """,
      clean: """
        func add(_ name: String, _ next: Int, _ context: ModelContext) {
          context.insert(Ship(code: next, name: name))
        }
        ---
        func add(_ name: String, _ next: Int, _ context: ModelContext) {
          let ship = Ship(code: 0, name: name)
          ship.code = next
          context.insert(ship)
        }
        ---
        func start(_ context: ModelContext) {
          context.insert(Ship(code: 0, name: "Nina"))
          context.insert(Ship(code: 1, name: "Pinta"))
        }
        ---
        @Model final class AppSettings {
          @Attribute(.unique) var code: Int
          var name: String
          init(code: Int, name: String) { self.code = code; self.name = name }
        }
        func start(_ name: String, _ context: ModelContext) {
          context.insert(AppSettings(code: 0, name: name))
        }
        ---
        #Preview { ShipView(ship: Ship(code: 0, name: sample)) }
        struct ShipView: View {
          let ship: Ship
          var body: some View { Text(ship.name) }
        }
        """) + seconds)

  static func models(_ text: String) -> String {
    """
    import SwiftData
    import SwiftUI
    @Model final class Ship {
      @Attribute(.unique) var code: Int
      var name: String
      init(code: Int, name: String) { self.code = code; self.name = name }
    }
    @Model final class Harbour {
      @Attribute(.unique) var key: String
      var name: String
      init(key: String, name: String) { self.key = key; self.name = name }
    }
    \(text)
    """
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self) else { return }
    checkSeconds(call, in: file, report)
    guard !file.isTest, file.meansSwiftData,
      let model = call.calledExpression.dottedName?.lastPart, model.first?.isUppercase ?? false,
      call.arguments.count > 1, !model.isOfOneObject, TypeReader(file: file).isModel(model),
      // A sample differs in nothing, and a button is pressed again.
      call.arguments.contains(where: { $0.expression.unwrapped.takesValue }) || call.isInButton,
      call.isInserted, !call.isForOthersThanTheApp, !call.isThrowaway
    else { return }
    for argument in call.arguments {
      guard let label = argument.label?.text, argument.expression.isEmptyKey,
        !file.ask(.isUnique(label, of: model)).isEmpty, !call.isGivenLater(label)
      else { continue }
      report(
        "each '\(model)' that is made here has \(argument.expression.trimmedDescription) for its unique "
          + "'\(label)', and is written over the one before it", at: file.location(argument),
        entity: model, property: label)
    }
  }
}

extension ExprSyntax {
  /// `0`, `-1` and `""`: what stands for no value yet.
  fileprivate var isEmptyKey: Bool { ["0", "-1", "\"\""].contains(trimmedDescription) }

  /// Whether it names something that may be another thing each time.
  fileprivate var takesValue: Bool {
    func isNamed(_ node: Syntax) -> Bool {
      guard let name = node.as(DeclReferenceExprSyntax.self) else { return false }
      return name.isValue && name.baseName.text.first?.isLowercase ?? false
        && !["init", "now"].contains(name.baseName.text)
    }
    return isNamed(Syntax(self)) || hasDescendant(where: isNamed)
  }
}

extension FunctionCallExprSyntax {
  /// Whether a button does it, each time it is pressed.
  fileprivate var isInButton: Bool {
    var next = enclosing(ClosureExprSyntax.self)
    for _ in 0..<8 {
      guard let closure = next else { return false }
      if closure.userCall?.name == "Button" { return true }
      next = closure.enclosing(ClosureExprSyntax.self)
    }
    return false
  }

  /// The constant that holds what the call makes.
  private var heldName: String? {
    parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)?.name
  }

  /// Whether the object is inserted, at once or by the name that the same function gives it.
  fileprivate var isInserted: Bool {
    if let argument = parent?.as(LabeledExprSyntax.self),
      let user = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    {
      return user.name == "insert" && user.isOnContext
    }
    guard let name = heldName, let body = enclosingBody else { return false }
    return body.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "insert",
        call.isOnContext
      else { return false }
      return call.arguments.onlyElement?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        == name
    }
  }

  /// Whether the property of the object is set afterwards.
  fileprivate func isGivenLater(_ property: String) -> Bool {
    guard let name = heldName, let body = enclosingBody else { return false }
    return body.hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
        let target = terms.first?.as(MemberAccessExprSyntax.self)
      else { return false }
      return target.base?.trimmedDescription == name && target.declName.baseName.text == property
        && (terms.dropFirst().first?.trimmedDescription.hasSuffix("=") ?? false)
    }
  }
}
