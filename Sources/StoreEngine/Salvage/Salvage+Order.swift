internal import StoreModel

/// Tables whose own text is lost have the columns that the model says, in the order of a new store. In
/// one that was migrated those that came later stand last, and its rows would be read into wrong columns.
extension Salvage {
  /// Finds the order where the kinds of the values tell it, leaves out the rows of tables that may have
  /// another one, and says where it is a guess.
  func checkOrders() throws {
    let isOld = !StoreEra(framework: identity.metadata?.frameworkVersion).sortsColumnsByName
    var (guessed, misfitting): ([SalvageTable], [SalvageTable]) = ([], [])
    var isAltered = wasMigrated
    for table in tables where table.hasModelsText && !table.isOwn {
      let order = try columnOrder(of: table)
      table.shape.hasKnownOrder = true
      guard order.rows > 0 else { continue }
      if let only = order.only {
        // Other tables may have been altered as this one was.
        if only != Array(only.indices) { isAltered = true }
        table.shape.reorder(only)
      } else {
        // A changed bit makes a row that does not fit; an altered table has many.
        if order.misfits * 50 > order.rows {
          misfitting.append(table)
        } else {
          guessed.append(table)
        }
        // Where most do not fit, the store was migrated, which may have altered any of its tables.
        if order.misfits * 2 > order.rows { isAltered = true }
      }
    }
    // Links are made with their table, and a migration that renames their columns leaves them in place.
    let kept = guessed.filter { !isOld && (!isAltered || $0.linksTwoEntities) }
    let others = guessed.filter { table in !kept.contains { $0 === table } }
    for table in misfitting + others { refuse(table, isOld: isOld) }
    guard !kept.isEmpty else { return }
    result.mayLack = true
    result.notes.append(
      "the texts of the tables \(kept.map(\.object.name).quotedList()) are lost; their columns are taken to be in the "
        + "order of a new store, and have another one where columns of one type were added since: "
        + "compare some rows with what you know")
  }

  private func columnOrder(of table: SalvageTable) throws -> ColumnOrder {
    let reader = LeafReader(pages: pages, shape: table.shape)
    var order = ColumnOrder(table.shape)
    for leaf in table.order.leaves {
      guard let (_, node, found) = try reader.rows(leaf.page) else { continue }
      for row in found {
        let types = StoredRecord.types(node.bytes[row.cell.local], size: row.cell.payload)
        if let types, !types.isEmpty { order.add(types) }
      }
    }
    return order
  }

  /// Whether the table of this name has its columns in another order than it would have in a new store.
  func isAltered(_ new: SalvagedSchema.Object) throws -> Bool {
    guard new.kind == .table, new.name.hasPrefix("Z"), !new.name.hasPrefix("Z_"),
      let table = tables.first(where: { $0.object.name == new.name })
    else { return false }
    let (old, new) = (table.shape.columns, try Self.shape(new.name, new.sql ?? "").columns)
    return old.filter(Set(new).contains) != new.filter(Set(old).contains)
  }

  private func refuse(_ table: SalvageTable, isOld: Bool) {
    let why =
      isOld
      ? "the text of the table is lost, and in a store this old the model does not tell the order"
      : "the store was migrated, and the text of the table is lost"
    for leaf in table.order.leaves {
      result.lostPages.append(
        .init(
          page: leaf.page, owner: table.object.name,
          why: "which value is of which column is not known: " + why))
    }
    table.candidates = []
    table.settle()
    table.result.refused = 0
    table.lost.append((0, "the order of its columns is not known"))
  }
}
