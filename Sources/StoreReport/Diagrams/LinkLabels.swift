internal import StoreModel

/// What is said of a line: at its ends, and in full to who points at it.
enum LinkLabels {
  static let noInverse = "no inverse"

  /// At one end of the line; empty for nothing.
  static func text(_ link: DiagramContent.Link, isFrom: Bool) -> String {
    let sign = isFrom ? link.change.map { $0.sign } : nil
    let text: String
    switch link.kind {
    case .inheritance: return ""
    case .oneWay where isFrom: text = link.change == .removed ? "" : noInverse
    default: text = (isFrom ? link.from : link.to).count?.text ?? ""
    }
    return [sign, text.isEmpty ? nil : text].compactMap(\.self).joined(separator: " ")
  }

  /// `Folder.notes (Cascade) ↔ Note.folder (Nullify); one Folder, optional; any number of Note`.
  static func sentence(_ link: DiagramContent.Link, in content: DiagramContent) -> String {
    let (from, to) = (content.boxes[link.from.box].name, content.boxes[link.to.box].name)
    var text: String
    switch link.kind {
    case .inheritance: text = "\(to) is a \(from)"
    case .pair: text = side(link.from, from) + " ↔ " + side(link.to, to)
    case .oneWay:
      text = side(link.from, from) + " → \(to)"
      if let count = link.to.count { text += " \(count.text)" }
      if link.change != .removed { text += ", \(noInverse)" }
    }
    if let change = link.change { text += ", \(change.rawValue)" }
    return text
  }

  private static func side(_ end: DiagramContent.End, _ entity: String) -> String {
    let rule = end.deleteRule.map { ", \($0.name)" } ?? ""
    return entity + (end.property.map { ".\($0)" } ?? "")
      + (end.count.map { " (\($0.text)\(rule))" }
        ?? (rule.isEmpty ? "" : " (\(rule.dropFirst(2)))"))
  }
}
