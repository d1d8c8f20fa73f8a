internal import ArgumentParser
internal import Diagnostics
internal import PlatformFoundation
internal import PlatformLibc
internal import StoreModel

struct LSPCommand: ServerCommand {
  static let idleOptions = CommonOptions.ofStores
    .union(["color", "force", "format", "model", "quiet"])
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "lsp", abstract: "Lint in an editor while you type, over standard input.",
    usage: "storedoctor lsp [--stdio]",
    discussion: """
      Speaks the Language Server Protocol. The editor starts it in the app's folder and shows what \
      'lint' finds in Swift and model files as they stand there, saved or not. Hover over a model, a \
      property or a version for its version hash, its table and column, and what a change there means \
      for the stores in the field; over a rule id for what it is about. 'Go to definition' on a \
      relationship leads to its inverse. Code actions make the changes of 'lint --fix'.

      Configuration, lock and baseline are found as 'lint' finds them, from the file upwards, and read \
      again when they change. Documentation/Editors.md says how editors are told of it.

      Examples:
        storedoctor lsp
      """)

  @Flag(help: "Speak over standard input and output; there is no other way, and editors say it.")
  var stdio = false

  @OptionGroup var common: CommonOptions

  func serve(_ input: any LineSource, console: Console) throws -> ExitStatusCode {
    guard common.format == nil else {
      throw Failure.usage("'lsp' answers in its protocol and takes no --format")
    }
    let server = LanguageServer(
      input: DescriptorBytes(STDIN_FILENO), environment: console.environment,
      enter: { _ = FileManager.default.changeCurrentDirectoryPath($0) },
      output: { bytes in
        bytes.withUnsafeBytes { console.out.write($0) }
        console.out.flush()
      })
    return server.run()
  }
}
