internal import Diagnostics
internal import ModelSource
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// Makes a program of a plan: slices, compiles, and keeps the result under a name that says what it
/// was made of.
struct PlanCompiler {
  let toolchain: PlanToolchain
  let cache: PlanCache
  /// How far the compiler is kept from what is not its own.
  var confinement = ConfinementLevel.none
  /// What other runners of the same command found out.
  var memory = PlanMemory()
  /// Called before the compiler starts, with the number of models and the seconds that this will take
  /// about, if that can be told; not when the program is in the cache.
  var onCompile: (Int, Double?) -> Void = { _, _ in }
  /// Gets the compiler while it runs, so that it can be stopped.
  var onStart: (ChildProcess?) -> Void = { _ in }
  /// Compiling longer than this ends with an error.
  var timeout = Duration.seconds(300)

  /// The program's path.
  ///
  /// - Parameters:
  ///   - closures: those that will run. The others of the plan are part of the program only if it
  ///     compiles with them.
  ///   - versions: those that the plan's closures get, the only ones whose models are needed; nil
  ///     when all are.
  /// - Throws: `PlanFailure`.
  func program(
    of plan: String, in files: [SourceFile], running closures: [Location],
    versions: Set<String>? = nil
  ) throws(PlanFailure) -> String {
    var key = PlanMemory.Key(plan: plan, versions: versions, closures: closures)
    if let known = memory.program(key) { return try known.get() }
    do throws(PlanFailure) {
      let (program, closures) = try make(plan, files, closures, versions)
      key.closures = closures
      memory.keep(.success(program), key)
      return program
    } catch {
      memory.keep(.failure(error), key)
      throw error
    }
  }

  /// - Returns: the program and the closures that are in it; nil when all are.
  private func make(
    _ plan: String, _ files: [SourceFile], _ closures: [Location], _ versions: Set<String>?
  ) throws(PlanFailure) -> (program: String, closures: [Location]?) {
    let whole = memory.slicer(of: plan, in: files)
    guard let slice = whole.slice() else {
      throw .findings([
        PlanRules.doesNotCompile.finding("the given files do not declare the plan '\(plan)'")
      ])
    }
    if let program = cache.program(key(of: slice)) { return (program, nil) }
    var plan = whole
    var outcome: SliceCompiler.Outcome?
    if let versions, let less = whole.withoutModels(except: versions), let few = less.slice() {
      outcome = try compile(less, few)
      plan = less
      // Where that needs a model that was left out, the whole plan tells more.
      if case .errors(let errors, _)? = outcome, errors.contains(where: { less.lacks($0.text) }) {
        outcome = nil
      }
    }
    if outcome == nil {
      outcome = try compile(whole, slice)
      plan = whole
    }
    switch outcome {
    case .program(let program)?: return (program, nil)
    case .errors(let errors, let last)?: return try make(plan, closures, errors, last)
    case nil: throw .findings([])
    }
  }

  /// The same without closures that do not compile, when none of them will run.
  private func make(
    _ plan: PlanSlicer, _ closures: [Location], _ errors: [CompilerMessages.Message],
    _ last: PlanSlice
  ) throws(PlanFailure) -> (program: String, closures: [Location]?) {
    func fail(_ errors: [CompilerMessages.Message], _ last: PlanSlice) -> PlanFailure {
      .findings(PlanProblems(slice: last).findings(errors))
    }
    guard let part = plan.withoutClosures(except: closures), let least = part.slice() else {
      throw fail(errors, last)
    }
    let needed = errors.filter { part.keeps($0.location) }
    guard needed.isEmpty else { throw fail(needed, last) }
    // One program for every store whose way leads through none of them.
    let broken = plan.closures(reaching: errors.compactMap(\.location))
    let sound = plan.closures.filter { !broken.contains($0) }
    if !broken.isEmpty, let most = plan.withoutClosures(except: sound), let slice = most.slice(),
      case .program(let program) = try compile(most, slice)
    {
      return (program, sound)
    }
    switch try compile(part, least) {
    case .program(let program): return (program, closures)
    case .errors(let errors, let last): throw fail(errors, last)
    }
  }

  private func compile(
    _ slicer: PlanSlicer, _ slice: PlanSlice
  ) throws(PlanFailure) -> SliceCompiler.Outcome {
    if let program = cache.program(key(of: slice)) { return .program(program) }
    var compiler = SliceCompiler(toolchain: toolchain, cache: cache, key: key)
    compiler.confinement = confinement
    compiler.timeout = timeout
    compiler.onStart = onStart
    compiler.onCompile = { slice in
      onCompile(slice.models, cache.secondsPerModel.map { $0 * Double(max(slice.models, 1)) })
    }
    return try compiler.compile(slicer, slice)
  }

  private func key(of slice: PlanSlice) -> String {
    ContentName.of(
      [Array(toolchain.identity.utf8), Array(ProgramText.main.utf8)]
        + [Array(ProgramText.entry(slice.plan).utf8), Array(ProgramText.information.utf8)]
        + [
          Array(slice.substitutes.utf8), Array(CompilerOptions.program.joined(separator: " ").utf8),
        ]
        + slice.files.flatMap { [Array($0.path.utf8), $0.bytes] })
  }
}
