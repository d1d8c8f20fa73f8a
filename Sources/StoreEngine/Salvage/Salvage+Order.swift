internal import StoreModel

/// Tables whose own text is lost have the columns that the model says, in the order of a new store. In
/// one that was migrated those that came later stand last, and its rows would be read into wrong columns.
extension Salvage {
  /// Leaves out the rows of tables in which another order of the columns shows, and says where the
  /// order is a guess.
  func checkOrders() throws {
    var (guessed, misfitting): ([SalvageTable], [SalvageTable]) = ([], [])
    var isAltered = wasMigrated
    for table in tables where table.hasModelsText && !TableShape.fixed.contains(table.object.name) {
      let reader = LeafReader(pages: pages, shape: table.shape)
      var (rows, misfits) = (0, 0)
      for leaf in table.order.leaves {
        guard let (_, node, found) = try reader.rows(leaf.page) else { continue }
        for row in found {
          let types = StoredRecord.types(node.bytes[row.cell.local], size: row.cell.payload)
          guard let types, !types.isEmpty else { continue }
          rows += 1
          if !table.shape.isInOrder(types) { misfits += 1 }
        }
      }
      guard rows > 0 else { continue }
      // A changed bit makes a row that does not fit; an altered table has many.
      if misfits * 50 > rows { misfitting.append(table) } else { guessed.append(table) }
      // Where most do not fit, the store was migrated, which may have altered any of its tables.
      if misfits * 2 > rows { isAltered = true }
    }
    (misfitting + (isAltered ? guessed : [])).forEach(refuse)
    guard !isAltered, !guessed.isEmpty else { return }
    result.mayLack = true
    result.notes.append(
      "the texts of the tables \(guessed.map(\.object.name).quotedList()) are lost; their columns are taken to be in the "
        + "order of a new store, and have another one where columns of one type were added since: "
        + "compare some rows with what you know")
  }

  /// Whether the table of this name has its columns in another order than it would have in a new store.
  func isAltered(_ new: SalvagedSchema.Object) throws -> Bool {
    guard new.kind == .table, new.name.hasPrefix("Z"), !new.name.hasPrefix("Z_"),
      let table = tables.first(where: { $0.object.name == new.name })
    else { return false }
    let (old, new) = (table.shape.columns, try Self.shape(new.name, new.sql ?? "").columns)
    return old.filter(Set(new).contains) != new.filter(Set(old).contains)
  }

  private func refuse(_ table: SalvageTable) {
    for leaf in table.order.leaves {
      result.lostPages.append(
        .init(
          page: leaf.page, owner: table.object.name,
          why:
            "which value is of which column is not known: the store was migrated, and the text of "
            + "the table is lost"))
    }
    table.candidates = []
    table.settle()
    table.result.refused = 0
    table.lost.append((0, "the order of its columns is not known"))
  }
}

extension TableShape {
  /// Whether a record has all columns, as one has that was written after the last was added, with values
  /// of the kinds that Core Data writes to them.
  fileprivate func isInOrder(_ record: [Int64]) -> Bool {
    guard record.count == columns.count else { return false }
    return record.indices.allSatisfy { index in
      let type = record[index]
      let (isText, isBlob) = (type >= 12 && type % 2 == 1, type >= 12 && type % 2 == 0)
      if type == 0 || index == keyColumn { return true }
      switch types[index] {
      case "VARCHAR": return isText
      // What a deleted object is remembered by is of any kind.
      case "BLOB": return isBlob || table.hasPrefix("A")
      case "INTEGER": return !isText && !isBlob && type != 7
      case "FLOAT", "TIMESTAMP": return !isText && !isBlob
      default: return true
      }
    }
  }
}
