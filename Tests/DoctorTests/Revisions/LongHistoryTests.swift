import Foundation
import StoreEngine
import Testing

@testable import StoreDoctor

/// Histories that are longer than what is read at once.
@Suite struct LongHistoryTests {
  @Test func aSearchKeepsWhatItHasReadAndGivesTheSameAnswer() throws {
    let repository = try RepositoryFixture()
    let contents = (0..<3_100).map { number in
      RepositoryFixture.note(number < 1_400 || number >= 2_900 ? "" : "var color = 0")
        + "// \(number)\n"
    }
    try repository.commit(contents, of: "Models/Note.swift")
    try repository.git("checkout", "-q", "main~1000")
    try repository.makeStore()
    let store = WantedHashes(
      StoreSchema(
        try Store(file: StoreFile.open(path: repository.root.appending(path: "my.store").path))))
    let kept = repository.root.appending(path: "kept").path
    func search(_ progress: @escaping (Int) -> Void = { _ in }) throws -> WrittenBy {
      try RevisionSearch.writtenBy(
        store, in: GitRepository(repository.root.appending(path: "app").path),
        cache: RevisionCache(folder: kept, repository: "app", below: [], tool: "test")
      ) { done, _ in progress(done) }
    }
    var wasKept: [Bool] = []
    let answer = try search { done in
      guard done.isMultiple(of: 1_500), wasKept.count == done / 1_500 else { return }
      wasKept.append(FileManager.default.fileExists(atPath: kept))
    }
    #expect(wasKept == [false, true, true])
    #expect(answer.revisionCount == 3_100 && answer.modelCount == 2)
    #expect(answer.began.map(\.change) == ["now has 'Note.color'"])
    #expect(answer.ended.map(\.change) == ["no longer has 'Note.color'"])
    var isAsked = false
    let again = try search { _ in isAsked = true }
    #expect(again.began == answer.began && again.ended == answer.ended && !isAsked)
  }

  @Test func wordsThatSourceHasInCommonWithModelsAreNone() throws {
    let repository = try RepositoryFixture()
    let contents = (0..<3).map { "struct A { struct Model {} }\nlet b\($0) = A.Model()\n" }
    try repository.commit(contents, of: "A.swift")
    try repository.write(RepositoryFixture.note(""), to: "Note.swift")
    let first = try repository.commit(tag: "v1.0")
    try repository.makeStore()
    #expect(
      repository.writtenBy() == [
        "written by v1.0", "its models came with \(first), before v1.0",
        "they have not been changed since",
      ])
  }
}
