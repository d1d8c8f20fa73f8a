internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds dates that the model editor has fixed for all objects that are ever made.
struct FixedDefaultDate: ModelRule {
  static let info = RuleInfo(
    id: "fixed-default-date", group: .declarations, severity: .warning,
    summary: "new objects get the day on which the model was edited as their date",
    why:
      "the default that the model editor takes for a date is one moment and not the present one: every object that code "
      + "makes without setting the date has that day",
    fix: "set the date in 'awakeFromInsert' or where the object is made, and take the default out",
    limits:
      "dates after the first of January 2001, which stands for none, in entities whose objects code makes and does not "
      + "give that date; silent where the class sets it when it is inserted",
    examples: [
      .flagged(project("↓", "CDNote(context: context).title = \"new\"")),
      .flagged(
        project(
          "↓", "let note = CDNote(context: context)\n  note.title = \"new\"\n  try context.save()")),
      .flagged(
        project(
          "↓",
          "let note = NSEntityDescription.insertNewObject(forEntityName: \"Note\", into: context) as! CDNote\n  "
            + "note.title = \"new\"")),
      .clean(
        project(
          "",
          "let note = CDNote(context: context)\n  note.createdAt = Date()\n  note.title = \"new\"")),
      .clean(project("", "print(try context.count(for: CDNote.fetchRequest()))")),
      .clean(
        project("", "CDNote(context: context).title = \"new\"").replacing(
          "731372400", with: "-978307200")),
    ])

  private static func project(_ mark: String, _ code: String) -> String {
    CoreDataText.code(
      "func add(_ context: NSManagedObjectContext) throws {\n  \(code)\n}"
    ).replacing(
      "<attribute name=\"createdAt\" optional=\"YES\" attributeType=\"Date\"/>",
      with: "\(mark)<attribute name=\"createdAt\" optional=\"YES\" attributeType=\"Date\" "
        + "defaultDateTimeInterval=\"731372400\" usesScalarValueType=\"NO\"/>")
  }

  private static let givers: Set<String> = [
    "awakeFromInsert", "initialize", "insertInto", "validateForInsert", "willSave",
  ]

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .xcodeModel else { return }
    for entity in model.entities {
      for attribute in entity.attributes where !attribute.isTransient {
        guard case .date(let seconds)? = attribute.defaultValue, seconds > 0 else { continue }
        let names = [entity.name, entity.managedClass ?? entity.name]
        let made = lint.coreData.code.made.filter { names.contains($0.type) }
        guard made.contains(where: { !$0.members.contains(attribute.name) }),
          !made.contains(where: { $0.members.contains(attribute.name) }),
          !names.contains(where: {
            lint.coreData.code.editedKeys.contains("\($0).\(attribute.name)")
          }), !lint.setsAtBirth(attribute.name, Self.givers)
        else { continue }
        report(
          "every new '\(entity.name)' begins with one and the same '\(attribute.name)': the default is a fixed moment",
          about: attribute, of: entity)
      }
    }
  }
}

extension LintContext {
  /// Whether a file speaks of the property and of what runs when an object is inserted.
  fileprivate func setsAtBirth(_ name: String, _ givers: Set<String>) -> Bool {
    let files = allFiles()
    return WordsOfFiles.positions(of: givers, in: files).contains {
      String(decoding: files[$0].bytes, as: UTF8.self).contains(name)
    }
  }
}
