import Diagnostics
import ModelSource
import StoreDoctor
import StoreModel
import TestSupport

@testable import Lint

extension FuzzReader {
  /// Swift source: the samples of the project, taken apart and put together again.
  static let sources: [FuzzReader] = [
    FuzzReader(
      "swift", isText: true, words: swiftWords,
      samples: { _ in try FuzzFolder.samples(".swift") },
      read: { bytes, _, random in
        let files = [SourceFile(path: "a.swift", bytes: bytes)]
        let read = SwiftModelReader.readAll(files)
        guard SwiftModelReader.readAll(files).histories == read.histories else {
          throw FuzzFailure("read twice, it differs")
        }
        let lines = bytes.count { $0 == 0x0a } + 1
        for problem in read.problems + read.histories.flatMap({ $0.versions.flatMap(\.problems) }) {
          if let line = problem.location?.line, line > lines {
            throw FuzzFailure("a problem in line \(line) of \(lines)")
          }
          if problem.message.isEmpty { throw FuzzFailure("a problem without words") }
        }
        try check(read.histories.flatMap(\.versions))
        // The rules take most of the time.
        guard random.below(3) == 0 else { return }
        for finding in Linter().lint(LintInput(files: files)) {
          if let line = finding.location?.line, line > lines {
            throw FuzzFailure("[\(finding.rule)] in line \(line) of \(lines)")
          }
          if finding.message.isEmpty { throw FuzzFailure("[\(finding.rule)] without words") }
        }
      }),
    FuzzReader(
      "objective-c", isText: true, words: objectiveCWords,
      samples: { _ in [Array(objectiveC.utf8)] },
      read: { bytes, _, _ in
        var input = LintInput(models: [
          SchemaHistory(name: "Notes", versions: [model], isOrdered: false)
        ])
        input.objectiveC = [SourceFile(path: "a.m", bytes: bytes)]
        let lines = bytes.count { $0 == 0x0a } + 1
        for finding in Linter().lint(input) where finding.location?.path == "a.m" {
          if let line = finding.location?.line, line > lines {
            throw FuzzFailure("[\(finding.rule)] in line \(line) of \(lines)")
          }
          if finding.message.isEmpty { throw FuzzFailure("[\(finding.rule)] without words") }
        }
      }),
  ]

  private static let objectiveC = """
    #import <CoreData/CoreData.h>
    #define KEY @"title"
    @interface Store () { NSManagedObjectContext *_main; }
    @property (nonatomic, strong) NSManagedObjectContext *context;
    @end
    @implementation Store
    @dynamic title;
    - (NSArray *)all:(NSString *)name error:(NSError **)error {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.predicate = [NSPredicate predicateWithFormat:@"title == %@", name];
      request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:KEY ascending:YES]];
      return [self.context executeFetchRequest:request error:error];
    }
    - (void)save:(NSArray *)notes {
      for (NSManagedObject *note in notes) {
        [note setValue:@"a" forKey:KEY]; // storedoctor:ignore[save-in-loop] reason
        if (![self.context save:nil]) { abort(); } else [self.context deleteObject:note];
      }
      dispatch_async(dispatch_get_global_queue(0, 0), ^{ [self->_main performBlock:^{ [_main save:nil]; }]; });
    }
    @end
    """

  private static let objectiveCWords = [
    "[", "]", "{", "}", "(", ")", "^", "@", "@[", "@{", "@\"", "\"", "'", "\\", ";", ":", ",", "->",
    "==",
    "for (id a in b)", "while (1)", "if (a)", "else", "return;", "break;", "#if 0", "#else",
    "#endif",
    "#define A @\"b\"", "@implementation", "@interface", "@end", "@property", "@dynamic",
    "- (void)a:(id)b",
    "[context save:&error]", "[context executeFetchRequest:request error:nil]", "firstObject",
    ".count",
    "enumerateObjectsUsingBlock:^(id a, NSUInteger b, BOOL *stop)", "// storedoctor:ignore[a] b",
    "/*", "*/",
    "\r\n", "?", "\u{1F600}",
  ]

  static func sourceFiles() throws -> [SourceFile] {
    try FuzzFolder.samples(".swift").enumerated().map {
      SourceFile(path: "\($0.offset).swift", bytes: $0.element)
    }
  }

  private static let swiftWords = [
    "@Model", "class", "struct", "enum", "extension", "protocol", "typealias", "var", "let",
    "static",
    "case", "func", "init", "@Attribute(.unique)", "@Relationship(inverse: \\Note.tags)",
    "@Transient",
    "#Unique<Note>([\\.title])", "#Index<Note>([\\.title])", "#if DEBUG", "#else", "#endif",
    "#elseif",
    ": VersionedSchema", ": SchemaMigrationPlan", ": Codable", "[", "]", "?", "!", "Self", "[Note]",
    "originalName: \"a\"", "Schema.Version(1, 2, 3)",
    ".lightweight(fromVersion: A.self, toVersion: B.self)",
    ".custom(", "static var models: [any PersistentModel.Type] {", "lazy", "indirect",
    "private(set)",
    "= nil", "= []", "= .max", "\"\\(", "\"\"\"", "//", "/*", "*/",
    "storedoctor:ignore[rule] reason",
    "#Predicate<Note> { $0.title == \"\" }", "FetchDescriptor<Note>()", "try", "await", "->",
    "where",
    "@available(*, deprecated)", "0x7fffffffffffffff", "1_000", "\u{1F600}", "`class`", "T", "<T>",
  ]
}
