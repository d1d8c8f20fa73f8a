internal import PlatformFoundation
internal import StoreModel

/// What the text of a plan shows of a closure, without reading the code it calls.
enum ClosureCode {
  /// Whether it may delete rows: its file speaks of deleting, or it hands its context on to code of
  /// another file. A file that cannot be read may hold anything.
  static func mayDelete(_ place: Location) -> Bool {
    guard let data = FileManager.default.contents(atPath: place.path) else { return true }
    let text = String(decoding: data, as: UTF8.self)
    if text.contains(".delete") { return true }
    // A file that names the type has the functions that get the context, and was searched.
    return !text.contains("ModelContext") && handsContextOn(text, from: place)
  }

  private static func handsContextOn(_ text: String, from place: Location) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let line = place.line, let column = place.column, lines.indices.contains(line - 1) else {
      return true
    }
    let first = lines[line - 1].dropFirst(column - 1)
    // The name of a function, which is not in this file.
    guard first.first == "{" else { return true }
    let context = parameter(first.dropFirst())
    var depth = 0
    let rest = ([first] + lines[line...]).joined(separator: "\n")
    let body = rest.prefix { character in
      depth += character == "{" ? 1 : character == "}" ? -1 : 0
      return depth > 0
    }
    return passes(context, in: body)
  }

  /// `context` of `{ context in`; `$0` where it has no name.
  private static func parameter(_ line: Substring) -> String {
    guard let end = line.firstRange(of: " in") else { return "$0" }
    let name = line[..<end.lowerBound].split(separator: ":").first ?? ""
    let word = name.filter { !" ()".contains($0) }
    return word.isEmpty || name.split(separator: " ").count > 1 ? "$0" : word
  }

  /// Whether a call has it as an argument by itself.
  private static func passes(_ name: String, in body: Substring) -> Bool {
    body.ranges(of: name).contains { range in
      let before = body[..<range.lowerBound].last { $0 != " " }
      let after = body[range.upperBound...].first { $0 != " " }
      return before.map { "(,:".contains($0) } == true && after.map { "),".contains($0) } == true
    }
  }
}
