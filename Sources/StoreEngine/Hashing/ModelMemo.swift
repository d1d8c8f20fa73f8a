internal import StoreModel
internal import Synchronization

/// Remembers the last answers of a function of models alone: a plan asks the same of each of its
/// versions for every store and every stage.
///
/// Models are found by equality, which looks at no entity where two of them share their storage.
final class ModelMemo<Answer: Sendable>: Sendable {
  private let known = Mutex<[(models: [DataModel], answer: Answer)]>([])
  /// Enough for a plan with as many versions as anybody has.
  private static var mostAnswers: Int { 128 }

  /// - Parameter make: works the answer out; it may ask for others.
  func answer(of models: DataModel..., make: () throws -> Answer) rethrows -> Answer {
    let found = known.withLock { known in
      known.last { $0.models == models }?.answer
    }
    if let found { return found }
    let answer = try make()
    known.withLock { known in
      if known.count == Self.mostAnswers { known.removeFirst() }
      known.append((models, answer))
    }
    return answer
  }
}
