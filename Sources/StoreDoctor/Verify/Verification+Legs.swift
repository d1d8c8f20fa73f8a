internal import Diagnostics
internal import PlanExecution
internal import StoreEngine
internal import StoreModel

extension Verification {
  /// Finds the way of a store and goes it.
  func migrated(
    _ store: String, _ data: DataSet, in histories: [SchemaHistory], _ start: Start?,
    _ folder: WorkFolder, _ carriers: [String: [String: String]] = [:]
  ) throws -> Leg {
    let source = try LegSource(store, of: start?.from)
    let path: MigrationPath
    do throws(MigrationError) {
      path = try MigrationPath.find(
        from: source.version, in: histories, to: start?.to.name ?? target,
        mappings: histories.mappingModels(), isChained: isChained)
    } catch {
      let isDeadEnd = error.isDeadEnd
      let isGap = if case .planGap = error { true } else { false }
      guard error.code != nil || isDeadEnd || isGap else { throw error }
      let from = start?.from ?? source.model
      var leg = Leg(from: from, to: start?.to ?? source.model, data: data, plan: start?.plan)
      if isDeadEnd {
        leave(out: &leg, error, at: from.location)
        return leg
      }
      leg.fail([], error.description, at: from.location)
      leg.explain(error, in: nil)
      return leg
    }
    var leg = Leg(
      from: start?.from ?? path.source, to: path.target, data: data, plan: start?.plan)
    leg.chain = path.chain
    try run(source, path, carriers, into: folder.file("result.store"), &leg)
    return leg
  }

  /// - Throws: `PlanFailure.interrupted` or `unconfined` alone; what else goes wrong is the leg's
  ///   outcome.
  private func run(
    _ source: LegSource, _ whole: MigrationPath, _ carriers: [String: [String: String]],
    into output: String, _ leg: inout Leg
  ) throws {
    let place = whole.steps.first?.location ?? whole.source.location ?? whole.history.location
    let schema = LossReport(policy.losses(of: whole), policy, along: whole.steps)
    leg.losses = schema
    guard !whole.steps.isEmpty else {
      leg.outcome = .unneeded("the store has this version already")
      return
    }
    var path = whole
    let (runner, missing): (PlanRunner?, String?)
    do {
      (runner, missing) = try closureRunner(whole)
    } catch {
      return leg.fail(schema.findings, "\(error)", at: place)
    }
    defer {
      leg.confinement = runner?.confinement
      runner?.finish()
    }
    if case .large = leg.data, let step = path.steps.first(where: slow.contains) {
      leg.endedIn = step.name
      return leg.end(
        schema.findings,
        notRun: "the closures of '\(step.name)' did not end in time with as many rows of another "
          + "version",
        at: step.location ?? place)
    }
    let stopsEarly = !skipsClosures && runner == nil
    let closure = path.steps.firstIndex {
      $0.mapping?.ownCode != nil || stopsEarly && $0.hasClosures
    }
    leg.endedIn = closure.map { path.steps[$0].name }
    if let closure { path.steps.removeSubrange(closure...) }
    let unrun = closure.flatMap { whole.steps[$0].location } ?? place
    let custom = closure.map { place in
      if let code = whole.steps[place].mapping?.ownCode {
        return
          "in '\(whole.steps[place].name)' the entity mapping '\(code.mapping)' is carried out by "
          + "the app's own class '\(code.policy)', an NSEntityMigrationPolicy"
      }
      return (["custom stage '\(whole.steps[place].name)'"] + [missing].compactMap { $0 })
        .joined(separator: ", ")
    }
    let unknown = closure.map { whole.steps[$0] }
    let help =
      unknown?.mapping?.ownCode == nil ? nil : MigrationRules.ownClass
    guard !path.steps.isEmpty else {
      // What code may carry on is not lost as long as nobody has run it.
      return leg.end(
        schema.certain(before: unknown), notRun: custom ?? "nothing", help: help, at: unrun)
    }
    var options = StoreMigration.Options(facts: facts)
    options.closures = skipsClosures ? .skip : .refuse
    options.hashesContent = true
    options.runner = runner
    var begun = 0
    options.began = { begun = $0 }
    options.plans = plans
    options.carriers = carriers
    do {
      let migration = StoreMigration(store: source.path, path: path, options: options)
      var target = try StoreOutput(path: output, replaces: false)
      target.isDurable = false
      let result = try migration.run(to: target, trace: MigrationTrace(nil))
      leg.stages = result.stages
      leg.resultBytes = FilePath.size(output)
      leg.comparison = try compared(source.path, output, along: path)
      let reached = path.steps[path.steps.count - 1].to
      let losses = losses(leg, path, whole, schema)
      leg.losses = losses
      let (hashes, found) = try source.problems(
        with: output, as: reached, isGenerated: leg.data.isGenerated)
      // What a closure was told in place of a device is worth a word, and no reason to fail.
      let said = runner?.findings ?? []
      func isRemark(_ finding: Finding) -> Bool { finding.rule == PlanRules.inventedValue.id }
      let problems =
        (custom == nil ? losses.findings : losses.certain(before: unknown))
        + found.map { finding in
          leg.moved(finding, to: place)
            .afterNaN(runner?.notNumbers ?? [:], isGenerated: leg.data.isGenerated)
        } + said.filter { !isRemark($0) }
        + (leg.data.isGenerated ? [] : result.missingFiles.map { Finding($0, path: source.path) })
      if hashes != nil || !problems.isEmpty && custom == nil {
        leg.fail(problems, hashes, at: place)
      } else if let custom {
        leg.end(
          problems, notRun: "\(custom); tested up to '\(reached.name)'", help: help, at: unrun)
      } else if result.stages.contains(where: \.skippedClosures) {
        leg.leaveOut("without closures", help: "leave --skip-closures out", at: place)
        leg.outcome = .partial("without closures")
      }
      leg.findings += said.filter(isRemark)
    } catch {
      try end(&leg, path, at: path.steps[begun], place, schema, error)
    }
  }

  /// A leg whose migration was not finished.
  ///
  /// - Throws: `PlanFailure.interrupted` and `unconfined`, which end the whole run.
  private func end(
    _ leg: inout Leg, _ path: MigrationPath, at step: MigrationStep, _ place: Location?,
    _ schema: LossReport, _ failure: any Error
  ) throws {
    leg.endedIn = step.name
    switch failure {
    case PlanFailure.interrupted, PlanFailure.unconfined: throw failure
    case PlanFailure.findings(let findings):
      if findings.contains(where: { $0.rule == PlanRules.closureDidNotEnd.id }) {
        slow.insert(step)
      }
      if let needed = findings.first(where: PlanRules.isUnavailable) {
        let what =
          needed.rule == PlanRules.needsApple.id
          ? "what only Apple's systems have" : "a package that is not among the given files"
        leg.end(
          schema.findings, notRun: "its code needs \(what): \(needed.message)",
          at: needed.location ?? place)
        leg.findings[leg.findings.count - 1].help = needed.help
        return
      }
      leg.fail(
        findings.map { finding in
          RowsWithoutReadableValue.explained(finding, along: path)
            ?? (leg.data.isGenerated && Self.ranIntoRows(finding)
              ? finding.overMadeUpRows : finding)
        } + schema.findingsBesideCode, nil, at: place)
    case let error as SQLiteError where error.primaryCode == 13:
      leg.leaveOut(
        "the disk of the temporary folder is full",
        help: "make room, or set TMPDIR to another disk", at: place)
    case let error as MigrationError where error.isDeadEnd:
      // What nobody tries has not failed.
      leg.end(
        schema.findings, notRun: "\(error)", help: "migrate such stores with the app itself",
        at: step.location ?? place)
    default:
      leg.fail(schema.findings, "\(failure)", at: step.location ?? place)
      let known = failure as? MigrationError
      leg.explain(known, in: known.flatMap { path.step(of: $0) } ?? step)
    }
  }

  private func compared(
    _ source: String, _ result: String, along path: MigrationPath
  ) throws -> RowDifferences? {
    guard let comparison, let first = path.steps.first, let last = path.steps.last else {
      return nil
    }
    return try RowDifferences(
      before: source, after: result, along: path, keys: comparison.keys,
      showsValues: comparison.showsValues
    ).named(first.from.name, last.to.name)
  }

  private static func ranIntoRows(_ finding: Finding) -> Bool {
    [PlanRules.closureTrapped.id, PlanRules.closureThrew.id].contains(finding.rule)
  }

  /// A generated store speaks for the schema, whatever rows it happens to have, and for what the plan's
  /// code does about them; in one that was given only what it has is lost.
  private func losses(
    _ leg: Leg, _ path: MigrationPath, _ whole: MigrationPath, _ schema: LossReport
  ) -> LossReport {
    var report = LossReport(leg.stages, path.steps, policy)
    if case .fixture = leg.data {
      var rest = whole
      rest.steps.removeSubrange(..<path.steps.count)
      report.dropped +=
        LossReport(SchemaLoss.all(of: rest), policy, along: whole.steps).dropped
    } else {
      let seen = report.dropped
      report.dropped = schema.dropped.map { dropped in
        // Of what only code can have made the run tells whether there was any.
        let made = seen.first {
          $0.loss.stage == dropped.loss.stage && $0.loss.path == dropped.loss.path
        }
        if let made, !made.isLoss, !LossOrigin(dropped.loss, along: whole.steps).isOld {
          return made
        }
        return dropped.shown(in: seen)
      }
    }
    return report
  }
}

/// The stages whose closures took too long on many rows: those of another version are as many, and waiting
/// again tells nothing new.
final class SlowStages {
  private var places: Set<Location> = []

  func insert(_ step: MigrationStep) { places.formUnion([step.location].compactMap(\.self)) }

  func contains(_ step: MigrationStep) -> Bool {
    step.location.map(places.contains) ?? false
  }
}
