internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

/// The chapters of a page, in the order in which people look for them.
struct ReportChapters {
  private let subject: ReportSubject

  init(_ subject: ReportSubject) { self.subject = subject }

  var page: ReportPage {
    let name = subject.path.split(separator: "/").last.map(String.init) ?? subject.path
    let parts =
      [
        subject.diagnosis.map(VerdictChapter.part),
        subject.model.map { ModelChapter.part($0, subject) },
        VersionsChapter.part(subject),
        ContentsChapter.part(subject),
      ].compactMap(\.self) + TraceChapter.parts(subject.logs) + rows
      + [WordsChapter.part(subject)]
    return ReportPage(
      title: name, subtitle: subtitle, parts: parts,
      colophon: "Made by storedoctor \(ToolVersion.current). "
        + (subject.rows.isEmpty
          ? "It has names and counts, and no values of the data."
          : "It has values of the data: whoever gets this page can read them."))
  }

  private var subtitle: String {
    guard let model = subject.model else { return "What is known of this file" }
    let entities = model.entities.count == 1 ? "1 entity" : "\(model.entities.count) entities"
    return subject.diagnosis == nil
      ? "A model: \(ModelText.title(of: model)), \(entities)" : "A store with \(entities)"
  }

  private var rows: [PagePart] {
    guard !subject.rows.isEmpty else { return [] }
    return [
      PagePart(
        id: "rows", title: "Rows",
        blocks: subject.rows.map { sample in
          .details(
            title: sample.entity + (sample.isCut ? ": the first \(sample.table.rows.count)" : ""),
            blocks: [.section(.table(sample.table, title: nil))])
        })
    ]
  }
}

extension [Report.Section] {
  /// What a page shows of them.
  var blocks: [PagePart.Block] { compactMap { PageSection($0).map { .section($0) } } }
}
