package import StoreModel

/// A place in Swift source that fetches objects of one entity.
package struct FetchSite: Sendable, Hashable {
  package enum Form: String, Sendable, Hashable {
    /// `FetchDescriptor<Note>(…)`.
    case descriptor = "FetchDescriptor"
    /// `@Query var notes: [Note]`.
    case query = "@Query"
    /// `NSFetchRequest<Note>(…)` or `Note.fetchRequest()`.
    case request = "NSFetchRequest"
    /// `@FetchRequest(…) var notes: FetchedResults<Note>`.
    case property = "@FetchRequest"
  }

  package var form: Form
  /// The class fetched, without the types around it.
  package var entity: String
  /// Properties named by key paths in it, in order: what it filters and sorts by.
  package var properties: [String]
  package var location: Location
}

/// Finds fetches in Swift source by their words, in one pass without parsing: the source may be the
/// whole app, and need not compile.
package enum FetchSiteReader {
  /// In the order of the files and places.
  package static func read(_ files: [SourceFile]) -> [FetchSite] {
    files.flatMap { file -> [FetchSite] in
      guard file.bytes.count <= SourceFile.largestBytes else { return [] }
      var reader = FileReader(file)
      return reader.read()
    }
  }
}

private struct Token {
  var text: String
  /// Offset of its first byte.
  var start: Int
}

private struct FileReader {
  private let source: SourceText
  private var tokens: [Token] = []
  private var sites: [FetchSite] = []

  init(_ file: SourceFile) {
    source = SourceText(file)
    file.bytes.withUnsafeBufferPointer { tokens = Self.tokens(of: $0) }
  }

  private static func tokens(of bytes: UnsafeBufferPointer<UInt8>) -> [Token] {
    var code = CodeBytes(bytes)
    var tokens: [Token] = []
    var name: [UInt8] = []
    while true {
      let byte = code.next(after: &name)
      if !name.isEmpty {
        tokens.append(Token(text: String(decoding: name, as: UTF8.self), start: code.nameStart))
      }
      guard let byte else { return tokens }
      if byte > 0x20 {
        tokens.append(Token(text: String(Unicode.Scalar(byte)), start: code.offset - 1))
      }
    }
  }

  mutating func read() -> [FetchSite] {
    for index in tokens.indices {
      switch tokens[index].text {
      case "FetchDescriptor": generic(.descriptor, at: index)
      case "NSFetchRequest": generic(.request, at: index)
      case "Query" where text(index - 1) == "@": wrapped(.query, at: index)
      case "FetchRequest" where text(index - 1) == "@": wrapped(.property, at: index)
      case "fetchRequest" where text(index - 1) == "." && text(index + 1) == "(":
        let owner = text(index - 2)
        if owner.first?.isUppercase == true { add(.request, owner, at: index - 2, from: index + 1) }
      default: break
      }
    }
    return sites
  }

  private func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  /// `FetchDescriptor<A.Note>(…)`, `: FetchDescriptor<Note> = …`, or `FetchDescriptor(…)` whose
  /// arguments tell the type. A type alone, as of a parameter, fetches nothing.
  private mutating func generic(_ form: FetchSite.Form, at index: Int) {
    guard text(index + 1) == "<" else {
      guard text(index + 1) == "(", text(index - 1) != "func",
        let entity = inferred(from: index + 1)
      else { return }
      return add(form, entity, at: index, from: index + 1)
    }
    guard var (entity, next) = path(from: index + 2), text(next) == ">" else { return }
    next += 1
    if text(next) == "=" { next = tokens.indices.contains(next + 1) ? opening(after: next) : next }
    guard text(next) == "(" || text(next) == "." || text(next - 1) == "=" else { return }
    if form == .request, entity.hasPrefix("NS"), let name = entityName(from: next) { entity = name }
    add(form, entity, at: index, from: next)
  }

  /// The parenthesis that opens the value behind `=`.
  private func opening(after equals: Int) -> Int {
    tokens[equals...].prefix(6).firstIndex { $0.text == "(" } ?? equals + 1
  }

  /// `@Query(…) private var notes: [Note]`, `@FetchRequest(…) var notes: FetchedResults<Note>`.
  private mutating func wrapped(_ form: FetchSite.Form, at index: Int) {
    var next = index + 1
    if text(next) == "(" { next = closing(of: next) + 1 }
    let declaration = tokens.indices.contains(next) ? tokens[next...].prefix(8) : []
    guard let name = declaration.firstIndex(where: { $0.text == "var" }), text(name + 2) == ":"
    else { return }
    var type = name + 3
    if text(type) == "[" { type += 1 } else if text(type + 1) == "<" { type += 2 }
    guard let (entity, _) = path(from: type) else { return }
    add(form, entity, at: index - 1, from: index + 1)
  }

  /// The last name of `A.B.Note`, and the place behind it.
  private func path(from index: Int) -> (name: String, next: Int)? {
    var next = index
    while text(next + 1) == "." { next += 2 }
    guard let first = text(next).utf8.first, first.isNamePart else { return nil }
    return (text(next), next + 1)
  }

  /// `#Predicate<Note>`, `SortDescriptor<Note>` or `\Note.title` among the arguments.
  private func inferred(from open: Int) -> String? {
    for index in open...closing(of: open) {
      let word = text(index)
      if word == "Predicate" || word == "SortDescriptor", text(index + 1) == "<" {
        return path(from: index + 2)?.name
      }
      if word == "\\", text(index + 1).first?.isUppercase == true, text(index + 2) == "." {
        return text(index + 1)
      }
    }
    return nil
  }

  /// `entityName: "Note"`: the tokens have no strings, so it is read from the bytes.
  private func entityName(from open: Int) -> String? {
    guard
      let label = tokens[min(open, tokens.count)...].prefix(3).first(where: {
        $0.text == "entityName"
      })
    else { return nil }
    let rest = source.bytes[label.start...].prefix(120)
    let parts = rest.split(
      separator: UInt8(ascii: "\""), maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(decoding: parts[1], as: UTF8.self) : nil
  }

  private func closing(of open: Int) -> Int {
    var depth = 0
    for index in open..<min(tokens.count, open + 2_000) {
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return min(open, max(0, tokens.count - 1))
  }

  private mutating func add(_ form: FetchSite.Form, _ entity: String, at place: Int, from open: Int)
  {
    var properties: [String] = []
    if text(open) == "(" {
      for index in open...closing(of: open) where text(index) == "\\" {
        // `\Note.createdAt` or `\.createdAt`.
        let name = text(index + 1) == "." ? text(index + 2) : text(index + 3)
        if !properties.contains(name) { properties.append(name) }
      }
    }
    sites.append(
      FetchSite(
        form: form, entity: entity, properties: properties,
        location: source.location(offset: tokens[place].start)))
  }
}
