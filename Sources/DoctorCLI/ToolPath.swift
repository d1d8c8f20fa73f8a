internal import Diagnostics
internal import Lint
internal import ModelInputs
internal import PlanExecution
internal import PlatformFoundation
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine

/// Where this program is, and where it keeps what it can make again.
enum ToolPath {
  /// The program's file, as far as the system says.
  static var current: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
    #endif
  }

  /// `$XDG_CACHE_HOME/storedoctor/plans`, or the same below `~/.cache`; nil where others could put
  /// programs of theirs into it.
  static func cache(_ environment: [String: String]) -> String? {
    ownFolder(environment, "XDG_CACHE_HOME", ".cache", "plans")
  }

  /// `$XDG_STATE_HOME/storedoctor/trusted`, or the same below `~/.local/state`.
  static func trust(_ environment: [String: String]) -> String? {
    ownFolder(environment, "XDG_STATE_HOME", ".local/state", "trusted")
  }

  private static func ownFolder(
    _ environment: [String: String], _ variable: String, _ usual: String, _ name: String
  ) -> String? {
    let folder = folder(environment, variable, usual).map { $0 + "/" + name }
    return folder.flatMap { OwnPath.canHold($0) ? $0 : nil }
  }

  /// What `lint` keeps of its last run over these paths; nil when this user has no folder for it.
  static func lintCache(_ environment: [String: String], subject: [String]) -> LintCache? {
    guard let folder = caches(environment), let build else {
      return nil
    }
    return LintCache(folder: folder + "/lint", subject: subject, tool: build)
  }

  /// What is known of a repository's revisions; nil when this user has no folder for it.
  static func revisionCache(
    _ environment: [String: String], repository: String, below paths: [String]
  ) -> RevisionCache? {
    guard let folder = caches(environment), let build else {
      return nil
    }
    return RevisionCache(
      folder: folder + "/revisions", repository: LintProject.absolute(repository), below: paths,
      tool: build)
  }

  /// The folder of everything that can be made again; nil without a home.
  static func caches(_ environment: [String: String]) -> String? {
    folder(environment, "XDG_CACHE_HOME", ".cache")
  }

  /// This tool's folder of a kind; nil without a home.
  static func folder(
    _ environment: [String: String], _ variable: String, _ usual: String
  ) -> String? {
    if let named = environment[variable], named.hasPrefix("/") { return named + "/storedoctor" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(usual)/storedoctor"
  }

  /// The address of the documentation, without a slash at its end: what `STOREDOCTOR_DOCUMENTATION` says,
  /// or what a release says beside its program.
  static func documentation(_ environment: [String: String]) -> String? {
    var address = environment["STOREDOCTOR_DOCUMENTATION"]
    if address == nil, let program = ModelFiles.real(current) {
      let prefix = program.deletingLastPathComponent.deletingLastPathComponent
      address = try? TextFile.read(prefix.appending(component: "share/storedoctor/documentation"))
    }
    let line = address?.split(whereSeparator: \.isNewline).first ?? ""
    guard line.hasPrefix("https://") || line.hasPrefix("http://") else { return nil }
    return line.hasSuffix("/") ? String(line.dropLast()) : String(line)
  }

  /// Tells this build of the program from others of the same version.
  private static var build: String? {
    var status = stat()
    guard stat(current, &status) == 0 else { return nil }
    let time = status.modified
    return "\(ToolVersion.current) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }
}
