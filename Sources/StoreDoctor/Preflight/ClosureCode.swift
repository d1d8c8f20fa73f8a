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
    code(at: place)?.mayTouch("delete") ?? true
  }

  /// The classes of which it deletes all rows, whatever the store has, as far as its file shows.
  static func emptied(_ place: Location) -> Set<String> { code(at: place)?.emptiedClasses ?? [] }

  private static func code(at place: Location) -> StageCode? {
    guard let data = FileManager.default.contents(atPath: place.path) else { return nil }
    return StageCode.read(at: [place], in: [SourceFile(path: place.path, bytes: Array(data))])[
      place]
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
