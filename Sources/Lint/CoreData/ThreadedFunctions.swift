internal import ModelSource
internal import SwiftSyntax

/// Functions that something else calls by their name, on a thread of no context.
extension FunctionDeclSyntax {
  /// What such a function calls, and the function itself where that works with the main thread's context.
  func ownThreadCalls(in file: LintFile) -> [ThreadCall] {
    guard !file.isTest, let body, body.isHandwritten, let owner = ownerName,
      let place = ownThread(in: file), !file.ask(.usesCoreData).isEmpty
    else { return [] }
    let use = body.mainContextUse(file)
    if let use {
      return [.init(name: "\(owner).\(name.text)", place: place, location: file.location(use))]
    }
    return Syntax(body.statements).calls(running: place, in: file) { $0.leavesThread }
  }

  /// Where the function runs, as its type or an attribute says.
  private func ownThread(in file: LintFile) -> String? {
    if let actor = ownActor { return "on '@\(actor)'" }
    switch name.text {
    case "main":
      guard modifiers.contains(where: { $0.name.text == "override" }),
        let parent = enclosingType?.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes
          .first?.type.dottedName, parent.hasSuffix("Operation") || parent == "Thread"
      else { return nil }
      return parent == "Thread" ? "on a thread of its own" : "on the thread of an operation"
    case "urlSession":
      // Without a queue, a session makes one of its own.
      guard attribute("MainActor") == nil, let type = enclosingType,
        type.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor") == nil,
        file.source.bytes.has("delegateQueue: nil")
      else { return nil }
      return "on the queue that a session makes for its delegate"
    default: return nil
    }
  }

  /// `ImportActor` of `@ImportActor func load()`, and of one in a type that is bound to it.
  private var ownActor: String? {
    guard !modifiers.contains(where: { $0.name.text == "nonisolated" }) else { return nil }
    let own = globalActor
    guard own != "MainActor" else { return nil }
    let actor =
      own ?? enclosingType?.asProtocol((any WithAttributesSyntax).self)?.globalActor
    return actor == "MainActor" ? nil : actor
  }
}

extension WithAttributesSyntax {
  fileprivate var globalActor: String? {
    attributes.lazy.compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      let name = attribute.simpleName
      return name.hasSuffix("Actor") && !name.hasSuffix("ModelActor") && name != "globalActor"
        ? name : nil
    }.first
  }
}

extension FunctionCallExprSyntax {
  /// The method that runs on another thread because something is given its selector: that of remote changes,
  /// `performSelector(inBackground: #selector(load), with: nil)`, `Thread.detachNewThreadSelector(…)`.
  func selectorCall(in file: LintFile) -> ThreadCall? {
    guard let place = selectorPlace, !file.isTest, !file.ask(.usesCoreData).isEmpty,
      let owner = ownerName,
      let selector = arguments.lazy.compactMap({
        $0.expression.as(MacroExpansionExprSyntax.self)
      }).first,
      let method = selector.arguments.first?.expression.selectedMethod
    else { return nil }
    return ThreadCall(
      name: "\(owner).\(method)", place: place, location: file.location(selector))
  }

  private var selectorPlace: String? {
    switch name {
    case "addObserver":
      hearsOfRemoteChange && arguments.first?.expression.isSelfName ?? false
        ? Self.remoteChange : nil
    case "performSelector":
      arguments.first?.label?.text == "inBackground" && receiver?.isSelfName ?? true
        ? "on a thread of its own" : nil
    case "detachNewThreadSelector":
      argument("toTarget")?.isSelfName ?? false ? "on a thread of its own" : nil
    case "Thread": argument("target")?.isSelfName ?? false ? "on a thread of its own" : nil
    default: nil
    }
  }
}

extension ExprSyntax {
  /// `merge` of `merge`, `merge(_:)`, `self.merge` and `Store.merge(_:)`.
  fileprivate var selectedMethod: String? {
    self.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}
