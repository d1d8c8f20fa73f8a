internal import Diagnostics
internal import StoreReport

/// What the words of a page mean, for whoever gets it without the tool.
enum WordsChapter {
  static func part(_ subject: ReportSubject) -> PagePart {
    var words = [
      ("entity", "a kind of object, with a table of its own or that of its superentity"),
      ("version hash", "what Core Data compares: one number per entity, made of its properties"),
    ]
    if subject.outline != nil {
      words += [
        ("stage", "one step of a migration, from one version of the models to the next"),
        ("lightweight", "a migration that Core Data infers from the two versions"),
        ("custom", "a stage with code of the app before or after it"),
      ]
    }
    if !subject.logs.isEmpty {
      words += [
        ("fault", "an object whose values are read only when they are touched, one query each"),
        ("N+1", "one query for a list and then one more for each of its objects"),
      ]
    }
    return PagePart(
      id: "words", title: "Words",
      blocks: [
        .section(.fields(words.map { Report.Field($0.0, $0.1) }, title: nil))
      ])
  }
}
