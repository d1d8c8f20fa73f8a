internal import SwiftSyntax

/// What an expression stands for: a value that is written somewhere, with what the names around that
/// place mean there.
struct Meaning {
  let value: ExprSyntax
  let scope: MeaningScope

  init(_ value: ExprSyntax, _ scope: MeaningScope = .none) {
    (self.value, self.scope) = (value, scope)
  }
}

/// What the code that led to a place has handed over to it.
final class MeaningScope {
  /// The arguments by the names of the parameters.
  let arguments: [String: Meaning]
  /// What `self` is.
  let own: Meaning?
  /// Whether the code was reached by a call, so that parameters without an argument have their default.
  let isCalled: Bool

  static var none: MeaningScope { MeaningScope(arguments: [:], own: nil, isCalled: false) }

  init(arguments: [String: Meaning], own: Meaning?, isCalled: Bool = true) {
    (self.arguments, self.own, self.isCalled) = (arguments, own, isCalled)
  }
}

extension ExprSyntax {
  /// All that the expression may stand for, as far as the project's own functions, members, parameters
  /// and choices lead; where nothing leads on, the expression itself.
  ///
  /// - Parameter type: whose member it is where nothing stands before the dot.
  func meanings(as type: String? = nil, in scope: MeaningScope = .none) -> [Meaning] {
    var tracer = MeaningTracer()
    return tracer.meanings(of: Meaning(self, scope), as: type)
  }
}

extension Meaning {
  /// The calls that make the value, where it is made by calls of one name in every case.
  func calls(_ name: String) -> FunctionCallExprSyntax? {
    value.call.flatMap { $0.name == name ? $0 : nil }
  }

  /// What an argument of the call stands for.
  func argument(_ label: String, as type: String? = nil) -> [Meaning]? {
    value.call?.argument(label).map { $0.meanings(as: type, in: scope) }
  }

  /// What a condition comes to.
  static func truth(_ isTrue: Bool) -> Meaning {
    Meaning(ExprSyntax(BooleanLiteralExprSyntax(literal: .keyword(isTrue ? .true : .false))))
  }

  /// `true` or `false` where it is written.
  var truth: Bool? {
    value.as(BooleanLiteralExprSyntax.self).map { $0.literal.text == "true" }
  }

  /// `disk` of `.disk`, `StoreKind.disk` and `.disk(url)`.
  var caseName: String? {
    let node = value.call?.calledExpression ?? value
    guard let access = node.as(MemberAccessExprSyntax.self), access.isOfType else { return nil }
    return access.declName.baseName.text
  }
}

extension MemberAccessExprSyntax {
  /// Whether nothing, or the name of a type, stands before the dot.
  var isOfType: Bool {
    guard let base else { return true }
    return base.dottedName?.lastPart.first?.isUppercase ?? false
  }
}
