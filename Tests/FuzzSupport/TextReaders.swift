import ErrorCatalog
import StoreDoctor

@testable import Lint

extension FuzzReader {
  /// Small texts of a user or a repository.
  static let texts: [FuzzReader] = [
    FuzzReader(
      "configuration", isText: true,
      words: [
        "rules:", "paths:", "exclude:", "baseline:", "lock:", "fail-on:", "- ", "[", "]", "{", "#",
        "'", "\"", "**", "*", "&a", "*a", "|", ">", "!", "off", "error", "cloudkit:",
      ], mistakePrefix: ".storedoctor.yml:",
      samples: { _ in
        [
          "paths:\n  - Sources\nexclude:\n  - '**/Generated'\n  - \"Tests/*\"\nfail-on: warning\n",
          "rules:\n  n-plus-one: off\n  missing-inverse: error\nbaseline: known.txt\ncloudkit: on\n",
        ].map { Array($0.utf8) }
      },
      read: { bytes, _, _ in
        let text = String(decoding: bytes, as: UTF8.self)
        let configuration = try LintConfiguration(
          text, path: ".storedoctor.yml", rules: RuleCatalog.index)
        for pattern in configuration.exclude {
          _ = pattern.matches("Sources/a/b/Generated/c.swift")
        }
        guard
          try LintConfiguration(text, path: ".storedoctor.yml", rules: RuleCatalog.index)
            == configuration
        else {
          throw FuzzFailure("read twice, it differs")
        }
      }),
    FuzzReader(
      "baseline", isText: true, words: ["# storedoctor baseline 1\n", "\t", "\r", "#"],
      samples: { _ in
        [
          "# storedoctor baseline 1\n# written by\nn-plus-one\tA.swift\tNote.tags\t0123456789abcdef\n"
            + "missing-inverse\tB.swift\tTag\tfedcba9876543210\n"
        ].map { Array($0.utf8) }
      },
      read: { bytes, _, _ in
        let baseline = try Baseline(String(decoding: bytes, as: UTF8.self), path: "b.txt")
        let again = try Baseline(baseline.text, path: "b.txt")
        guard again == baseline else { throw FuzzFailure("written and read again, it differs") }
      }),
    FuzzReader(
      "lock", isText: true, words: ["\"", "{", "}", "[", "]", ":", ",", "null", "true", "version"],
      samples: { _ in
        let histories = Linter.histories(of: LintInput(files: try sourceFiles()))
        return [Array(try SchemaLock(of: histories).text.utf8)]
      },
      read: { bytes, _, _ in
        let lock = try SchemaLock(String(decoding: bytes, as: UTF8.self), path: "schema.lock")
        guard try SchemaLock(try lock.text, path: "schema.lock") == lock else {
          throw FuzzFailure("written and read again, it differs")
        }
      }),
    FuzzReader(
      "entitlements", isText: true,
      words: ["<key>", "</key>", "<array>", "</array>", "<string>", "<dict>"],
      samples: { _ in
        [
          "<plist><dict><key>com.apple.developer.icloud-container-identifiers</key><array>"
            + "<string>iCloud.a</string></array></dict></plist>"
        ].map { Array($0.utf8) }
      },
      read: { bytes, _, _ in
        let text = String(decoding: bytes, as: UTF8.self)
        let found = Entitlements(path: "a.entitlements", text: text)
        if found.hasCloudContainer, !text.contains("icloud-container-identifiers") {
          throw FuzzFailure("a container out of nothing")
        }
      }),
    FuzzReader(
      "explain", isText: true,
      words: [
        "Error Domain=", "NSCocoaErrorDomain", "Code=", "134110", "UserInfo={", "}",
        "NSUnderlyingError=",
        "NSStoreModelVersionHashes = ", "CKError ", "no such table: Z", "reason=", "Thread 1: ",
        "SwiftData/", "Fatal error: ", "\u{2019}", "(null)", "0x600000000000",
      ],
      samples: { _ in
        [
          "CoreData: error: Error Domain=NSCocoaErrorDomain Code=134110 \"An error occurred.\" UserInfo={"
            + "reason=Cannot migrate store in-place: no such table: ZNOTE, NSDetailedErrors=("
            + "\"Error Domain=X Code=1 \\\"a\\\" UserInfo={k=v}\"), NSUnderlyingError=0x60 {Error "
            + "Domain=NSSQLiteErrorDomain Code=1 \"(null)\" UserInfo={a = b; }}}",
          "SwiftData/BackingData.swift:831: Fatal error: Unexpected class type: Note\n"
            + "SwiftData.SwiftDataError(_error: SwiftData.SwiftDataError._Error.loadIssueModelContainer)",
        ].map { Array($0.utf8) }
      },
      read: { bytes, _, _ in
        let result = Explainer.explain(log: bytes)
        guard Explainer.explain(log: bytes) == result else {
          throw FuzzFailure("told twice, it differs")
        }
        if result.answers.count > 10_000 { throw FuzzFailure("\(result.answers.count) answers") }
        for answer in result.answers where answer.count < 1 {
          throw FuzzFailure("an answer to nothing")
        }
      }),
  ]
}
