internal import ModelSource
internal import StoreEngine
internal import StoreModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Makes a program of a plan: slices, compiles, and keeps the result under a name that says what it
/// was made of.
struct PlanCompiler {
  let toolchain: PlanToolchain
  let cache: PlanCache
  /// Called before the compiler starts; not when the program is in the cache.
  var onCompile: () -> Void = {}
  /// Gets the compiler while it runs, so that it can be stopped.
  var onStart: (ChildProcess?) -> Void = { _ in }
  /// Compiling longer than this ends with an error.
  var timeout = Duration.seconds(300)

  /// The program's path.
  ///
  /// - Throws: `PlanFailure`.
  func program(of plan: String, in files: [SourceFile]) throws(PlanFailure) -> String {
    var slicer = PlanSlicer(files, plan: plan)
    guard let slice = slicer.slice() else {
      throw .findings([
        PlanRules.doesNotCompile.finding("the given files do not declare the plan '\(plan)'")
      ])
    }
    let key = ContentName.of(parts(of: slice))
    if let program = cache.program(key) { return program }
    onCompile()
    let work = try cache.begin(key)
    defer { cache.discard(work) }
    try compile(&slicer, slice, in: work)
    return try cache.finish(work, key)
  }

  private func parts(of slice: PlanSlice) -> [[UInt8]] {
    [Array(toolchain.identity.utf8), Array(ProgramText.main(slice.plan).utf8)]
      + [Array(slice.substitutes.utf8), Array(Self.flags.joined(separator: " ").utf8)]
      + slice.files.flatMap { [Array($0.path.utf8), $0.bytes] }
  }

  /// Compiles; what does not compile and can be spared is left out, as often as that helps.
  private func compile(
    _ slicer: inout PlanSlicer, _ first: PlanSlice, in work: String
  ) throws(PlanFailure) {
    var slice = first
    var firstErrors: [CompilerMessages.Message] = []
    for round in 0... {
      let messages = try run(on: slice, in: work)
      guard let messages else { return }
      if round == 0 { firstErrors = messages.errors }
      var isChanged = false
      if round < Self.mostRounds {
        for error in messages.errors {
          guard let place = error.location else { continue }
          isChanged = slicer.leaveOut(at: place, because: error.text) || isChanged
        }
      }
      guard isChanged, let next = slicer.slice() else {
        throw .findings(
          PlanProblems(slice: slice).findings(
            messages.errors.isEmpty ? firstErrors : messages.errors))
      }
      slice = next
    }
  }

  /// Nil when it compiled.
  private func run(
    on slice: PlanSlice, in work: String
  ) throws(PlanFailure) -> CompilerMessages? {
    var sources: [String] = []
    func add(_ name: String, _ text: [UInt8]) throws(PlanFailure) {
      let path = work.appending(component: name)
      guard FileManager.default.createFile(atPath: path, contents: Data(text)) else {
        throw .system("'\(path)' cannot be written")
      }
      sources.append(path)
    }
    try add("main.swift", Array(ProgramText.main(slice.plan).utf8))
    if !slice.substitutes.isEmpty {
      try add("Substitutes.swift", Array(ProgramText.substitutes(slice).utf8))
    }
    for (index, file) in slice.files.enumerated() {
      try add("Source\(index).swift", ProgramText.source(file))
    }
    let program = work.appending(component: PlanCache.programName)
    let (status, output) = try compiler(sources + ["-o", program], in: work)
    if status == .exit(0) { return nil }
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
    let process = try ChildProcess(
      toolchain.compiler, Self.flags + toolchain.options + arguments,
      environment: PlanEnvironment.compiler(home: work), ownGroup: false)
    onStart(process)
    defer { onStart(nil) }
    process.closeInput()
    var output: [UInt8] = []
    let pause = process.read(until: .now.advanced(by: timeout)) { _, bytes in
      if output.count < Self.mostOutput { output += bytes }
      return false
    }
    switch pause {
    case .interrupted: throw .interrupted
    case .deadline: throw .system("compiling the plan took longer than \(timeout)")
    case .closed, .satisfied: return (process.wait(), String(decoding: output, as: UTF8.self))
    }
  }

  private static let mostRounds = 8
  private static let mostOutput = 4 << 20

  /// Swift 5 mode, as the apps' own; unoptimised, so that a trap knows its line.
  private static let flags = [
    "-swift-version", "5", "-Onone", "-g", "-module-name", "PlanCode", "-package-name", "plan",
    "-diagnostic-style", "llvm", "-no-color-diagnostics", "-suppress-warnings",
    "-whole-module-optimization", "-enable-bare-slash-regex",
    // Long predicates take long to be checked; Apple's limits are for other machines.
    "-Xfrontend", "-solver-expression-time-threshold=600",
    "-Xfrontend", "-solver-memory-threshold=2000000000",
    "-Xlinker", "--export-dynamic-symbol=abort",
  ]
}
