import Testing

@testable import DoctorCLI
@testable import Lint

/// What the other files of an app say of the methods in Objective-C: who calls them, and whose they are.
@Suite struct ObjectiveCCallerTests {
  private static let model = """
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Note" representedClassName="Note"><attribute name="title" attributeType="String" optional="YES"/></entity>
    </model>
    """

  private static func run(_ files: [String: String]) throws -> String {
    var files = files
    files["Notes.xcdatamodeld/Notes.xcdatamodel/contents"] = model
    files["main.m"] =
      "int main(int argc, char *argv[]) { return UIApplicationMain(argc, argv, nil, nil); }\n"
    // In an app of few files, what nothing calls yet is judged all the same.
    let others = (0..<20).map { ("Part\($0).m", "@implementation Part\($0)\n@end\n") }
    return try LintFolder(files.merging(others) { own, _ in own }).run("lint {}").text
  }

  private static let store = [
    "Store.h": """
    @interface Store : NSObject
    @property (strong) NSManagedObjectContext *context;
    - (BOOL)hasNotes;
    @end
    """,
    "Store.m": """
    @implementation Store
    - (BOOL)hasNotes {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      return [self.context executeFetchRequest:request error:nil].count > 0;
    }
    @end
    """,
    "Other.m": """
    @implementation OtherStore
    - (BOOL)hasNotes { return NO; }
    @end
    """,
  ]

  @Test func declarationsAndNamesakesCallNothing() throws {
    let text = try Self.run(Self.store)
    #expect(!text.contains("Store.m:4"), "\(text)")
  }

  @Test(arguments: ["[self.store hasNotes];", "SEL ask = @selector(hasNotes);"])
  func filesWithoutCoreDataCallMethods(_ call: String) throws {
    let screen = "@implementation Screen\n- (void)show { \(call) }\n@end\n"
    let text = try Self.run(Self.store.merging(["Screen.m": screen]) { $1 })
    #expect(text.contains("Store.m:4") && text.contains("whole-rows-for-count"), "\(text)")
  }

  /// What no header declares, a framework may call.
  @Test func whatNoHeaderDeclaresMayBeCalled() throws {
    let text = try Self.run(
      Self.store.merging(["Store.h": "@interface Store : NSObject\n@end\n"]) { $1 })
    #expect(text.contains("Store.m:4"), "\(text)")
  }

  @Test func propertiesOfVariablesHaveTheirClass() throws {
    let text = try Self.run([
      "Store.h": """
      @interface Store : NSObject
      @property (strong) NSManagedObjectContext *context;
      - (void)saveContext;
      @end
      """,
      "Store.m": """
      @implementation Store
      - (void)saveContext {
        NSError *error = nil;
        if (![self.context save:&error]) { NSLog(@"%@", error); }
      }
      @end
      """,
      "NoteStore.h": "@interface NoteStore : Store\n- (void)add:(NSString *)title;\n@end\n",
      "NoteStore.m": """
      @implementation NoteStore
      - (void)add:(NSString *)title {
        Note *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.context];
        note.title = title;
        [self saveContext];
      }
      @end
      """,
      "Library.h": "@interface Library : NSObject\n@property (strong) NoteStore *notes;\n@end\n",
      "Library.m": """
      #import <CoreData/CoreData.h>
      @implementation Library
      - (NSManagedObjectContext *)context { return self.notes.context; }
      @end
      """,
      "Receiver.m": """
      @implementation Receiver {
        Library *library;
      }
      - (void)receive:(NSArray *)titles {
        for (NSString *title in titles) { [library.notes add:title]; }
      }
      @end
      """,
    ])
    #expect(text.contains("Receiver.m:5") && text.contains("[save-in-loop]"), "\(text)")
  }

  /// A class that asks one of Core Data's in turn, and another that sends it to a thread: neither names Core Data.
  @Test func whoSendsWorkToAThreadIsReadThroughOtherClasses() throws {
    let text = try Self.run([
      "Store.h": """
      @interface Store : NSObject
      + (NSArray *)all;
      @end
      """,
      "Store.m": """
      @implementation Store
      + (NSArray *)all {
        NSManagedObjectContext *context = [Stack shared].viewContext;
        return [context executeFetchRequest:[NSFetchRequest fetchRequestWithEntityName:@"Note"] error:nil];
      }
      @end
      """,
      "Loader.h": "@interface Loader : NSObject\n- (void)load;\n@end\n",
      "Loader.m": """
      @implementation Loader
      - (void)load { [self show:[Store all]]; }
      @end
      """,
      "Screen.h": "@interface Screen : NSObject\n@property (strong) Loader *loader;\n@end\n",
      "Screen.m": """
      @implementation Screen
      - (void)start { [self.loader performSelectorInBackground:@selector(load) withObject:nil]; }
      @end
      """,
    ])
    #expect(text.contains("Screen.m:2") && text.contains("context-across-tasks"), "\(text)")
  }

  /// What MagicalRecord calls the default context is the main thread's, and its blocks run in the background.
  @Test func blocksOfMagicalRecordRunInTheBackground() throws {
    let text = try Self.run([
      "CDNote.h": "@interface CDNote : NSManagedObject\n@property NSString *title;\n@end\n",
      "Screen.m": """
      @implementation Screen
      - (void)keep:(NSString *)title {
        [MagicalRecord saveWithBlock:^(NSManagedObjectContext *local) {
          Note *note = [Note MR_createEntityInContext:[NSManagedObjectContext MR_defaultContext]];
          note.title = title;
        } completion:^(BOOL saved, NSError *error) {
          if (!saved) { [self show:error]; }
          [Note MR_findAllInContext:[NSManagedObjectContext MR_defaultContext]];
        }];
      }
      @end
      """,
    ])
    #expect(text.contains("Screen.m:4") && text.contains("context-across-tasks"), "\(text)")
    #expect(!text.contains("Screen.m:8"), "\(text)")
  }
}
