internal import StoreEngine
package import StoreModel

/// What is different between a version as it shipped and as it is now.
package struct LockComparison {
  package struct Difference {
    package var entity: String
    package var property: String?
    var kind = Kind.changed
    /// `is 'Integer 64' now`; for what is new, what it is.
    var text = ""
    /// What a property was when it shipped, where it is another now.
    var old: String?
    var location: Location?

    enum Kind { case added, removed, changed }

    /// `'Note.color' was added to 'V1' after it shipped`.
    ///
    /// - Parameter release: the release that shipped the version first; nil where nobody knows.
    package func sentence(version: String, shippedIn release: String? = nil) -> String {
      let release = release.map { " in \($0)" } ?? ""
      let subject = [entity, property].compactMap(\.self).joined(separator: ".")
      switch kind {
      case .added:
        return "'\(subject)'" + (text.isEmpty ? "" : " (\(text))")
          + " was added to '\(version)' after it shipped\(release)"
      case .removed: return "'\(subject)' was removed from '\(version)' after it shipped\(release)"
      case .changed where subject == version: return "'\(version)' \(text)"
      case .changed:
        guard let old else { return "'\(subject)' of '\(version)' \(text)" }
        return "'\(subject)' of '\(version)' shipped\(release) as '\(old)' and \(text)"
      }
    }
  }

  package static func differences(
    shipped: SchemaLock.Version, now model: DataModel
  ) -> [Difference] {
    differences(shipped: shipped, now: SchemaLock.Version(model), of: model)
  }

  /// Nothing when the checksums agree.
  ///
  /// - Parameter model: tells the places; nil for differences without.
  package static func differences(
    shipped: SchemaLock.Version, now: SchemaLock.Version, of model: DataModel? = nil
  ) -> [Difference] {
    if let checksum = shipped.checksum, checksum == now.checksum { return [] }
    var found: [Difference] = []
    for name in Set(shipped.entities.keys).union(now.entities.keys).sorted() {
      let entity = model?.entity(named: name)
      switch (shipped.entities[name], now.entities[name]) {
      case (let old?, let new?):
        if let hash = old.hash, hash == new.hash { continue }
        found += properties(old, new, entity: name, entity)
      case (_?, nil):
        found.append(Difference(entity: name, kind: .removed, location: model?.location))
      case (nil, _?):
        found.append(Difference(entity: name, kind: .added, location: entity?.location))
      case (nil, nil): break
      }
    }
    if found.isEmpty, let checksum = shipped.checksum, let other = now.checksum {
      found.append(
        Difference(
          entity: now.name, text: "has the checksum \(other), shipped with \(checksum)",
          location: model?.location))
    }
    return found
  }

  private static func properties(
    _ old: SchemaLock.EntityShape, _ new: SchemaLock.EntityShape, entity name: String,
    _ entity: Entity?
  ) -> [Difference] {
    var found: [Difference] = []
    for property in Set(old.properties.keys).union(new.properties.keys).sorted() {
      let place =
        entity?.attribute(named: property)?.location
        ?? entity?.relationship(named: property)?.location ?? entity?.location
      let kind: Difference.Kind
      var text = ""
      var shipped: String?
      switch (old.properties[property], new.properties[property]) {
      case (let before?, let after?):
        if before == after { continue }
        kind = .changed
        (text, shipped) = ("is '\(after)' now", before)
      case (_?, nil): kind = .removed
      case (nil, let after?): (kind, text) = (.added, after)
      case (nil, nil): continue
      }
      found.append(
        Difference(
          entity: name, property: property, kind: kind, text: text, old: shipped, location: place))
    }
    if old.unique != new.unique {
      found.append(
        Difference(
          entity: name,
          text: "shipped unique in \(list(old.unique)) and is unique in \(list(new.unique)) now",
          location: entity?.location))
    }
    if old.superentity != new.superentity {
      found.append(
        Difference(
          entity: name, text: "has another superclass than it shipped with",
          location: entity?.location))
    }
    return found
  }

  private static func list(_ constraints: [String]) -> String {
    constraints.isEmpty ? "nothing" : constraints.quotedList()
  }
}
