import Foundation
import SwiftData

/// Random values.
enum Roll {
  static func int(_ dice: inout Dice) -> Int {
    switch dice.below(12) {
    case 0: .max
    case 1: .min
    default: dice.below(2000) - 1000
    }
  }
  static func double(_ dice: inout Dice) -> Double {
    switch dice.below(12) {
    case 0: .infinity
    case 1: .leastNonzeroMagnitude
    case 2: -.greatestFiniteMagnitude
    default: Double(dice.below(2_000_001) - 1_000_000) / 128
    }
  }
  static func text(_ dice: inout Dice) -> String {
    dice.pick([
      "", "a", "Zoë", "e\u{301}", "🏳️‍🌈", "it's \"quoted\"", "line\nbreak", "0", "null", "\u{0}x",
    ])!
      + (dice.isTrue(50) ? String(dice.below(1000)) : "")
  }
  static func bool(_ dice: inout Dice) -> Bool { dice.isTrue(50) }
  static func decimal(_ dice: inout Dice) -> Decimal {
    Decimal(dice.below(2_000_001) - 1_000_000) / 100
  }
  static func date(_ dice: inout Dice) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(dice.below(2_000_000_000) - 1_000_000_000) / 8)
  }
  static func data(_ dice: inout Dice) -> Data {
    Data((0..<dice.below(40)).map { _ in UInt8(dice.below(256)) })
  }
  /// Mostly within the row, sometimes in a file of its own.
  static func external(_ dice: inout Dice) -> Data {
    let size = dice.pick([0, 1, 2, 17, 100, 5000, 131_072, 131_073, 150_000])!
    return Data(repeating: UInt8(dice.below(256)), count: size)
  }
  static func uuid(_ dice: inout Dice) -> UUID {
    var bytes = (0..<16).map { _ in UInt8(dice.below(256)) }
    return bytes.withUnsafeMutableBytes { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
  static func url(_ dice: inout Dice) -> URL {
    URL(string: "https://example.org/\(dice.below(100))?q=\(dice.below(10))#f")!
  }
  static func mood(_ dice: inout Dice) -> Mood { dice.isTrue(50) ? .calm : .wild }
  static func shape(_ dice: inout Dice) -> Shape { dice.pick([.round, .square, .flat])! }
  static func payload(_ dice: inout Dice) -> Payload {
    switch dice.below(3) {
    case 0: .none
    case 1: .count(int(&dice))
    default: .named(text(&dice), at: Double(dice.below(100)))
    }
  }
  static func point(_ dice: inout Dice) -> Point {
    Point(x: Double(dice.below(100)) / 4, y: Double(dice.below(100)))
  }
  static func address(_ dice: inout Dice) -> Address {
    Address(
      street: text(&dice), zip: dice.isTrue(50) ? dice.below(99999) : nil, location: point(&dice))
  }
  static func list<T>(_ roll: @escaping (inout Dice) -> T) -> (inout Dice) -> [T] {
    { dice in (0..<dice.below(4)).map { _ in roll(&dice) } }
  }
  static func maybe<T>(_ roll: @escaping (inout Dice) -> T) -> (inout Dice) -> T? {
    { dice in dice.isTrue(30) ? nil : roll(&dice) }
  }
}

extension KindRule {
  static let all: [KindRule] = [
    town, citizen, worker, boss, passport, club, locker, lantern, poster, tool, badge, seat,
  ]

  private static let town = KindRule(
    name: "Town",
    attributes: [
      AttributeRule("count", \Town.count, Roll.int),
      AttributeRule("small", \Town.small) { Int8($0.below(256) - 128) },
      AttributeRule("wide", \Town.wide) { $0.next() },
      AttributeRule("ratio", \Town.ratio, Roll.double),
      AttributeRule("float", \Town.float) { Float($0.below(10000)) / 64 },
      AttributeRule("flag", \Town.flag, Roll.bool),
      AttributeRule("price", \Town.price, Roll.decimal),
      AttributeRule("title", \Town.title, Roll.text),
      AttributeRule("founded", \Town.founded, Roll.date),
      AttributeRule("bytes", \Town.bytes, Roll.data),
      AttributeRule("photo", \Town.photo, Roll.maybe(Roll.external)),
      AttributeRule("plan", \Town.plan, Roll.external),
      AttributeRule("uuid", \Town.uuid, Roll.uuid),
      AttributeRule("url", \Town.url, Roll.url),
      AttributeRule("mood", \Town.mood, Roll.mood),
      AttributeRule("shape", \Town.shape, Roll.shape),
      AttributeRule("payload", \Town.payload, Roll.payload),
      AttributeRule("address", \Town.address, Roll.address),
      AttributeRule("branch", \Town.branch, Roll.maybe(Roll.address)),
      AttributeRule("numbers", \Town.numbers, Roll.list(Roll.int)),
      AttributeRule("points", \Town.points, Roll.list(Roll.point)),
      AttributeRule("words", \Town.words) { Set(Roll.list(Roll.text)(&$0)) },
      AttributeRule("counts", \Town.counts) { ["a": $0.below(9), "b": $0.below(9)] },
      AttributeRule("mirrored", \Town.mirrored) { "\($0.below(1000))" },
      AttributeRule("maybeCount", \Town.maybeCount, Roll.maybe(Roll.int)),
      AttributeRule("maybeTitle", \Town.maybeTitle, Roll.maybe(Roll.text)),
      AttributeRule("maybeMood", \Town.maybeMood, Roll.maybe(Roll.mood)),
      AttributeRule("maybePrice", \Town.maybePrice, Roll.maybe(Roll.decimal)),
    ],
    links: [
      .many("citizens", \Town.citizens, .citizen, 0),
      .one("mayor", \Town.mayor, .citizen, 1),
      .one("twin", \Town.twin, .town, nil),
    ],
    make: { tag, _ in Town(tag: tag) },
    queries: KindQueries(Town.self, prefetch: [\Town.citizens]) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let citizenAttributes = [AttributeRule("name", \Citizen.name, Roll.text)]
  private static let citizenLinks: [LinkRule] = [
    .one("home", \Citizen.home, .town, 0),
    .one("governs", \Citizen.governs, .town, 1),
    .many("friends", \Citizen.friends, .citizen, 3),
    .many("admirers", \Citizen.admirers, .citizen, 2),
    .one("parent", \Citizen.parent, .citizen, 5),
    .many("children", \Citizen.children, .citizen, 4),
    .one("passport", \Citizen.passport, .passport, 0, .cascade),
    .many("clubs", \Citizen.clubs, .club, 0),
    .many("badges", \Citizen.badges, .badge, 0),
  ]

  private static let citizen = KindRule(
    name: "Citizen", attributes: citizenAttributes, links: citizenLinks,
    make: { tag, _ in Citizen(tag: tag) },
    queries: KindQueries(Citizen.self, prefetch: [\Citizen.home, \Citizen.friends]) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let workerAttributes =
    citizenAttributes + [AttributeRule("hours", \Worker.hours, Roll.maybe(Roll.double))]
  private static let workerLinks =
    citizenLinks + [
      .many("tools", \Worker.tools, .tool, 0, .cascade),
      .one("boss", \Worker.boss, .boss, 11),
    ]

  private static let worker = KindRule(
    name: "Worker", superclass: .citizen, attributes: workerAttributes, links: workerLinks,
    make: { tag, _ in Worker(tag: tag) },
    queries: KindQueries(Worker.self) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let boss = KindRule(
    name: "Boss", superclass: .worker,
    attributes: workerAttributes + [AttributeRule("title", \Boss.title, Roll.text)],
    links: workerLinks + [.optionalMany("staff", \Boss.staff, .worker, 10)],
    make: { tag, _ in Boss(tag: tag) },
    queries: KindQueries(Boss.self) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let passport = KindRule(
    name: "Passport", attributes: [AttributeRule("number", \Passport.number, Roll.uuid)],
    links: [.required("holder", \Passport.holder, .citizen, 6) { $0.holder = $1 }],
    make: { tag, needed in Passport(tag: tag, holder: needed[0] as! Citizen) },
    queries: KindQueries(Passport.self) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let club = KindRule(
    name: "Guild", attributes: [AttributeRule("name", \Guild.name, Roll.text)],
    links: [
      .many("members", \Guild.members, .citizen, 7),
      .one("patron", \Guild.patron, .citizen, nil),
      .many("posters", \Guild.posters, .poster, nil, .cascade),
      .many("lockers", \Guild.lockers, .locker, 0, .deny),
      .many("lanterns", \Guild.lanterns, .lantern, 0, .noAction, maximum: 3),
      .many("seats", \Guild.seats, .seat, 0, .cascade),
      .many("badges", \Guild.badges, .badge, 2),
    ],
    make: { tag, _ in Guild(tag: tag) },
    queries: KindQueries(Guild.self, prefetch: [\Guild.members, \Guild.posters, \Guild.patron]) {
      range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let locker = KindRule(
    name: "Locker", attributes: [AttributeRule("code", \Locker.code, Roll.int)],
    links: [.required("club", \Locker.club, .club, 3) { $0.club = $1 }],
    make: { tag, needed in Locker(tag: tag, club: needed[0] as! Guild) },
    queries: KindQueries(Locker.self) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let lantern = KindRule(
    name: "Lantern", attributes: [AttributeRule("power", \Lantern.power, Roll.int)],
    links: [
      .one("club", \Lantern.club, .club, 4),
      .one("badge", \Lantern.badge, .badge, 1),
    ],
    make: { tag, _ in Lantern(tag: tag) },
    queries: KindQueries(Lantern.self) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let poster = KindRule(
    name: "Poster",
    attributes: [AttributeRule("picture", \Poster.picture, Roll.maybe(Roll.external))],
    make: { tag, _ in Poster(tag: tag) },
    queries: KindQueries(Poster.self) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let tool = KindRule(
    name: "Hammer", attributes: [AttributeRule("name", \Hammer.name, Roll.maybe(Roll.text))],
    links: [.one("worker", \Hammer.worker, .worker, 9)],
    make: { tag, _ in Hammer(tag: tag) },
    queries: KindQueries(Hammer.self) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let badge = KindRule(
    name: "Badge",
    attributes: [
      AttributeRule("code", \Badge.code) { $0.lane * 100 + $0.below(12) },
      AttributeRule("label", \Badge.label, Roll.text),
      AttributeRule("scan", \Badge.scan, Roll.maybe(Roll.external)),
    ],
    links: [
      .one("owner", \Badge.owner, .citizen, 8),
      .one("lantern", \Badge.lantern, .lantern, 1),
      .many("clubs", \Badge.clubs, .club, 6),
    ],
    unique: [[0]],
    make: { tag, _ in Badge(tag: tag, code: 0) },
    queries: KindQueries(Badge.self) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })

  private static let seat = KindRule(
    name: "Seat",
    attributes: [
      AttributeRule("row", \Seat.row) { $0.isTrue(20) ? nil : $0.lane * 100 + $0.below(4) },
      AttributeRule("number", \Seat.number) { "\($0.below(4))" },
    ],
    links: [.one("club", \Seat.club, .club, 5)],
    unique: [[0, 1]],
    make: { tag, _ in Seat(tag: tag, row: nil, number: "") },
    queries: KindQueries(Seat.self) { range in
      let (low, high) = (range.lowerBound, range.upperBound)
      return #Predicate { $0.tag >= low && $0.tag < high }
    })
}
