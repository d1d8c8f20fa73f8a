internal import ArgumentParser
internal import StoreDoctor

/// An option of a command, read from the command's own help, so that none is ever left out.
struct CommandOption: Hashable {
  /// `-o`, `--output`.
  var names: [String]
  var takesValue: Bool
  /// What it may be; empty when that is not a short list.
  var values: [String]

  /// The shell takes `limit 5` for `--limit 5`.
  func isWord(_ word: String, _ type: any DoctorCommand.Type) -> Bool {
    type.wordOptions.contains(word) && names.contains("--" + word)
  }

  static func all(of type: any DoctorCommand.Type) -> [CommandOption] {
    var options: [CommandOption] = []
    // What an option is for may take several lines.
    let text = type.helpText.replacing(#/\n {20,}/#) { _ in " " }
    for line in text.split(separator: "\n") {
      if let match = line.prefixMatch(of: #/  (-[-a-z/, ]*[a-z])(?: <([^>]+)>)?/#) {
        let names = match.output.1.split { ", /".contains($0) }.map(String.init)
        let value = match.output.2.map(String.init) ?? ""
        options.append(
          CommandOption(
            names: names, takesValue: match.output.2 != nil,
            values: value.contains("|")
              ? value.split(separator: "|").map(String.init) : listed(in: line)))
      }
    }
    return options
  }

  /// The cases of an enumeration, as ArgumentParser lists them.
  private static func listed(in line: Substring) -> [String] {
    guard let start = line.firstRange(of: "(values: ") else { return [] }
    let text = line[start.upperBound...].prefix { !");".contains($0) }
    return text.split { ", ".contains($0) }.map(String.init)
  }
}
