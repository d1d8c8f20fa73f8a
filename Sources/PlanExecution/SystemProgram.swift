internal import PlatformLibc
internal import StoreEngine

/// A program of the system, such as git, which answers on its standard output.
package struct SystemProgram {
  private let path: String
  /// All of it; nothing is inherited.
  private let environment: [String: String]

  /// The first of that name in the folders of PATH; nil when there is none.
  package init?(_ name: String, environment: [String: String]) {
    guard let path = Self.path(of: name, in: environment["PATH"] ?? "/usr/bin:/bin") else {
      return nil
    }
    self.path = path
    self.environment = environment
  }

  /// Programs look at the name they are called by, so only the folder's links are followed.
  static func path(of name: String, in folders: String) -> String? {
    folders.split(separator: ":").lazy
      .map { PlanToolchain.real(String($0)).appending(component: name) }
      .first { access($0, X_OK) == 0 && !FilePath.isFolder($0) }
  }

  /// What a pipe holds on every system, in bytes.
  package static let mostInput = 16_384

  /// Runs it with all rights of this program, until it ends.
  ///
  /// - Parameters:
  ///   - input: what it reads; no more than `mostInput`.
  ///   - limit: of what it may write, in bytes.
  /// - Returns: what it wrote; nil when it failed, or wrote too much.
  /// - Throws: `PlanFailure.system` when it cannot be started.
  package func run(
    _ arguments: [String], input: String = "", limit: Int = 1 << 30
  ) throws(PlanFailure) -> [UInt8]? {
    let process = try ChildProcess(path, arguments, environment: environment)
    _ = process.give(Array(input.utf8))
    process.closeInput()
    var output: [UInt8] = []
    let pause = process.listen(until: nil) { stream, bytes in
      if stream == .output { output += bytes }
      return output.count > limit
    }
    return pause == .closed && process.wait() == .exit(0) ? output : nil
  }
}
