internal import StoreEngine

extension PlanToolchain {
  /// A model with what its macro adds to it, which needs everything that a plan needs.
  private static let probe = """
    import SwiftData
    @Model final class Probe { var name = ""; init() {} }
    """

  /// What the compiler says about itself: one line; nil when it says nothing.
  package func compilerVersion() -> String? {
    (try? run(["--version"], in: "/"))?.output.split(separator: "\n")
      .first { $0.contains("Swift version") }.map(String.init)
  }

  /// Why this compiler does not take the module and its macros; nil when it does. That is tried.
  ///
  /// - Throws: `PlanFailure.system` when the compiler cannot be started.
  package func misfit() throws(PlanFailure) -> String? {
    let folder = try WorkFolder(ofPlanIn: WorkFolder.temporary, for: "probe")
    let source = folder.file("Probe.swift")
    do throws(StoreOutputError) {
      try FileOutput.create(Array(Self.probe.utf8), at: source)
    } catch {
      throw .system("\(error)")
    }
    let options = CompilerOptions.check + frontendOptions + ["-module-cache-path", folder.path]
    let (end, output) = try run(options + [source], in: folder.path)
    guard end != .exit(0) else { return nil }
    return CompilerMessages(output).errors.first?.text ?? "the compiler ended with \(end)"
  }

  private func run(
    _ arguments: [String], in folder: String
  ) throws(PlanFailure) -> (end: ChildProcess.End, output: String) {
    let process = try ChildProcess(
      compiler, arguments, environment: PlanEnvironment.compiler(home: folder, root: root),
      folder: folder)
    process.closeInput()
    var output: [UInt8] = []
    let pause = process.listen(until: .now.advanced(by: .seconds(60))) { _, bytes in
      output += bytes
      return false
    }
    guard pause == .closed else { throw .system("the Swift compiler did not end within a minute") }
    return (process.wait(), String(decoding: output, as: UTF8.self))
  }
}
