internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Asks a store and its twin what `diagnose` asks, and says where the answers differ.
struct TwinComparison {
  let histories: [SchemaHistory]
  let progress: (Double, Int, String) -> Void

  /// For each of two parts of a diagnosis. Rows are examined at a million in a few seconds.
  private static let budget = Duration.seconds(3600)

  /// What can be said about a store, with what it is about.
  private struct Statement: Hashable {
    let about: String
    let text: String
  }

  /// - Parameter path: the store's, by which both are named.
  func differences(
    _ store: ReadStore, _ twin: ReadStore, path: String
  ) throws -> [RedactAnswer.Difference] {
    let old = try diagnosis(of: store, path, step: 0)
    let new = try diagnosis(of: twin, path, step: 1)
    var found: [RedactAnswer.Difference] = []
    let verdicts = (
      Self.text(Self.verdict(of: old), at: store.file.path),
      Self.text(Self.verdict(of: new), at: twin.file.path)
    )
    if verdicts.0 != verdicts.1 {
      found.append(.init(about: "verdict", store: verdicts.0, twin: verdicts.1))
    }
    let before = Self.statements(of: old, at: store.file.path)
    let after = Self.statements(of: new, at: twin.file.path)
    found += Self.missing(before, in: after).map {
      RedactAnswer.Difference(about: $0.about, store: $0.text, twin: nil)
    }
    found += Self.missing(after, in: before).map {
      RedactAnswer.Difference(about: $0.about, store: nil, twin: $0.text)
    }
    return found
  }

  private func diagnosis(of one: ReadStore, _ path: String, step: Double) throws -> Diagnosis {
    var diagnoser = Diagnoser(path)
    diagnoser.budget = Self.budget
    diagnoser.histories = histories
    diagnoser.progress = { done, steps, name in
      progress(step + Double(done) / Double(max(steps, 1)), 2, "comparing: \(name)")
    }
    return try diagnoser.diagnose(
      one.file, one.kind, one.store, problem: one.problem.map(ReadStore.text))
  }

  private static func verdict(of diagnosis: Diagnosis) -> String {
    diagnosis.causes.map { "\($0.verdict.rawValue): \($0.what)" }.joined(separator: "; ")
  }

  /// A sentence without the names that differ: those of the files of external data and of their folder,
  /// and the store's own, by which it is called where its version is not known.
  ///
  /// - Parameter path: the store's.
  private static func text(_ sentence: String, at path: String) -> String {
    let name = path.lastPathComponent
    return sentence.replacing(ExternalStorage(storePath: path).supportFolder, with: "_SUPPORT")
      .replacing("'\(name)'", with: "the store").replacing("'\(name) to ", with: "'the store to ")
      .replacing(#/'[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'/#, with: "'UUID'")
  }

  /// - Parameter path: where the files are, which some sentences name and the answers do not depend on.
  private static func statements(of diagnosis: Diagnosis, at path: String) -> [Statement] {
    func text(_ sentence: String) -> String { Self.text(sentence, at: path) }
    let found = diagnosis.findings + (diagnosis.problems + diagnosis.obstacles).map(\.finding)
    let said = Set(found.map { Statement(about: $0.rule, text: text($0.message)) })
    let open = diagnosis.notExamined.map { Statement(about: "not-examined", text: text($0)) }
    return (said.union(open)).sorted { ($0.about, $0.text) < ($1.about, $1.text) }
  }

  private static func missing(_ statements: [Statement], in others: [Statement]) -> [Statement] {
    let known = Set(others)
    return statements.filter { !known.contains($0) }
  }
}
