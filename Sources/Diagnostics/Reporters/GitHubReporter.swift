internal import StoreModel

/// Writes findings as GitHub workflow commands, which become annotations of a pull request.
public struct GitHubReporter: Reporter {
  /// Writes whatever report it is given.
  public init() {}

  /// Writes the whole report.
  public func write(_ report: Report, to out: ByteOutput) throws {
    for finding in report.problems {
      var properties = ["title=" + Self.property("storedoctor: \(finding.rule)")]
      if let place = FindingPlace(finding) {
        properties += ["file=" + Self.property(place.path), "line=\(place.line)"]
        properties += ["endLine=\(place.line)", "col=\(place.column)"]
        // GitHub marks up to and including the end column.
        if place.endColumn > place.column { properties.append("endColumn=\(place.endColumn - 1)") }
      }
      var message = finding.statement
      if let help = finding.help { message += "\nhelp: " + help }
      let level = finding.severity == .note ? "notice" : finding.severity.rawValue
      out.write(line: "::\(level) \(properties.joined(separator: ","))::\(Self.data(message))")
    }
    for each in report.cases where each.outcome == .passed {
      let title = Self.property("storedoctor: \(report.command)")
      out.write(line: "::notice title=\(title)::\(Self.data(each.name)): passed")
    }
  }

  private static func data(_ text: String) -> String { text.shown(with: breaks) }

  private static func property(_ text: String) -> String {
    text.shown(with: breaks.merging([":": "%3A", ",": "%2C"]) { first, _ in first })
  }

  private static let breaks: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
}
