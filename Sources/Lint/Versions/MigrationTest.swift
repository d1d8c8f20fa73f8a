internal import StoreModel
internal import SwiftSyntax

/// A test function that says by its name that it is about migration.
struct MigrationTest {
  let function: FunctionDeclSyntax
  let body: CodeBlockSyntax
  /// The calls that make containers, in the order of the text.
  let containers: [FunctionCallExprSyntax]

  /// Nil for any other function, and outside of files of tests.
  init?(_ node: Syntax, in file: LintFile) {
    guard file.isTest, let function = node.as(FunctionDeclSyntax.self), let body = function.body,
      body.isHandwritten,
      function.name.text.hasPrefix("test") || function.attribute("Test") != nil,
      function.saysMigration
    else { return nil }
    self.function = function
    self.body = body
    var calls: [FunctionCallExprSyntax] = []
    body.statements.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "ModelContainer" {
        calls.append(call)
      }
      return true
    }
    containers = calls
  }

  /// The calls that run a migration plan.
  var migrating: [FunctionCallExprSyntax] {
    containers.filter { call in
      call.argument("migrationPlan").map { !$0.is(NilLiteralExprSyntax.self) } ?? false
    }
  }

  /// The versions of the plan that the first container runs, when its source is among the given
  /// paths.
  func versions(in file: LintFile) -> [String] {
    guard let written = migrating.first?.argument("migrationPlan")?.metatypeName else { return [] }
    return file.ask(.versions(plan: written.lastPart))
  }

  /// The value of an argument, followed to the constant of the test that holds it.
  static func value(_ expression: ExprSyntax?) -> ExprSyntax? {
    guard let expression else { return nil }
    let list = expression.as(ArrayExprSyntax.self)
    let first =
      list?.elements.count == 1 ? list?.elements.first?.expression ?? expression : expression
    let value = first.resolved
    // A variable that may have several values.
    return value.unwrapped.is(DeclReferenceExprSyntax.self) ? nil : value
  }

  /// The call that makes the configuration of a container.
  static func configuration(of container: FunctionCallExprSyntax) -> FunctionCallExprSyntax? {
    let call = value(container.argument("configurations"))?.call
    return call?.name == "ModelConfiguration" ? call : nil
  }
}

extension MigrationTest {
  /// The test's own code, with that of the functions of its type which it calls.
  var codeOfFile: [Syntax] {
    var found = [Syntax(body)]
    var seen: Set<String> = []
    body.statements.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), call.receiver?.isSelfName ?? true,
        seen.insert(call.name).inserted, let helper = call.functionOfFile?.body,
        helper.isHandwritten
      {
        found.append(Syntax(helper))
      }
      return true
    }
    return found
  }

  /// Whether code names a version that a plan has followed by a newer one.
  func namesOldVersion(_ code: [Syntax], in file: LintFile) -> Bool {
    var seen: Set<String> = []
    return code.contains { part in
      part.hasDescendant { node in
        guard let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text,
          name.first?.isUppercase ?? false, seen.insert(name).inserted
        else { return false }
        return !file.ask(.isOldVersion(name)).isEmpty
      }
    }
  }
}

extension FunctionDeclSyntax {
  fileprivate var saysMigration: Bool {
    if name.text.lowercased().contains("migrat") { return true }
    let title = attribute("Test")?.argumentList?.first?.expression.as(StringLiteralExprSyntax.self)
    return title?.segments.contains { segment in
      segment.as(StringSegmentSyntax.self)?.content.text.lowercased().contains("migrat") ?? false
    } ?? false
  }
}

extension FunctionCallExprSyntax {
  /// Whether a configuration keeps its objects in memory.
  var isInMemoryConfiguration: Bool {
    argument("isStoredInMemoryOnly")?.as(BooleanLiteralExprSyntax.self)?.literal.text == "true"
  }
}
