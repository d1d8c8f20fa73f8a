internal import ModelSource
internal import StoreModel
internal import SwiftSyntax
internal import Synchronization

/// What is asked about members of types that any file may declare: `EntityNames.book`,
/// `stack.mainContext`.
///
/// A file is read when the first question leads to it, and each question is asked once: most projects
/// need none of it.
final class ForeignMembers: Sendable {
  private let files: @Sendable (String) -> [SourceFile]
  private let known = Mutex<[ModelQuestion: [String]]>([:])

  /// - Parameter files: those that declare a type of a name.
  init(files: @escaping @Sendable (String) -> [SourceFile]) { self.files = files }

  /// The same of places, as `line:column:path`.
  func places(
    to question: ModelQuestion, about owner: String,
    _ read: @escaping @Sendable (SourceFileSyntax) -> [Syntax]
  ) -> [String] {
    if let known = known.withLock({ $0[question] }) { return known }
    let found = ParsePool.map(files(owner)) { source, tree in
      read(tree).map { node in
        let place = source.location(node)
        return "\(place.line ?? 0):\(place.column ?? 0):\(place.path)"
      }
    }
    let answers = Set(found.flatMap(\.self)).sorted()
    known.withLock { $0[question] = answers }
    return answers
  }

  /// All that the files which declare a type say, each answer once.
  func answers(
    to question: ModelQuestion, about owner: String,
    _ read: @escaping @Sendable (SourceFileSyntax) -> [String]
  ) -> [String] {
    if let known = known.withLock({ $0[question] }) { return known }
    let answers = Set(ParsePool.map(files(owner)) { _, tree in read(tree) }.flatMap(\.self))
      .sorted()
    known.withLock { $0[question] = answers }
    return answers
  }
}
