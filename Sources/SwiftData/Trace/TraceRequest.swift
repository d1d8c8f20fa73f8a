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
    let handle: FileHandle
    if let path {
      guard FileManager.default.createFile(atPath: path, contents: nil),
        let file = FileHandle(forWritingAtPath: path)
      else { return nil }
      handle = file
    } else {
      handle = .standardError
    }
    return TraceWriter(format: format, showsValues: showsValues) { bytes in
      try handle.write(contentsOf: Data(bytes))
    }
  }
}
