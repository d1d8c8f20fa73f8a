internal import ArgumentParser
internal import Diagnostics
internal import StoreEngine
internal import StoreModel

struct CacheCommand: DoctorCommand {
  static let idleOptions = CommonOptions.ofStores.union(["force", "model"])
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "cache", abstract: "Say what is kept between runs and how large it is; --clear it.",
    usage: "storedoctor cache [--clear]",
    discussion: """
      Compiled plans, what 'lint' read, and the models of revisions are kept, so that the next run is \
      quicker. All of it can be made again, and what was not used for longest goes by itself. It lies \
      in $XDG_CACHE_HOME/storedoctor, or ~/.cache/storedoctor.

      Examples:
        storedoctor cache
        storedoctor cache --clear
      """)

  @Flag(help: "Remove all of it.")
  var clear = false

  @OptionGroup var common: CommonOptions

  private static let parts = [
    (folder: "plans", holds: "compiled plans"),
    (folder: "plans-modules", holds: "modules of the compiler"),
    (folder: "plans-failures", holds: "what the compiler said"),
    (folder: "lint", holds: "what 'lint' read"),
    (folder: "revisions", holds: "models of revisions"),
  ]

  func run(in session: Session) throws -> Report {
    guard let root = ToolPath.caches(session.console.environment) else {
      throw Failure.unreadable(
        "there is no home folder, so nothing is kept",
        help: "set HOME or XDG_CACHE_HOME to a folder of yours")
    }
    var rows: [[String]] = []
    var sizes: [String: JSONValue] = [:]
    var total: Int64 = 0
    for part in Self.parts {
      let folder = CacheFolder(root + "/" + part.folder)
      let bytes = folder.bytes
      if clear, !folder.clear() {
        throw Failure.unreadable("'\(folder.path)' cannot be removed")
      }
      total += bytes
      sizes[part.folder] = .integer(bytes)
      rows.append([part.holds, DataKind.sizeText(bytes)])
    }
    let sum = "\(clear ? "removed" : "kept") \(DataKind.sizeText(total)) in '\(root)'"
    return Report(
      command: Self.name,
      sections: [
        .table(Report.Table([.init("part"), .init("size")], rows: rows)), .lines([sum]),
      ],
      body: ["bytes": .object(sizes), "folder": .string(root), "isCleared": .bool(clear)])
  }
}
