internal import SwiftSyntax

/// Code of an app that only its tests and previews reach: what the launch arguments of a test run ask for.
extension Syntax {
  /// The branch of `if ProcessInfo.processInfo.arguments.contains("-resetData")` and of `if isUITesting`,
  /// `case .preview:`, and a function called `seedUITestData` or left at once outside of such a run.
  var isForTestRun: Bool {
    if let block = self.as(CodeBlockSyntax.self), let choice = parent?.as(IfExprSyntax.self) {
      return choice.body.id == block.id && choice.conditions.holdInTestRunsOnly
    }
    if let choice = self.as(SwitchCaseSyntax.self) {
      guard case .case(let label) = choice.label else { return false }
      return label.caseItems.allSatisfy { item in
        item.pattern.trimmedDescription.split(separator: ".").last.map {
          Self.kinds.contains(String($0).lowercased())
        } ?? false
      }
    }
    guard let function = self.as(FunctionDeclSyntax.self) else { return false }
    if function.name.text.isOfTestRun { return true }
    return function.body?.statements.prefix(2).contains { item in
      item.item.as(GuardStmtSyntax.self)?.conditions.holdInTestRunsOnly ?? false
    } ?? false
  }

  private static let kinds: Set = [
    "preview", "previews", "test", "testing", "tests", "uitest", "uitesting", "uitests", "unittest",
    "unittests",
  ]
}

extension ConditionElementListSyntax {
  /// Whether one of the conditions holds in runs of tests alone.
  fileprivate var holdInTestRunsOnly: Bool {
    contains { element in
      let condition: ExprSyntax
      switch element.condition {
      case .expression(let tested): condition = tested
      case .optionalBinding(let binding):
        guard let value = binding.initializer?.value else { return false }
        condition = value
      default: return false
      }
      // `environment["XCTestConfigurationFilePath"] == nil`, `!isUITesting` and `isNew || isUITesting`
      // hold for users, too.
      let isForUsersToo =
        condition.is(PrefixOperatorExprSyntax.self)
        || condition.hasDescendant { node in
          if let sign = node.as(PrefixOperatorExprSyntax.self) { return sign.operator.text == "!" }
          return ["||", "==", ">", "<", ">=", "<="].contains(
            node.as(BinaryOperatorExprSyntax.self)?.operator.text)
        }
      guard !isForUsersToo else { return false }
      return condition.readsLaunchArguments || condition.namesTestRun
    }
  }
}

extension ExprSyntax {
  /// `ProcessInfo.processInfo.arguments.contains("-reset")`
  fileprivate var readsLaunchArguments: Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self) else { return false }
      return ["arguments", "environment"].contains(access.declName.baseName.text)
        && access.base?.unwrapped.lastName == "processInfo"
    }
  }

  /// `isUITesting`, `app.isUITesting`, `UITests.areRunning`, `CommandLine.arguments.contains("--ui-tests")`
  fileprivate var namesTestRun: Bool {
    let names = unwrapped.dottedName?.split(separator: ".") ?? []
    return names.contains { String($0).isOfTestRun }
      || hasDescendant { node in
        node.as(StringSegmentSyntax.self)?.content.text.filter(\.isLetter).isOfTestRun ?? false
      }
  }
}

extension String {
  /// Whether a name says that it is for runs of tests: `isUITesting`, `setupTestData`, `seedForTests`. An
  /// app may well be about tests and have `saveTest` and `latestData`.
  fileprivate var isOfTestRun: Bool {
    let small = lowercased()
    if ["uitest", "unittest", "runningtests", "undertest"].contains(where: small.contains) {
      return true
    }
    let words = camelWords
    return zip(words, words.dropFirst()).contains { first, second in
      first == "test" && second == "data"
        || first == "for" && ["testing", "tests"].contains(second)
        || first == "is" && second == "testing" && words.count == 2
        || first == "seed" && ["preview", "previews", "test", "tests"].contains(second)
    }
  }
}
