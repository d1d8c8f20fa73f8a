/// The same on macOS, in the language of its sandbox.
enum SandboxProfile {
  static let command = "/usr/bin/sandbox-exec"

  static func text(_ confinement: Confinement) -> String {
    var lines = [
      "(version 1)", "(deny default)", "(import \"system.sb\")", "(deny network*)",
      "(allow process-fork)", "(allow sysctl-read)", "(allow signal (target self))",
      "(allow file-read-metadata)",
    ]
    func allow(_ right: String, _ paths: [String]) {
      for path in paths { lines.append("(allow \(right) (subpath \"\(quoted(path))\"))") }
    }
    allow("file-read*", ["/usr/lib", "/System/Library"] + confinement.readable)
    allow("file-read* file-write*", confinement.writable)
    allow("file-read* process-exec*", confinement.executable)
    return lines.joined(separator: "\n")
  }

  private static func quoted(_ path: String) -> String {
    path.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined()
  }
}
