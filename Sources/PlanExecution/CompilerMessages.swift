internal import StoreModel

/// The errors a Swift compiler printed (`-diagnostic-style llvm`), at the user's places.
struct CompilerMessages {
  struct Message: Hashable {
    var text: String
    /// Nil when the compiler named no place of the source.
    var location: Location?
    /// What cannot be had because of it.
    var neededBy: String?
  }

  var errors: [Message] = []

  init(_ output: String) {
    var isInExpansion = false
    for line in output.split(separator: "\n") {
      if let error = Self.message(line, ": error: ") {
        isInExpansion = error.location.map(Self.isExpansion) ?? false
        errors.append(error)
      } else if isInExpansion, let note = Self.message(line, ": note: "), !errors.isEmpty {
        // An error in code that a macro made belongs to the place of the macro.
        if note.location.map(Self.isExpansion) ?? true { continue }
        errors[errors.count - 1].location = note.location
        isInExpansion = false
      } else if line.hasPrefix("error: ") {
        errors.append(Message(text: String(line.dropFirst("error: ".count)), location: nil))
      }
    }
    var said = Set(errors.filter { !($0.location.map(Self.isExpansion) ?? true) }.map(\.text))
    errors = errors.compactMap { error in
      guard let place = error.location, Self.isExpansion(place) else { return error }
      // The same is said of the user's own code, too.
      guard said.insert(error.text).inserted else { return nil }
      return Message(text: error.text, location: nil)
    }
    var seen: Set<Message> = []
    errors = errors.filter { seen.insert($0).inserted }
  }

  /// Code that a macro made, in the compiler's memory or in a file it wrote.
  private static func isExpansion(_ place: Location) -> Bool {
    place.path.hasPrefix("macro expansion") || place.path.contains("/@__swiftmacro_")
  }

  /// `PATH:LINE:COLUMN: error: TEXT`.
  private static func message(_ line: Substring, _ marker: String) -> Message? {
    guard let range = line.firstRange(of: marker), !line.hasPrefix(" ") else { return nil }
    let text = String(line[range.upperBound...])
    let place = line[..<range.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
    guard place.count >= 3, let column = Int(place[place.count - 1]),
      let row = Int(place[place.count - 2])
    else { return Message(text: text, location: nil) }
    let path = place.dropLast(2).joined(separator: ":")
    return Message(text: text, location: Location(path: path, line: row, column: column))
  }
}

extension CompilerMessages.Message {
  /// Said by the parser.
  var isSyntax: Bool {
    text.hasPrefix("expected ") || text.hasPrefix("extraneous ") || text.hasPrefix("unterminated ")
  }

  /// Said where the compiler gave up.
  var isOutOfTime: Bool {
    text.contains("unable to type-check this expression in reasonable time")
  }

  /// Whether the main actor's code is used where no actor is said to run.
  var isOfIsolation: Bool {
    text.contains("main actor-isolated") && text.contains("nonisolated")
  }

  /// The name between the first quotes, when the error is that there is no such thing; of a
  /// function without the labels of its arguments.
  var missingName: String? {
    for start in ["cannot find type '", "cannot find '", "no such module '", "unknown attribute '"]
    {
      if text.hasPrefix(start) { return quoted(from: start) }
    }
    guard let range = text.firstRange(of: "has no member '") else { return nil }
    return String(text[range.upperBound...].prefix { $0 != "'" && $0 != "(" })
  }

  var isAttribute: Bool { text.hasPrefix("unknown attribute '") }

  /// Said of a model whose initializers were left out.
  var lacksInitializer: Bool { text.hasPrefix("@Model requires an initializer be provided for '") }

  /// The type that lacks what reads or writes it, and the name of that function.
  var unmetConformance: (type: String, name: String)? {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count > 4, parts[0] == "type ", parts[2] == " does not conform to protocol ",
      let name = ["Decodable": "init", "Encodable": "encode"][parts[3]],
      let type = parts[1].split(separator: ".").last
    else { return nil }
    return (String(type), name)
  }

  /// An instance's member that was used on the type.
  var instanceMember: (name: String, type: String)? {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count > 4, parts[0] == "instance member ", parts[2] == " cannot be used on type "
    else { return nil }
    return (String(parts[1]), String(parts[3]))
  }

  /// Said of a call's arguments.
  var isOfCall: Bool {
    text.hasSuffix(" in call") || text.contains(" in call ") || text.contains("type 'Never'")
  }

  private func quoted(from start: String) -> String {
    String(text.dropFirst(start.count).prefix { $0 != "'" && $0 != "(" })
  }
}
