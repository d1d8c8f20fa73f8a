internal import StoreModel
internal import SwiftSyntax

/// A call of a function on another thread, which may work with the main thread's context.
struct ThreadCall: Sendable, Codable {
  /// With the type that it belongs to: `Store.clean`.
  var name: String
  /// Where it runs, in words.
  var place: String
  var location: Location
}

extension FunctionDeclSyntax {
  /// `Store.clean` of a function that works with the main thread's context, outside of its `perform`.
  func workOnMain(in file: LintFile) -> String? {
    guard !file.isTest, !file.ask(.usesCoreData).isEmpty, worksOnMain(in: file, Self.mostSteps)
    else { return nil }
    return ownerName.map { "\($0).\(name.text)" } ?? name.text
  }

  private static let mostSteps = 3

  /// Whether it, or a function of its file that it calls, does so.
  private func worksOnMain(in file: LintFile, _ steps: Int) -> Bool {
    guard steps > 0, let body, body.isHandwritten, attribute("MainActor") == nil else {
      return false
    }
    var isFound = false
    body.forEachDescendant { node in
      guard !isFound, !node.returnsToMain else { return false }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.isPerform || call.otherThread != nil { return false }
      // A default that callers may replace says nothing about them.
      if let context = call.queueBoundContext(file), file.queue(of: context) == .main {
        isFound = true
      } else if call.isOfSameType, let called = call.functionOfFile, called.id != id {
        isFound = called.worksOnMain(in: file, steps - 1)
      }
      return !isFound
    }
    return isFound
  }
}

extension FunctionCallExprSyntax {
  /// `clean()`, `self.clean()`.
  fileprivate var isOfSameType: Bool {
    guard let access = calledExpression.as(MemberAccessExprSyntax.self) else { return true }
    return ["self", "Self"].contains(access.base?.dottedName)
  }

  /// The calls in the closure of the call, where that runs on a thread of no context.
  func threadCalls(in file: LintFile) -> [ThreadCall] {
    guard !file.isTest, let place = otherThread, let closure = lastClosure, closure.isHandwritten,
      !closure.isOnMainActor
    else { return [] }
    let types = TypeReader(file: file)
    var found: [ThreadCall] = []
    closure.statements.forEachDescendant { node in
      if node.returnsToMain { return false }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.isPerform || call.otherThread != nil { return false }
      // What is waited for may go to the main actor by itself.
      guard !(call.parent?.is(AwaitExprSyntax.self) ?? false), let name = call.nameWithOwner(types)
      else { return true }
      found.append(.init(name: name, place: place, location: file.location(call.nameNode)))
      return true
    }
    return found
  }

  /// `Store.clean` of `clean()`, `self.clean()`, `Store.clean()`, `Store.shared.clean()`, `store.clean()`.
  private func nameWithOwner(_ types: TypeReader) -> String? {
    guard name.first?.isLowercase ?? false else { return nil }
    guard let access = calledExpression.as(MemberAccessExprSyntax.self) else {
      guard calledExpression.is(DeclReferenceExprSyntax.self) else { return nil }
      return ownerName.map { "\($0).\(name)" } ?? name
    }
    let owner =
      access.ownerOfMember ?? access.sharedOwner
      ?? access.base.flatMap { base in
        types.type(of: base).flatMap { $0.isList ? nil : $0.name }
      }
    return owner.map { "\($0).\(name)" }
  }
}

extension MemberAccessExprSyntax {
  /// `Store` of `Store.sharedStore.clean`: what such a property gives is one of its type.
  fileprivate var sharedOwner: String? {
    guard let shared = base?.unwrapped.as(MemberAccessExprSyntax.self),
      ["shared", "default", "instance"].contains(where: shared.declName.baseName.text.hasPrefix),
      let owner = shared.base?.dottedName?.lastPart, owner.first?.isUppercase ?? false
    else { return nil }
    return owner
  }
}

extension ContextAcrossTasks {
  /// Functions that work with the main thread's context and are called on another one.
  func checkCalls(_ lint: LintContext, _ report: RuleReport) {
    let code = lint.coreData.code
    guard !code.mainWorkers.isEmpty else { return }
    for call in code.threadCalls where code.mainWorkers.contains(call.name) {
      report(
        "'\(call.name.lastPart)' works with the main thread's context, and is called \(call.place)",
        at: call.location,
        help: "let it take a context, or do its work inside 'perform' of the one it uses")
    }
  }
}
