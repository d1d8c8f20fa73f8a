internal import Diagnostics
internal import Lint
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// A migration that is only tried: on a private copy in the temporary folder, of which nothing stays.
public struct MigrationRehearsal {
  /// What the stages did; nil where they were not run.
  public private(set) var answer: MigrationAnswer?
  /// Why they were not run, or not to the end: one sentence without a full stop.
  public private(set) var reason: String?

  /// A larger store is not copied without being asked to.
  private static let mostBytes: Int64 = 512 << 20

  /// Tries a run.
  ///
  /// - Parameter bytes: the store's size.
  /// - Throws: `SQLiteError` and `StoreFileError` for a store that cannot be read.
  public init(_ run: MigrationRun, bytes: Int64) throws {
    let temporary = FileManager.default.temporaryDirectory.path
    guard bytes <= Self.mostBytes else {
      reason =
        "the store has \(DataKind.sizeText(bytes)); 'storedoctor migrate' takes a copy of any size"
      return
    }
    // The copy, and the old rows beside the new ones.
    if let free = DiskSpace.free(besides: temporary + "/rehearsal"), free < 2 * bytes {
      reason = "the temporary folder has only \(DataKind.sizeText(free)) left"
      return
    }
    do {
      let folder = try WorkFolder(temporaryFor: "rehearsal")
      answer = try withExtendedLifetime(folder) {
        try run.run {
          var output = try StoreOutput(path: folder.path + "/new.store", replaces: false)
          output.isDurable = false
          return (.file(output), nil)
        }
      }
      // Code that failed has said why in its findings.
      if let answer, answer.storeIsUnchanged != nil {
        reason = answer.findings.first { !LaunchFaults.stopsApp($0) }?.message
      }
    } catch let error as MigrationError where error.status == .found {
      reason = "\(error)"
    } catch let error as StoreOutputError {
      reason = "\(error)"
    }
  }
}
