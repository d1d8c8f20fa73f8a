package import Diagnostics
internal import Lint
package import ModelSource
internal import PlanExecution
internal import StoreEngine
internal import StoreModel

/// The migration of one store after the other, by whoever has many.
extension Verification {
  /// Why no app with these models gets as far as any migration.
  package var launchFaults: [Finding] { histories.flatMap { LaunchFaults.findings($0) } }

  /// The same, and what no leg comes to.
  var planFaults: [Finding] {
    launchFaults + histories.compactMap(LaunchFaults.unused)
      + (target == nil ? LaunchFaults.unlistedEnds(of: histories) : [])
  }

  /// Compiles what the ways of all versions to the newest run, so that no store has to wait for it.
  ///
  /// - Returns: what is wrong with the code. The stores whose way leads through it fail of it.
  /// - Throws: what keeps any code from being run here, as `PlanFailure` has it.
  package func compile() throws -> [Finding] {
    guard !skipsClosures, let make = runner else { return [] }
    let mappings = try histories.mappingModels()
    var findings: [Finding] = []
    for start in try starts() {
      let path = try? MigrationPath.find(
        from: StoreVersion(model: start.from.settled()), in: [start.history], to: start.to.name,
        mappings: mappings)
      guard let path, let runner = try make(path) else { continue }
      for finding in try Self.faults(of: runner) where !findings.contains(finding) {
        findings.append(finding)
      }
    }
    return findings
  }

  /// What keeps its code from being compiled.
  private static func faults(of runner: PlanRunner) throws -> [Finding] {
    do {
      try runner.prepare()
      return []
    } catch {
      guard case .findings(let found) = error else { throw error }
      return found
    }
  }

  /// Migrates a copy of one store, of which nothing stays.
  ///
  /// - Throws: what `run` throws of a fixture.
  func rehearse(_ store: String) throws -> Leg {
    let folder = try WorkFolder(temporaryFor: "rehearsal")
    return try withExtendedLifetime(folder) {
      try migrated(store, .fixture(store), in: histories, nil, folder)
    }
  }

  /// Names what decides how migrations end beside the models: the code, and what else was asked for.
  package static func name(of files: [SourceFile], askedFor words: [String]) -> String {
    ContentName.of(
      words.map { Array($0.utf8) } + files.sorted { $0.path < $1.path }.map(\.bytes))
  }
}
