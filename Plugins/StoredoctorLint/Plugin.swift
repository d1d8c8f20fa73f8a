import Foundation
import PackagePlugin

/// `swift package storedoctor-lint [OPTION…] [PATH…]`: lints the package, or the paths given.
@main struct StoredoctorLint: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try Lint(tool: context.tool(named: "DoctorCLI").url, folder: context.package.directoryURL)
      .run(arguments, sources: context.package.targets.compactMap(\.sourceModule?.directoryURL))
  }
}

/// One run of the tool, with its working folder at the package, so that paths are relative to it.
struct Lint {
  let tool: URL
  let folder: URL

  func run(_ arguments: [String], sources: [URL]) throws {
    // `--target NAME` is what `swift package` adds for plugins started from Xcode's menu.
    var extractor = ArgumentExtractor(arguments)
    _ = extractor.extractOption(named: "target")
    let rest = extractor.remainingArguments
    let process = Process()
    process.executableURL = tool
    process.currentDirectoryURL = folder
    process.arguments = ["lint"] + rest + (names(in: rest).isEmpty ? paths(of: sources) : [])
    try process.run()
    process.waitUntilExit()
    switch process.terminationStatus {
    case 0: break
    case 1: Diagnostics.error("storedoctor found something")
    default: Diagnostics.error("storedoctor could not run: exit code \(process.terminationStatus)")
    }
  }

  /// Paths among the arguments; options with a value take the word behind them.
  private func names(in arguments: [String]) -> [String] {
    let withValue: Set = [
      "--config", "--baseline", "--since", "--fail-on", "--cloudkit", "--format", "--color",
    ]
    var names: [String] = []
    var isValue = false
    for argument in arguments {
      if !isValue, !argument.hasPrefix("-") { names.append(argument) }
      isValue = !isValue && withValue.contains(argument)
    }
    return names
  }

  private func paths(of sources: [URL]) -> [String] {
    sources.map { source in
      let path = source.path
      return path.hasPrefix(folder.path + "/")
        ? String(path.dropFirst(folder.path.count + 1)) : path
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension StoredoctorLint: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      try Lint(
        tool: context.tool(named: "DoctorCLI").url, folder: context.xcodeProject.directoryURL
      ).run(arguments, sources: [context.xcodeProject.directoryURL])
    }
  }
#endif
