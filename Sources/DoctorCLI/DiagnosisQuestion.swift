internal import Diagnostics
internal import ErrorCatalog
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What is the matter with a store: `diagnose` asks it, and `report` begins with it.
struct DiagnosisQuestion {
  /// The store, as the user names it.
  let path: String
  /// What the app printed, as it is explained.
  var log: ExplainResult?
  /// The repository of the app.
  var git: String?
  /// The version the app has; nil for the current one.
  var target: String?
  /// For the rows, and as much for the migration.
  var budget: Duration?

  init(_ path: String) { self.path = path }

  /// - Throws: for what is no time.
  static func time(_ seconds: Double?) throws -> Duration? {
    guard let seconds else { return nil }
    guard seconds > 0, seconds < 1e9 else {
      throw Failure.usage("the time budget must be a number of seconds above 0")
    }
    return .milliseconds(Int64(seconds * 1000))
  }

  /// Asks it, with the models of the session.
  func answer(_ losses: LossOptions, in session: Session) throws -> Diagnosis {
    var diagnoser = Diagnoser(path)
    if let budget { diagnoser.budget = budget }
    diagnoser.log = log
    if let git {
      let search = try session.search(of: git)
      diagnoser.search = { try search(WantedHashes($0)) }
      session.takeModels(of: git)
    }
    diagnoser.models = session.settings.models
    diagnoser.histories = try session.histories()
    diagnoser.target = try session.target(target)
    diagnoser.policy = try session.lossPolicy(losses)
    diagnoser.freeSpace = DiskSpace.free(besides: path)
    diagnoser.onTrial = session.watchingTrials
    diagnoser.showsValues = session.settings.showsValues
    let progress = Progress("examining", session)
    defer { progress.finish() }
    diagnoser.progress = { progress.advance(Double($0), of: $1, $2) }
    return try session.oneState {
      do {
        let opened = try session.namedStore(path)
        return try diagnoser.diagnose(
          opened.file, opened.kind, opened.store, problem: opened.problem?.message)
      } catch let error as StoreFileError {
        return try diagnoser.diagnose(error)
      } catch let error as SQLiteError where error.status == .usage {
        // A statement of the tool's own: what does not fit it is the file.
        return try diagnoser.diagnose(
          StoreFileError(path: path, reason: .damaged(error.unfitness)))
      }
    }
  }
}
