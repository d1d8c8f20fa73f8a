/// Tells what a statement is for by what it is made of: for logs, which do not say. A running
/// program knows, so its statements do not come here.
enum StatementClassifier {
  static func kind(of shape: StatementShape) -> StatementShape.Kind {
    if let bookkeeping = shape.bookkeeping { return bookkeeping }
    return switch shape.verb {
    case "SELECT", "WITH", "VALUES": read(shape)
    case "INSERT", "REPLACE": .insert
    case "UPDATE": .update
    case "DELETE": .delete
    case "BEGIN", "SAVEPOINT": .begin
    case "COMMIT", "END", "RELEASE": .commit
    case "ROLLBACK": .rollback
    case "PRAGMA": .pragma
    case "CREATE", "DROP", "ALTER", "ANALYZE", "REINDEX", "VACUUM", "ATTACH", "DETACH": .schema
    default: .other
    }
  }

  private static func read(_ shape: StatementShape) -> StatementShape.Kind {
    if shape.isGrouped { return .aggregate }
    if shape.counts { return .count }
    let isKey = shape.column == "Z_PK" && !shape.comparesMember
    return switch shape.comparison {
    case .none: .fetch
    case .one: shape.comparesMember ? .manyToManyFault : isKey ? .rowFault : .equality
    case .list: isKey ? .batch : .prefetch
    }
  }
}
