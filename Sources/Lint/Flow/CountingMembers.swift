internal import SwiftSyntax

/// Members that a project adds to lists and that ask for nothing but the number of elements.
extension MemberAccessExprSyntax {
  /// Whether the member is declared in an extension of lists and uses `count` and `isEmpty` alone:
  /// `badge` of `extension Collection { var badge: String { "\(count)" } }`.
  var asksForNumber: Bool {
    let name = declName.baseName.text
    guard name.first?.isLowercase ?? false else { return false }
    for owner in ["Collection", "Array", "Sequence"] {
      if isCalled {
        guard let body = projectFunction(name, of: owner)?.body else { continue }
        return body.isHandwritten && body.asksForNumber
      }
      guard let body = projectBinding(name, of: owner)?.accessorBlock?.readCode else { continue }
      return body.isHandwritten && body.asksForNumber
    }
    return false
  }
}

extension SyntaxProtocol {
  /// Whether the code of a member of lists uses the list for its number, and not as a whole.
  fileprivate var asksForNumber: Bool {
    var (asks, isWhole) = (false, false)
    forEachDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self) else { return !isWhole }
      let access = name.parent?.as(MemberAccessExprSyntax.self)
      if name.isSelf {
        if let access, access.base?.id == ExprSyntax(name).id, access.declName.isNumber {
          asks = true
        } else {
          isWhole = true
        }
      } else if access?.declName.id == name.id {
        // A member of something else, unless `self` stands before it.
        return !isWhole
      } else if name.isNumber {
        asks = true
      } else if name.nameOrigin == nil, name.baseName.text.first?.isLowercase ?? false {
        // Another member of the list, such as `map` or `first`.
        isWhole = true
      }
      return !isWhole
    }
    return asks && !isWhole
  }
}

extension Syntax {
  /// Whether a constant or an optional binding begins with the value.
  var fillsVariable: Bool {
    var node = self
    for _ in 0..<8 {
      guard let next = node.parent else { return false }
      if next.is(InitializerClauseSyntax.self) { return true }
      guard next.isWrapper else { return false }
      node = next
    }
    return false
  }
}

extension DeclReferenceExprSyntax {
  fileprivate var isNumber: Bool { ["count", "isEmpty"].contains(baseName.text) }
}

extension FlowReader {
  /// `let notes = try store.unread()`, of which the function asks nothing but how many there are.
  mutating func noteCounted(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, file.mayAsk(call.name + "()"), !call.passesOn, call.trailingClosure == nil,
      !(call.isContextMethod && call.isOnContext), Syntax(call).fillsVariable,
      let holder = ExprSyntax(call).holder(types), holder.hasSuffix("()"),
      let uses = ResultUse.uses(of: call, isCounting: true), !uses.isEmpty,
      uses.allSatisfy({ ["count", "isEmpty"].contains($0) })
    else { return }
    flows.counts.append(
      .init(
        holder: holder, location: file.location(call.nameNode), isAny: !uses.contains("count")))
  }

  /// `try unread().badge`: what a function fetches is asked for its number by a member of lists.
  mutating func noteCount(_ base: ExprSyntax, by access: MemberAccessExprSyntax) {
    guard let call = base.call, call.name.first?.isLowercase ?? false, !call.passesOn,
      !(call.isContextMethod && call.isOnContext), let holder = ExprSyntax(call).holder(types),
      holder.hasSuffix("()"), access.asksForNumber
    else { return }
    flows.counts.append(.init(holder: holder, location: file.location(call.nameNode)))
  }
}
