/// What the Swift compiler is told beside where things are.
enum CompilerOptions {
  /// The name of the module that a plan becomes.
  static let module = "PlanCode"

  /// Swift 5 mode, as the apps' own. Long predicates take long to be checked; Apple's limits are for
  /// other machines.
  private static let language = [
    "-swift-version", "5", "-module-name", module, "-package-name", "plan",
    "-diagnostic-style", "llvm", "-no-color-diagnostics", "-suppress-warnings",
    "-enable-bare-slash-regex",
  ]
  private static func limits(seconds: Int) -> [String] {
    ["-solver-expression-time-threshold=\(seconds)", "-solver-memory-threshold=2000000000"]
  }

  /// For a program: unoptimised, with the lines of its instructions, so that a trap knows its place.
  static let program = code + ["-whole-module-optimization"] + linker

  /// The same in two steps, of which the first works with several compilers side by side: objects in
  /// the folder it is run in, and the program of them.
  static func objects(compilers: Int) -> [String] {
    code + ["-c", "-enable-batch-mode", "-j\(compilers)"]
  }
  static let linker = ["-Xlinker", "--export-dynamic-symbol=abort"]

  private static let code =
    language + limits(seconds: 600).flatMap { ["-Xfrontend", $0] } + [
      "-Onone", "-gline-tables-only",
    ]

  /// For looking for errors only, in the files that are told. A long list of values whose type is missing
  /// would take the compiler minutes before it says so.
  static let check = ["-frontend", "-typecheck"] + language + limits(seconds: 15)
}
