/// One step of a random sequence; what it needs is in it, so that it can be done again alone.
enum Operation: CustomStringConvertible {
  enum Creation { case insertFirst, linkFirst, adopted }
  enum Saving { case plain, transaction, auto }
  enum Clash { case sameObject, otherObject, deletion }

  case create(
    id: Int, kind: Kind, seed: UInt64, needed: [Int], how: Creation, link: (place: Int, other: Int)?
  )
  case set(id: Int, attribute: Int, seed: UInt64)
  case point(id: Int, place: Int, other: Int?)
  case assign(id: Int, place: Int, others: [Int])
  case add(id: Int, place: Int, other: Int)
  case remove(id: Int, place: Int, other: Int)
  case delete(id: Int)
  case deleteRange(kind: Kind, range: Range<Int>)
  case save(Saving, keeps: Bool)
  case rollback
  case undo
  case redo
  case watchUndo(Bool)
  case hold(id: Int, fetches: Bool)
  case drop
  case read(id: Int, place: Int)
  case fetchAll(Kind, keeps: Bool)
  case use(context: Int, keeps: Bool)
  case renew(context: Int)
  case reopen
  case clash(id: Int, attribute: Int, seed: UInt64, other: Int, Clash)

  var description: String {
    switch self {
    case .create(let id, let kind, let seed, let needed, let how, let link):
      "#\(id) = new \(kind) (values \(seed), needs \(needed), \(how)"
        + (link.map { ", \(kind.rule.links[$0.place].name) #\($0.other)" } ?? "") + ")"
    case .set(let id, let attribute, let seed):
      "set attribute \(attribute) of #\(id) to value \(seed)"
    case .point(let id, let place, let other):
      "point link \(place) of #\(id) at \(other.map { "#\($0)" } ?? "nil")"
    case .assign(let id, let place, let others): "assign \(others) to link \(place) of #\(id)"
    case .add(let id, let place, let other): "append #\(other) to link \(place) of #\(id)"
    case .remove(let id, let place, let other): "remove #\(other) from link \(place) of #\(id)"
    case .delete(let id): "delete #\(id)"
    case .deleteRange(let kind, let range): "delete every \(kind) in \(range)"
    case .save(let saving, let keeps): "save \(saving)\(keeps ? ", keeping the objects" : "")"
    case .rollback: "roll back"
    case .undo: "undo"
    case .redo: "redo"
    case .watchUndo(let isOn): "undo manager \(isOn ? "on" : "off")"
    case .hold(let id, let fetches): "hold #\(id)\(fetches ? " by a fetch" : "")"
    case .drop: "let go of all objects"
    case .read(let id, let place): "read link \(place) of #\(id)"
    case .fetchAll(let kind, let keeps): "fetch every \(kind)\(keeps ? " and hold them" : "")"
    case .use(let context, let keeps):
      "use context \(context)\(keeps ? ", keeping the objects" : "")"
    case .renew(let context): "make context \(context) anew"
    case .reopen: "close and open"
    case .clash(let id, let attribute, let seed, let other, let clash):
      "two contexts change #\(id) and #\(other), attribute \(attribute), value \(seed): \(clash)"
    }
  }
}
