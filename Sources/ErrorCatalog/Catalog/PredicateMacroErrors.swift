extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .swiftData, severity: .error, specificity: 80,
    parent: "predicate-unsupported-syntax")
  private static let general = ExplanationFamily(
    framework: .swiftData, severity: .error, specificity: 40)

  /// What #Predicate and #Expression cannot translate.
  static let predicateMacroErrors: [Explanation] = [
    general(
      "predicate-unsupported-syntax",
      patterns: """
        {is|are} not supported{ here|} in this {predicate|expression}
        is unsupported in this {predicate|expression}
        {Predicate|Expression} macro expansion requires a trailing closure
        """,
      meaning: """
        The macro turns one expression into a tree that can become SQL. Statements, loops, casts, \
        tuples and most functions have no place in it.
        """,
      causes: "Swift that works anywhere else, but not inside of #Predicate.",
      confirm: "The compiler's column is the part that it means.",
      fixes: """
        Work the part out before the predicate and capture its value; use ==, &&, ??, contains, \
        starts(with:) and localizedStandardContains; filter the rest in memory.
        """),
    message(
      "predicate-unsupported-function",
      patterns: "The [function:line] function is not supported in this {predicate|expression}",
      meaning: "#Predicate knows a few functions only, and this is none of them.",
      causes: """
        lowercased(), hasPrefix, hasSuffix, map, count(where:), a method of your own.
        A key path subscript with a variable key path.
        """,
      confirm: "The function is in the message.",
      fixes: """
        For text: localizedStandardContains, starts(with:), or a stored property in lower case. \
        Otherwise work the value out before the predicate, or filter in memory.
        """),
    message(
      "predicate-unsupported-operator",
      patterns: "The '[operator:line]' operator is not supported in this {predicate|expression}",
      meaning: "#Predicate has no such operator.",
      causes: "Bit operators, ===, ranges of other kinds, operators of your own.",
      confirm: "The operator is in the message.",
      fixes: "Use ==, !=, <, <=, &&, ||, !, +, -, *, /, %, ?? and ranges with contains."),
    message(
      "predicate-optional-chaining",
      patterns: "Optional chaining is not supported here in this {predicate|expression}",
      meaning: "An optional chain stands where #Predicate cannot unwrap it.",
      causes: "'$0.name?.contains(text) ?? false' or a chain in the middle of a longer expression.",
      confirm: "The compiler's column is the question mark.",
      fixes: """
        Take the default first: '($0.name ?? "").contains(text)'; or use flatMap, or 'if let' as \
        the whole expression.
        """),
    message(
      "predicate-one-expression",
      patterns: "{Predicate|Expression} body may only contain one expression",
      meaning: "The closure of #Predicate holds more than one expression or a statement.",
      causes: "A 'let', a second line or a 'return' with code before it in the closure.",
      confirm: "Everything between the braces has to be one expression.",
      fixes: "Move constants in front of the predicate; join conditions with &&."),
    message(
      "predicate-operand-types", specificity: 75, parent: "predicate-foreign-value",
      confidence: .medium,
      patterns: """
        'build_[part:line]' {requires|cannot|on}
        conform to 'StandardPredicateExpression'
        """,
      meaning: """
        Two sides of a part of the predicate do not fit each other. The function whose name begins \
        with build_ is the one that the macro writes for that part: build_Equal for ==.
        """,
      causes: "An optional compared with a value of another type; a type that is not Codable.",
      confirm: "Expand the macro: the call with the error names both sides.",
      fixes: "Give both sides one type; put values of other objects into a local constant first."),
  ]
}
