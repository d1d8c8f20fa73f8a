internal import ArgumentParser
internal import Diagnostics
internal import StoreModel

struct MCPCommand: ServerCommand {
  static let idleOptions = CommonOptions.ofStores.subtracting(["show-values"])
    .union(["color", "force", "format", "model", "quiet"])
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "mcp", abstract: "Serve the reading commands to an agent, over standard input.",
    usage: "storedoctor mcp [--show-values]",
    discussion: """
      Speaks the Model Context Protocol, one JSON object a line. Its tools are the commands \
      \(ToolDescription.commands.map { "'\($0.name)'" }.joined(separator: ", ")), which change nothing. Their \
      arguments are those of the command line, and their answers those of --format json, cut to \
      a size that the agent chooses and can go on from. Rows' values are hidden, in 'sql' as well, \
      unless --show-values is given here; the agent cannot ask for them.

      Documentation/Agents.md says how agents are told of it, and when to use which tool.

      Examples:
        storedoctor mcp
        storedoctor mcp --show-values
      """)

  @OptionGroup var common: CommonOptions

  func serve(_ input: any LineSource, console: Console) throws -> ExitStatusCode {
    guard common.format == nil else {
      throw Failure.usage("'mcp' answers in its protocol and takes no --format")
    }
    try AgentServer(console: console, showsValues: common.showValues).serve(input)
    return ExitStatus.done.rawValue
  }
}
