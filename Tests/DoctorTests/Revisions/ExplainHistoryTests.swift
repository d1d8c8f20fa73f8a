import Foundation
import StoreDoctor
import StoreEngine
import Testing

@testable import DoctorCLI

/// `explain --git`: who wrote the store whose hashes a log prints.
@Suite struct ExplainHistoryTests {
  private let repository: RepositoryFixture
  /// The commits that brought the models of the store, and changed them.
  private let commits: [String]
  private let hash: String

  init() throws {
    repository = try RepositoryFixture()
    try repository.write(RepositoryFixture.note(""), to: "Note.swift")
    let first = try repository.commit(tag: "v1.0")
    try repository.makeStore()
    try repository.write(RepositoryFixture.note("var color = 0"), to: "Note.swift")
    commits = [first, try repository.commit(tag: "v2.0")]
    let file = try StoreFile.open(path: repository.root.appending(path: "my.store").path)
    hash = try #require(StoreSchema(Store(file: file)).entityHashes["Note"]?.hex)
  }

  private func explain(_ log: String, _ options: String = "--git {}/app") throws -> String {
    try Data(log.utf8).write(to: repository.root.appending(path: "my.log"))
    return repository.run("explain {}/my.log \(options)").text
  }

  private var whole: String {
    """
    CoreData: error: The model used to open the store is incompatible
    {
      NSStoreModelVersionHashes = {
        Note = <\(hash)>;
      };
    }
    """
  }

  private var cut: String {
    "NSStoreModelVersionHashes = {\n  Note = {length = 32, bytes = 0x\(hash.prefix(16)) ... "
      + "\(hash.suffix(8)) };\n};\n"
  }

  @Test func theReleaseOfALogIsNamed() throws {
    let text = try explain(whole)
    #expect(text.contains("(line 3): written by v1.0\n"))
    #expect(text.contains("its models came with \(commits[0]), before v1.0\n"))
    #expect(
      text.contains(
        "they were changed by \(commits[1]), before v2.0: the model now has 'Note.color'"))
    // What is checked out is asked, too.
    #expect(text.contains("'Note.color'") && text.contains("matches no version of"))
  }

  @Test func endsOfHashesAreEnoughAndSaidToBeEnds() throws {
    let text = try explain(cut)
    #expect(text.contains("written by v1.0") && text.contains("only the ends of the hashes"))
    let other = try explain(cut.replacing(hash.suffix(8), with: "00000000"))
    #expect(other.contains("no revision has the store's hashes"))
  }

  @Test func whatIsNotAllIsNotSearchedFor() throws {
    let text = try explain(String(whole.prefix { $0 != ">" }) + ">;\n")
    #expect(text.contains("the history was not searched for the store the text tells of (line 3)"))
    #expect(!text.contains("written by"))
    // A list with an end may still be a part: the digest beside it is of all.
    let others = try explain(
      whole.replacing("  };\n}", with: "  };\n  NSStoreModelVersionHashesDigest = \"AAAA\";\n}"))
    #expect(others.contains("is that of others or more, so give all of it"), "\(others)")
    #expect(!others.contains("written by"), "\(others)")
    #expect(try explain("no such table: ZNOTE\n").contains("prints no version hashes"))
  }

  @Test func aFolderWithoutARepositoryIsAnError() throws {
    try Data(whole.utf8).write(to: repository.root.appending(path: "my.log"))
    let (text, code) = repository.run("explain {}/my.log --git {}")
    #expect(code == 3 && text.contains("is in no git repository"))
    let alone = repository.run("explain {}/my.log --paths app")
    #expect(alone.code == 2 && alone.text.contains("--paths goes with --git"))
  }
}
