internal import ArgumentParser
internal import Diagnostics

/// `--compare`: the rows before and after a migration.
struct CompareOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Say what differs between the rows before and after, by entity; values with --show-values."))
  var compare = false

  /// What `--key` names, by entity.
  ///
  /// - Throws: `Failure` for what is not `ENTITY.ATTRIBUTE`.
  static func keys(_ texts: [String]) throws -> [String: [String]] {
    var keys: [String: [String]] = [:]
    for text in texts {
      guard let dot = text.firstIndex(of: "."), dot != text.startIndex else {
        throw Failure.usage("'\(text)' is not ENTITY.ATTRIBUTE")
      }
      keys[String(text[..<dot]), default: []].append(String(text[text.index(after: dot)...]))
    }
    return keys
  }
}
