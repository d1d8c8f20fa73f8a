internal import StoreDoctor

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Where this program is, and where it keeps what it can make again.
enum ToolPath {
  /// The program's file, as far as the system says.
  static var current: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments.first ?? ""
    #endif
  }

  /// `$XDG_CACHE_HOME/storedoctor/plans`, or the same below `~/.cache`. Without a home, or in that of
  /// another user, whose programs must not be run, it is one of this user's in `/tmp`.
  static func cache(_ environment: [String: String]) -> String {
    let own = "/tmp/storedoctor-\(geteuid())/plans"
    guard let plans = cacheFolder(environment).map({ $0 + "/plans" }) else { return own }
    var status = stat()
    let isOthers = stat(plans, &status) == 0 && status.st_uid != geteuid()
    return isOthers ? own : plans
  }

  /// What `lint` keeps of its last run over these paths; nil when this user has no folder for it.
  static func lintCache(_ environment: [String: String], subject: [String]) -> LintCache? {
    guard let folder = cacheFolder(environment), let build else { return nil }
    return LintCache(folder: folder + "/lint", subject: subject, tool: build)
  }

  private static func cacheFolder(_ environment: [String: String]) -> String? {
    if let named = environment["XDG_CACHE_HOME"], named.hasPrefix("/") {
      return named + "/storedoctor"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.cache/storedoctor"
  }

  /// Tells this build of the program from others of the same version.
  private static var build: String? {
    var status = stat()
    guard stat(current, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    return "\(ToolVersion.current) \(status.st_size) \(changed.tv_sec).\(changed.tv_nsec)"
  }
}
