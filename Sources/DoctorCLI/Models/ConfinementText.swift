internal import Diagnostics
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// How far a plan's code was kept from what is not its own, as text and JSON.
enum ConfinementText {
  static func sentence(_ level: ConfinementLevel) -> String {
    switch level {
    case .landlock:
      "closures ran confined by Landlock and seccomp: no network, no processes, no files but the "
        + "store's and their own"
    case .sandbox:
      "closures ran confined by sandbox-exec: no network, no files but the store's and their own"
    case .none: "closures ran with your rights: this system cannot confine them"
    }
  }

  static func json(_ level: ConfinementLevel) -> JSONValue {
    let isConfined = level != .none
    return [
      "files": .string(isConfined ? "own" : "all"), "level": .string(level.rawValue),
      "network": .string(isConfined ? "none" : "all"),
      "processes": .string(isConfined ? "none" : "all"),
    ]
  }
}

extension Report {
  /// Says how the closures ran; nothing where none did.
  mutating func addConfinement(of runners: [PlanRunner]) {
    // All run on the same system.
    guard let level = runners.lazy.compactMap(\.confinement).first else { return }
    sections.append(.lines([ConfinementText.sentence(level)]))
    body["confinement"] = ConfinementText.json(level)
  }
}
