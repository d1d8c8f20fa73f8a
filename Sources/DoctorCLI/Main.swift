internal import CLineEditor
internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Called on a thread of its own: a closure in `main` would belong to the main actor.
private func cleanUp() { Termination.run() }

@main
enum Main {
  static func main() {
    openStandardDescriptors()
    storedoctor_on_termination(cleanUp)
    let console = Console.standard()
    if let word = wordThatIsNoText() {
      console.report(
        .usage(
          "'\(word)' is not valid UTF-8",
          help: "make a link to the file with an ASCII name"), prefix: "storedoctor: ", color: .auto
      )
      exit(ExitStatus.usage.rawValue)
    }
    let input: any LineSource =
      isatty(STDIN_FILENO) == 1 && console.isTerminal ? TerminalLines() : StandardInputLines()
    let code = CommandLineTool(console: console, input: input)
      .run(Array(CommandLine.arguments.dropFirst()))
    storedoctor_await_end()
    exit(code)
  }

  /// A file that is opened must not get the number of a standard stream that is closed: what is
  /// printed would go into it. Using such a stream stays an error.
  private static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The first argument that cannot be told as text.
  private static func wordThatIsNoText() -> String? {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[index] else { break }
      if String(validatingCString: word) == nil { return String(cString: word) }
    }
    return nil
  }
}
