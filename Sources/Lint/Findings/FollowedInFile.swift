internal import Diagnostics
internal import StoreModel

extension LintAnswer {
  /// What requests of one file are to load beside their objects: one look at these requests.
  struct FollowedInFile: Hashable {
    let severity: Severity
    let path: String

    init?(of finding: Finding) {
      guard finding.rule == CoreDataNPlusOne.info.id, finding.property != nil,
        let path = finding.location?.path, !LoopCause.isJoint(finding)
      else { return nil }
      (severity, self.path) = (finding.severity, path)
    }
  }

  /// What is to be done about relationships that are followed in several places: all of their key paths,
  /// by entity where there are several. Nil where the first of them says all of it.
  static func prefetching(_ members: [Finding]) -> String? {
    guard let first = members.first,
      [NPlusOne.info.id, CoreDataNPlusOne.info.id].contains(first.rule),
      let list = KeyList(in: first.help)
    else { return nil }
    var lists: [(entity: String, keys: [String])] = []
    for member in members {
      let (entity, keys) = (member.entity ?? "", KeyList(in: member.help)?.keys ?? [])
      if let known = lists.firstIndex(where: { $0.entity == entity }) {
        lists[known].keys = (lists[known].keys + keys).unique()
      } else {
        lists.append((entity, keys))
      }
    }
    if lists.count == 1 { return list.before + list.text(of: lists[0].keys) + list.after }
    let each = lists.map { "\(list.text(of: $0.keys)) for '\($0.entity)'" }
    return "set 'relationshipKeyPathsForPrefetching' of each request before its fetch: "
      + each.joined(separator: ", ")
  }
}

/// The key paths that a help lists between brackets: `["folder"]`, `@[@"folder"]` or `[\.folder]`.
private struct KeyList {
  let before: Substring
  let keys: [String]
  let after: Substring
  /// What Objective-C writes before a list and each of its texts.
  private let mark: String

  init?(in help: String?) {
    guard let help, let start = help.firstIndex(of: "["), let end = help.lastIndex(of: "]"),
      start < end
    else { return nil }
    let isMarked = help[..<start].hasSuffix("@")
    mark = isMarked ? "@" : ""
    before = help[..<start].dropLast(isMarked ? 1 : 0)
    keys = help[help.index(after: start)..<end].split(separator: ",").map {
      String($0.drop { $0 == " " || $0 == "@" })
    }
    after = help[help.index(after: end)...]
  }

  func text(of keys: [String]) -> String {
    "\(mark)[\(keys.map { mark + $0 }.joined(separator: ", "))]"
  }
}
