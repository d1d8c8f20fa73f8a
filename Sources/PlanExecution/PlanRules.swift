package import Diagnostics

/// What goes wrong when a plan's own code is compiled and run.
package enum PlanRules {
  package static let all: [RuleInfo] = [
    changesUnsaved, closureConfined, closureDidNotEnd, closureOverLimit, closureThrew,
    closureTrapped, doesNotCompile, inventedValue, modelsDiffer, needsApple, needsModule,
    otherVersion, outOfMemory, stageNotFound,
  ]

  package static let doesNotCompile = RuleInfo(
    id: "plan-does-not-compile", severity: .error,
    summary: "the code of a migration plan does not compile here",
    why: "closures that are not compiled cannot be run",
    fix: "make the declarations the plan needs compile on their own",
    limits: "only what the plan reaches by name is compiled; views and the app are left out")

  package static let needsApple = RuleInfo(
    id: "plan-needs-apple", severity: .error,
    summary: "the code of a migration plan needs what only Apple's systems have",
    why: "it cannot be compiled here, so nobody knows what its closures do; the plan may be right",
    fix: "keep it out of the plan and of the models, or try the migration on a device",
    limits: "for some names there are stand-ins, which Documentation/Closures.md lists")

  package static let needsModule = RuleInfo(
    id: "plan-needs-module", severity: .error,
    summary: "the code of a migration plan needs a package that is not among the given files",
    why: "it cannot be compiled here, so nobody knows what its closures do; the plan may be right",
    fix:
      "give the sources of the package with --model, or keep it out of the plan and the models",
    limits:
      "said where no given file declares a name, and the file that uses it imports a module that is "
      + "neither given nor Apple's")

  /// Whether code cannot be compiled here that may compile in the app.
  package static func isUnavailable(_ finding: Finding) -> Bool {
    [needsApple.id, needsModule.id].contains(finding.rule)
  }

  package static let closureThrew = RuleInfo(
    id: "migration-closure-threw", severity: .error,
    summary: "a closure of a custom stage threw an error",
    why: "the container does not open, and the migration starts again at the next launch",
    fix: "handle the error in the closure, or change the data that leads to it")

  package static let closureTrapped = RuleInfo(
    id: "migration-closure-trapped", severity: .error,
    summary: "a closure of a custom stage crashed",
    why: "the app crashes at every launch, since the migration starts again each time",
    fix: "guard against the value that leads to the trap")

  package static let closureDidNotEnd = RuleInfo(
    id: "migration-closure-did-not-end", severity: .error,
    summary: "a closure of a custom stage did not end in time",
    why: "an app that does not start within seconds is killed by the system",
    fix: "look at the loop, or at what is waited for, at this place; if it is only slow, give it "
      + "more time with --timeout")

  package static let outOfMemory = RuleInfo(
    id: "migration-closure-out-of-memory", severity: .error,
    summary: "a closure of a custom stage used up its memory",
    why: "the system kills an app that does so",
    fix: "fetch in batches with 'enumerate' or a fetch limit, and save after each")

  package static let closureOverLimit = RuleInfo(
    id: "migration-closure-over-limit", severity: .error,
    summary: "a closure of a custom stage exceeded a limit on output, files, threads or processes",
    why: "a plan that floods the disk or another program is stopped before it does harm",
    fix: "look for a loop that prints, writes or starts something without end")

  package static let closureConfined = RuleInfo(
    id: "migration-closure-confined", severity: .warning,
    summary: "a closure of a custom stage tried to use the network, another program or other files",
    why:
      "closures run here without network, other programs and other files; in the app the same "
      + "code may do something else",
    fix: "keep the network, other programs and other files out of migrations")

  package static let inventedValue = RuleInfo(
    id: "migration-closure-invented-value", severity: .warning,
    summary: "a closure of a custom stage asked for what only a device knows",
    why: "it was given a made-up answer, so what it wrote is not what the app's users get",
    fix: "keep the device out of the migration; what is migrated then depends on the store alone")

  package static let otherVersion = RuleInfo(
    id: "migration-closure-other-version", severity: .error,
    summary: "a closure of a custom stage uses models of the other version",
    why:
      "'willMigrate' runs before the change and knows only the old models, 'didMigrate' runs after "
      + "it and knows only the new ones; apps were seen to crash at this",
    fix: "use the models of the stage's own side; carry values across in a variable, or keep both "
      + "properties in a version between",
    explanation: "swiftdata-what-kind-of-backing-data")

  package static let changesUnsaved = RuleInfo(
    id: "migration-changes-unsaved", severity: .warning,
    summary: "a closure of a custom stage left changes unsaved",
    why: "no document says that the context of a stage saves by itself, and here it does not",
    fix: "end the closure with 'try context.save()'")

  package static let modelsDiffer = RuleInfo(
    id: "plan-models-differ", severity: .error,
    summary: "the compiled classes of a version make another model than its source was read as",
    why: "one of the two readings is wrong, and a closure would work on a store that Apple's "
      + "systems do not make",
    fix:
      "declare the properties without ambiguity, as with 'inverse:' where there is a way back; if "
      + "they are plain, this tool is mistaken: report it with their declarations")

  package static let stageNotFound = RuleInfo(
    id: "migration-stage-not-found", severity: .error,
    summary: "the plan's 'stages' lack a stage that its source declares",
    why: "the migration cannot go from the version before it to the one after it",
    fix: "add the stage to the list")
}
