internal import Diagnostics
internal import ErrorCatalog
internal import StoreDoctor
internal import StoreEngine

/// What Tab offers: commands first, then what the command or the statement takes at that place.
final class Completion {
  /// What there is to be named, asked for at each Tab.
  struct Names {
    /// Entity name to its property names.
    var properties: [String: [String]] = [:]
    /// Names of the versions in the given models.
    var versions: [String] = []
    /// What SQL can read.
    var readables: [Session.Readable] = []
    /// Names with values, without the `:`.
    var parameters: [String] = []
  }

  /// What a word may be.
  enum Offer {
    case nothing, files, models, entities, paths, tables, topics, settings, parameters, groups
    case explanations, condition, tracing, formats
  }

  /// Lines of the statement that were typed before this one.
  var entry = ""
  private let names: () -> Names
  /// Options of commands, once they were asked for.
  private var options: [String: [CommandOption]] = [:]

  init(_ names: @escaping () -> Names) { self.names = names }

  /// Texts to put for the line's bytes from `start` to the end of `word`, where the cursor is.
  func candidates(line: String, word: String, start: Int) -> [String] {
    let cursor = start + word.utf8.count
    let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let after = String(decoding: line.utf8.dropFirst(cursor), as: UTF8.self)
    let (typed, found) = candidates(before: before, after: after)
    // The editor splits words at other places, and replaces only its own.
    let kept = word.utf8.count - typed.utf8.count
    return Set(found).sorted().compactMap { text in
      if kept >= 0 {
        return word.prefix(upTo: word.utf8.index(word.startIndex, offsetBy: kept)) + text
      }
      guard text.utf8.starts(with: typed.utf8.prefix(-kept)) else { return nil }
      return String(decoding: text.utf8.dropFirst(-kept), as: UTF8.self)
    }
  }

  /// What was typed of a word, and what may stand for it.
  private func candidates(before: String, after: String) -> (typed: String, [String]) {
    let part = ShellLine.unfinished(entry.isEmpty ? before : entry + "\n" + before)
    if case .statement(let sql)? = part {
      return SQLCompletion(before: sql, after: after, names: names()).candidates
    }
    guard case .command(let text)? = part else { return ("", first("")) }
    var words = ShellWords.words(of: text)
    let isNext = text.last.map { " \t".contains($0) } ?? true
    let last = words.last
    let current: ShellWords.Word
    if isNext, last?.openQuote == nil, last?.isEscaping != true {
      current = ShellWords.Word()
    } else {
      current = words.removeLast()
    }
    guard let command = words.first?.text else { return (current.raw, first(current.raw)) }
    return (current.raw, arguments(of: command, words.dropFirst().map(\.text), current))
  }

  private func first(_ typed: String) -> [String] {
    let dot = typed.hasPrefix(".") ? "." : ""
    let word = typed.dropFirst(dot.count)
    var known = CommandCatalog.names + ShellCommand.names
    known += dot.isEmpty ? [] : ShellHabits.dottedNames
    let isLower = word.first?.isLowercase ?? false
    let sql = ["SELECT", "WITH", "VALUES", "EXPLAIN QUERY PLAN", "PRAGMA"]
    known += !dot.isEmpty || word.isEmpty ? [] : isLower ? sql.map { $0.lowercased() } : sql
    return known.filter { $0.hasPrefix(word) }.map { dot + $0 }
  }

  private func arguments(
    of typed: String, _ words: [String], _ current: ShellWords.Word
  ) -> [String] {
    let command = String(Shell.withoutDot(typed))
    switch try? ShellCommand.resolve((try? ShellHabits.meaning(of: typed))?.line ?? command) {
    case .own(let own):
      if own.name == "set" || own.offer == .settings {
        let path = own.name == "set" ? words : [own.name] + words
        return matching(settings(path), current)
      }
      if own.name == "parameter" { return matching(parameters(words), current) }
      return offered(own.offer, current)
    case .shared(let type):
      let known = options(of: type)
      if let previous = words.last, !words.isEmpty,
        let option = known.first(where: {
          $0.takesValue
            && ($0.names.contains(previous) || words.count > 1 && $0.isWord(previous, type))
        })
      {
        return values(of: option, type, words, current)
      }
      if current.text.hasPrefix("--"), let equals = current.text.firstIndex(of: "=") {
        let name = String(current.text[..<equals])
        guard let option = known.first(where: { $0.names.contains(name) }) else { return [] }
        var rest = current
        rest.text = String(current.text[current.text.index(after: equals)...])
        rest.raw = rest.text
        return values(of: option, type, words, rest).map { name + "=" + $0 }
      }
      if current.text.hasPrefix("-") {
        return known.flatMap(\.names).filter { $0.hasPrefix(current.text) }
      }
      let bare = words.isEmpty ? [] : type.wordOptions.filter { $0.hasPrefix(current.text) }
      return bare + offered(Self.offer(of: type.name), current)
    case nil: return []
    }
  }

  private static func offer(of command: String) -> Offer {
    switch command {
    case "rows": .entities
    case "show": .paths
    case "explain": .explanations
    case "rules": .groups
    case "trace": .tracing
    case "version", "sql": .nothing
    default: .models
    }
  }

  private func options(of type: any DoctorCommand.Type) -> [CommandOption] {
    if let known = options[type.name] { return known }
    let found = CommandOption.all(of: type)
    options[type.name] = found
    return found
  }

  private func values(
    of option: CommandOption, _ type: any DoctorCommand.Type, _ words: [String],
    _ current: ShellWords.Word
  ) -> [String] {
    if option.names.contains("--format") { return matching(type.formatNames, current) }
    if !option.values.isEmpty { return matching(option.values, current) }
    switch option.names.last {
    case "--entity": return matching(names().properties.keys.sorted(), current)
    case "--columns", "--where", "--sort", "--allow-loss":
      let entity = words.first { names().properties[$0] != nil }
      return offered(option.names.last == "--allow-loss" ? .paths : .condition, current, of: entity)
    case "--to", "--from": return matching(names().versions, current)
    case "--ignore", "--rule": return matching(RuleCatalog.all.map(\.id), current)
    default: return offered(.models, current)
    }
  }

  private func settings(_ words: [String]) -> [String] {
    guard let name = words.first else { return ShellSetting.all.map(\.name) }
    guard words.count == 1, let setting = try? ShellSetting.named(name) else { return [] }
    return setting.name == "pager" ? ["on", "off"] : setting.values
  }

  private func parameters(_ words: [String]) -> [String] {
    if words.isEmpty { return ["set", "unset", "list", "clear"] }
    let takesName = words.count == 1 && ["set", "unset"].contains(words[0])
    return takesName ? names().parameters.map { ":" + $0 } : []
  }

  private func matching(_ texts: [String], _ current: ShellWords.Word) -> [String] {
    texts.filter { $0.hasPrefix(current.text) }.map { current.spelling(of: $0) }
  }

  private func offered(
    _ offer: Offer, _ current: ShellWords.Word, of entity: String? = nil
  ) -> [String] {
    let names = names()
    let entities = names.properties.keys.sorted()
    switch offer {
    case .nothing, .settings, .parameters: return []
    case .files: return files(current)
    case .models:
      if let at = current.text.lastIndex(of: "@") {
        let path = current.text[...at]
        return matching((names.versions + ["current"]).map { path + $0 }, current)
      }
      return matching(names.versions, current) + files(current)
    case .entities: return matching(entities, current) + files(current)
    case .paths:
      guard let dot = current.text.firstIndex(of: ".") else {
        return matching(entities, current) + files(current)
      }
      let entity = String(current.text[..<dot])
      let paths = (names.properties[entity] ?? []).map { "\(entity).\($0)" }
      return matching(paths, current) + files(current)
    case .tables: return matching(names.readables.map(\.name), current)
    case .topics:
      return matching(
        CommandCatalog.names + ShellCommand.names + HelpTopics.topics.keys.sorted(), current)
    case .groups: return matching(RuleGroup.allCases.map(\.rawValue), current)
    case .explanations:
      let known = RuleCatalog.all.map(\.id) + ExplanationCatalog.all.map(\.id)
      let codes = ExplanationCatalog.all.flatMap(\.codes).map { String($0) }
      // An empty word would be a list of hundreds.
      return current.text.isEmpty
        ? files(current) : matching(known + codes, current) + files(current)
    case .formats: return matching(RowFormat.allCases.map(\.rawValue), current)
    case .tracing: return matching(["on", "off"], current) + files(current)
    case .condition:
      // The name that is being typed, within a condition or a list.
      let name = current.raw.reversed().prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
      let start = current.raw.dropLast(name.count)
      // Conditions and orders are over the columns of the entity's view.
      let columns = names.readables.first { $0.name == entity }?.columns
      let known = columns ?? names.properties.values.flatMap(\.self)
      return known.filter { $0.hasPrefix(String(name.reversed())) }.map { start + $0 }
    }
  }

  private func files(_ current: ShellWords.Word) -> [String] {
    FileNames.completing(current.text).map { current.spelling(of: $0, isOpen: $0.hasSuffix("/")) }
  }
}

extension ShellWords.Word {
  /// A text as it is typed to follow what was typed so far: in the same quotes, or with a backslash
  /// before what would end the word.
  ///
  /// - Parameter isOpen: more is to follow.
  func spelling(of text: String, isOpen: Bool = false) -> String {
    if let quote = raw.first, quote == "'" || quote == "\"", openQuote == quote {
      return "\(quote)\(text)" + (isOpen ? "" : "\(quote)")
    }
    return text.map { " \t'\"\\;".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
