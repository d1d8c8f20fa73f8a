internal import SwiftSyntax

extension ForeignMembers {
  /// The queue of a context that a type keeps, as far as all types of that name agree.
  ///
  /// - Parameter name: `GardenStack.mainContext`.
  func queue(of name: String) -> [String] {
    let parts = name.keyPath
    guard parts.count == 2 else { return [] }
    let queues = answers(to: .contextQueue(name), about: parts[0]) {
      ($0.contextQueue(of: parts[1], in: parts[0])?.rawValue).map { [$0] } ?? []
    }
    return queues.count == 1 ? queues : []
  }
}

extension SourceFileSyntax {
  fileprivate func contextQueue(of property: String, in owner: String) -> ContextQueue? {
    guard case .property(let binding, _)? = type(owner)?.property(property, owner: owner) else {
      return nil
    }
    return binding.contextQueue
  }
}

extension LintFile {
  /// The queue of a context, also where another file says what it is.
  func queue(of context: ExprSyntax) -> ContextQueue? {
    if let queue = context.contextQueue { return queue }
    guard let access = context.unwrapped.as(MemberAccessExprSyntax.self), let base = access.base,
      !base.unwrapped.isSelfName
    else { return nil }
    let written = base.dottedName.flatMap { $0.first?.isUppercase ?? false ? $0 : nil }
    let named = written.flatMap { $0.contains(".") ? nil : $0 }
    guard let owner = named ?? TypeReader(file: self).type(of: base)?.name else { return nil }
    return ask(.contextQueue("\(owner).\(access.declName.baseName.text)")).first
      .flatMap(ContextQueue.init)
  }
}
