internal import PlatformFoundation
internal import PlatformLibc
internal import StoreEngine

/// Programs made of plans, each in a folder named after its content.
///
/// A folder gets its name only when the program in it is complete, so several processes may use the
/// cache at once. Nothing in it is used that another user could have written.
struct PlanCache {
  static let programName = "plan"
  /// The program's hash stands beside it: what has changed is made again.
  private static let hashName = "plan.sha256"
  /// Least recently used programs beyond these are removed.
  private static let mostPrograms = 20
  private static let mostFailures = 200
  private static let largestFailure = 4 << 20

  let folder: String

  func program(_ key: String) -> String? {
    let own = folder.appending(component: key)
    let program = own.appending(component: Self.programName)
    guard OwnPath.isFolder(own), OwnPath.isFile(program), access(program, X_OK) == 0,
      let hash = FileManager.default.contents(atPath: own.appending(component: Self.hashName)),
      hash == Self.hash(of: program)
    else { return nil }
    CacheFolder.touch(own)
    return program
  }

  private static func hash(of program: String) -> Data? {
    ContentName.of(file: program).map { Data($0.utf8) }
  }

  /// Where the compiler keeps the modules of system libraries, which take seconds to make.
  func modules() throws(PlanFailure) -> String {
    let path = folder + "-modules"
    try make(path)
    return path
  }

  private var failures: String { folder + "-failures" }

  /// What the compiler printed when an attempt failed before.
  func failure(_ name: String) -> String? {
    guard OwnPath.isFolder(failures),
      let bytes = OwnPath.read(
        failures.appending(component: name), atMost: Self.largestFailure)
    else { return nil }
    CacheFolder.touch(failures.appending(component: name))
    return String(decoding: bytes, as: UTF8.self)
  }

  func keepFailure(_ name: String, _ output: String) {
    guard output.utf8.count <= Self.largestFailure, (try? make(failures)) != nil else { return }
    let path = failures.appending(component: ".\(UInt64.random(in: 0...UInt64.max))")
    guard FileManager.default.createFile(atPath: path, contents: Data(output.utf8)) else { return }
    rename(path, failures.appending(component: name))
    CacheFolder(failures).prune(keeping: Self.mostFailures)
  }

  private var pace: String { (folder + "-modules").appending(component: "seconds-per-model") }

  /// What a model of the last plan took to compile on this machine.
  var secondsPerModel: Double? {
    FileManager.default.contents(atPath: pace)
      .flatMap { Double(String(decoding: $0.prefix(32), as: UTF8.self)) }
      .flatMap { (0.001...600).contains($0) ? $0 : nil }
  }

  func note(_ time: Duration, models: Int) {
    let text = "\((time / .seconds(1)) / Double(max(models, 1)))"
    _ = FileManager.default.createFile(atPath: pace, contents: Data(text.utf8))
  }

  /// A new folder to compile in.
  func begin(_ key: String) throws(PlanFailure) -> String {
    try make(folder)
    let work = folder.appending(
      component: ".\(key.prefix(16)).\(UInt64.random(in: 0...UInt64.max))")
    guard mkdir(work, 0o700) == 0 else {
      throw .system("the folder '\(work)' cannot be made: \(ChildProcess.lastError)")
    }
    return work
  }

  private func make(_ path: String) throws(PlanFailure) {
    guard OwnPath.make(path) else {
      throw .system(
        "the folder '\(path)' for compiled plans cannot be made: \(ChildProcess.lastError)")
    }
    guard OwnPath.isFolder(path) else {
      throw .system("the folder '\(path)' for compiled plans can be written to by other users")
    }
  }

  /// Gives a finished folder its name; of two processes at it the first wins, unless what it made is
  /// damaged.
  func finish(_ work: String, _ key: String) throws(PlanFailure) -> String {
    let final = folder.appending(component: key)
    let program = work.appending(component: Self.programName)
    chmod(program, 0o700)
    guard let hash = Self.hash(of: program),
      FileManager.default.createFile(
        atPath: work.appending(component: Self.hashName), contents: hash)
    else { throw .system("'\(program)' cannot be read") }
    if rename(work, final) != 0, self.program(key) == nil {
      let aside = work + "-damaged"
      rename(final, aside)
      defer { discard(aside) }
      guard rename(work, final) == 0 else {
        throw .system("'\(final)' cannot be written: \(ChildProcess.lastError)")
      }
    }
    CacheFolder(folder).prune(keeping: Self.mostPrograms)
    guard let program = self.program(key) else {
      throw .system("'\(final)' cannot be read: \(ChildProcess.lastError)")
    }
    return program
  }

  func discard(_ work: String) { try? FileManager.default.removeItem(atPath: work) }
}
