public import Diagnostics
public import StoreModel

/// Why a plan's own code could not be run, or did not come to its end.
public enum PlanFailure: ReportableError, Sendable, Hashable {
  /// The plan's code is wrong, or does what ends a migration: what, and where in the source.
  case findings([Finding])
  /// There is no Swift compiler.
  case noCompiler
  /// There is a compiler but not the SwiftData module built by it.
  case noModule(searched: [String])
  /// This system cannot keep the code from anything, and nobody has said that it may have it all.
  case unconfined
  /// Someone stopped it.
  case interrupted
  /// The system refused something: a file, a folder, a process.
  case system(String)
}

extension PlanFailure {
  /// Faults of the code are findings; a compiler or a module that is not there is an input that is
  /// missing, whatever the call says.
  public var status: ExitStatus {
    switch self {
    case .findings: .found
    case .unconfined: .usage
    case .noCompiler, .noModule, .interrupted, .system: .unreadable
    }
  }

  public var description: String {
    switch self {
    case .findings(let findings): findings.first?.message ?? "the plan's code failed"
    case .noCompiler:
      "closures of custom stages are compiled first, and no Swift compiler is installed"
    case .noModule(let searched):
      "closures of custom stages need the SwiftData module of storedoctor, which is in none of "
        + searched.quotedList()
    case .unconfined:
      "this system cannot confine the plan's closures, so they would run the app's code with your "
        + "rights"
    case .interrupted: "interrupted"
    case .system(let text): text
    }
  }

  /// What to do, as one imperative sentence.
  public var help: [String] { advice.map { [$0] } ?? [] }

  private var advice: String? {
    switch self {
    case .noCompiler:
      "install Swift from https://www.swift.org/install, or leave them out with --skip-closures"
    case .noModule:
      "build it with 'Scripts/install.sh --prefix PREFIX', or leave them out with --skip-closures"
    case .unconfined:
      "add --trust if you trust this code, which is remembered until it changes, or leave it out "
        + "with --skip-closures"
    default: nil
    }
  }
}
