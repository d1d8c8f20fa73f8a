internal import Diagnostics
internal import Lint
internal import StoreEngine
internal import StoreModel

/// Why legs did not pass, said once for all versions and data sets that show it: they differ in how many
/// rows they have, and what is wrong is seldom about that.
struct LegCause {
  private var first: Finding
  /// What goes before the words of a finding that is about one way: `V1 → V3: `.
  private let lead: String
  /// By way, the data sets that show it.
  private var ways: [(way: String, data: [String])]
  private var areNumbersEqual = true
  private var areStagesEqual = true
  /// The positions of the legs that have it.
  private var legs: [Int]

  private init(_ finding: Finding, of leg: Verification.Leg, at position: Int) {
    first = finding
    lead = finding.message.hasPrefix(leg.lead) ? leg.lead : ""
    ways = [(leg.way, [leg.data.name])]
    legs = [position]
  }

  /// The finding of the first leg that has it. One that is about ways names their data sets.
  var finding: Finding {
    guard !areNumbersEqual || !areStagesEqual || !lead.isEmpty else { return first }
    var finding = first
    let note = areNumbersEqual ? "" : " (numbers are those of the data set '\(ways[0].data[0])')"
    guard ways.count > 1 else {
      finding.related.append(Finding.Related("data", ways[0].data.joined(separator: ", ") + note))
      return finding
    }
    finding.message.removeFirst(lead.count)
    let shown = ways.map { ([$0.way] + $0.data).joined(separator: ", ") }
    finding.related.append(Finding.Related("data", shown.joined(separator: "; ") + note))
    return finding
  }

  /// The legs as test cases, each with the causes it has.
  static func cases(of legs: [Verification.Leg]) -> [Report.Case] {
    let causes = all(of: legs)
    return legs.enumerated().map { position, leg in
      var testCase = leg.testCase
      testCase.causes = causes.filter { $0.legs.contains(position) }.map(\.finding)
      return testCase
    }
  }

  /// In the order in which legs show them first.
  static func all(of legs: [Verification.Leg]) -> [LegCause] {
    var causes: [LegCause] = []
    var places: [Finding: Int] = [:]
    for (position, leg) in legs.enumerated() {
      for finding in leg.findings {
        let key = finding.cause(in: leg)
        guard let place = places[key] else {
          places[key] = causes.count
          causes.append(LegCause(finding, of: leg, at: position))
          continue
        }
        causes[place].add(finding, of: leg, at: position)
      }
    }
    return causes
  }

  private mutating func add(_ finding: Finding, of leg: Verification.Leg, at position: Int) {
    legs.append(position)
    let (old, new) = (first.message.without(lead), finding.message.without(leg.lead))
    if old.stageName != new.stageName { areStagesEqual = false }
    if lead.isEmpty, old.anyStage.hasPrefix(new.anyStage + SchemaLoss.carriedMark) {
      // What code of an earlier stage may carry on is lost for those who come later.
      first = finding
    } else if new.anyStage != old.anyStage {
      let isHope = new.anyStage.hasPrefix(old.anyStage + SchemaLoss.carriedMark)
      if !isHope { areNumbersEqual = false }
    }
    first.severity = max(first.severity, finding.severity)
    if let known = ways.firstIndex(where: { $0.way == leg.way }) {
      if !ways[known].data.contains(leg.data.name) { ways[known].data.append(leg.data.name) }
    } else {
      ways.append((leg.way, [leg.data.name]))
    }
  }
}

extension Verification.Leg {
  fileprivate var lead: String { "\(way): " }
}

extension String {
  fileprivate func without(_ lead: String) -> String {
    hasPrefix(lead) ? String(dropFirst(lead.count)) : self
  }

  /// The stage that drops something; nil where none is said to.
  fileprivate var stageName: Substring? { firstMatch(of: #/ dropped in ('[^']+')/#)?.1 }

  /// The same for each stage that drops it: older versions go to the newest by one of their own each.
  fileprivate var anyStage: String {
    stageName.map { replacing(" in \($0)", with: "") } ?? self
  }
}

extension Finding {
  /// The same for every way, every number of rows, and whatever code may carry it on.
  fileprivate func cause(in leg: Verification.Leg) -> Finding {
    var finding = self
    if message.hasPrefix(leg.lead) {
      finding.message.removeFirst(leg.lead.count)
      // Where that way begins.
      finding.location = nil
    }
    if let hope = finding.message.firstRange(of: SchemaLoss.carriedMark) {
      finding.message.removeSubrange(hope.lowerBound...)
    }
    finding.message = finding.message.anyStage.withoutNumbers
    // Code that may carry it on in one way makes it a warning there.
    finding.severity = .error
    finding.help = nil
    finding.certainty = .certain
    finding.related = []
    return finding
  }
}

extension String {
  /// With `#` for each number, and for a list of them, that is no part of a name.
  package var withoutNumbers: String {
    var text = ""
    var isQuoted = false
    for character in self {
      if character == "'" { isQuoted.toggle() }
      if !isQuoted, character.isASCII, character.isNumber {
        if text.last == "#" { continue }
        if text.hasSuffix("#, ") {
          text.removeLast(2)
          continue
        }
        if text.last.map({ !$0.isLetter && $0 != "_" }) ?? true {
          text.append("#")
          continue
        }
      }
      text.append(character)
    }
    // More rows than are named.
    return text.replacing("#, …", with: "#")
  }
}
