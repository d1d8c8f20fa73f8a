internal import Diagnostics
internal import PlatformFoundation
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

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
    let relative = paths.map(LintProject.relativeToWork)
    // Paths that the revision does not have yet hold nothing old.
    let known = try relative.filter { try isKnown($0) }
    guard !known.isEmpty else { return [] }
    let work = try WorkFolder(in: FileManager.default.temporaryDirectory.path, for: "since")
    // A place of its own: the repository may have files of any name.
    let folder = work.file("files")
    try unpack(known, into: folder, in: work)
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

  /// Writes the files that `lint` reads, as git keeps them: attributes, filters and hooks of the
  /// repository's configuration run programs, so nothing that heeds them is asked.
  private func unpack(_ paths: [String], into folder: String, in work: WorkFolder) throws {
    let message = "git cannot give the files of '\(VisibleText(name).text)'"
    let tree = work.file("tree")
    try Self.run(
      Self.git + ["ls-tree", "-r", "-z", name] + (paths.contains(".") ? [] : ["--"] + paths),
      output: tree, failing: message)
    let files = GitTree.files(in: try Self.content(of: tree), below: paths)
    let (names, blobs) = (work.file("names"), work.file("blobs"))
    try FileOutput.create(Array(files.map { $0.blob + "\n" }.joined().utf8), at: names)
    try Self.run(
      Self.git + ["cat-file", "--batch"], input: names, output: blobs, failing: message)
    var rest = try Self.content(of: blobs)[...]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for file in files {
      guard let content = GitTree.takeBlob(from: &rest) else {
        throw Failure(status: .unreadable, message: message)
      }
      let path = folder + "/" + file.path
      try FileManager.default.createDirectory(
        atPath: Folder.split(path).folder, withIntermediateDirectories: true)
      try FileOutput.create(Array(content), at: path)
    }
  }

  private static func content(of path: String) throws -> [UInt8] {
    try TextFile.bytes(of: path, limit: 1 << 30)
  }

  private static let git = ["git", "--no-pager", "-c", "core.fsmonitor=false"]

  private func isKnown(_ path: String) throws -> Bool {
    guard !path.hasPrefix("/"), !path.hasPrefix("../") else {
      throw Failure.usage("--since needs paths below the working folder, not '\(path)'")
    }
    try Self.run(
      Self.git + ["rev-parse", "--verify", "--quiet", name + "^{commit}"],
      failing: "there is no git revision '\(VisibleText(name).text)' here",
      help: ["a shallow clone lacks old ones; get them with 'git fetch --unshallow'"])
    return try Self.status(Self.git + ["cat-file", "-e", "\(name):./\(path == "." ? "" : path)"])
      == 0
  }

  private static func run(
    _ words: [String], input: String = "/dev/null", output: String = "/dev/null",
    failing message: String, help: [String] = []
  ) throws {
    guard try status(words, input: input, output: output) == 0 else {
      throw Failure(status: .usage, message: message, help: help)
    }
  }

  /// Runs a program found in PATH with files, or nothing, for its streams.
  private static func status(
    _ words: [String], input: String = "/dev/null", output: String = "/dev/null"
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    // A clone without all objects would fetch them, with whatever its configuration names.
    let settings = ["GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0"]
    var variables: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) }
    defer { for variable in variables.prefix(settings.count) { free(variable) } }
    var next = environ
    while let variable = next.pointee {
      variables.append(variable)
      next += 1
    }
    variables.append(nil)
    let failure = posix_spawnp(&process, words[0], &actions, nil, arguments, variables)
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
