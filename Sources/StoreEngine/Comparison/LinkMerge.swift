/// Walks over the links of a relationship in two stores at once.
package struct LinkMerge {
  /// Links that only one has, and those whose place differs.
  package private(set) var onlyOld: Int64 = 0
  package private(set) var onlyNew: Int64 = 0
  package private(set) var moved: Int64 = 0
  package private(set) var same: Int64 = 0

  package init(_ links: ComparedLinks, in stores: ComparedStores) throws {
    let old = try stores.old.connection.prepare(links.old.sql)
    let new = try stores.new.connection.prepare(links.new.sql)
    let width = links.old.width
    func key(_ statement: Statement) -> [SQLiteValue] {
      (0..<width).map { statement.value(at: $0) }
    }
    var hasOld = try old.step()
    var hasNew = try new.step()
    while hasOld || hasNew {
      let order = !hasOld ? 1 : !hasNew ? -1 : SQLiteValue.order(key(old), key(new))
      if order < 0 {
        onlyOld += 1
        hasOld = try old.step()
      } else if order > 0 {
        onlyNew += 1
        hasNew = try new.step()
      } else {
        if old.value(at: width) != new.value(at: width) { moved += 1 } else { same += 1 }
        hasOld = try old.step()
        hasNew = try new.step()
      }
    }
    // The other end has counted what came and went.
    if links.onlyOrder { (onlyOld, onlyNew) = (0, 0) }
  }
}
