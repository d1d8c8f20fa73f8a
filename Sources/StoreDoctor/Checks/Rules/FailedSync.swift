internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds a mirrored store whose last setup, import or export did not go through
/// (Documentation/Format/CloudKit.md, 3).
struct FailedSync: StoreRule {
  static let info = RuleInfo(
    id: "failed-sync", severity: .warning,
    summary: "the last setup, import or export of CloudKit's mirroring failed",
    why:
      "as long as it goes on failing, what was saved here is not in iCloud, or what others saved is not "
      + "here, and the app works on as if it were",
    fix: "do what the explanation of its error says",
    limits: "what mirroring writes down is known from other projects' code about their own stores")

  private static let made =
    "CREATE TABLE ANSCKEVENT ( Z_PK INTEGER PRIMARY KEY, ZCLOUDKITEVENTTYPE INTEGER, "
    + "ZSUCCEEDED INTEGER, ZERRORCODE INTEGER, ZENDEDAT TIMESTAMP, ZSTARTEDAT TIMESTAMP, "
    + "ZERRORDOMAIN VARCHAR )"

  static let examples: [StoreExample] = [
    .flagged(
      made,
      "INSERT INTO ANSCKEVENT VALUES (1, 2, 1, 0, 700000000, 699999990, NULL), "
        + "(2, 2, 0, 25, 700000900, 700000890, 'CKErrorDomain')"),
    .flagged(
      made, "INSERT INTO ANSCKEVENT VALUES (1, 0, 0, NULL, 700000000, 699999990, NULL)"),
    .clean(
      made,
      "INSERT INTO ANSCKEVENT VALUES (1, 2, 0, 25, 700000000, 699999990, 'CKErrorDomain'), "
        + "(2, 2, 1, 0, 700000900, 700000890, NULL)"),
    // Nobody knows yet how it ends.
    .clean(
      made, "INSERT INTO ANSCKEVENT VALUES (1, 1, 0, NULL, NULL, 699999990, NULL)"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) throws {
    guard let events = inspection.store.cloudEvents else { return }
    for course in events.courses {
      guard let problem = CloudSync.problem(of: course, events) else { continue }
      var finding = inspection.finding(Self.info, problem.text, certainty: CloudSync.certainty)
      finding.help = problem.help
      report.add(finding, nil)
    }
  }
}
