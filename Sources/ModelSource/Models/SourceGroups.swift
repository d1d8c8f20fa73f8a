internal import StoreModel

/// The parts of a folder that declare models, versions or plans of the same name: several apps, an
/// app and its tests, an app and its widget. A name means the declaration of the own part, and no
/// part sees what lies only in another. Which part uses what lies around all of them is not known,
/// so only what it leads to is read with it. What lies around parts may use them, too: a name that it
/// does not declare itself, and of the parts in it only one.
struct SourceGroups {
  struct Group {
    /// The folder that holds the part; empty for what lies outside of all parts.
    var root: String
    var own: [FileDeclarations]
    /// The files around the part, which it may use.
    var around: [FileDeclarations]
  }

  private(set) var groups: [Group] = []

  init(_ files: [FileDeclarations]) {
    var places: [String: Set<String>] = [:]
    for file in files {
      for name in file.types.flatMap({ Self.schemaNames(in: $0, outer: "") }) {
        places[name, default: []].insert(file.path)
      }
    }
    let roots = Set(places.values.filter { $0.count > 1 }.flatMap(Self.roots))
    guard !roots.isEmpty else {
      groups = [Group(root: "", own: files, around: [])]
      return
    }
    // The innermost part of a file is its own.
    let parts = Dictionary(grouping: files) { file in
      Self.foldersAround(file.path).first(where: roots.contains) ?? ""
    }
    groups = parts.keys.sorted().map { root in
      let around = root.isEmpty ? [] : [""] + Self.foldersAround(root).reversed()
      let own = parts[root] ?? []
      let inner = parts.filter { $0.key != root && (root.isEmpty || $0.key.hasPrefix(root + "/")) }
      let seen = own + around.flatMap { parts[$0] ?? [] }
      return Group(
        root: root, own: own,
        around: seen.dropFirst(own.count) + Self.used(of: inner, beside: seen))
    }
  }

  /// The files of inner parts with a name that nothing else means; none that declares or extends
  /// what others declare as well.
  private static func used(
    of parts: [String: [FileDeclarations]], beside seen: [FileDeclarations]
  ) -> [FileDeclarations] {
    let known = Set(seen.flatMap(\.names))
    var declaring: [String: Set<String>] = [:]
    for (root, files) in parts {
      for name in files.flatMap(\.names) { declaring[name, default: []].insert(root) }
    }
    return parts.keys.sorted().flatMap { parts[$0] ?? [] }.filter { file in
      !file.names.isEmpty
        && (file.names + file.extended).allSatisfy {
          !known.contains($0) && declaring[$0]?.count ?? 1 == 1
        }
    }
  }

  /// The names of models, versions and plans, with the types around them.
  private static func schemaNames(in type: TypeDeclaration, outer: String) -> [String] {
    let name = outer + type.path.joined(separator: ".")
    let isSchema =
      type.isModel
      || type.inherits.contains {
        $0.names.contains("VersionedSchema") || $0.names.contains("SchemaMigrationPlan")
      }
    return (isSchema ? [name] : [])
      + type.types.flatMap { schemaNames(in: $0, outer: name + ".") }
  }

  /// The folders in which the paths part. Neighbours in order share the most, so they are enough.
  private static func roots(of paths: Set<String>) -> [String] {
    let parts = paths.map { $0.split(separator: "/", omittingEmptySubsequences: false) }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    return zip(parts, parts.dropFirst()).flatMap { one, other in
      let shared = zip(one, other).prefix { $0 == $1 }.count
      return [one, other].filter { $0.count > shared + 1 }
        .map { $0.prefix(shared + 1).joined(separator: "/") }
    }
  }

  /// The folders that a path lies in, from the inside out.
  private static func foldersAround(_ path: String) -> [String] {
    path.indices.reversed().filter { path[$0] == "/" && $0 > path.startIndex }
      .map { String(path[..<$0]) }
  }
}

extension FileDeclarations {
  /// What it declares outside of any type.
  fileprivate var names: [String] {
    types.filter { $0.kind != .extension }.compactMap(\.path.first) + aliases.map(\.name)
      + globals.map(\.name)
  }

  fileprivate var extended: [String] {
    types.filter { $0.kind == .extension }.compactMap(\.path.first)
  }
}
