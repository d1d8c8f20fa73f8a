internal import StoreModel

/// Finds the source of an instruction that has no line of its own: that of the first instruction
/// behind it that has one. Unoptimised loops begin with such instructions, so that code that loops
/// is found at them most of the time.
struct LineFinder {
  /// `llvm-symbolizer`.
  let symbolizer: String
  let program: String
  /// It reads what was made of somebody's code.
  let level: ConfinementLevel

  /// As far as it looks, in bytes.
  private static let reach: UInt64 = 64

  /// - Parameter offset: the instruction's, from where the program is loaded.
  func place(at offset: UInt64, in files: Set<String>) -> Location? {
    let addresses = (0..<Self.reach).map { "0x" + String(offset &+ $0, radix: 16) }
    guard
      let process = try? ChildProcess(
        symbolizer, ["--obj=\(program)", "--no-inlines", "--functions=none"] + addresses,
        environment: PlanEnvironment.compiler(home: "/"),
        confinement: level == .none ? nil : .reader(level, tool: symbolizer, file: program),
        limits: ChildProcess.Limits(memory: 4 << 30))
    else { return nil }
    process.closeInput()
    var output: [UInt8] = []
    _ = process.listen(until: .now.advanced(by: .seconds(10))) { _, bytes in
      output += bytes
      return output.count > 1 << 20
    }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").lazy
      .compactMap { CrashReport.place($0, files) }.first
  }
}
