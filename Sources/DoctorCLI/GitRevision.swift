internal import StoreDoctor
internal import StoreModel

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files as a git revision has them.
struct GitRevision {
  let name: String

  /// - Throws: `Failure` for a name that could be taken for an option.
  init(_ name: String) throws {
    guard !name.hasPrefix("-"), !name.isEmpty else {
      throw Failure.usage("'\(VisibleText(name).text)' is no git revision")
    }
    self.name = name
  }

  /// What lint finds at the revision; paths are named as they are now.
  func findings(
    _ paths: [String], _ project: LintProject, lint: (LintInput) -> [Finding]
  ) throws -> [Finding] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "storedoctor-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let relative = paths.map(LintProject.relativeToWork)
    // Paths that the revision does not have yet hold nothing old.
    let known = try relative.filter { try isKnown($0) }
    guard !known.isEmpty else { return [] }
    let archive = folder + "/tree.tar"
    try Self.run(
      ["git", "archive", "--format=tar", "-o", archive, name, "--"] + known,
      failing: "git cannot give the files of '\(name)'")
    try Self.run(["tar", "-xf", archive, "-C", folder], failing: "cannot unpack the files of git")
    let inside = known.map { $0 == "." ? folder : folder + "/" + $0 }
    let input = try LintReader.read(inside) { path in
      project.isExcluded(String(path.dropFirst(folder.count + 1)))
    }.removingPrefix(folder + "/")
    return lint(input).map { finding in
      var finding = finding
      if let path = finding.location?.path, path.hasPrefix(folder + "/") {
        finding.location?.path = String(path.dropFirst(folder.count + 1))
      }
      return finding
    }
  }

  private func isKnown(_ path: String) throws -> Bool {
    guard !path.hasPrefix("/"), !path.hasPrefix("../") else {
      throw Failure.usage("--since needs paths below the working folder, not '\(path)'")
    }
    try Self.run(
      ["git", "rev-parse", "--verify", "--quiet", name + "^{commit}"],
      failing: "there is no git revision '\(VisibleText(name).text)' here",
      help: ["a shallow clone lacks old ones; get them with 'git fetch --unshallow'"])
    return try Self.status(["git", "cat-file", "-e", "\(name):./\(path == "." ? "" : path)"]) == 0
  }

  private static func run(
    _ words: [String], failing message: String, help: [String] = []
  ) throws {
    guard try status(words) == 0 else {
      throw Failure(status: .usage, message: message, help: help)
    }
  }

  /// Runs a program found in PATH with its output thrown away.
  private static func status(_ words: [String]) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let failure = posix_spawnp(&process, words[0], &actions, nil, arguments, environ)
    guard failure == 0 else {
      throw Failure.usage("'\(words[0])' cannot be run, which '--since' needs")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    // The low seven bits name a signal, the byte above them the exit code.
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
  }
}
