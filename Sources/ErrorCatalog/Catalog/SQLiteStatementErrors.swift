extension ExplanationCatalog {
  private static let statement = ExplanationFamily(
    framework: .sqlite, domain: "NSSQLiteErrorDomain", severity: .error, specificity: 85,
    parent: "sqlite-error-generic")

  /// Statements that SQLite does not accept.
  static let sqliteStatementErrors: [Explanation] = [
    statement(
      "sqlite-too-many-variables", specificity: 92,
      patterns: "too many SQL variables",
      meaning: "A statement has more values than SQLite takes.",
      causes: """
        IN with very many values in a predicate.
        A batch insert of objects with very many attributes.
        """,
      confirm: "Count the values that the predicate or request is given.",
      fixes: """
        Fetch in pieces of some hundred values, or ask by a relationship or range instead of a \
        list.
        """),
    statement(
      "sqlite-expression-depth", specificity: 92,
      patterns: """
        Expression tree is too large (maximum depth [depth:word])
        parser stack overflow
        too many terms in compound SELECT
        at most [limit:word] tables in a join
        """,
      meaning: """
        The statement is larger than SQLite's limits: too deep an expression, too many terms or \
        tables.
        """,
      causes: """
        A compound predicate of hundreds of OR or AND parts.
        Key paths over very many relationships, or relationshipKeyPathsForPrefetching of deep \
        inheritance.
        """,
      confirm: "Print the predicate's length before the fetch.",
      fixes: """
        Use IN for many values of one key; split the fetch; walk deep relationships in several \
        fetches.
        """),
    statement(
      "sqlite-no-such-function", specificity: 92,
      patterns: """
        no such function: [function:word]
        no such collation sequence: [function:word]
        """,
      meaning: """
        The statement, or a trigger, an index or a view of the store, calls a function or \
        collation that this connection does not have. Core Data's own, NSCoreData…, exist only \
        in connections that Core Data opens.
        """,
      causes: """
        A store written or queried by the sqlite3 shell or another library, where a trigger of \
        Core Data fires.
        A store of a newer system opened by an older one.
        """,
      confirm:
        "Does the name begin with NSCoreData or NSCollate? Which program runs the statement?",
      fixes: "Change rows only through Core Data; to read, query tables without touching them."),
    statement(
      "sqlite-duplicate-column", specificity: 92, confidence: .medium,
      patterns: "duplicate column name: [column:word]",
      meaning: """
        A column was to be added that the table already has: an in-place migration has been at \
        work before, or two properties get one column.
        """,
      causes: """
        An earlier migration stopped half way or was run by another process at once.
        Two properties whose names differ only in capitals.
        """,
      confirm: "'storedoctor diagnose STORE' says whether the store is half migrated.",
      fixes: """
        'storedoctor repair STORE -o NEW' puts the version back to what the tables are; open \
        the store in one process at a time.
        """),
    statement(
      "sqlite-index-exists", specificity: 92, confidence: .medium,
      patterns: """
        index [index:word] already exists
        there is already {an index|a table} named [name:word]
        """,
      meaning: """
        An index or table was to be made that is there already: an in-place migration stopped \
        half way, or two entities or indexes get one name.
        """,
      causes: "A migration that was interrupted, or two fetch indexes of one name.",
      confirm: "'storedoctor diagnose STORE' says whether the store is half migrated.",
      fixes: "'storedoctor repair STORE -o NEW'; give each fetch index its own name."),
    statement(
      "sqlite-no-such-index", specificity: 92, confidence: .medium,
      patterns: "no such index: [index:word]",
      meaning: """
        An index was to be dropped that the file does not have: an in-place migration drops those \
        of the store's version, as the model says, and the file lacks one.
        """,
      causes: """
        A migration that was interrupted, or a file that another program changed.
        The version that wrote the store never made the index, although its model declares it.
        """,
      confirm: """
        'storedoctor diagnose STORE' says which indexes of its version the store lacks.
        """,
      fixes: """
        'storedoctor repair STORE -o NEW' makes what is missing; for stores on devices, migrate \
        with a mapping model, which makes new tables and drops nothing.
        """),
    statement(
      "sqlite-ambiguous", specificity: 80,
      patterns: """
        ambiguous column name: [column:path]
        misuse of aggregate
        wrong number of arguments to function [function:word]
        unrecognized token: '[token:line]'
        """,
      meaning: """
        SQLite could not read a statement: it names a column of two tables without saying \
        which, or uses a function or word wrongly. Core Data's own statements do so only for \
        unusual predicates or after the file was changed by hand.
        """,
      causes: """
        Own SQL in an app, a script or a library on the same file.
        A predicate over two relationships to one entity, with a function.
        """,
      confirm: "Who runs the statement: Core Data's SQL names tables t0, t1.",
      fixes:
        "Correct the own statement; for Core Data simplify the predicate or filter in memory."),
    statement(
      "sqlite-threads", severity: .critical, specificity: 95, alsoMatches: ["sqlite-misuse"],
      confidence: .medium,
      patterns: "illegal multi-threaded access to database connection",
      meaning: "One connection of SQLite was used by two threads at once.",
      causes: """
        A store or database of your own, opened without SQLite's locks, on two queues.
        A context of Core Data used off its queue.
        """,
      confirm: """
        The frames of the two threads name who uses the connection: Core Data, or a library of \
        your own.
        """,
      fixes: """
        One connection for each thread or one queue for all; with Core Data, only inside of \
        perform.
        """),
    statement(
      "sqlite-transaction", specificity: 85, confidence: .medium,
      patterns: """
        cannot start a transaction within a transaction
        cannot {commit|rollback} - no transaction is active
        cannot {VACUUM|change into wal mode} from within a transaction
        """,
      meaning: """
        Transactions on one connection are out of order: one is begun inside of another, or \
        ended without being begun.
        """,
      causes: """
        One connection used by two threads; an earlier error rolled back unseen.
        Own SQL on a connection that a library uses too.
        """,
      confirm: "Is it Core Data's connection or one of your own?",
      fixes: "Own SQL on a connection of its own, one transaction at a time."),
  ]
}
