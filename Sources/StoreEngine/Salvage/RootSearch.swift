/// Finds the page that a table begins with, where the list of tables does not say it any more.
struct RootSearch {
  let pages: SalvagePages
  let survey: SalvageSurvey
  /// The entities whose rows a table can have.
  let rules: [String: Set<Int64>]
  /// Whether tables and indexes begin where a new store has them, so that a damaged page there is the
  /// first of its tree.
  private(set) var isInPlace = false

  init(pages: SalvagePages, survey: SalvageSurvey, rules: [String: Set<Int64>]) {
    (self.pages, self.survey, self.rules) = (pages, survey, rules)
  }

  /// Looks whether what can be told is where a new store has it. The pages that trees begin with change
  /// only when the file is written anew, all of them.
  ///
  /// - Parameter objects: those of a new store, with the pages where it has them.
  @discardableResult
  mutating func compare(_ objects: [SalvagedSchema.Object]) throws -> Bool {
    var tables = 0
    for object in objects where object.root > 0 {
      guard let node = try pages.tree(object.root) else { continue }
      guard node.kind.isTable == (object.kind == .table) else { return false }
      guard object.kind == .table else { continue }
      switch try fits(object.root, shape(object)) {
      case true?: tables += 1
      case false?: return false
      case nil: break
      }
    }
    isInPlace = tables > 2
    return isInPlace
  }

  /// Where a new store has the table, if nothing speaks against it; else the one page whose rows look
  /// like the table's.
  ///
  /// - Parameter own: what a damaged list says.
  func root(
    of object: SalvagedSchema.Object, own: UInt32?, taken: Set<UInt32>
  ) throws -> UInt32? {
    let shape = try self.shape(object)
    for page in [own, object.root].compactMap(\.self) where !taken.contains(page) {
      if try fits(page, shape) != false, try canBegin(page, isTable: true) { return page }
    }
    guard shape.isDistinct || object.name.hasPrefix("Z_"), let pointers = pages.pointers else {
      return nil
    }
    let found = try pointers.roots.filter { page in
      try !taken.contains(page) && survey.canBegin(page) && fits(page, shape) == true
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether some page that is nobody's yet has rows of the table, wherever its tree begins.
  func hasRows(of object: SalvagedSchema.Object) throws -> Bool {
    let shape = try shape(object)
    guard shape.isDistinct, pages.count > 1 else { return false }
    return try (2...pages.count).contains { page in
      guard pages.isContent(page), pages.owners[Int(page)] == 0, !pages.isFree(page),
        let leaf = try LeafReader(pages: pages, shape: shape).survey(page)
      else { return false }
      return leaf.fits && !leaf.keys.isEmpty
    }
  }

  /// Whether a tree can begin with the page, which may be damaged.
  func canBegin(_ page: UInt32, isTable: Bool) throws -> Bool {
    guard survey.canBegin(page) else { return false }
    return try pages.tree(page).map { $0.kind.isTable == isTable }
      ?? (pages.pointers?[page].kind == .root || isInPlace)
  }

  private func shape(_ object: SalvagedSchema.Object) throws -> TableShape {
    var shape = try Salvage.shape(object.name, object.sql ?? "")
    shape.entities = rules[object.name]
    return shape
  }

  /// Whether the first leaf that can be read has rows of the table; nil without a row.
  private func fits(_ page: UInt32, _ shape: TableShape) throws -> Bool? {
    var next = page
    for _ in 0..<24 {
      guard pages.isContent(next), let node = try pages.tree(next) else { return nil }
      guard node.kind.isTable else { return false }
      guard node.kind.isInterior else {
        guard let leaf = try LeafReader(pages: pages, shape: shape).survey(next) else { return nil }
        return leaf.keys.isEmpty && leaf.refused == 0 ? nil : leaf.fits && !leaf.keys.isEmpty
      }
      guard let cell = (0..<node.cellCount).lazy.compactMap({ node.cell($0) }).first else {
        return nil
      }
      next = cell.child
    }
    return nil
  }
}
