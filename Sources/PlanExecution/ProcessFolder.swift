internal import PlatformLibc
internal import StoreEngine
internal import Synchronization

/// A folder that is there as long as this process.
enum ProcessFolder {
  private static let made = Mutex<WorkFolder?>(nil)

  /// - Throws: `PlanFailure.system`.
  static func path(in parent: String) throws(PlanFailure) -> String {
    try made.withLock { made throws(PlanFailure) in
      if let made { return made.path }
      let folder = try WorkFolder(ofPlanIn: parent, for: "programs")
      made = folder
      atexit { ProcessFolder.remove() }
      return folder.path
    }
  }

  private static func remove() { made.withLock { $0?.remove() } }
}

extension WorkFolder {
  /// A folder for the work of a plan, gone when this is or when the process is told to end.
  ///
  /// - Throws: `PlanFailure.system`.
  convenience init(ofPlanIn parent: String, for name: String) throws(PlanFailure) {
    do throws(StoreOutputError) {
      try self.init(in: parent, for: name)
    } catch {
      throw .system("a folder for the plan's work cannot be made: \(error)")
    }
  }
}
