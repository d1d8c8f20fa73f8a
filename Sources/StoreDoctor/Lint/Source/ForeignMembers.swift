internal import ModelSource
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
