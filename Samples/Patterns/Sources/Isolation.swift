import Foundation
import SwiftData

/// A class of the main actor in the Swift 6 language mode: its objects stay there, and other actors
/// name them by their identifiers.
enum Club {
  @MainActor
  @Model
  final class Guest {
    @Attribute(.unique) var id: String
    var name: String
    var visits: Int = 0
    @Relationship(deleteRule: .nullify, inverse: \Guest.host) var guests: [Guest] = []
    @Relationship(deleteRule: .nullify) var host: Guest?
    @Transient var isSelected = false

    init(id: String, name: String) {
      self.id = id
      self.name = name
    }

    var title: String { "\(name) (\(visits))" }
  }

  @MainActor
  static func welcome(_ names: [String], to container: ModelContainer) throws
    -> [PersistentIdentifier]
  {
    let context = container.mainContext
    let host = Guest(id: "host", name: "Host")
    context.insert(host)
    for name in names {
      let guest = Guest(id: name, name: name)
      host.guests.append(guest)
      guest.visits += 1
    }
    try context.save()
    return try context.fetch(FetchDescriptor<Guest>()).map(\.persistentModelID)
  }

  @MainActor
  static func titles(_ identifiers: [PersistentIdentifier], in container: ModelContainer)
    -> [String]
  {
    identifiers.compactMap { (container.mainContext.model(for: $0) as? Guest)?.title }
  }

  /// What needs no object may be asked for anywhere.
  static func count(in container: ModelContainer) async throws -> Int {
    try await Task.detached {
      try ModelContext(container).fetchCount(FetchDescriptor<Guest>())
    }.value
  }
}
