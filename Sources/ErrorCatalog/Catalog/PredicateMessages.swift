extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Predicates, sort orders and aggregates that cannot be evaluated or made into SQL.
  static let predicateMessages: [Explanation] = [
    message(
      "predicate-to-many-comparison", specificity: 92, confidence: .medium,
      patterns: """
        multiple to-many keys not allowed here
        Keypath containing KVC aggregate where there shouldn't be one
        Problem with subquery collection expression
        Unsupported subquery collection expression type
        """,
      meaning: """
        The predicate goes through a to-many relationship in a way that Core Data cannot turn \
        into SQL.
        """,
      causes: """
        Two to-many steps in one key path: ANY authors.books.title == x.
        @count or another aggregate in the middle of a key path.
        A SUBQUERY over something that is not a relationship of the entity.
        """,
      confirm: "Follow each part of the key path in the model: at most one may be to-many.",
      fixes: """
        Use one SUBQUERY for each to-many step: SUBQUERY(authors, $a, ANY $a.books.title == \
        x).@count > 0.
        Put @count at the end of the key path.
        """),
    message(
      "predicate-aggregate-to-one", specificity: 92, confidence: .medium,
      patterns: "Invalid keypath (request for aggregate operation on a toOne-only keypath)",
      meaning: """
        An aggregate such as @sum or @count is asked of a key path that has no to-many \
        relationship.
        """,
      causes: "The relationship is to-one in the model, or the key path ends at an attribute.",
      confirm: "Look up each part of the key path in the model.",
      fixes: """
        Ask for the attribute itself, or sum with an NSExpressionDescription over the whole fetch.
        """),
    message(
      "predicate-value-kind", specificity: 92, confidence: .medium,
      patterns: """
        Can't use in/contains operator with collection
        Can't look for value (…value is not a string
        Can't do a substring operation with something that isn't a string
        Can't do regex matching on object
        """,
      meaning: """
        A predicate was evaluated in memory, and an operator met a value of another kind than \
        it needs: text operators need text, IN and CONTAINS a collection or text.
        """,
      causes: """
        CONTAINS or IN on a number or a single object; BEGINSWITH, LIKE or MATCHES on a number.
        The two sides of IN are swapped.
        The value given for %@ is of another type, or the attribute is.
        """,
      confirm: "The values are in the message; compare with the attribute's type in the model.",
      fixes: """
        Compare numbers with == and <; convert with stringValue in the key path; give an array \
        or set to IN.
        """),
    message(
      "predicate-regular-expression", specificity: 92, confidence: .medium,
      patterns: "Can't do regex matching, reason:",
      meaning: "The text given to MATCHES is not a regular expression.",
      causes: """
        A user's text put into the pattern without escaping.
        A pattern of another dialect; Core Data takes ICU's.
        """,
      confirm: "The reason and the pattern are in the message.",
      fixes: """
        NSRegularExpression.escapedPattern(for:) for a user's text; use CONTAINS or LIKE where \
        no pattern is needed.
        """),
    message(
      "predicate-function-name", specificity: 92, confidence: .medium,
      patterns: "Unable to parse function name '[function:line]' into supported selector",
      meaning: "The predicate calls a function that NSExpression does not have.",
      causes: "A misspelt function, or a method of an own class written like one.",
      confirm: "The name is in the message.",
      fixes: """
        Use sum:, count:, min:, max:, average:, lowercase: and the others that NSExpression \
        lists; otherwise filter in memory.
        """),
    message(
      "predicate-nil-side", specificity: 92, confidence: .medium,
      patterns: """
        Invalid predicate{:|} nil {RHS|LHS}
        {Unable to|Can't} generate SQL for predicate
        """,
      meaning: "One side of a comparison is missing or cannot become SQL.",
      causes: """
        The value for %@ is nil where a collection or text is needed: IN, CONTAINS, BEGINSWITH.
        A block, a function or a transient property on one side.
        """,
      confirm: "Print the predicate just before the fetch.",
      fixes: """
        Do not build the comparison when the value is nil; compare with == nil instead; filter \
        the rest in memory.
        """),
    message(
      "predicate-variable-missing", specificity: 92, confidence: .medium,
      patterns: """
        Can't get value for '[variable:line]' in bindings
        Can't evaluate expression with unbound variable
        """,
      meaning: "The predicate has a variable ($name) that was given no value.",
      causes: """
        A predicate template used without predicate(withSubstitutionVariables:), or without \
        this name.
        A variable of SUBQUERY used outside of it.
        """,
      confirm: "The variable is in the message.",
      fixes: "Substitute every variable before the predicate is used."),
    message(
      "coredata-group-by", specificity: 92, confidence: .medium,
      patterns: """
        SELECT clauses in queries with GROUP BY components can only contain properties named in \
        the GROUP BY
        GROUP BY requires NSDictionaryResultType
        """,
      meaning: "A fetch that groups asks for something that SQL cannot give beside groups.",
      causes: """
        propertiesToFetch holds a property that is neither in propertiesToGroupBy nor an \
        aggregate.
        The result type is not dictionaries; or a sort key is not among the groups.
        """,
      confirm: "Compare propertiesToFetch and the sort keys with propertiesToGroupBy.",
      fixes: """
        Set resultType to dictionaryResultType, and fetch only grouped properties and aggregates.
        """),
    message(
      "coredata-aggregate-in-memory", severity: .error, specificity: 32, confidence: .low,
      patterns: """
        __NSCFNumber count]: unrecognized selector
        __NSCFNumber _getValue:forType:]: unrecognized selector
        """,
      meaning: """
        A number was used as a collection. With a store in memory, an aggregate in \
        NSExpressionDescription is one known way: such stores calculate sum: and the like over \
        each object's value.
        """,
      causes: """
        sum:, max: or count: in propertiesToFetch, with an in-memory, binary or XML store.
        A property that holds a number, taken for an array, anywhere else in the app.
        """,
      confirm: "Is the store's type NSSQLiteStoreType? Do the frames show executeFetchRequest?",
      fixes: """
        Use an SQLite store, in a temporary folder for tests; or fetch the values and sum in \
        memory.
        """),
  ]
}
