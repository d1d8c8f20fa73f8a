/// What the types of all files say of their members.
package struct SourceMembers: Sendable {
  /// The written types of members, by `Owner.member` and `Owner.member()`; empty where files differ.
  private var types: [String: String] = [:]
  private var adopters: [String: Set<String>] = [:]
  /// Computed properties, and `subscript`, that may ask or change a store, themselves or through what
  /// they call; and functions that do so themselves, with `()` behind the name.
  package private(set) var asking: Set<String> = []
  /// Functions that send code to another thread.
  package private(set) var sending: Set<String> = []

  init(_ scans: [MemberScan]) {
    var reached = MemberScan.storeWords
    for scan in scans {
      for written in scan.types {
        let known = types[written.member]
        types[written.member] = known == nil || known == written.type ? written.type : ""
      }
      for adopted in scan.adopted { adopters[adopted.type, default: []].insert(adopted.member) }
      reached.formUnion(scan.asking)
      sending.formUnion(scan.sending)
    }
    var rest = scans.flatMap(\.computed)
    while true {
      let found = rest.filter { !$0.calls.isDisjoint(with: reached) }
      guard !found.isEmpty else { break }
      asking.formUnion(found.map(\.name))
      reached.formUnion(asking)
      rest.removeAll { asking.contains($0.name) }
    }
    asking.formUnion(scans.flatMap(\.asking).map { $0 + "()" })
  }

  /// The types that name a protocol or class after their colon.
  package func adopting(_ name: String) -> [String] { adopters[name]?.sorted() ?? [] }

  /// The names of those members of some types, whose written type names one of others:
  /// `noteStore` of `Container`, which is a `Factory<NoteStore>`.
  package func members(of owners: Set<String>, naming wanted: Set<String>) -> Set<String> {
    var found: Set<String> = []
    for (member, type) in types {
      let parts = member.split(separator: ".")
      guard parts.count == 2, owners.contains(String(parts[0])) else { continue }
      let words = type.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      if words.contains(where: { wanted.contains(String($0)) }) {
        found.insert(String(parts[1].prefix { $0 != "(" }))
      }
    }
    return found
  }

  /// The written type of a member; nil where it is not written, or not the same everywhere.
  package func type(of member: String) -> String? {
    types[member].flatMap { $0.isEmpty ? nil : $0 }
  }
}
