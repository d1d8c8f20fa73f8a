internal import PlatformLibc

/// Programs that live long and answer one question after the other.
///
/// A question is a text without a zero byte, which ends it on the program's input. The program answers
/// on its descriptor 3: lines that begin with `L`, and one that begins with `E` at the end; what it says in
/// lines that begin with `R` and `B`, about all of the question and about what is at work, is kept for
/// whoever has to go on after a trouble. A program
/// that dies, hangs or takes too much costs the question it had; the others go on.
package struct WorkerPool {
  package var program: String
  package var arguments: [String]
  /// All of it; nothing is inherited.
  package var environment: [String: String]
  package var workers = 1
  /// For one question.
  package var time = Duration.seconds(120)
  /// Bytes that one of them may have in memory.
  package var memory: Int64 = 2 << 30
  /// Asked again and again; true ends the work.
  package var isStopped: () -> Bool = { false }

  package init(_ program: String, _ arguments: [String], environment: [String: String]) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// Why a question has no answer, or not all of it.
  package enum Trouble: Sendable, Hashable {
    case time
    case memory
    /// How the program ended, and the last it had to say.
    case crash(String, message: String?)
  }

  package struct Answer: Sendable, Hashable {
    package var lines: [String] = []
    package var trouble: Trouble?
    /// The last that it said about all of the question.
    package var range: String?
    /// The last that it said about what is at work.
    package var begun: String?
  }

  /// Questions that may be answered before the one that is to be told next.
  private var window: Int { workers * 32 }

  /// Asks questions until there are none, and tells the answers in the order of the questions.
  ///
  /// - Parameters:
  ///   - next: the next question, with whatever belongs to it; nil for its text is answered at once.
  ///   - tell: false ends the work.
  /// - Throws: `PlanFailure.system` where no program can be started at all; what `next` throws.
  package func run<Subject>(
    next: () throws -> (subject: Subject, question: String?)?,
    tell: (Subject, Answer) throws -> Bool
  ) throws {
    var asked: [Int: (subject: Subject, answer: Answer?)] = [:]
    var (askedCount, toldCount, isAtEnd) = (0, 0, false)
    var running: [WorkerProcess] = []
    defer { for worker in running { worker.stop() } }
    while !isStopped() {
      // Whoever has nothing to do gets the next question, and programs are started as they are needed.
      while !isAtEnd, askedCount - toldCount < window {
        guard running.count < workers || running.contains(where: \.isIdle) else { break }
        guard let (subject, question) = try next() else {
          isAtEnd = true
          break
        }
        asked[askedCount] = (subject, question == nil ? Answer() : nil)
        if let question {
          let worker = try running.first(where: \.isIdle) ?? start(&running)
          worker.ask(question, number: askedCount, within: time)
        }
        askedCount += 1
      }
      while let told = asked[toldCount], let answer = told.answer {
        asked[toldCount] = nil
        toldCount += 1
        guard try tell(told.subject, answer) else { return }
      }
      if isAtEnd, toldCount == askedCount { return }
      let busy = running.filter { !$0.isIdle }
      guard !busy.isEmpty else { continue }
      WorkerProcess.wait(for: busy)
      for worker in busy {
        guard let (number, answer) = try worker.finished(memory) else { continue }
        asked[number]?.answer = answer
      }
    }
  }

  private func start(_ running: inout [WorkerProcess]) throws -> WorkerProcess {
    let worker = try WorkerProcess(program, arguments, environment, memory: memory)
    running.append(worker)
    return worker
  }
}
