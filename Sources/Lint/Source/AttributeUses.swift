internal import ModelSource

/// What the texts of all files do with names: those that are asked for, and those that anything may set.
struct AttributeUses {
  private var asked: Set<String> = []
  private var set: Set<String> = []

  /// Whether something reads the name of an object, and nothing gives it a value.
  func areAsked(_ name: String) -> Bool { asked.contains(name) && !set.contains(name) }

  init(_ names: Set<String>, in files: [SourceFile]) {
    for position in WordsOfFiles.positions(of: names, in: files) {
      let file = files[position]
      let isSwift = file.path.hasSuffix(".swift")
      for line in file.bytes.split(separator: UInt8(ascii: "\n")) {
        note(line, names, isSwift: isSwift)
      }
    }
  }

  private mutating func note(_ line: ArraySlice<UInt8>, _ names: Set<String>, isSwift: Bool) {
    var index = line.startIndex
    while index < line.endIndex {
      guard Self.isWord(line[index]) else {
        // What stands in a comment does nothing.
        if line[index] == UInt8(ascii: "/"), line[index...].starts(with: "//".utf8) { return }
        index += 1
        continue
      }
      let start = index
      while index < line.endIndex, Self.isWord(line[index]) { index += 1 }
      let word = String(decoding: line[start..<index], as: UTF8.self)
      guard names.contains(word) else { continue }
      guard isSwift else {
        // Another language says these things in other ways.
        set.insert(word)
        continue
      }
      let use = Use(line[..<start], line[index...])
      if use.sets { set.insert(word) } else if use.asks { asked.insert(word) }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: true
    default: false
    }
  }
}

/// One place in a line of Swift where a name stands.
private struct Use {
  /// What stands before the name and behind it.
  let before: Substring
  let after: Substring

  init(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) {
    self.before = Substring(String(decoding: before, as: UTF8.self))
    self.after = Substring(String(decoding: after, as: UTF8.self))
  }

  /// `visit.isUploaded`, and `isUploaded` in the class itself.
  var asks: Bool {
    let words = before.split(separator: " ")
    return !["case", "enum", "func", "let", "var"].contains(words.last)
  }

  /// Whether it is given a value there, or may be: `visit.isUploaded = true`, `isUploaded: true`, `$visit.isUploaded`,
  /// `\.isUploaded`, `"isUploaded"`.
  var sets: Bool {
    let words = before.split(separator: " ")
    if ["let", "var"].contains(words.last) { return false }
    if before.last == "\"" || after.first == "\"" || after.first == ":" || after.first == "[" {
      return true
    }
    // `isOpen ? visit.isUploaded : false`
    let rest = after.drop { $0 == " " }
    if Self.assignments.contains(where: rest.hasPrefix), !rest.hasPrefix("==") { return true }
    if after.first == "." || after.hasPrefix("?.") {
      let member = after.drop { "?.".contains($0) }.prefix { $0.isLetter }
      if Self.changes.contains(String(member)) { return true }
    }
    let chain = before.reversed().prefix { $0.isLetter || $0.isNumber || "_.?!$&\\".contains($0) }
    if chain.contains("&") { return true }
    if chain.contains("\\") { return !Self.readers.contains { before.contains($0) } }
    // `$visit.isUploaded` is a binding, `$0.isUploaded` is not.
    return zip(chain.dropFirst(), chain).contains { $0 == "$" && $1.isLetter }
  }

  private static let assignments = [
    "=", "+=", "-=", "*=", "/=", "??=", "|=", "&=", "^=",
  ]
  private static let changes: Set = [
    "append", "formUnion", "insert", "merge", "remove", "removeAll", "removeFirst", "removeLast",
    "sort", "subtract", "toggle", "update", "updateValue", "wrappedValue",
  ]
  /// What takes a key path only to read.
  private static let readers = [
    "#Index", "Query(", "SortDescriptor(", "sort:", "map(\\", "filter(\\",
  ]
}
