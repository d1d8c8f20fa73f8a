internal import CLauncher
internal import Diagnostics
internal import PlatformLibc
internal import StoreEngine
internal import StoreModel

/// How far the system keeps a plan's code from everything that is not its own.
package enum ConfinementLevel: String, Sendable, Hashable {
  /// Linux: Landlock for files, a filter of system calls for all else.
  case landlock
  /// macOS: `sandbox-exec`.
  case sandbox
  /// The code runs with the user's rights.
  case none

  /// What this system offers.
  ///
  /// - Parameter environment: `STOREDOCTOR_CONFINEMENT=none` behaves as a system that offers nothing.
  package static func available(_ environment: [String: String]) -> ConfinementLevel {
    if environment["STOREDOCTOR_CONFINEMENT"] == "none" { return .none }
    #if os(macOS)
      return access(SandboxProfile.command, X_OK) == 0 ? .sandbox : .none
    #else
      return storedoctor_confinement_version() > 0 ? .landlock : .none
    #endif
  }
}

extension ConfinementLevel: Encodable {
  /// The level, and what it comes to for files, the network and other processes.
  package func encode(to encoder: any Encoder) throws {
    let (files, others) = self == .none ? ("all", "all") : ("own", "none")
    try encoder.write([
      "files": files, "level": rawValue, "network": others, "processes": others,
    ])
  }
}

/// What a program may reach; everything else is refused to it, and so are the network, other
/// processes and, but for what it needs itself, new ones.
struct Confinement {
  var level: ConfinementLevel
  var readable: [String]
  /// Folders with all in them, and single files.
  var writable: [String]
  var executable: [String]
  /// Processes it may start.
  var processes: Int

  /// What every program needs to start.
  private static let system = [
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/etc/ld.so.conf",
    "/etc/ld.so.conf.d", "/etc/localtime", "/etc/timezone", "/usr/share/zoneinfo",
    "/usr/share/locale", "/usr/share/i18n", "/etc/xdg/user-dirs.defaults", "/dev/urandom",
    "/dev/random", "/proc/meminfo",
    "/proc/cpuinfo", "/proc/stat", "/proc/sys/vm/overcommit_memory", "/sys/devices/system/cpu",
  ]
  private static let devices = ["/dev/null", "/dev/zero"]
  private static let loaders = [
    "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
  ]

  /// The program made of a plan: its own folder, the libraries it is linked to, and what writes down
  /// where it crashed.
  static func plan(
    _ level: ConfinementLevel, program: String, toolchain: PlanToolchain, writing folders: [String]
  ) -> Confinement {
    let backtracer = toolchain.root.appending(component: "libexec/swift")
    return Confinement(
      level: level,
      readable: system + toolchain.moduleFolders + [
        program.deletingLastPathComponent, toolchain.root.appending(component: "lib/swift"),
        backtracer,
      ],
      writable: folders + devices, executable: [program, backtracer] + loaders,
      // The one that writes down a crash, and what that starts.
      processes: 4)
  }

  /// A tool of the toolchain that reads a file.
  static func reader(_ level: ConfinementLevel, tool: String, file: String) -> Confinement {
    let root = tool.deletingLastPathComponent.deletingLastPathComponent
    return Confinement(
      level: level, readable: system + [file, root.appending(component: "lib")],
      writable: devices, executable: [tool] + loaders, processes: 0)
  }

  /// The compiler, the linker and the macros.
  static func compiler(
    _ level: ConfinementLevel, toolchain: PlanToolchain, writing folders: [String]
  ) -> Confinement {
    let programs = [toolchain.root, "/usr", "/bin", "/lib", "/lib64"]
    return Confinement(
      level: level,
      readable: system + programs + toolchain.moduleFolders + ["/etc/alternatives"],
      writable: folders + devices, executable: programs + toolchain.moduleFolders, processes: 500)
  }

  /// The rules for the launcher; -1 where it has no part in it.
  ///
  /// - Throws: `PlanFailure.system`.
  func makeRuleset() throws(PlanFailure) -> Int32 {
    guard level == .landlock else { return -1 }
    let rules =
      readable.map { ($0, STOREDOCTOR_READ) }
      + writable.map { ($0, STOREDOCTOR_READ | STOREDOCTOR_WRITE) }
      + executable.map { ($0, STOREDOCTOR_READ | STOREDOCTOR_EXECUTE) }
    var names = rules.map { strdup($0.0) }
    defer { for name in names { free(name) } }
    names.append(nil)
    let paths = zip(names, rules).map {
      storedoctor_path(path: UnsafePointer($0), access: UInt32($1.1))
    }
    let ruleset = storedoctor_make_ruleset(paths, Int32(paths.count))
    guard ruleset >= 0 else {
      throw .system("the plan cannot be confined: \(ChildProcess.lastError)")
    }
    return ruleset
  }

  /// What is started in place of a program.
  func command(_ program: String, _ arguments: [String]) -> (program: String, arguments: [String]) {
    guard level == .sandbox else { return (program, arguments) }
    return (SandboxProfile.command, ["-p", SandboxProfile.text(self), program] + arguments)
  }
}

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
