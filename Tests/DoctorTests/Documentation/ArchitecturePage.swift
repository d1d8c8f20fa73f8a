import Foundation

/// What Documentation/Architecture.md says, compared with texts of source files.
struct ArchitecturePage {
  typealias File = (folder: String, text: String)

  let text: String

  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]

  /// The first two cells of each row of a table: a name, and the names it has to do with.
  func rows(after head: String) -> [(name: String, others: [String])] {
    let table = text.components(separatedBy: head).dropFirst().first ?? ""
    return table.components(separatedBy: "\n").dropFirst(2).prefix { $0.hasPrefix("|") }.map {
      let cells = $0.components(separatedBy: "|").map { cell in
        cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      }
      return (cells[1].first ?? "", cells[2])
    }
  }

  private var targets: [(name: String, others: [String])] { rows(after: "| target | knows |") }

  /// - Parameter files: by their targets.
  func targetProblems(_ files: [File]) -> [String] {
    let known = Set(files.map(\.folder))
    let imports = Dictionary(grouping: files, by: \.folder).mapValues { files in
      Set(files.flatMap { Self.imports(of: $0.text) }).intersection(known)
    }
    let listed = targets
    var problems = known.subtracting(listed.map(\.name)).sorted().map {
      "\($0) is not in the table"
    }
    var above: Set<String> = []
    for (target, names) in listed {
      let real = imports[target, default: []]
      if !known.contains(target) { problems.append("there is no \(target)") }
      for name in names where !above.contains(name) {
        problems.append("\(target) names \(name), which does not stand above it")
      }
      for name in names where !real.contains(name) {
        problems.append("\(target) names \(name), which it does not import")
      }
      for name in real.subtracting(names).sorted() {
        problems.append("\(target) imports \(name), which its row lacks")
      }
      above.insert(target)
    }
    return problems
  }

  /// Arrows may be left out where others lead to the same target.
  func drawingProblems() -> [String] {
    var table: [String: Set<String>] = [:]
    for row in targets { table[row.name] = Set(row.others) }
    var drawn: [String: Set<String>] = [:]
    for line in text.components(separatedBy: "\n") {
      let ends = line.trimmingCharacters(in: .whitespaces).components(separatedBy: " --> ")
      if ends.count == 2 { drawn[ends[0], default: []].insert(ends[1]) }
    }
    func reached(from target: String, _ seen: inout Set<String>) {
      for next in drawn[target, default: []] where seen.insert(next).inserted {
        reached(from: next, &seen)
      }
    }
    return Set(table.keys).union(drawn.keys).sorted().flatMap { target -> [String] in
      var seen: Set<String> = []
      reached(from: target, &seen)
      let known = table[target, default: []]
      let surplus = drawn[target, default: []].subtracting(known).sorted()
      return surplus.map { "\(target) --> \($0) is drawn, and is not in the table" }
        + known.subtracting(seen).sorted().map { "no way from \(target) to \($0) is drawn" }
    }
  }

  /// - Parameters:
  ///   - folders: lowest first.
  ///   - files: by their folders; those beside the folders have none.
  static func folderProblems(_ folders: [String], _ files: [File]) -> [String] {
    let real = Set(files.map(\.folder)).subtracting([""])
    var problems = real.subtracting(folders).sorted().map { "\($0) is not in the table" }
    problems += Set(folders).subtracting(real).sorted().map { "there is no folder \($0)" }
    guard problems.isEmpty else { return problems }
    let places = Dictionary(
      (folders + [""]).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let code = files.map { (place: places[$0.folder, default: 0], lines: Self.code(of: $0.text)) }
    var declared: [String: Int] = [:]
    for file in code {
      for name in file.lines.compactMap(typeName(declaredIn:)) { declared[name] = file.place }
    }
    var found: Set<String> = []
    for file in code {
      for word in file.lines.flatMap(words(of:)) {
        guard let place = declared[word], place > file.place else { continue }
        found.insert("\(folders[file.place]) mentions \(word)")
      }
    }
    return found.sorted()
  }

  /// The modules that a file imports. In texts, such as examples of source, an import has neither an
  /// access level nor the first column.
  private static func imports(of text: String) -> [String] {
    let levels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    let parts = text.components(separatedBy: "import ")
    return zip(parts, parts.dropFirst()).compactMap { before, after in
      let line = before.lastIndex(of: "\n").map { before[before.index(after: $0)...] }
      let start = line ?? before[...]
      let words = start.split(separator: " ").filter { !$0.hasPrefix("@") }
      guard words.allSatisfy(levels.contains), !words.isEmpty || !start.hasPrefix(" ") else {
        return nil
      }
      let names = after.prefix { $0 != "\n" }.split(separator: " ")
      let name = names.first { !kinds.contains($0) } ?? ""
      return name.split(separator: ".").first.map(String.init)
    }
  }

  /// The lines without comments and texts; a text with an interpolation stays, because that may name
  /// a type.
  private static func code(of text: String) -> [String] {
    var isLong = false
    return text.components(separatedBy: "\n").map { line in
      if line.trimmingCharacters(in: .whitespaces).hasPrefix("//") { return "" }
      let parts = line.replacingOccurrences(of: "\\\\", with: "")
        .replacingOccurrences(of: "\\\"", with: "").components(separatedBy: "\"\"\"")
      var kept = ""
      for (number, part) in parts.enumerated() {
        if number > 0 { isLong.toggle() }
        for (index, piece) in part.components(separatedBy: "\"").enumerated() {
          let isText = isLong || index % 2 == 1
          kept += isText && !piece.contains("\\(") ? " " : piece + " "
        }
      }
      return kept.components(separatedBy: "//")[0]
    }
  }

  /// The type that a line declares at the top level of its file.
  private static func typeName(declaredIn line: String) -> String? {
    guard let first = line.first, first != " " else { return nil }
    let parts = line.split(separator: " ")
    guard let kind = parts.firstIndex(where: kinds.contains), kind + 1 < parts.count,
      !parts[..<kind].contains(where: { $0.hasSuffix("private") })
    else { return nil }
    return words(of: String(parts[kind + 1])).first
  }

  private static func words(of line: String) -> [String] {
    line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      .filter { $0.first?.isUppercase == true }
  }
}
