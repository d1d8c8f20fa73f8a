internal import PlatformLibc
internal import StoreEngine

/// The environments that programs are started with: made, not inherited.
enum PlanEnvironment {
  /// Of a program of the toolchain. The macros are a library that the compiler loads; they find
  /// what they are made of where it has it, below `root`.
  static func compiler(home: String, root: String? = nil) -> [String: String] {
    var result = inherited(["PATH", "LD_LIBRARY_PATH", "LANG"])
    if let root {
      let own = ["lib/swift/host", "lib/swift/linux"].map { root.appending(component: $0) }
      let folders = own + [result["LD_LIBRARY_PATH"] ?? ""]
      result["LD_LIBRARY_PATH"] = folders.filter { !$0.isEmpty }.joined(separator: ":")
    }
    (result["HOME"], result["TMPDIR"]) = (home, home)
    return result
  }

  /// A home of its own, so that defaults and files of the plan's code land nowhere else.
  static func plan(home: String, report: String) -> [String: String] {
    let options = [
      "enable=yes", "color=no", "interactive=no", "threads=crashed", "registers=none",
      "images=mentioned", "sanitize=no", "limit=64", "top=8", "timeout=20", "output-to=\(report)",
    ]
    return inherited(["LANG", "TZ"]).merging(
      [
        // Foundation asks the system for the user's folder unless told otherwise.
        "CFFIXED_USER_HOME": home, "HOME": home, "TMPDIR": home, "XDG_CACHE_HOME": home,
        "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home,
        "SWIFT_BACKTRACE": options.joined(separator: ","),
      ], uniquingKeysWith: { $1 })
  }

  private static func inherited(_ names: [String]) -> [String: String] {
    var result: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }
}
