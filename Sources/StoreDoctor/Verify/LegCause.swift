internal import Diagnostics
internal import StoreModel

/// Why legs did not pass, said once for all data sets that show it: they differ in how many rows they
/// have, and what is wrong is seldom about that.
struct LegCause {
  private let first: Finding
  private let way: String
  private var data: [String]
  private var areNumbersEqual = true
  /// The positions of the legs that have it.
  private var legs: [Int]

  /// The finding of the first leg that has it. One that is about a single way names its data sets.
  var finding: Finding {
    guard !areNumbersEqual || first.message.hasPrefix(way + ":") else { return first }
    var finding = first
    let note = areNumbersEqual ? "" : "; the numbers are those of \(data[0])"
    finding.related.append(Finding.Related("data", data.joined(separator: ", ") + note))
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
    var places: [Key: Int] = [:]
    var known: [Finding: Int] = [:]
    for (position, leg) in legs.enumerated() {
      for finding in leg.findings {
        let key = Key(way: leg.way, rule: finding.rule, finding: finding.withoutNumbers)
        guard let place = known[finding] ?? places[key] else {
          (known[finding], places[key]) = (causes.count, causes.count)
          causes.append(
            LegCause(first: finding, way: leg.way, data: [leg.data.name], legs: [position]))
          continue
        }
        causes[place].add(finding, of: leg)
        causes[place].legs.append(position)
      }
    }
    return causes
  }

  private mutating func add(_ finding: Finding, of leg: Verification.Leg) {
    if finding != first { areNumbersEqual = false }
    if leg.way == way, !data.contains(leg.data.name) { data.append(leg.data.name) }
  }

  private struct Key: Hashable {
    let way: String
    let rule: String
    let finding: Finding
  }
}

extension Finding {
  /// The same for every number of rows.
  fileprivate var withoutNumbers: Finding {
    var finding = self
    finding.message = message.withoutNumbers
    finding.help = help?.withoutNumbers
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
