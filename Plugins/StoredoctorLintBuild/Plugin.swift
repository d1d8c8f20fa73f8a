import Foundation
import PackagePlugin

/// Lints a target's sources while it is built; findings appear as the compiler's warnings do.
@main struct StoredoctorLintBuild: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let files = module.sourceFiles(withSuffix: "swift").map(\.url)
    return [
      command(
        tool: try context.tool(named: "DoctorCLI").url, name: target.name, files: files,
        output: context.pluginWorkDirectoryURL)
    ]
  }

  /// The tool runs again when one of the files changes. A build step has to write a file to count
  /// as done; a Swift file without code ends up nowhere.
  private func command(tool: URL, name: String, files: [URL], output: URL) -> Command {
    let mark = output.appending(path: "StoredoctorLint.swift")
    return .buildCommand(
      displayName: "storedoctor lint \(name)", executable: tool,
      // Warnings stay warnings of the build; findings of severity error stop it.
      arguments: ["lint", "--build-step", mark.path, "--fail-on", "error"] + files.map(\.path),
      inputFiles: files, outputFiles: [mark])
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension StoredoctorLintBuild: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      let files = target.inputFiles.filter { $0.url.pathExtension == "swift" }.map(\.url)
      return [
        try command(
          tool: context.tool(named: "DoctorCLI").url, name: target.displayName, files: files,
          output: context.pluginWorkDirectoryURL)
      ]
    }
  }
#endif
