extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Batch requests, and fetches made without what they need.
  static let batchMessages: [Explanation] = [
    message(
      "coredata-batch-delete-mandatory", severity: .error, specificity: 95,
      patterns: """
        Batch delete failed due to mandatory [kind:word] nullify inverse on \
        [Entity.relationship:line]
        Batch delete failed due to mandatory
        """,
      meaning: """
        A batch delete works on the rows alone. To take the rows away it would have to empty a \
        relationship of other rows that must not be empty, so nothing is deleted. OTO is a \
        one-to-one or one-to-many, MTM a many-to-many relationship.
        """,
      causes: """
        delete(model:) or NSBatchDeleteRequest on an entity that others refer to by a required \
        relationship.
        Children deleted in a batch while their parents' side is required.
        """,
      confirm: "The entity and relationship are in the message; is it optional in the model?",
      fixes: """
        Fetch the objects and delete each, so that the delete rules work; or delete the parents \
        and let cascade take the children.
        Make the relationship optional, which is a change of the model.
        """),
    message(
      "coredata-batch-update-property", specificity: 92,
      patterns: "passed to propertiesToUpdate",
      meaning: "A batch update names a property that it cannot set.",
      causes: """
        A key that the entity does not have, or a key path: only own attributes can be set.
        A relationship: batch updates set attributes only.
        nil for a required attribute.
        """,
      confirm: "The property is in the message.",
      fixes: "Name attributes of the entity itself; set relationships on fetched objects."),
    message(
      "coredata-null-request", specificity: 92, confidence: .medium,
      patterns: """
        <null> is not a valid NSFetchRequest
        is not a valid NSFetchRequest
        """,
      meaning: "A context was asked to fetch nil, or something that is no fetch request.",
      causes: """
        A fetch request template that the model does not have under this name.
        An outlet or property that is still nil.
        """,
      confirm: "Where does the request come from? Print it before the fetch.",
      fixes: "Check the template's name; stop when the request is nil."),
  ]
}
