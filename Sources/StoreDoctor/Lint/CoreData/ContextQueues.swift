internal import ModelSource
internal import SwiftSyntax
internal import Synchronization

/// The queues of contexts that types of other files keep: `stack.mainContext`.
///
/// A file is read when the first of its properties is asked for.
final class ContextQueues: Sendable {
  private let files: @Sendable (String) -> [SourceFile]
  private let known = Mutex<[String: [String]]>([:])

  /// - Parameter files: those that declare a type of a name.
  init(files: @escaping @Sendable (String) -> [SourceFile]) { self.files = files }

  /// The queue of a property, as far as all types of that name agree.
  ///
  /// - Parameter name: `GardenStack.mainContext`.
  func queue(of name: String) -> [String] {
    if let known = known.withLock({ $0[name] }) { return known }
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return [] }
    let found = ParsePool.map(files(parts[0])) { _, tree in
      tree.contextQueue(of: parts[1], in: parts[0])?.rawValue
    }
    let queues = Set(found.compactMap(\.self))
    let answer = queues.count == 1 ? Array(queues) : []
    known.withLock { $0[name] = answer }
    return answer
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
