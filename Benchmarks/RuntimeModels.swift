#if os(Linux)
  import Foundation
  import SwiftData

  /// What the SwiftData module is measured with: parcels on routes, with labels.
  enum ParcelsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Parcel.self, Route.self, Label.self] }

    @Model
    final class Parcel {
      var code: String
      var contents: String
      var weight: Double
      var count: Int
      var posted: Date
      var isUrgent: Bool
      var priority: Int?
      var route: Route?
      @Relationship(inverse: \Label.parcels) var labels: [Label] = []

      init(number: Int) {
        code = "P\(number)"
        contents = "contents of the parcel \(number), packed by hand"
        weight = Double(number % 97) / 4
        count = number % 13
        posted = Date(timeIntervalSinceReferenceDate: Double(number))
        isUrgent = number % 5 == 0
      }
    }

    @Model
    final class Route {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \Parcel.route) var parcels: [Parcel] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Label {
      var name: String
      var parcels: [Parcel] = []
      init(name: String) { self.name = name }
    }
  }

  /// The same with a property more, so that the stage has something to change.
  enum ParcelsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Parcel.self, Route.self, Label.self] }

    @Model
    final class Parcel {
      var code: String
      var contents: String
      var weight: Double
      var count: Int
      var posted: Date
      var isUrgent: Bool
      var priority: Int?
      var signature: String?
      var route: Route?
      @Relationship(inverse: \Label.parcels) var labels: [Label] = []

      init(code: String, contents: String, weight: Double, count: Int, posted: Date) {
        self.code = code
        self.contents = contents
        self.weight = weight
        self.count = count
        self.posted = posted
        isUrgent = false
      }
    }

    @Model
    final class Route {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \Parcel.route) var parcels: [Parcel] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Label {
      var name: String
      var parcels: [Parcel] = []
      init(name: String) { self.name = name }
    }
  }

  enum ParcelsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ParcelsV1.self, ParcelsV2.self] }

    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: ParcelsV1.self, toVersion: ParcelsV2.self,
          willMigrate: { context in
            var descriptor = FetchDescriptor<ParcelsV1.Parcel>()
            descriptor.relationshipKeyPathsForPrefetching = [\.route, \.labels]
            for parcel in try context.fetch(descriptor) {
              parcel.priority =
                parcel.labels.count + (parcel.route?.name.count ?? 0) + (parcel.isUrgent ? 10 : 0)
            }
            try context.save()
          }, didMigrate: nil)
      ]
    }

    /// The same work as `sqlite3` is told to do it: one UPDATE for all rows, no history, no copy that
    /// the store could be restored from.
    static let sql = """
      BEGIN EXCLUSIVE;
      UPDATE ZPARCEL SET Z_OPT = Z_OPT + 1, ZPRIORITY =
      (SELECT count(*) FROM JOIN_TABLE j WHERE j.OWN_COLUMN = ZPARCEL.Z_PK)
      + ifnull((SELECT length(r.ZNAME) FROM ZROUTE r WHERE r.Z_PK = ZPARCEL.ZROUTE), 0)
      + CASE WHEN ZISURGENT = 1 THEN 10 ELSE 0 END;
      ALTER TABLE ZPARCEL ADD COLUMN ZSIGNATURE VARCHAR;
      COMMIT;
      """
  }

  /// Like a parcel, but known by its code.
  @Model
  final class Letter {
    @Attribute(.unique) var code: String
    var text: String
    var weight: Double
    var posted: Date

    init(number: Int) {
      code = "L\(number)"
      text = "the text of the letter \(number)"
      weight = Double(number % 97) / 4
      posted = Date(timeIntervalSinceReferenceDate: Double(number))
    }
  }
#endif
