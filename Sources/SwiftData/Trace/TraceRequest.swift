internal import Foundation
internal import StoreEngine

/// What the environment and the launch arguments ask for.
///
/// `STOREDOCTOR_TRACE=FILE` writes every statement to a file, `stderr` and `-` to the standard
/// error; a name that ends in `.jsonl` gives JSON lines. `STOREDOCTOR_TRACE_VALUES=1` adds bound
/// values. Apple's own `-com.apple.CoreData.SQLDebug N` writes to the standard error, with values
/// from level 2 on; `-com.apple.coredata.swiftdata.debug 1` is a spelling that circulates.
struct TraceRequest {
  let path: String?
  let format: TraceFormat
  let showsValues: Bool

  static var current: TraceRequest? {
    make(environment: ProcessInfo.processInfo.environment, arguments: CommandLine.arguments)
  }

  static func make(environment: [String: String], arguments: [String]) -> TraceRequest? {
    if let target = environment["STOREDOCTOR_TRACE"], !target.isEmpty {
      let isStandardError = target == "-" || target == "stderr"
      return TraceRequest(
        path: isStandardError ? nil : target, format: target.hasSuffix(".jsonl") ? .jsonl : .text,
        showsValues: environment["STOREDOCTOR_TRACE_VALUES"] == "1")
    }
    for (name, value) in zip(arguments, arguments.dropFirst()) {
      guard let level = Int(value), level > 0 else { continue }
      switch name.lowercased() {
      case "-com.apple.coredata.sqldebug":
        return TraceRequest(path: nil, format: .text, showsValues: level > 1)
      case "-com.apple.coredata.swiftdata.debug":
        return TraceRequest(path: nil, format: .text, showsValues: false)
      default: continue
      }
    }
    return nil
  }

  func writer() -> TraceWriter? {
    guard let path else {
      return TraceWriter(format: format, showsValues: showsValues) { bytes in
        try FileHandle.standardError.write(contentsOf: Data(bytes))
      }
    }
    do {
      // The trace of the run before is replaced, and nothing else.
      let beginning = format == .jsonl ? "{\"trace\":\"storedoctor\"" : "CoreData: "
      let file = try FileOutput(
        path: path, replaces: .file(beginning: beginning), appears: .atOnce)
      return TraceWriter(format: format, showsValues: showsValues) { bytes in
        file.write(bytes)
        if let failure = file.failure { throw failure }
      }
    } catch {
      try? FileHandle.standardError.write(
        contentsOf: Data("storedoctor: nothing is traced: \(error)\n".utf8))
      return nil
    }
  }
}
