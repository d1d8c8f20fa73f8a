internal import Diagnostics
internal import Lint
internal import StoreEngine
internal import StoreModel

/// Losses that one change of a version causes: many properties of one class that went together, or many
/// classes. A few are told one by one, each with its number and what keeps it.
struct LossGroup {
  private let losses: [SchemaLoss]

  /// As many as a reader deals with one by one.
  static let mostAlone = 3
  private static let mostNamed = 4

  /// One finding for each loss, and one for each group of too many, in the place of its first.
  static func findings(_ losses: [SchemaLoss]) -> [Finding] {
    let groups = Dictionary(grouping: losses, by: Key.init)
    var told: Set<Key> = []
    return losses.flatMap { loss -> [Finding] in
      let key = Key(loss)
      guard let group = groups[key], group.count > mostAlone, loss.isPlain else {
        return [loss.finding]
      }
      return told.insert(key).inserted ? [LossGroup(losses: group).finding] : []
    }
  }

  private struct Key: Hashable {
    let stage: String
    let rule: String
    let kind: SchemaLoss.Kind
    /// Nil where entities go themselves.
    let entity: String?
    let place: Location?
    let isRead: Bool
    let severity: Severity
    let isPlain: Bool

    init(_ loss: SchemaLoss) {
      stage = loss.stage
      rule = loss.rule.id
      kind = loss.kind
      entity = loss.property == nil ? nil : loss.entity
      place = loss.places.first
      isRead = loss.reader != nil
      severity = loss.severity
      isPlain = loss.isPlain
    }
  }

  private var finding: Finding {
    let first = losses[0]
    let names = losses.map { $0.property ?? $0.entity }
    var finding = first.rule.finding(
      text + carried, help: help, severity: first.severity
    ).at(first.places.first, entity: first.property.map { _ in first.entity })
    if names.count > Self.mostNamed {
      finding.related.append(Finding.Related("all of them", names.quotedList()))
    }
    return finding
  }

  /// `12 properties of 'Book' are dropped in 'V1 to V2' with 40 values, 'pages', …: 'V2' has none of
  /// them`.
  private var text: String {
    let first = losses[0]
    let names = losses.map { $0.property ?? $0.entity }.quotedList(atMost: Self.mostNamed)
    let counts = losses.compactMap(\.count)
    let total = counts.count == losses.count ? counts.reduce(0, +) : nil
    func amount(_ noun: String, _ all: String) -> String {
      total.map { "\($0) \(noun)\($0 == 1 ? "" : "s")" } ?? all
    }
    let what =
      switch first.kind {
      case .rows:
        "\(losses.count) \(first.isSwift ? "classes" : "entities") are dropped in '\(first.stage)' with "
          + amount("row", "all their rows")
      case .links:
        "\(losses.count) relationships of '\(first.entity)' are dropped in '\(first.stage)' with "
          + amount("link", "all their links")
      case .values, .conversion:
        "\(losses.count) properties of '\(first.entity)' are dropped in '\(first.stage)' with "
          + amount("value", "all their values") + inFiles
      }
    return "\(what), \(names): \(DataModel.inSentence(first.newer)) has none of them"
  }

  /// Values that lie in files of their own, whose files go with them.
  private var inFiles: String {
    let count = losses.reduce(0) { $0 + ($1.files ?? 0) }
    if count == 0 { return "" }
    return count == 1 ? " (1 in a file of its own)" : " (\(count) in files of their own)"
  }

  private var carried: String {
    guard let place = losses[0].reader else { return "" }
    let name = losses[0].property ?? losses[0].entity
    return SchemaLoss.carriedMark
      + "reads each of them ('\(name)' at \(place.text)) before they go and may carry them on"
  }

  private var help: String {
    let first = losses[0]
    let each =
      "--allow-loss \(first.path) and the like, 'allow-loss' in \(LintConfiguration.fileName)"
    if first.isBackwards {
      return "stay with the newer version, or go back without them: \(each)"
    }
    let acknowledge =
      first.isSwift
      ? "'// storedoctor:ignore[\(first.rule.id)] reason' at \(first.commentPlace), or with \(each)"
      : each
    return first.reader == nil
      ? "keep them, or say that the loss is meant with \(acknowledge)"
      : "look at what is left of them in a migrated copy ('storedoctor migrate STORE --model PATH -o NEW'); if nothing "
        + "is missing there, say so with \(acknowledge)"
  }
}

extension SchemaLoss {
  /// Whether there is nothing else to say of it than that the newer version has no such thing.
  fileprivate var isPlain: Bool {
    rename == nil && why == nil && filters == nil && made == nil && kind != .conversion
  }
}
