/// One entry of `log show --style json`, whose members come on lines of their own.
struct UnifiedLogObject {
  var message: [UInt8]?
  var category: [UInt8] = []
  var subsystem: [UInt8] = []
  var thread: [UInt8] = []
  var time: [UInt8] = []

  var isCoreData: Bool { subsystem.elementsEqual("com.apple.coredata".utf8) }

  mutating func take(_ field: JSONFields.Field) -> Bool {
    if field.key.equals("eventMessage") {
      message = JSONFields.unescape(field.value)
    } else if field.key.equals("category") {
      category = Array(field.value)
    } else if field.key.equals("subsystem") {
      subsystem = Array(field.value)
    } else if field.key.equals("threadID") {
      thread = Array(field.value)
    } else if field.key.equals("timestamp") {
      time = Array(field.value)
    } else {
      return false
    }
    return true
  }
}

/// The JSON forms: the unified log in one line (`ndjson`) or many (`json`), and this tool's own.
extension LogScanner {
  /// False when the line is not JSON of a known form.
  mutating func jsonLine(_ line: UnsafeRawBufferPointer) -> Bool {
    // `"eventMessage" : "…",` within an entry spread over lines.
    if line[0] == UInt8(ascii: "\"") {
      let member: [UInt8] = [UInt8(ascii: "{")] + line
      return member.withUnsafeBytes {
        guard var fields = JSONFields($0), let field = fields.next() else { return false }
        return json.take(field) || (json.message != nil && isMember(line))
      }
    }
    if line[0] == UInt8(ascii: "}") || line[0] == UInt8(ascii: "]") {
      guard json.message != nil else { return false }
      finishJSON()
      return true
    }
    let start = line[0] == UInt8(ascii: "[") ? line.skippingSpaces(from: 1) : 0
    let object = line.slice(start, line.count)
    if object.equals("{") || object.count == 0 { return start > 0 || json.message != nil }
    if object.has("{\"sequence\":", at: 0) || object.has("{\"trace\":", at: 0) {
      traceLine(object)
      return true
    }
    guard object.find("\"eventMessage\"") != nil, var fields = JSONFields(object) else {
      return false
    }
    json = UnifiedLogObject()
    while let field = fields.next() { _ = json.take(field) }
    if !fields.isComplete { input.damagedLines += 1 }
    finishJSON()
    return true
  }

  private func isMember(_ line: UnsafeRawBufferPointer) -> Bool { line.find("\" :") != nil }

  /// Reads the message of the entry that just ended.
  mutating func finishJSON() {
    guard let message = json.message else { return }
    let entry = json
    json = UnifiedLogObject()
    input.met(.unifiedLogJSON)
    entry.thread.withUnsafeBytes { thread in
      entry.time.withUnsafeBytes { stamp in
        message.withUnsafeBytes { text in
          var prefix = LogPrefix.none
          prefix.thread = thread
          prefix.stamp = stamp
          deliver(text, of: entry, prefix)
        }
      }
    }
    unfinished = .nothing
  }

  private mutating func deliver(
    _ text: UnsafeRawBufferPointer, of entry: UnifiedLogObject, _ prefix: LogPrefix
  ) {
    let end = text.find(10) ?? text.count
    let first = text.slice(0, end)
    guard entry.isCoreData || first.has("CoreData:", at: 0) else {
      input.otherLines += 1
      return
    }
    entry.category.withUnsafeBytes { unifiedMessage(first.trimmed, category: $0, prefix) }
    // The message's other lines continue the first.
    var start = end + 1
    while start < text.count {
      let next = text.find(10, from: start) ?? text.count
      otherLine(text.slice(start, next).trimmed)
      start = next + 1
    }
  }
}
