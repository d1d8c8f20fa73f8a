import Foundation
import SwiftData

/// An object that the plain model knows by its number.
protocol Tagged: PersistentModel {
  var tag: Int { get }
}

/// Every kind of value, and one end of relationships of most kinds.
@Model
final class Town: Tagged {
  var tag: Int
  var count: Int = 0
  var small: Int8 = 0
  var wide: UInt64 = 0
  var ratio: Double = 0
  var float: Float = 0
  var flag: Bool = false
  var price: Decimal = Decimal(0)
  var title: String = ""
  var founded: Date = Date(timeIntervalSinceReferenceDate: 0)
  var bytes: Data = Data()
  @Attribute(.externalStorage) var photo: Data?
  @Attribute(.externalStorage) var plan: Data = Data()
  var uuid: UUID = UUID()
  var url: URL = URL(fileURLWithPath: "/")
  var mood: Mood = Mood.calm
  var shape: Shape = Shape.round
  var payload: Payload = Payload.none
  var address: Address = Address(street: "", zip: nil, location: Point(x: 0, y: 0))
  var branch: Address?
  var numbers: [Int] = []
  var points: [Point] = []
  var words: Set<String> = []
  var counts: [String: Int] = [:]
  @Attribute(.transformable(by: "Mirror")) var mirrored: String = ""
  var maybeCount: Int?
  var maybeTitle: String?
  var maybeMood: Mood?
  var maybePrice: Decimal?
  @Relationship(inverse: \Citizen.home) var citizens: [Citizen] = []
  @Relationship(inverse: \Citizen.governs) var mayor: Citizen?
  /// Nothing points back.
  var twin: Town?

  init(tag: Int) { self.tag = tag }
}

@Model
class Citizen: Tagged {
  var tag: Int
  var name: String = ""
  var home: Town?
  var governs: Town?
  @Relationship(inverse: \Citizen.admirers) var friends: [Citizen] = []
  var admirers: [Citizen] = []
  @Relationship(inverse: \Citizen.children) var parent: Citizen?
  var children: [Citizen] = []
  @Relationship(deleteRule: .cascade, inverse: \Passport.holder) var passport: Passport?
  @Relationship(inverse: \Guild.members) var clubs: [Guild] = []
  @Relationship(inverse: \Badge.owner) var badges: [Badge] = []

  init(tag: Int) { self.tag = tag }
}

@Model
class Worker: Citizen {
  var hours: Double?
  @Relationship(deleteRule: .cascade, inverse: \Hammer.worker) var tools: [Hammer] = []
  var boss: Boss?

  override init(tag: Int) { super.init(tag: tag) }
}

@Model
final class Boss: Worker {
  var title: String = ""
  @Relationship(inverse: \Worker.boss) var staff: [Worker]?

  override init(tag: Int) { super.init(tag: tag) }
}

/// Has a required link.
@Model
final class Passport: Tagged {
  var tag: Int
  var number: UUID = UUID()
  var holder: Citizen

  init(tag: Int, holder: Citizen) {
    self.tag = tag
    self.holder = holder
  }
}

/// A delete rule of each kind, and links without inverse.
@Model
final class Guild: Tagged {
  var tag: Int
  var name: String = ""
  var members: [Citizen] = []
  var patron: Citizen?
  @Relationship(deleteRule: .cascade) var posters: [Poster] = []
  @Relationship(deleteRule: .deny, inverse: \Locker.club) var lockers: [Locker] = []
  @Relationship(deleteRule: .noAction, maximumModelCount: 3, inverse: \Lantern.club)
  var lanterns: [Lantern] = []
  @Relationship(deleteRule: .cascade, inverse: \Seat.club) var seats: [Seat] = []
  @Relationship(inverse: \Badge.clubs) var badges: [Badge] = []

  init(tag: Int) { self.tag = tag }
}

@Model
final class Locker: Tagged {
  var tag: Int
  var code: Int = 0
  var club: Guild

  init(tag: Int, club: Guild) {
    self.tag = tag
    self.club = club
  }
}

@Model
final class Lantern: Tagged {
  var tag: Int
  var power: Int = 0
  var club: Guild?
  var badge: Badge?

  init(tag: Int) { self.tag = tag }
}

@Model
final class Poster: Tagged {
  var tag: Int
  @Attribute(.externalStorage) var picture: Data?

  init(tag: Int) { self.tag = tag }
}

@Model
final class Hammer: Tagged {
  var tag: Int
  var name: String?
  var worker: Worker?

  init(tag: Int) { self.tag = tag }
}

/// An insert with a code that exists updates the row.
@Model
final class Badge: Tagged {
  @Attribute(.unique) var code: Int
  var tag: Int
  var label: String = ""
  @Attribute(.externalStorage) var scan: Data?
  var owner: Citizen?
  @Relationship(inverse: \Lantern.badge) var lantern: Lantern?
  var clubs: [Guild] = []

  init(tag: Int, code: Int) {
    self.tag = tag
    self.code = code
  }
}

@Model
final class Seat: Tagged {
  #Unique<Seat>([\.row, \.number])
  var tag: Int
  var row: Int?
  var number: String
  var club: Guild?

  init(tag: Int, row: Int?, number: String) {
    self.tag = tag
    self.row = row
    self.number = number
  }
}
