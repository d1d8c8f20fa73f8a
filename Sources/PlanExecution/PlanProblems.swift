internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Turns compiler errors into findings with the sentence that explains them.
struct PlanProblems {
  /// What was compiled last.
  let slice: PlanSlice

  private static let most = 10

  func findings(_ errors: [CompilerMessages.Message]) -> [Finding] {
    // After a mistake in the syntax the compiler guesses, and its other errors mislead.
    let syntax = errors.filter(\.isSyntax)
    var said: Set<CompilerMessages.Message> = []
    return (syntax.isEmpty ? sorted(errors).map(cause) : syntax).filter { said.insert($0).inserted }
      .prefix(Self.most).enumerated().map { finding($1, isFirst: $0 == 0) }
  }

  /// What is missing in the end, where something is missing because it was left out itself.
  private func cause(of error: CompilerMessages.Message) -> CompilerMessages.Message {
    var error = error
    // A name may stand for several functions that call each other.
    var visited = [error.location]
    while let next = slice.leftOut.first(where: {
      $0.error != nil && !visited.contains($0.error) && isMissing($0, in: error)
    }) {
      error = CompilerMessages.Message(text: next.why, location: next.error, neededBy: next.name)
      visited.append(next.error)
    }
    return error
  }

  /// A type without its initializers is said to have none, and where one is called, to have others.
  private func isMissing(
    _ part: PlanSlice.LeftOut, in error: CompilerMessages.Message
  ) -> Bool {
    guard ["init", "encode"].contains(part.name), let owner = part.owner else {
      return part.name == error.missingName
    }
    if let (type, name) = error.unmetConformance {
      return name == part.name && type == owner
    }
    if error.lacksInitializer {
      return error.text.contains("'\(owner)'") && part.location.path == error.location?.path
    }
    return error.isOfCall
      && (line(at: error.location).contains("\(owner)(") || isArgument(error.location, of: owner))
  }

  /// Whether the innermost call around a place, which may have begun on a line above, calls `owner`.
  private func isArgument(_ place: Location?, of owner: String) -> Bool {
    guard let place, let number = place.line,
      let bytes = slice.files.first(where: { $0.path == place.path })?.bytes
    else { return false }
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    guard number > 1, ends.indices.contains(number - 2) else { return false }
    let start = ends[number - 2] + (place.column ?? 1)
    var open = 0
    for index in bytes[..<min(start, bytes.count)].indices.reversed() {
      switch bytes[index] {
      case UInt8(ascii: ")"), UInt8(ascii: "}"): open += 1
      case UInt8(ascii: "("), UInt8(ascii: "{"):
        if open == 0 {
          return bytes[index] == UInt8(ascii: "(")
            && bytes[..<index].suffix(owner.utf8.count).elementsEqual(owner.utf8)
        }
        open -= 1
      default: continue
      }
    }
    return false
  }

  private func line(at place: Location?) -> String {
    guard let place, let number = place.line,
      let file = slice.files.first(where: { $0.path == place.path })
    else { return "" }
    let lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return "" }
    return String(decoding: lines[number - 1], as: UTF8.self)
  }

  /// First what is missing; of what may follow from that, nothing on the same lines and nothing in
  /// code that macros made.
  private func sorted(_ errors: [CompilerMessages.Message]) -> [CompilerMessages.Message] {
    let missing = errors.filter { error in
      error.missingName != nil
        || slice.leftOut.contains { $0.error != nil && isMissing($0, in: error) }
    }
    guard !missing.isEmpty else { return errors }
    let files = Set(slice.files.map(\.path))
    let lines = Set(
      missing.compactMap { $0.location.map { Location(path: $0.path, line: $0.line) } })
    return missing
      + errors.filter { error in
        !missing.contains(error) && !error.text.contains("(from macro ")
          && error.location.map { !lines.contains(Location(path: $0.path, line: $0.line)) } ?? true
          && error.location.map { files.contains($0.path) } ?? true
      }
  }

  private func finding(_ error: CompilerMessages.Message, isFirst: Bool) -> Finding {
    let need = error.neededBy.map { ", which '\($0)' needs" } ?? ""
    let rule =
      error.missingName.map(isApples) ?? false
      ? PlanRules.needsApple
      : needsModule(error) ? PlanRules.needsModule : PlanRules.doesNotCompile
    var finding = rule.finding(error.text + need).at(error.location)
    finding.help = help(for: error) ?? (isFirst ? Self.general : nil)
    return finding
  }

  private static let general =
    "only what the plan needs was compiled, as Swift 5 against the SwiftData module for Linux; "
    + "compare with Xcode's own errors"

  private func help(for error: CompilerMessages.Message) -> String? {
    if error.isSyntax { return "correct the syntax; Xcode does not compile this either" }
    if error.text.contains("has no member '"), let name = error.missingName,
      !slice.leftOut.contains(where: { $0.name == name }), !needsModule(error)
    {
      return "neither the given files nor Swift's libraries for Linux declare a member '\(name)'"
    }
    if let name = error.missingName {
      let macros = error.isAttribute ? "; of macros only those of Swift and SwiftData are run" : ""
      return help(forMissing: name, in: error.location?.path) + macros
    }
    if let (member, type) = error.instanceMember, PlanSlice.standsIn(type) {
      return "'\(type)' is taken for Apple's, since no given file declares one with a static "
        + "'\(member)'; add the one that does with --model"
    }
    if error.isOutOfTime {
      return "split the expression; long '#Predicate's take very long to be checked"
    }
    if error.text.contains("circular reference") {
      return "name the inverse of a relationship on one side only"
    }
    return nil
  }

  /// Whether the given files declare what is missing nowhere, and import what may.
  private func needsModule(_ error: CompilerMessages.Message) -> Bool {
    guard let name = error.missingName, !slice.leftOut.contains(where: { $0.name == name }) else {
      return false
    }
    return !otherModules(of: error.location?.path).isEmpty
  }

  /// What a file imports that is neither given nor Apple's.
  private func otherModules(of path: String?) -> [String] {
    (path.flatMap { slice.missingModules[$0] } ?? []).filter { !PlanSlice.isApplesModule($0) }
  }

  /// What is left out since it needs something of Apple's is as little to be had.
  private func isApples(_ name: String) -> Bool {
    let leftOut = slice.leftOut.filter { $0.name == name }
    return leftOut.isEmpty
      ? PlanSlice.isApples(name) || PlanSlice.isApplesModule(name)
      : leftOut.allSatisfy(\.needsApple)
  }

  private func help(forMissing name: String, in path: String?) -> String {
    if let cause = slice.leftOut.first(where: { $0.name == name }) {
      let place = cause.location.line.map { "\(cause.location.path):\($0)" } ?? cause.location.path
      return "'\(name)' (\(place)) is left out since \(reason(cause))"
    }
    if isApples(name) {
      return
        "only Apple's systems have '\(name)'; keep it out of the models and of the plan, or try the "
        + "migration on a device"
    }
    if let module = slice.missingModules.values.joined().first(where: { $0 == name }) {
      return "the module '\(module)' is not part of the given files; add its sources with --model"
    }
    let modules = path.flatMap { slice.missingModules[$0] } ?? []
    let own = otherModules(of: path)
    guard own.isEmpty else {
      return "no given file declares '\(name)', and \(own.quotedList()) cannot be imported here; "
        + "add its source with --model, or keep it out of the plan"
    }
    guard modules.isEmpty else {
      return "no given file declares '\(name)'; add the one that does with --model, or, if it is "
        + "from Apple's \(modules.quotedList()), keep it out of the plan"
    }
    return "no given file declares '\(name)'; add the one that does with --model"
  }

  /// The rest of "… is left out since …".
  private func reason(_ cause: PlanSlice.LeftOut) -> String {
    cause.why.hasPrefix("it ") ? cause.why : "it does not compile here: \(cause.why)"
  }
}
