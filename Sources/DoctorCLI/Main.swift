internal import StoreDoctor

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

@main
enum Main {
  static func main() {
    let console = Console.standard()
    let input: any LineSource =
      isatty(STDIN_FILENO) == 1 && console.isTerminal ? TerminalLines() : StandardInputLines()
    let code = CommandLineTool(console: console, input: input)
      .run(Array(CommandLine.arguments.dropFirst()))
    console.out.flush()
    exit(code)
  }
}
