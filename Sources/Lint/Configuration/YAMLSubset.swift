internal import StoreModel

/// Reads the part of YAML that a configuration needs: nested mappings, lists of scalars (in block
/// or in brackets), plain and quoted scalars, comments.
///
/// Why not Yams: it imports all of Foundation, and with it ICU, which costs every command 20 ms at
/// start whether it reads a configuration or not. What this reader does not know, it refuses with
/// the line, rather than guess.
struct YAMLSubset {
  struct Node: Sendable, Hashable {
    var value: Value
    var line: Int
  }

  indirect enum Value: Sendable, Hashable {
    case empty
    case scalar(String)
    case list([Node])
    case map([Entry])
  }

  struct Entry: Sendable, Hashable {
    var key: String
    var value: Node
    var line: Int
  }

  struct Failure: Error, Hashable {
    var line: Int
    var message: String
  }

  private struct Line {
    var number: Int
    var indent: Int
    var text: Substring
  }

  private var lines: [Line] = []
  /// What was left out.
  private var failures: [Failure] = []
  private var next = 0
  private static let deepest = 8
  /// Of a line that is none, which may be anything.
  private static let shownLength = 60

  /// What of the text can be read, and every mistake in it.
  static func read(_ text: String) -> (node: Node, failures: [Failure]) {
    var reader = YAMLSubset(text)
    guard let first = reader.lines.first else {
      return (Node(value: .empty, line: 1), reader.failures)
    }
    var node = reader.block(indent: first.indent, depth: 0)
    while reader.next < reader.lines.count {
      reader.failures.append(
        Failure(
          line: reader.lines[reader.next].number, message: "the indentation matches no block"))
      reader.skip { $0.indent != first.indent }
      // The rest goes on where it left off.
      guard reader.next < reader.lines.count, case .map(let entries) = node.value,
        case .map(let more) = reader.map(indent: first.indent, depth: 0, known: entries).value
      else { break }
      node.value = .map(entries + more)
    }
    return (node, reader.failures)
  }

  private mutating func skip(while isPart: (Line) -> Bool) {
    while next < lines.count, isPart(lines[next]) { next += 1 }
  }

  private init(_ text: String) {
    for (index, raw) in text.lines.enumerated() {
      let number = index + 1
      var line = raw
      if number == 1, line.first == "\u{FEFF}" { line = line.dropFirst() }
      let indent = line.prefix { $0 == " " }.count
      line = Self.withoutComment(line.dropFirst(indent))
      while line.last == " " || line.last == "\t" { line.removeLast() }
      if line.isEmpty { continue }
      if line.first == "\t" {
        failures.append(
          Failure(line: number, message: "a tab in the indentation; use spaces"))
        continue
      }
      if indent == 0, line == "---" {
        guard lines.isEmpty else {
          failures.append(Failure(line: number, message: "a second document"))
          break
        }
        continue
      }
      lines.append(Line(number: number, indent: indent, text: line))
    }
  }

  /// A `#` begins a comment at the start of a line or after a space, outside of quotes.
  private static func withoutComment(_ line: Substring) -> Substring {
    var quote: Character?
    var previous: Character = " "
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open, !(open == "\"" && previous == "\\") { quote = nil }
      } else if character == "#", previous == " " || previous == "\t" {
        return line[..<index]
      } else if character == "\"" || character == "'", " [,-:\t".contains(previous) {
        quote = character
      }
      previous = character
    }
    return line
  }

  // MARK: - Blocks

  private mutating func block(indent: Int, depth: Int) -> Node {
    let first = lines[next]
    guard depth < Self.deepest else {
      failures.append(Failure(line: first.number, message: "nested too deeply"))
      skip { $0.indent >= indent }
      return Node(value: .empty, line: first.number)
    }
    return first.text == "-" || first.text.hasPrefix("- ")
      ? list(indent: indent) : map(indent: indent, depth: depth)
  }

  private mutating func list(indent: Int) -> Node {
    let start = lines[next].number
    var items: [Node] = []
    while next < lines.count, lines[next].indent == indent,
      lines[next].text == "-" || lines[next].text.hasPrefix("- ")
    {
      let line = lines[next]
      let text = line.text.dropFirst().drop { $0 == " " }
      next += 1
      do throws(Failure) {
        if Self.keyEnd(in: text) != nil {
          throw Failure(line: line.number, message: "a list here holds names, not keys and values")
        }
        items.append(try inline(text, line: line.number))
      } catch {
        failures.append(error)
        skip { $0.indent > indent }
      }
    }
    return Node(value: .list(items), line: start)
  }

  /// - Parameter known: the entries before these, whose keys they may not have.
  private mutating func map(indent: Int, depth: Int, known: [Entry] = []) -> Node {
    let start = lines[next].number
    var entries: [Entry] = []
    while next < lines.count, lines[next].indent == indent {
      do throws(Failure) {
        let entry = try entry(indent: indent, depth: depth)
        if (known + entries).contains(where: { $0.key == entry.key }) {
          throw Failure(line: entry.line, message: "the key '\(entry.key)' is there twice")
        }
        entries.append(entry)
      } catch {
        failures.append(error)
        skip { $0.indent > indent || $0.indent == indent && $0.text.hasPrefix("- ") }
      }
    }
    return Node(value: .map(entries), line: start)
  }

  private mutating func entry(indent: Int, depth: Int) throws(Failure) -> Entry {
    let line = lines[next]
    next += 1
    guard let end = Self.keyEnd(in: line.text) else {
      let start = line.text.prefix(Self.shownLength)
      let text = start + (start.endIndex < line.text.endIndex ? "…" : "")
      throw Failure(line: line.number, message: "'\(text)' is not 'key: value'")
    }
    let key = try Self.scalar(line.text[..<end], line: line.number)
    let rest = line.text[line.text.index(after: end)...].drop { $0 == " " }
    let value: Node
    if !rest.isEmpty {
      value = try inline(rest, line: line.number)
    } else if next < lines.count,
      lines[next].indent > indent
        || lines[next].indent == indent && lines[next].text.hasPrefix("- ")
    {
      // A list may stand at the indentation of its key.
      value = block(indent: lines[next].indent, depth: depth + 1)
    } else {
      value = Node(value: .empty, line: line.number)
    }
    return Entry(key: key, value: value, line: line.number)
  }

  /// The colon that ends a key: followed by a space or nothing, outside of quotes.
  private static func keyEnd(in text: Substring) -> Substring.Index? {
    var index = text.startIndex
    if let quote = text.first, quote == "\"" || quote == "'" {
      guard let close = text.dropFirst().firstIndex(of: quote) else { return nil }
      index = text.index(after: close)
    }
    while let colon = text[index...].firstIndex(of: ":") {
      let after = text.index(after: colon)
      if after == text.endIndex || text[after] == " " { return colon }
      index = after
    }
    return nil
  }

  // MARK: - Values on one line

  private func inline(_ text: Substring, line: Int) throws(Failure) -> Node {
    guard text.first == "[" else {
      let value = try Self.scalar(text, line: line)
      return Node(value: .scalar(value), line: line)
    }
    guard text.last == "]" else {
      throw Failure(line: line, message: "a list in brackets has to end on its line")
    }
    let inner = text.dropFirst().dropLast()
    var items: [Node] = []
    for part in inner.split(separator: ",", omittingEmptySubsequences: false) {
      var item = part.drop { $0 == " " }
      while item.last == " " { item.removeLast() }
      if item.isEmpty, items.isEmpty, !inner.contains(",") { break }
      items.append(Node(value: .scalar(try Self.scalar(item, line: line)), line: line))
    }
    return Node(value: .list(items), line: line)
  }

  private static func scalar(_ text: Substring, line: Int) throws(Failure) -> String {
    guard let first = text.first else { throw Failure(line: line, message: "a value is missing") }
    if first == "\"" || first == "'" {
      guard text.count > 1, text.last == first, !text.dropFirst().dropLast().contains(first) else {
        throw Failure(line: line, message: "the quotes around \(text) do not close")
      }
      if first == "\"", text.contains("\\") {
        throw Failure(line: line, message: "escapes in quotes are not supported; use '…'")
      }
      return String(text.dropFirst().dropLast())
    }
    // Anchors, aliases, tags, block texts and flow mappings would need a whole YAML reader.
    if "&*!|>{}[]%@`?".contains(first), !text.hasPrefix("**"), !text.hasPrefix("*.") {
      throw Failure(line: line, message: "'\(first)' begins a form of YAML that is not supported")
    }
    return String(text)
  }
}
