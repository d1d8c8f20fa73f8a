internal import Diagnostics
internal import Lint
internal import ModelSource
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// What the file of a closure shows of it, without the code that it calls in others.
enum ClosureCode {
  /// Whether it may delete rows: it says so, in itself or in the functions of its file that it calls, or it
  /// hands its context on to code of another file. A file that cannot be read may hold anything.
  static func mayDelete(_ place: Location) -> Bool {
    guard let data = FileManager.default.contents(atPath: place.path) else { return true }
    let file = SourceFile(path: place.path, bytes: Array(data))
    guard let code = StageCode.read(at: [place], in: [file])[place] else { return true }
    return code.mayTouch("delete")
  }

  /// What the code on a way does wrong, whatever rows the store has.
  static func faults(_ path: MigrationPath) -> [Finding] {
    ClosureFaults.findings(of: path) { paths in
      paths.sorted().compactMap { path in
        FileManager.default.contents(atPath: path).map { SourceFile(path: path, bytes: Array($0)) }
      }
    }
  }
}
