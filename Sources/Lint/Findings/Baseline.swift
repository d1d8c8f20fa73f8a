public import Diagnostics
internal import ModelInputs
internal import StoreEngine
public import StoreModel

/// Findings that are known and wait for their turn: only others are reported.
///
/// A text file, one finding per line, sorted, paths relative, so that it merges and reviews well.
public struct Baseline: Sendable, Hashable {
  /// Each line: rule, path, entity and property, fingerprint, with tabs between.
  public private(set) var lines: [String]

  /// The folder that paths count from, absolute and without links; nil for paths as findings have them.
  private let folder: String?
  /// Whether the lines were written before paths counted from the file's folder: then they count from
  /// wherever somebody stood, mostly the same folder.
  private var isOfWorkingFolder = false

  /// What every baseline begins with.
  public static let heading = "# storedoctor baseline 1"

  private static let mark = "# paths count from the folder of this file"

  /// A baseline that lists these.
  ///
  /// - Parameter file: where it is to lie; nil where it is no file.
  public init(of findings: [Finding], in file: String? = nil) {
    folder = file.map(Self.folder)
    lines = []
    let findings = named(findings.sorted(by: Finding.precedes))
    lines = zip(findings, Fingerprint.all(of: findings)).map(Self.line).sorted()
  }

  /// - Throws: `BaselineError` for a text that is no baseline.
  public init(_ text: String, path: String) throws(BaselineError) {
    folder = Self.folder(path)
    let rows = text.lines
    guard rows.first.map(String.init) == Self.heading else {
      throw BaselineError(path: path, line: 1, message: "a baseline begins with '\(Self.heading)'")
    }
    lines = []
    isOfWorkingFolder = !rows.contains { $0 == Self.mark }
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
    ] + (folder == nil || isOfWorkingFolder ? [] : [Self.mark])
      + lines).joined(separator: "\n") + "\n"
  }

  /// The findings it does not know, and how many of its lines found nothing any more.
  public func filter(_ findings: [Finding]) -> (new: [Finding], unused: Int) {
    let findings = findings.sorted(by: Finding.precedes)
    let known = Set(lines.map(Self.fingerprint))
    let prints = Fingerprint.all(of: named(findings))
    let older = isOfWorkingFolder ? Fingerprint.all(of: findings) : prints
    let new = zip(findings, zip(prints, older)).filter {
      !known.contains($1.0) && !known.contains($1.1)
    }.map(\.0)
    return (new, known.subtracting(prints).subtracting(older).count)
  }

  /// Takes over the lines about files that a run did not look at.
  ///
  /// - Parameter paths: what it looked at.
  mutating func keep(_ other: Baseline, outside paths: [String]) {
    let seen = paths.map(name)
    lines += other.lines.filter { line in
      let path = Self.path(line)
      return !seen.contains { $0 == "." || path == $0 || path.hasPrefix($0 + "/") }
    }
    lines = Set(lines).sorted()
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

  /// The findings with their paths as the file names them, from wherever somebody looks.
  private func named(_ findings: [Finding]) -> [Finding] {
    guard folder != nil else { return findings }
    var names: [String: String] = [:]
    return findings.map { finding in
      var finding = finding
      guard let path = finding.location?.path else { return finding }
      let name = names[path] ?? name(path)
      names[path] = name
      finding.location?.path = name
      return finding
    }
  }

  private func name(_ path: String) -> String {
    let full = LintProject.absolute(path)
    guard let folder else { return full }
    let real =
      ModelFiles.real(full)
      ?? ModelFiles.real(full.deletingLastPathComponent).map {
        $0.appending(component: full.lastPathComponent)
      }
    let parts = (real ?? full).split(separator: "/")
    let above = folder.split(separator: "/")
    let common = zip(parts, above).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: above.count - common)
    let name = (steps + parts.dropFirst(common).map(String.init)).joined(separator: "/")
    return name.isEmpty ? "." : name
  }

  private static func folder(_ file: String) -> String {
    let folder = LintProject.absolute(file).deletingLastPathComponent
    return ModelFiles.real(folder) ?? folder
  }

  private static func line(_ finding: Finding, _ fingerprint: String) -> String {
    let subject = [finding.entity, finding.property].compactMap(\.self).joined(separator: ".")
    let path = FindingPlace.relative(finding.location?.path ?? "")
    return [finding.rule, path, subject, fingerprint].joined(separator: "\t")
  }

  private static func path(_ line: String) -> String {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    return fields.count > 1 ? String(fields[1]) : ""
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
