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
      let (program, isWhole) = try make(plan, files, closures, versions)
      if isWhole { key.closures = nil }
      memory.keep(.success(program), key)
      return program
    } catch {
      memory.keep(.failure(error), key)
      throw error
    }
  }

  private func make(
    _ plan: String, _ files: [SourceFile], _ closures: [Location], _ versions: Set<String>?
  ) throws(PlanFailure) -> (program: String, isWhole: Bool) {
    let whole = memory.slicer(of: plan, in: files)
    guard let slice = whole.slice() else {
      throw .findings([
        PlanRules.doesNotCompile.finding("the given files do not declare the plan '\(plan)'")
      ])
    }
    if let program = cache.program(key(of: slice)) { return (program, true) }
    // Where that does not compile, the whole plan tells why.
    if let versions, let less = whole.withoutModels(except: versions), let few = less.slice() {
      if let program = cache.program(key(of: few)) { return (program, true) }
      tell(few)
      if case .program(let program) = try compile(less, few) { return (program, true) }
    }
    let part = whole.withoutClosures(except: closures)
    let partSlice = part?.slice()
    if let partSlice, let program = cache.program(key(of: partSlice)) { return (program, false) }
    tell(slice)
    switch try compile(whole, slice) {
    case .program(let program): return (program, true)
    case .errors(let errors, let last):
      if let part, let partSlice, errors.contains(where: { !part.keeps($0.location) }),
        case .program(let program) = try compile(part, partSlice)
      {
        return (program, false)
      }
      let needed = part.map { part in errors.filter { part.keeps($0.location) } } ?? errors
      throw .findings(
        PlanProblems(slice: last).findings(needed.isEmpty ? errors : needed))
    }
  }

  private func tell(_ slice: PlanSlice) {
    onCompile(slice.models, cache.secondsPerModel.map { $0 * Double(max(slice.models, 1)) })
  }

  private func key(of slice: PlanSlice) -> String {
    ContentName.of(
      [Array(toolchain.identity.utf8), Array(ProgramText.main.utf8)]
        + [Array(ProgramText.entry(slice.plan).utf8), Array(ProgramText.information.utf8)]
        + [Array(slice.substitutes.utf8), Array(Self.flags.joined(separator: " ").utf8)]
        + slice.files.flatMap { [Array($0.path.utf8), $0.bytes] })
  }

  private enum Outcome {
    case program(String)
    /// With what was compiled last.
    case errors([CompilerMessages.Message], PlanSlice)
  }

  /// Compiles; what does not compile and can be spared is left out, as often as that helps.
  private func compile(_ slicer: PlanSlicer, _ first: PlanSlice) throws(PlanFailure) -> Outcome {
    let key = key(of: first)
    let work = try cache.begin(key)
    defer { cache.discard(work) }
    var slicer = slicer
    var slice = first
    var module: String?
    for round in 0... {
      guard let messages = try run(on: slice, in: work, module: module) else { break }
      if module == nil {
        module = messages.errors.lazy.compactMap { ownModule($0, in: slicer) }.first
        if module != nil { continue }
      }
      var isChanged = false
      if round < Self.mostRounds {
        // What does not exist is the better reason; other errors may go with it.
        let missing = messages.errors.filter { $0.missingName != nil }
        for name in missing.compactMap(\.missingName) {
          isChanged = slicer.takeBack(name) || isChanged
        }
        for errors in [missing, messages.errors] where !isChanged {
          for error in errors {
            guard let place = error.location else { continue }
            isChanged = slicer.leaveOut(at: place, because: error.text) || isChanged
          }
        }
      }
      guard isChanged, let next = slicer.slice() else { return .errors(messages.errors, slice) }
      slice = next
    }
    return .program(try cache.finish(work, key))
  }

  /// The app's own module, when it is what the compiler did not find.
  private func ownModule(_ error: CompilerMessages.Message, in slicer: PlanSlicer) -> String? {
    guard let name = error.missingName, let place = error.location,
      slicer.isOwnModule(name, at: place)
    else { return nil }
    return name
  }

  /// Nil when it compiled.
  ///
  /// - Parameter module: another name for the module, which the code has.
  private func run(
    on slice: PlanSlice, in work: String, module: String?
  ) throws(PlanFailure) -> CompilerMessages? {
    var sources: [String] = []
    func add(_ name: String, _ text: [UInt8]) throws(PlanFailure) {
      let path = work.appending(component: name)
      guard FileManager.default.createFile(atPath: path, contents: Data(text)) else {
        throw .system("'\(path)' cannot be written")
      }
      if name.hasSuffix(".swift") { sources.append(path) }
    }
    try add("Info.plist", Array(ProgramText.information.utf8))
    try add("main.swift", Array(ProgramText.main.utf8))
    if !slice.substitutes.isEmpty {
      try add("Substitutes.swift", Array(ProgramText.substitutes(slice).utf8))
    }
    for (index, file) in slice.files.enumerated() {
      try add("Source\(index).swift", ProgramText.source(file, of: slice))
    }
    let program = work.appending(component: PlanCache.programName)
    let alias = module.map { ["-module-alias", "\($0)=\(Self.module)"] } ?? []
    let start = ContinuousClock.now
    let (status, output) = try compiler(alias + sources + ["-o", program], in: work)
    if status == .exit(0) {
      cache.note(ContinuousClock.now - start, models: slice.models)
      return nil
    }
    let messages = CompilerMessages(output)
    if messages.errors.isEmpty {
      let lines = output.split(separator: "\n").suffix(3).joined(separator: " ")
      throw .system("the Swift compiler failed: \(lines.isEmpty ? "\(status)" : lines)")
    }
    return messages
  }

  private func compiler(
    _ arguments: [String], in work: String
  ) throws(PlanFailure) -> (ChildProcess.End, String) {
    let modules = try cache.modules()
    let process = try ChildProcess(
      toolchain.compiler,
      Self.flags + ["-module-cache-path", modules] + toolchain.options + arguments,
      environment: PlanEnvironment.compiler(home: work), folder: work,
      confinement: confinement == .none
        ? nil : .compiler(confinement, toolchain: toolchain, writing: [work, modules]))
    onStart(process)
    defer { onStart(nil) }
    process.closeInput()
    var output: [UInt8] = []
    let pause = process.listen(until: .now.advanced(by: timeout)) { _, bytes in
      if output.count < Self.mostOutput { output += bytes }
      return false
    }
    switch pause {
    case .interrupted: throw .interrupted
    case .deadline: throw .system("compiling the plan took longer than \(timeout)")
    case .closed, .satisfied: return (process.wait(), String(decoding: output, as: UTF8.self))
    }
  }

  static let module = "PlanCode"

  private static let mostRounds = 8
  private static let mostOutput = 4 << 20

  /// Swift 5 mode, as the apps' own; unoptimised, so that a trap knows its line.
  private static let flags = [
    "-swift-version", "5", "-Onone", "-g", "-module-name", module, "-package-name", "plan",
    "-diagnostic-style", "llvm", "-no-color-diagnostics", "-suppress-warnings",
    "-whole-module-optimization", "-enable-bare-slash-regex",
    // Long predicates take long to be checked; Apple's limits are for other machines.
    "-Xfrontend", "-solver-expression-time-threshold=600",
    "-Xfrontend", "-solver-memory-threshold=2000000000",
    "-Xlinker", "--export-dynamic-symbol=abort",
  ]
}
