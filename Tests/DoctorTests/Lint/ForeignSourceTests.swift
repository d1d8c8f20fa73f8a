import Foundation
import ModelSource
import StoreModel
import TestSupport
import Testing

@testable import Diagnostics
@testable import Lint
@testable import StoreDoctor

/// Rules over source that holds no models, or is damaged: nothing is found that is not there, and
/// nothing stops.
@Suite struct ForeignSourceTests {
  /// Checked-out packages: much real Swift without a single model.
  private static let checkouts = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../.build/checkouts").standardizedFileURL

  private static let hasCheckouts = FileManager.default.fileExists(atPath: checkouts.path)

  private static func swiftFiles() -> [SourceFile] {
    let walk = FileManager.default.enumerator(atPath: checkouts.path)
    var paths: [String] = []
    while let path = walk?.nextObject() as? String {
      if path.hasSuffix(".swift") { paths.append(path) }
    }
    return paths.sorted().compactMap { path in
      FileManager.default.contents(atPath: checkouts.appending(path: path).path).map {
        SourceFile(path: path, bytes: [UInt8]($0))
      }
    }
  }

  @Test(.enabled(if: hasCheckouts, "needs the packages that a build checks out into .build"))
  func packagesWithoutModelsHaveNoFindings() {
    var input = LintInput()
    input.files = Self.swiftFiles()
    #expect(input.files.count > 100)
    let found = Linter().lint(input).map { "\($0.rule): \($0.location?.path ?? "")" }
    #expect(found == [])
  }

  /// The same code as if it were around a store, so that every rule looks at it.
  @Test(.enabled(if: hasCheckouts, "needs the packages that a build checks out into .build"))
  func codeAroundStoresHasNoFindings() {
    var input = LintInput()
    let files = Self.swiftFiles().filter { $0.bytes.count < 100_000 }
    for position in stride(from: 0, to: files.count, by: 12) {
      let file = files[position]
      input.files.append(
        SourceFile(path: file.path, bytes: Array("import SwiftData\n".utf8) + file.bytes))
    }
    let found = Linter().lint(input).map { "\($0.rule): \($0.location?.path ?? "")" }
    #expect(found == [])
  }

  @Test(arguments: 1...8) func damagedSourceStopsNothing(_ seed: UInt64) {
    var random = Seeded(seed)
    let texts = LintRules.infos.flatMap(\.examples).map { Array($0.text.utf8) }
      .filter { !$0.isEmpty }
    for _ in 0..<40 {
      var input = LintInput()
      for number in 0..<4 {
        var bytes = texts[Int(random.next() % UInt64(texts.count))]
        for _ in 0..<(1 + random.next() % 3) { damage(&bytes, &random) }
        input.files.append(SourceFile(path: "Damaged\(number).swift", bytes: bytes))
      }
      let found = Linter().lint(input)
      let paths = Set(input.files.map(\.path))
      #expect(found.allSatisfy { !$0.message.isEmpty })
      #expect(found.allSatisfy { $0.location.map { paths.contains($0.path) } ?? true })
      #expect(found == Linter().lint(input), "found again")
    }
  }

  /// Cuts, drops, repeats or replaces a stretch of bytes.
  private func damage(_ bytes: inout [UInt8], _ random: inout Seeded) {
    guard !bytes.isEmpty else { return }
    let start = Int(random.next() % UInt64(bytes.count))
    let end = min(bytes.count, start + 1 + Int(random.next() % 40))
    switch random.next() % 5 {
    case 0: bytes.removeSubrange(start...)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 3: bytes[start] = Self.marks[Int(random.next() % UInt64(Self.marks.count))]
    default: bytes.replaceSubrange(start..<end, with: Self.marks)
    }
  }

  private static let marks = Array("{}()[]<>#@\\\".,:;?!&=$\u{0}é\n".utf8)
}
