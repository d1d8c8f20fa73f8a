internal import ModelSource
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// Compiles a slice; what does not compile and can be spared is left out, as often as that helps.
///
/// Making a program takes much longer than looking for errors in a few files. So after the first
/// attempt only those files are looked at that what was left out may concern, until they are clean.
struct SliceCompiler {
  enum Outcome {
    case program(String)
    /// With what was compiled last.
    case errors([CompilerMessages.Message], PlanSlice)
  }

  let toolchain: PlanToolchain
  let cache: PlanCache
  /// Names a slice by its content.
  let key: (PlanSlice) -> String
  var confinement = ConfinementLevel.none
  var timeout = Duration.seconds(300)
  var onCompile: (PlanSlice) -> Void = { _ in }
  var onStart: (ChildProcess?) -> Void = { _ in }

  private static let mostRounds = 24
  private static let mostOutput = 4 << 20

  func compile(_ slicer: PlanSlicer, _ first: PlanSlice) throws(PlanFailure) -> Outcome {
    let work = try cache.begin(key(first))
    defer { cache.discard(work) }
    var slicer = slicer
    var attempt = Attempt(slice: first)
    for round in 0... {
      guard let messages = try errors(of: attempt, in: work) else {
        if attempt.suspects == nil { break }
        attempt.suspects = nil
        continue
      }
      if attempt.module == nil, attempt.suspects == nil {
        attempt.module = messages.errors.lazy.compactMap { ownModule($0, in: slicer) }.first
        if attempt.module != nil { continue }
      }
      if !attempt.isMainByDefault, messages.errors.contains(where: \.isOfIsolation) {
        attempt.isMainByDefault = true
        continue
      }
      if round < Self.mostRounds, slicer.leaveOut(messages.errors), let next = slicer.slice() {
        attempt.suspects = next.concerned(
          by: messages.errors.compactMap(\.location?.path), since: attempt.slice)
        attempt.slice = next
      } else if attempt.suspects != nil {
        // The report is about all files.
        attempt.suspects = nil
      } else {
        return .errors(messages.errors, attempt.slice)
      }
    }
    return .program(try cache.finish(work, key(first)))
  }

  private struct Attempt {
    var slice: PlanSlice
    /// Another name for the module, which the code has.
    var module: String?
    /// Whether declarations are the main actor's by default. New targets of Xcode say so, which the files do
    /// not show.
    var isMainByDefault = false
    /// The files to look for errors in; nil to make a program of all.
    var suspects: Set<String>?

    /// How many compilers work side by side. Each reads the modules for itself, which takes as long as a
    /// few models do.
    var compilers: Int {
      suspects != nil ? 1 : min(ProcessInfo.processInfo.activeProcessorCount, slice.models / 16)
    }
  }

  /// The app's own module, when it is what the compiler did not find.
  private func ownModule(_ error: CompilerMessages.Message, in slicer: PlanSlicer) -> String? {
    guard let name = error.missingName, let place = error.location,
      slicer.isOwnModule(name, at: place)
    else { return nil }
    return name
  }

  /// What the compiler is told for one attempt only.
  private func options(of attempt: Attempt) -> [String] {
    var options: [String] = []
    if let module = attempt.module {
      options += ["-module-alias", "\(module)=\(CompilerOptions.module)"]
    }
    if attempt.isMainByDefault { options += ["-default-isolation", "MainActor"] }
    return options
  }

  /// Nil when there are none. What an attempt failed with once it fails with again.
  private func errors(
    of attempt: Attempt, in work: String
  ) throws(PlanFailure) -> CompilerMessages? {
    let parts: [String] =
      [key(attempt.slice)] + options(of: attempt) + (attempt.suspects ?? []).sorted()
    let name = ContentName.of(parts.map { Array($0.utf8) })
    if let known = cache.failure(name) { return messages(known, attempt) }
    if attempt.suspects == nil { onCompile(attempt.slice) }
    guard let output = try output(of: attempt, in: work) else { return nil }
    if let messages = messages(output, attempt) {
      cache.keepFailure(name, output)
      return messages
    }
    guard attempt.suspects == nil else { return nil }
    let lines = output.split(separator: "\n").suffix(3).joined(separator: " ")
    throw .system("the Swift compiler failed: \(lines)")
  }

  /// Nil without errors. A look that ended before an expression was understood says nothing of it: that is
  /// for the compiler which makes the program and takes its time.
  private func messages(_ output: String, _ attempt: Attempt) -> CompilerMessages? {
    var messages = CompilerMessages(output)
    if attempt.suspects != nil { messages.errors.removeAll(where: \.isOutOfTime) }
    return messages.errors.isEmpty ? nil : messages
  }

  /// What the compiler printed; nil when it found nothing wrong.
  private func output(
    of attempt: Attempt, in work: String
  ) throws(PlanFailure) -> String? {
    let (sources, suspected) = try write(attempt, to: work)
    let options = self.options(of: attempt)
    if attempt.suspects != nil {
      let files = sources.flatMap { suspected.contains($0) ? ["-primary-file", $0] : [$0] }
      let (status, output) = try compiler(
        CompilerOptions.check + toolchain.frontendOptions + options + files, in: work)
      return status == .exit(0) ? nil : output
    }
    let start = ContinuousClock.now
    if let failure = try failure(of: attempt, sources, options, in: work) { return failure }
    cache.note(ContinuousClock.now - start, models: attempt.slice.models)
    return nil
  }

  /// Makes the program; what the compiler printed where that fails.
  private func failure(
    of attempt: Attempt, _ sources: [String], _ options: [String], in work: String
  ) throws(PlanFailure) -> String? {
    func run(_ arguments: [String]) throws(PlanFailure) -> String? {
      let (status, output) = try compiler(arguments, in: work)
      return status == .exit(0) ? nil : output.isEmpty ? "\(status)" : output
    }
    let made = ["-o", work.appending(component: PlanCache.programName)]
    guard attempt.compilers > 1 else {
      return try run(CompilerOptions.program + toolchain.options + options + sources + made)
    }
    if let failure = try run(
      CompilerOptions.objects(compilers: attempt.compilers) + toolchain.compileOptions + options
        + sources)
    {
      return failure
    }
    let objects = sources.map { String($0.dropLast("swift".count)) + "o" }
    return try run(objects + toolchain.options + CompilerOptions.linker + made)
  }

  /// - Returns: the Swift files, and those of them that are suspected.
  private func write(
    _ attempt: Attempt, to work: String
  ) throws(PlanFailure) -> (sources: [String], suspected: Set<String>) {
    let slice = attempt.slice
    var sources: [String] = []
    var suspected: Set<String> = []
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
      let division = attempt.compilers > 1 ? slice.divisions[file.path] : nil
      let parts = division?.parts(of: file, atMost: attempt.compilers * 2) ?? [file]
      // Each compiler gets as many files, in this order; those with models are equal, the first part
      // and the program's own are small.
      for number in Array(parts.indices.dropFirst()) + [0] {
        let name = number == 0 ? "Source\(index)" : "Source\(index)-\(number)"
        try add(name + ".swift", ProgramText.source(parts[number], of: slice, isFirst: number == 0))
      }
      if attempt.suspects?.contains(file.path) ?? false { suspected.insert(sources.last ?? "") }
    }
    return (sources, suspected)
  }

  private func compiler(
    _ arguments: [String], in work: String
  ) throws(PlanFailure) -> (ChildProcess.End, String) {
    let modules = try cache.modules()
    let process = try ChildProcess(
      toolchain.compiler, arguments + ["-module-cache-path", modules],
      environment: PlanEnvironment.compiler(home: work, root: toolchain.root), folder: work,
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
    case .deadline:
      throw .system(
        "compiling the plan took longer than \(timeout.components.seconds) seconds; what takes the "
          + "compiler that long is often a long list of values in the files of the models: move it into "
          + "a file of its own")
    case .closed, .satisfied: return (process.wait(), String(decoding: output, as: UTF8.self))
    }
  }
}

extension PlanSlicer {
  /// Leaves out what errors stand in, if it can be spared.
  ///
  /// - Returns: whether there was something; then cut anew.
  fileprivate mutating func leaveOut(_ errors: [CompilerMessages.Message]) -> Bool {
    // What does not exist is the better reason; other errors may go with it.
    let missing = errors.filter { $0.missingName != nil }
    var isChanged = false
    for name in missing.compactMap(\.missingName) { isChanged = takeBack(name) || isChanged }
    for group in [missing, errors] where !isChanged {
      for error in group {
        guard let place = error.location else { continue }
        isChanged = leaveOut(at: place, because: error.text) || isChanged
      }
    }
    return isChanged
  }
}
