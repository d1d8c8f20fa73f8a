internal import Diagnostics
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Who looks at the files of a scan: this process, or workers.
extension ScanRun {
  func alone(
    _ search: inout StoreSearch, _ progress: ScanProgress, _ flag: InterruptFlag
  ) throws {
    let worker = ScanWorker(request.scanner)
    while !flag.isRaised, let item = try next(&search) {
      switch item {
      case .failed(let failure, let path): try add(failed(path, failure))
      case .file(let path, let isNamed):
        var failure: (any Error)?
        worker.scan(path) { news in
          guard case .line(let line) = news, isNamed || line.isWorthTelling, failure == nil else {
            return
          }
          do { try add(line) } catch { failure = error }
        }
        if let failure { throw failure }
      }
      progress.advance()
    }
  }

  /// What one worker is asked.
  private struct Task {
    var item: StoreSearch.Item
    var range = ArchiveRange.whole

    var question: String? {
      guard case .file(let path, _) = item else { return nil }
      return range.text + path
    }
  }

  func together(
    _ search: inout StoreSearch, _ progress: ScanProgress, _ flag: InterruptFlag
  ) throws {
    var pool = request.pool(in: session)
    pool.isStopped = { flag.isRaised }
    var parts: ArraySlice<Task> = []
    try pool.run { () -> (subject: Task, question: String?)? in
      if parts.isEmpty {
        guard let item = try next(&search) else { return nil }
        parts = tasks(item)[...]
      }
      return parts.popFirst().map { ($0, $0.question) }
    } tell: { task, answer in
      try take(task, answer, pool)
      if task.range.isLast { progress.advance() }
      return true
    }
  }

  /// One, but for a large archive.
  private func tasks(_ item: StoreSearch.Item) -> [Task] {
    guard case .file(let path, _) = item else { return [Task(item: item)] }
    return ArchiveRange.parts(of: path, atMost: request.jobs).map { Task(item: item, range: $0) }
  }

  private func take(_ task: Task, _ answer: WorkerPool.Answer, _ pool: WorkerPool) throws {
    let (path, isNamed): (String, Bool)
    switch task.item {
    case .failed(let failure, let path): return try add(failed(path, failure))
    case .file(let name, let named): (path, isNamed) = (name, named)
    }
    for text in answer.lines {
      let line = try reader.store(text.utf8)
      if isNamed || line.isWorthTelling { try add(line, text) }
    }
    guard let trouble = answer.trouble else { return }
    let reason = failure(trouble, pool)
    guard let (first, last, index, member) = Self.place(answer) else {
      return try add(failed(path, reason))
    }
    // The other stores of the archive have done nothing.
    var rest = task
    func go(_ lower: Int, _ upper: Int) throws {
      guard lower < upper || upper == last && task.range.isLast else { return }
      rest.range.lower = lower
      rest.range.upper = upper == last ? task.range.upper : upper
      try ask(rest, pool)
    }
    try go(first + answer.lines.count, index)
    try add(failed(path, member: member, reason))
    try go(index + 1, last)
  }

  /// Asks a worker of its own, and waits for it.
  private func ask(_ task: Task, _ pool: WorkerPool) throws {
    var (pool, isAsked) = (pool, false)
    pool.workers = 1
    try pool.run { () -> (subject: Task, question: String?)? in
      defer { isAsked = true }
      return isAsked ? nil : (task, task.question)
    } tell: { task, answer in
      try take(task, answer, pool)
      return true
    }
  }

  /// The stores that a worker was asked for, and the one in an archive that it was at.
  private static func place(
    _ answer: WorkerPool.Answer
  ) -> (first: Int, last: Int, index: Int, member: String)? {
    let bounds = (answer.range ?? "").split(separator: " ").compactMap { Int($0) }
    let words = (answer.begun ?? "").split(separator: " ", maxSplits: 1).map(String.init)
    guard bounds.count == 2, words.count == 2, let index = Int(words[0]),
      (bounds[0]..<bounds[1]).contains(index), index >= bounds[0] + answer.lines.count
    else { return nil }
    let member = words[1].replacing("%0A", with: "\n").replacing("%25", with: "%")
    return (bounds[0], bounds[1], index, member)
  }

  private func failure(
    _ trouble: WorkerPool.Trouble, _ pool: WorkerPool
  ) -> ScannedStore.Failure {
    switch trouble {
    case .time: .init(.time, "it took more than \(request.seconds) s")
    case .memory: .init(.memory, "it took more than \(pool.memory >> 20) MB of memory")
    case .crash(let end, let message):
      .init(.crash, ([end] + [message].compactMap(\.self)).joined(separator: ": "))
    }
  }
}
