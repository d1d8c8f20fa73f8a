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

  /// `$XDG_CACHE_HOME/storedoctor/plans`, or the same below `~/.cache`.
  static func cache(_ environment: [String: String]) -> String {
    let named = environment["XDG_CACHE_HOME"] ?? ""
    let home = environment["HOME"] ?? "/tmp"
    return (named.hasPrefix("/") ? named : home + "/.cache") + "/storedoctor/plans"
  }
}
