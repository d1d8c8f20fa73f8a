internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds saves and loads whose error nobody ever sees, and saves that count as done although they may
/// have failed.
struct SwallowedStoreError: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "swallowed-store-error", group: .dataAccess, severity: .note,
    summary: "the error of a save, or of loading the store, is thrown away",
    why:
      "a save fails for a required value, a conflict or a full disk: what the user has entered is "
      + "gone at the next launch, and nothing says so",
    fix: "catch the error, roll the context back or try again, and tell the user",
    limits:
      "of fetches only those whose failure counts as nothing being there, by which the code then adds, deletes or "
      + "changes something or marks it as done, or that a backup or export writes; "
      + "errors that are printed or logged count as seen where nothing was changed before, and in actors, unless "
      + "the code then says that all went well, or "
      + "deletes what it has read from elsewhere, and so does a result that is looked at; what keeps a cache or "
      + "a mark that something was read, tidies up, or fills an empty store, which the next launch does again, "
      + "is left alone, and so are tests and previews",
    examples: CoreDataText.swallowed + CoreDataText.failedLookups + AccessText.trusted
      + AccessText.emptied + little
      + transactions
      + openings + printing + printedCalls + mirrors + exports + failed + CoreDataText.logged
      + CoreDataText.savers
      + completions
      + CoreDataText.unreadLoads + CoreDataText.failedLookupsOfObjectiveC + lost)

  static let nodes: [SyntaxKind] = [.tryExpr, .doStmt, .functionCallExpr, .codeBlockItemList]

  /// Functions that keep the error to themselves.
  func check(_ lint: LintContext, report: RuleReport) {
    let caught = lint.flows.trusted.filter { $0.isCaught && lint.code.has(.save, $0.call) }
    let said = Set(caught.map(\.call.location))
    for call in lint.forgottenSaves where !said.contains(call.location) {
      report(Self.save, at: call.location)
    }
    for trust in caught {
      report(
        "when the save of '\(trust.call.name)' fails, \(Self.claim(trust.claim, trust.text)) goes on as if it "
          + "had worked", at: trust.call.location, severity: .warning,
        related: lint.code.cause(of: trust.call, .save))
    }
    checkDropped(lint, report)
    checkPrinting(lint, report)
    checkPrintedSaves(lint, report)
    checkTrusted(lint, report)
  }

  /// Functions that keep the error to themselves although their callers go on as if they had saved: each once,
  /// at the caller that loses most.
  private func checkTrusted(_ lint: LintContext, _ report: RuleReport) {
    var callers: [String: [ObjectFlows.Trust]] = [:]
    for trust in lint.flows.trusted where !trust.isCaught && lint.code.has(.swallow, trust.call) {
      let helper = lint.code.asking(trust.call, .swallow)?.location
      callers["\(helper ?? trust.call.location)", default: []].append(trust)
    }
    for trusts in callers.values {
      let sorted = trusts.sorted { one, other in
        let (loss, otherLoss) = (Self.loss(in: one.text), Self.loss(in: other.text))
        return loss == otherLoss
          ? one.call.location.precedes(other.call.location) : loss > otherLoss
      }
      let worst = sorted[0]
      let others = sorted.dropFirst()
      let names = PlaceNames(sorted.map(\.call.location))
      let more =
        others.isEmpty
        ? ""
        : "; so \(others.count == 1 ? "does" : "do") "
          + others.map { names.name($0.call.location) }.list(atMost: 3)
      report(
        "'\(worst.call.name)' keeps the error of its save to itself, and "
          + "\(Self.claim(worst.claim, worst.text)) goes on as if it had worked\(more)",
        at: worst.call.location,
        help: "let '\(worst.call.name)' throw, and say that it failed", severity: .warning,
        related: lint.code.cause(of: worst.call, .swallow),
        likewise: others.dropFirst(3).map(\.call.location))
    }
  }

  private static func claim(_ place: Location, _ text: String) -> String {
    "line \(place.line ?? 0)" + (text.isEmpty ? "" : ", '\(text)',")
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let items = node.as(CodeBlockItemListSyntax.self) {
      FailedFetches().check(node, in: file, report: report)
      return checkTrust(items, in: file, report: report)
    }
    guard !file.isTest, file.usesStores else { return }
    if let call = node.as(FunctionCallExprSyntax.self) {
      Self.checkEmpty(call, in: file, report: report)
      Self.checkTransaction(call, in: file, report: report)
    }
    if let attempt = node.as(TryExprSyntax.self) {
      Self.checkOpening(attempt, in: file, report: report)
      Self.checkExport(attempt, in: file, report: report)
      guard attempt.questionOrExclamationMark?.text == "?",
        let call = attempt.expression.call, call.savesManaged,
        attempt.isForgotten || attempt.endsQuietly, !call.isForLittle,
        // A migration that goes on is another matter.
        !node.isFollowedByTrust, !node.isBeforeRethrow, MigrationClosures.around(call) == nil
      else { return }
      report(Self.message(of: call, in: file), at: file.location(call.nameNode))
    } else if let attempt = node.as(DoStmtSyntax.self) {
      Self.checkOpening(attempt, in: file, report: report)
      Self.checkPrinted(attempt, in: file, report: report)
      Self.checkRolledBack(attempt, in: file, report: report)
      Self.checkMirror(attempt, in: file, report: report)
      guard let last = attempt.catchClauses.last, last.body.statements.isSilentForUsers,
        !attempt.catchesAllBefore(last), attempt.body.isHandwritten,
        let save = attempt.body.statements.firstSave, !save.isForLittle,
        !node.isFollowedByTrust, !node.isBeforeRethrow, MigrationClosures.around(save) == nil
      else { return }
      report(Self.message(of: save, in: file), at: file.location(save.nameNode))
    }
    if let call = node.as(FunctionCallExprSyntax.self) {
      Self.checkExport(call, in: file, report: report)
    }
    if let load = node.as(FunctionCallExprSyntax.self), load.ignoresLoadError {
      report("whether the store was loaded is never looked at", at: file.location(load.nameNode))
    } else if let load = node.as(FunctionCallExprSyntax.self), load.onlyPrintsLoadError {
      report(Self.load, at: file.location(load.nameNode), help: Self.loadHelp)
    }
  }

  /// Functions that delete all, or save the rest of what was saved before, whose error is only printed.
  private func checkPrintedSaves(_ lint: LintContext, _ report: RuleReport) {
    for printed in lint.flows.printedSaves where lint.code.has(.save, printed.call) {
      let name = printed.call.name
      switch printed.kind {
      case .wipe:
        report(
          "when '\(name)' fails, that is only printed, and the code goes on as if all were deleted",
          at: printed.call.location,
          help: "let the error out, and say that the data is still there",
          severity: .warning, related: lint.code.cause(of: printed.call, .save))
      case .second(let line):
        report(
          "when the save of '\(name)' fails, that is only printed, and what line \(line) has saved stays without "
            + "it for good", at: printed.call.location,
          help: "change both in one context and save once, or let the error out and try again",
          severity: .warning, related: lint.code.cause(of: printed.call, .save))
      }
    }
  }

  /// Functions that only return that their save failed, and calls that do not look at it. Where nobody has
  /// to look, the function is at fault.
  private func checkDropped(_ lint: LintContext, _ report: RuleReport) {
    var said: Set<Location> = []
    for call in lint.flows.dropped
    where lint.code.inheritedFunctions(of: call).contains(where: { $0.effects.contains(.tell) }) {
      let hiding = lint.code.inheritedFunctions(of: call).first { $0.effects.contains(.hide) }
      guard said.insert(hiding?.location ?? call.location).inserted else { continue }
      let name = call.name
      let place = "\(call.location.path.lastPathComponent):\(call.location.line ?? 0)"
      report(
        hiding == nil
          ? "'\(name)' only returns that its save failed, and nobody looks at that here"
          : "'\(name)' only returns that its save failed, and \(place) does not look",
        at: hiding?.location ?? call.location,
        help: "look at the result, or let '\(name)' throw")
    }
  }

  /// Saves of SwiftData, by which the code goes on.
  private func checkTrust(
    _ items: CodeBlockItemListSyntax, in file: LintFile, report: RuleReport
  ) {
    guard !file.isTest, items.isHandwritten, file.usesStores else { return }
    for (save, claim) in items.trustedSaves(\.swallowedSave) {
      report(
        "when this save fails, \(Self.claim(file.location(claim), file.claimText(claim))) goes on as if "
          + "it had worked",
        at: file.location(save.nameNode), severity: .warning)
    }
  }

  static let load =
    "when the store does not open, that is only printed, and the app goes on without one"
  static let loadHelp =
    "keep the error and show what has happened: without a store nothing can be saved"
}
