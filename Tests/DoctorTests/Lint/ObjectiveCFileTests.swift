import Testing

@testable import DoctorCLI
@testable import Lint

/// What files say that do not work with a store themselves.
@Suite struct ObjectiveCFileTests {
  private static let model = """
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Person" representedClassName="Person">
    <attribute name="lastName" optional="YES" attributeType="String"/>
    </entity>
    </model>
    """

  private func said(_ files: [String: String]) throws -> String {
    try LintFolder(files).run("lint {}").text
  }

  private static func list(_ key: String) -> String {
    """
    #import <CoreData/CoreData.h>
    #import "Keys.h"
    @implementation List
    - (void)load:(NSManagedObjectContext *)context {
      NSFetchRequest *request = [[NSFetchRequest alloc] initWithEntityName:PersonEntity];
      request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:\(key) ascending:YES]];
      NSLog(@"%@", [context executeFetchRequest:request error:nil]);
    }
    @end
    """
  }

  @Test(
    arguments: [
      ("Keys.m", "NSString *const PersonEntity = @\"Person\";", "@\"lastname\"", true),
      ("Keys.m", "NSString *const PersonEntity = @\"Person\";", "@\"lastName\"", false),
      ("Keys.h", "static NSString * const PersonEntity = @\"Person\";", "@\"lastname\"", true),
      // Nobody else sees what is 'static' in a file.
      ("Keys.m", "static NSString *const PersonEntity = @\"Person\";", "@\"lastname\"", false),
    ])
  func textsHaveTheNamesThatOtherFilesGiveThem(
    _ path: String, _ text: String, _ key: String, _ isSaid: Bool
  ) throws {
    let found = try said([
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model,
      path: "#import <Foundation/Foundation.h>\n\(text)\n", "List.m": Self.list(key),
    ])
    #expect(found.contains("[unknown-key]") == isSaid, "\(found)")
  }

  @Test(arguments: [("Person+CoreDataClass.h", true), ("Person.h", false)])
  func whatXcodeGeneratesIsAClassOfObjects(_ header: String, _ isSaid: Bool) throws {
    let found = try said([
      "Card.m": """
      #import "Card.h"
      #import "\(header)"
      @interface Card ()
      @property (nonatomic) NSManagedObjectContext *context;
      @property (nonatomic) Person *person;
      @end
      @implementation Card
      - (void)refresh {
        Person *shown = self.person;
        dispatch_async(dispatch_get_global_queue(0, 0), ^{ NSLog(@"%@", shown.lastName); });
      }
      - (void)reload {
        dispatch_async(dispatch_get_global_queue(0, 0), ^{ NSLog(@"%@", self.person.lastName); });
        dispatch_async(dispatch_get_main_queue(), ^{ NSLog(@"%@", self.person.lastName); });
      }
      - (void)look:(NSManagedObjectID *)key in:(NSPersistentContainer *)container {
        [container performBackgroundTask:^(NSManagedObjectContext *own) {
          Person *person = [own objectWithID:key];
          NSLog(@"%@", person.lastName);
        }];
      }
      @end
      """
    ])
    #expect(found.contains("Card.m:10:") == isSaid, "\(found)")
    #expect(
      found.contains("Card.m:13:") == isSaid || found.contains("line 13") == isSaid, "\(found)")
    #expect(!found.contains("Card.m:19:") && !found.contains("line 19"), "\(found)")
    #expect(found.contains("[context-across-tasks]") == isSaid, "\(found)")
  }

  @Test(
    arguments: [
      ("Text(\"\\(notes.count)\")", true), ("List(notes) { Text(\"\\($0)\") }", false),
    ])
  func aViewThatShowsTheRowsIsNotToldToCountThem(_ other: String, _ isSaid: Bool) throws {
    let found = try said([
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model,
      "Screen.swift": """
      import CoreData
      import SwiftUI
      struct Screen: View {
        @Environment(\\.managedObjectContext) private var context
        private var notes: [Person] {
          (try? context.fetch(NSFetchRequest<Person>(entityName: "Person"))) ?? []
        }
        var body: some View {
          if notes.isEmpty { Text("none") } else { \(other) }
        }
      }
      """,
    ])
    #expect(found.contains("[whole-rows-for-count]") == isSaid, "\(found)")
  }

  @Test func aViewOfCoreDataIsToldOfItsOwnQueries() throws {
    let found = try said([
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model,
      "Screen.swift": """
      import CoreData
      import SwiftUI
      struct Screen: View {
        @Environment(\\.managedObjectContext) private var context
        var body: some View {
          let all = (try? context.fetch(NSFetchRequest<Person>(entityName: "Person"))) ?? []
          return List(all, id: \\.objectID) { Text($0.lastName ?? "") }
        }
      }
      """,
    ])
    #expect(found.contains("use @FetchRequest"), "\(found)")
  }

  @Test func whatIsTheSameInEachRoundIsFetchedBefore() throws {
    let found = try said([
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model,
      "Post.m": """
      #import <CoreData/CoreData.h>
      @implementation Post
      + (NSArray *)everybody { return [Main.context executeFetchRequest:[Person fetchRequest] error:nil]; }
      - (void)sendAll:(NSArray *)letters {
        for (NSString *letter in letters) { NSLog(@"%@ %@", letter, [Post everybody]); }
      }
      @end
      """,
    ])
    #expect(found.contains("[fetch-in-loop]"), "\(found)")
    #expect(found.contains("fetch once before the loop, and keep the result"), "\(found)")
  }
}
