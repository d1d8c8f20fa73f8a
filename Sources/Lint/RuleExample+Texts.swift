internal import Diagnostics

extension [RuleExample] {
  /// Examples written as two texts, with a line `---` between one and the next.
  ///
  /// - Parameters:
  ///   - settings: lines of `.storedoctor.yml` that all of them run with.
  ///   - frame: puts an example into the files that it stands in.
  static func texts(
    settings: String? = nil, in frame: (String) -> String = { $0 }, flagged: String, clean: String
  ) -> [RuleExample] {
    func parts(_ text: String) -> [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "---")
        .map { frame($0.joined(separator: "\n")) }
    }
    return parts(flagged).map { .flagged($0, settings: settings) }
      + parts(clean).map { .clean($0, settings: settings) }
  }
}
