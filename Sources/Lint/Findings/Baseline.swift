public import Diagnostics
public import StoreModel

/// Findings that are known and wait for their turn: only others are reported.
///
/// A text file, one finding per line, sorted, paths relative, so that it merges and reviews well.
public struct Baseline: Sendable, Hashable {
  /// Each line: rule, path, entity and property, fingerprint, with tabs between.
  public private(set) var lines: [String]

  /// What every baseline begins with.
  public static let heading = "# storedoctor baseline 1"

  /// A baseline that lists these.
  public init(of findings: [Finding]) {
    let findings = findings.sorted(by: Finding.precedes)
    lines = zip(findings, Fingerprint.all(of: findings)).map(Self.line).sorted()
  }

  /// - Throws: `BaselineError` for a text that is no baseline.
  public init(_ text: String, path: String) throws(BaselineError) {
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.last == "\r" ? $0.dropLast() : $0
    }
    guard rows.first.map(String.init) == Self.heading else {
      throw BaselineError(path: path, line: 1, message: "a baseline begins with '\(Self.heading)'")
    }
    lines = []
    for (index, row) in rows.enumerated().dropFirst() where !row.isEmpty && row.first != "#" {
      guard row.split(separator: "\t", omittingEmptySubsequences: false).count == 4 else {
        throw BaselineError(
          path: path, line: index + 1, message: "not four fields with tabs between them")
      }
      lines.append(String(row))
    }
  }

  /// The file's content.
  public var text: String {
    ([
      Self.heading,
      "# written by 'storedoctor lint --update-baseline'; remove lines, never add any",
    ]
      + lines).joined(separator: "\n") + "\n"
  }

  /// The findings it does not know, and how many of its lines found nothing any more.
  public func filter(_ findings: [Finding]) -> (new: [Finding], unused: Int) {
    let findings = findings.sorted(by: Finding.precedes)
    let known = Set(lines.map(Self.fingerprint))
    let prints = Fingerprint.all(of: findings)
    let new = zip(findings, prints).filter { !known.contains($1) }.map(\.0)
    return (new, known.subtracting(prints).count)
  }

  /// The findings that an earlier state of the files did not have. Moving a file makes nothing new,
  /// as long as the findings say the same.
  public static func added(_ findings: [Finding], since old: [Finding]) -> [Finding] {
    let new = Baseline(of: old).filter(findings).new
    func paths(_ findings: [Finding]) -> Set<String> {
      Set(findings.compactMap { $0.location?.path })
    }
    let (before, after) = (paths(old), paths(findings))
    func moved(_ findings: [Finding], from known: Set<String>) -> [Finding] {
      findings.filter { $0.location.map { !known.contains($0.path) } ?? false }
    }
    func withoutPath(_ findings: [Finding]) -> [Finding] {
      findings.map { finding in
        var finding = finding
        finding.location?.path = ""
        return finding
      }
    }
    let known = Set(Fingerprint.all(of: withoutPath(moved(old, from: after))))
    let candidates = moved(new, from: before)
    let same = zip(candidates, Fingerprint.all(of: withoutPath(candidates)))
      .filter { known.contains($1) }.map(\.0)
    return new.filter { !same.contains($0) }
  }

  private static func line(_ finding: Finding, _ fingerprint: String) -> String {
    let subject = [finding.entity, finding.property].compactMap(\.self).joined(separator: ".")
    let path = FindingPlace.relative(finding.location?.path ?? "")
    return [finding.rule, path, subject, fingerprint].joined(separator: "\t")
  }

  private static func fingerprint(_ line: String) -> String {
    line.split(separator: "\t", omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }
}

/// A baseline file that cannot be read as one.
public struct BaselineError: ReportableError, Sendable, Hashable {
  /// The file, as given.
  public var path: String
  /// Counted from 1.
  public var line: Int
  /// What is wrong there.
  public var message: String

  /// A baseline is a part of the question.
  public var status: ExitStatus { .usage }

  public var description: String { "\(path):\(line): \(message)" }
}
