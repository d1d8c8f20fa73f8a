package import Diagnostics
package import Lint
internal import ModelSource
internal import StoreEngine
internal import StoreModel

/// A project whose files somebody has open: what lint says of them as they stand in the editor.
///
/// Each change is looked at by itself, in the light of the last run over everything (`edit`); the next
/// such run is `work`, which may be done on another thread and dropped.
package struct EditedProject: Sendable {
  package let place: Place
  /// The configuration and the files; nil before they were read, and when they could not be.
  private(set) var run: LintRun?
  private(set) var last: Examination?
  /// What the models are now.
  private(set) var context: LintContext?
  /// What keeps the project from being read as it is now; what was known of it before still holds.
  package private(set) var failures: [Failure] = []
  /// The texts of files that are open, by their paths.
  private(set) var texts: [String: [UInt8]] = [:]
  private var baseline: Baseline?
  /// What is said of each file, by its path.
  package private(set) var findings: [String: [Finding]] = [:]
  /// Files of which what is said is that of an older text.
  private(set) var outdated: Set<String> = []
  /// Whether files have to be read again.
  private var isUnread = true
  /// Whether anything has changed since the last run over everything.
  package private(set) var isStale = true

  /// What the project is found by.
  package enum Place: Sendable, Hashable {
    /// A `.storedoctor.yml`.
    case configuration(String)
    /// A folder or a file without one.
    case path(String)
  }

  package init(_ place: Place) { self.place = place }

  /// Whether a run over everything has been made.
  package var isRead: Bool { last != nil }

  /// Whether a file belongs to the project.
  package func has(_ path: String) -> Bool { run?.input.has(path) ?? false }

  /// The text of a file as it is known.
  package func text(of path: String) -> [UInt8]? { texts[path] ?? run?.input.bytes(of: path) }

  /// Has everything read again from the disk.
  package mutating func forgetFiles() { (isUnread, isStale) = (true, true) }

  /// Takes the text of an open file.
  ///
  /// - Returns: whether what is said of the file is that of its new text; else the next run tells.
  package mutating func edit(_ path: String, _ bytes: [UInt8]) -> Bool {
    texts[path] = bytes
    isStale = true
    outdated.insert(path)
    guard run?.input.has(path) ?? false else {
      // It may have been made since the files were read.
      isUnread = isUnread || FilePath.isRegularFile(path)
      return false
    }
    let problem = run?.setText(bytes, of: path)
    guard let run, let last else { return false }
    let checked =
      path.lastPathComponent == "contents"
      ? run.linter.recheck(model: path, of: run.input, since: last)
      : run.linter.recheck(path, in: run.input, since: last)
    guard let checked else { return false }
    context = checked.context
    outdated.remove(path)
    findings[path] = presented(run.wanted(checked.findings) + unread([problem]))
    return true
  }

  /// The editor has let go of a file: what the disk has counts again.
  package mutating func close(_ path: String) {
    guard texts.removeValue(forKey: path) != nil else { return }
    forgetFiles()
  }

  /// What a run over everything makes.
  package struct Outcome: Sendable {
    fileprivate var run: LintRun?
    fileprivate var seen: Examination?
    fileprivate var baseline: Baseline?
    fileprivate var problems: [ModelProblem] = []
    fileprivate var failures: [Failure] = []
  }

  /// A run over everything as it is now.
  ///
  /// - Parameters:
  ///   - cache: what earlier runs left, by their subject.
  ///   - read: gives the text of a lock or a baseline.
  package func work(
    cache: @escaping @Sendable ([String]) -> LintCache?,
    read: @escaping @Sendable (String) throws -> String
  ) -> @Sendable () -> Outcome {
    let (place, known, texts, last) = (place, isUnread ? nil : run, texts, last)
    let baseline = baseline
    return {
      var outcome = Outcome(run: known, baseline: baseline)
      if known == nil { outcome.read(place, read) }
      guard var run = outcome.run else { return outcome }
      for (path, bytes) in texts.sorted(by: { $0.key < $1.key }) {
        if let problem = run.setText(bytes, of: path) { outcome.problems.append(problem) }
      }
      let kept = last == nil ? cache(run.subject) : nil
      let memories = last?.known(of: run.input) ?? kept?.recall(run.input.files) ?? []
      let seen = run.linter.examine(run.input, known: memories)
      kept?.keep(seen, over: memories)
      (outcome.run, outcome.seen) = (run, seen)
      return outcome
    }
  }

  /// Takes over what a run has made, of the state that the project still has.
  package mutating func take(_ outcome: Outcome) {
    (isUnread, isStale, outdated, failures) = (false, false, [], outcome.failures)
    guard let run = outcome.run, let seen = outcome.seen else { return }
    (self.run, last, context, baseline) = (run, seen, seen.context, outcome.baseline)
    let all = run.wanted(seen.findings) + unread(seen.unread + outcome.problems)
    findings = Dictionary(grouping: all) { $0.location?.path ?? "" }.mapValues(presented)
  }

  /// What a baseline does not list, each place once.
  private func presented(_ found: [Finding]) -> [Finding] {
    LintAnswer.oncePerPlace(baseline?.filter(found).new ?? found)
  }

  private func unread(_ problems: [ModelProblem?]) -> [Finding] {
    problems.compactMap(\.self).filter { $0.location != nil }.map {
      SourceFaults.unreadFile.finding($0.message).at($0.location)
    }
  }
}

extension EditedProject.Outcome {
  fileprivate mutating func read(
    _ place: EditedProject.Place, _ read: (String) throws -> String
  ) {
    do {
      switch place {
      case .configuration(let file):
        let folder = LintProject.relativeToWork(file.deletingLastPathComponent)
        run =
          try LintRun([], configuration: file, read: read)
          ?? LintRun([folder], configuration: file, read: read)
      case .path(let path): run = try LintRun([path], read: read)
      }
      baseline = try run?.baseline(given: nil).map { path in try Baseline(read(path), path: path) }
    } catch {
      run = nil
      failures = EditedProject.Failure.all(of: error)
    }
  }
}
