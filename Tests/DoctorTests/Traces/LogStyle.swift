/// The forms in which a Core Data message reaches a file.
enum LogStyle: CaseIterable {
  case console, bare, nslog, osLog, logShow, compact, ndjson, json, coloured, carriageReturns

  /// One message as this form shows it.
  ///
  /// - Parameter message: `sql: SELECT …`, without the `CoreData: ` before it.
  func line(_ message: String, thread: Int, milliseconds: Int) -> String {
    let time = Self.time(milliseconds)
    switch self {
    case .console: return "CoreData: " + message
    case .bare: return message
    case .nslog: return "\(time) Notes[812:\(4000 + thread)] CoreData: " + message
    case .osLog: return "\(time)456+0200 Notes[812:\(4000 + thread)] [error] CoreData: " + message
    case .logShow:
      return "\(time)456+0200 0x\(String(4096 + thread, radix: 16))     Default     0x0"
        + "                  812    0    Notes: (CoreData) [com.apple.coredata:sql] CoreData: "
        + message
    case .compact:
      return "\(time) Db Notes[812:\(String(4096 + thread, radix: 16))] "
        + "[com.apple.coredata:sql] CoreData: " + message
    case .ndjson:
      return "{\"traceID\":1,\"eventMessage\":\"\(Self.escaped("CoreData: " + message))\","
        + "\"subsystem\":\"com.apple.coredata\",\"category\":\"sql\",\"threadID\":\(thread + 7),"
        + "\"backtrace\":{\"frames\":[{\"imageOffset\":1}]},\"timestamp\":\"\(time)456+0200\"}"
    case .json:
      return """
        },{
          "traceID" : 4,
          "eventMessage" : "\(Self.escaped("CoreData: " + message))",
          "eventType" : "logEvent",
          "subsystem" : "com.apple.coredata",
          "category" : "sql",
          "threadID" : \(thread + 7),
          "timestamp" : "\(time)456+0200",
        """
    case .coloured:
      let parts = message.split(separator: ":", maxSplits: 1)
      return "CoreData: \u{1b}[38;5;27m\(parts[0]):\u{1b}[0m\u{1b}[fg200,0,0;"
        + "\(parts.count > 1 ? parts[1] : "")\u{1b}[;"
    case .carriageReturns: return "CoreData: " + message + "\r"
    }
  }

  /// Other output of the same program.
  func other(_ text: String, thread: Int, milliseconds: Int) -> String {
    switch self {
    case .nslog, .osLog: return "\(Self.time(milliseconds)) Notes[812:9] \(text)"
    case .ndjson: return "{\"eventMessage\":\"\(text)\",\"subsystem\":\"com.example.notes\"}"
    case .json: return "},{\n  \"eventMessage\" : \"\(text)\",\n  \"subsystem\" : \"com.example\","
    default: return text
    }
  }

  var hasThreads: Bool {
    switch self {
    case .nslog, .osLog, .logShow, .compact, .ndjson, .json: true
    default: false
    }
  }

  var hasTimes: Bool { hasThreads }

  private static func time(_ milliseconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    let seconds = milliseconds / 1000
    return "2024-06-01 \(two(10 + seconds / 3600)):\(two(seconds / 60 % 60)):"
      + "\(two(seconds % 60)).\(fraction)"
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}
