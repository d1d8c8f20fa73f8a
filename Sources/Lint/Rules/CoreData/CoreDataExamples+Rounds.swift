internal import Diagnostics

/// Examples of loops in Objective-C, and of requests and model files that go with them.
extension CoreDataText {
  static let countsOfObjectiveC: [RuleExample] = .texts(
    in: counted,
    flagged: """
      request.fetchLimit = 0;
      ---
      [request setFetchBatchSize:20];
      """,
    clean: """
      request.fetchLimit = 100;
      ---
      request.resultType = NSCountResultType;
      """)

  private static func counted(_ text: String) -> String {
    let isClean = text.contains("100") || text.contains("resultType")
    return objectiveC(
      """
      - (NSUInteger)many {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        \(text)
        return [self.managedObjectContext \(isClean ? "" : "↓")executeFetchRequest:request error:nil].count;
      }
      """)
  }

  /// Loops that count, and ask for something else each time.
  static let rounds: [RuleExample] = .texts(
    in: { objectiveC(notesSince + $0) },
    flagged: """
      - (NSInteger)streak {
        NSInteger days = 0;
        while (YES) {
          NSDate *day = [NSDate dateWithTimeIntervalSinceNow:-86400 * days];
          if ([self ↓notesSince:day].count == 0) break;
          days++;
        }
        return days;
      }
      ---
      - (void)show {
        for (int day = 0; day < 365; day++) {
          NSArray *notes = [self ↓notesSince:[NSDate dateWithTimeIntervalSinceNow:-86400 * day]];
          [self draw:notes];
        }
      }
      ---
      - (void)check:(NSArray *)days {
        [days enumerateObjectsUsingBlock:^(NSDate *day, NSUInteger index, BOOL *stop) {
          if ([self isMissing:day]) {
            [self draw:[self ↓notesSince:day]];
            return;
          }
          [self mark:day];
        }];
      }
      ---
      - (void)check:(NSArray *)days with:(NSManagedObjectContext *)context {
        for (NSDate *day in days) {
          [context performBlockAndWait:^{ [self draw:[self ↓notesSince:day]]; }];
        }
      }
      ---
      - (void)check:(NSMutableArray *)days {
        [days performMap:^id(NSDate *day) { return [self ↓notesSince:day]; }];
      }
      """,
    clean: """
      - (void)check:(NSArray *)days with:(NSManagedObjectContext *)context {
        [context performBlockAndWait:^{
          NSArray *notes = [self notesSince:days.firstObject];
          for (NSDate *day in days) { [self draw:notes on:day]; }
        }];
      }
      ---
      - (void)firstInit {
        for (int day = 0; day < 365; day++) {
          [self draw:[self notesSince:[NSDate dateWithTimeIntervalSinceNow:-86400 * day]]];
        }
      }
      ---
      - (void)show {
        for (int day = 0; day < 7; day++) {
          NSArray *notes = [self notesSince:[NSDate dateWithTimeIntervalSinceNow:-86400 * day]];
          [self draw:notes];
        }
      }
      ---
      - (void)check:(NSArray *)days {
        [days enumerateObjectsUsingBlock:^(NSDate *day, NSUInteger index, BOOL *stop) {
          if ([self isMissing:day]) {
            [self draw:[self notesSince:day]];
            *stop = YES;
          }
        }];
      }
      ---
      - (void)check:(NSArray *)days {
        for (NSDate *day in days) {
          if ([self isMissing:day]) {
            [self draw:[self notesSince:day]];
            break;
          }
        }
      }
      ---
      - (void)check:(NSArray *)days {
        for (NSDate *day in days) [self load:day];
      }
      - (void)load:(NSDate *)day {
        [self.server get:day completion:^(NSArray *answer) {
          [self draw:[self notesSince:day]];
        }];
      }
      ---
      - (void)sendAll {
        NSUInteger part = 0;
        while (YES) {
          NSArray *notes = [self part:part * 20];
          if (notes.count == 0) break;
          [self send:notes];
          part++;
        }
      }
      - (NSArray *)part:(NSUInteger)start {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.fetchOffset = start;
        request.fetchLimit = 20;
        return [self.managedObjectContext executeFetchRequest:request error:nil];
      }
      """)

  /// A method of the class that has the shared object do what the method is called.
  static let sharedSaves: [RuleExample] = .texts(
    in: objectiveC,
    flagged: """
      - (void)take:(NSArray *)rows {
        for (NSDictionary *row in rows) {
          NSArray *found = [self notesWithTitle:row[@"title"]];
          if ([found count] > 0) {
            [found[0] setTitle:row[@"title"]];
            [self.managedObjectContext ↓save:nil];
          } else if (found.count == 0) {
            [self insert:row];
            [self.managedObjectContext ↓save:nil];
          }
        }
      }
      ---
      + (void)keep { [[Store shared] keep]; }
      - (void)keep {
        NSError *error = nil;
        if ([self.managedObjectContext hasChanges] && ![self.managedObjectContext save:&error]) {
          NSLog(@"%@", error);
        }
      }
      - (void)add:(NSArray *)titles {
        for (NSString *title in titles) {
          [self insert:title];
          [Store ↓keep];
        }
      }
      """,
    clean: """
      - (void)take:(NSArray *)rows {
        NSError *error = nil;
        NSUInteger waiting = 0;
        for (NSDictionary *row in rows) {
          [self insert:row];
          waiting++;
          if (waiting >= 100) {
            if (![self.managedObjectContext save:&error]) { NSLog(@"%@", error); }
            waiting = 0;
          }
          if (row == rows.lastObject) {
            if (![self.managedObjectContext save:&error]) { NSLog(@"%@", error); }
          }
        }
      }
      ---
      + (void)keep { [[Store shared] keep]; }
      - (void)keep {
        NSError *error = nil;
        if (![self.managedObjectContext save:&error]) { NSLog(@"%@", error); }
      }
      - (void)add:(NSArray *)titles {
        for (NSString *title in titles) { [self insert:title]; }
        [Store keep];
      }
      """)

  /// A request that another class makes anew.
  static let requestsOfSubclasses: [RuleExample] = .texts(
    in: objectiveC,
    flagged: """
      - (NSFetchedResultsController *)results {
        NSFetchRequest *request = [Note fetchRequest];
        return [[NSFetchedResultsController alloc]
          initWithFetchRequest:↓request managedObjectContext:self.managedObjectContext
            sectionNameKeyPath:nil cacheName:nil];
      }
      """,
    clean: """
      - (NSFetchRequest *)fetchRequest {
        @throw [NSException exceptionWithName:@"Abstract" reason:nil userInfo:nil];
      }
      - (NSFetchedResultsController *)results {
        NSFetchRequest *request = [self fetchRequest];
        return [[NSFetchedResultsController alloc]
          initWithFetchRequest:request managedObjectContext:self.managedObjectContext
            sectionNameKeyPath:nil cacheName:nil];
      }
      """)

  private static let notesSince = """
    - (NSArray *)notesSince:(NSDate *)date {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.predicate = [NSPredicate predicateWithFormat:@"createdAt > %@", date];
      return [self.managedObjectContext executeFetchRequest:request error:nil];
    }

    """

  /// A type of the app that is called as an entity which only an old version has.
  static let droppedEntities: [RuleExample] = [
    .clean(
      """
      // file: Notes.swift
      import CoreData
      struct Folder: Decodable {
        var notes: [Note]
      }
      struct Note: Decodable { var title: String }
      func cover(of folder: Folder) -> String? { folder.notes.first?.title }
      \(old)
      // file: Notes.xcdatamodeld/Notes 2.xcdatamodel/contents
      <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Shelf" representedClassName="Shelf" elementID="Folder">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="notes" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Paper" inverseName="folder" inverseEntity="Paper"/>
      </entity>
      <entity name="Paper" representedClassName="Paper" elementID="Note">
        <attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="notes" inverseEntity="Shelf"/>
      </entity>
      </model>
      // file: Notes.xcdatamodeld/.xccurrentversion
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>_XCCurrentVersionName</key><string>Notes 2.xcdatamodel</string>
      </dict></plist>
      """)
  ]

  private static let old = """
    // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Folder" representedClassName="Folder">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="notes" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
    </entity>
    <entity name="Note" representedClassName="Note">
      <attribute name="title" optional="YES" attributeType="String"/>
      <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
    </entity>
    </model>
    """

  /// A relationship that only the current version keeps the order of, or only an old one.
  static let orderedVersions: [RuleExample] = .texts(
    in: ordered,
    flagged: """
      Notes 9
      """,
    clean: """
      Notes 10
      """)

  private static func ordered(_ current: String) -> String {
    func version(_ name: String, _ ordering: String) -> String {
      """
      // file: Notes.xcdatamodeld/\(name).xcdatamodel/contents
      <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Folder" representedClassName="CDFolder">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="notes" optional="YES" toMany="YES" \(ordering)deletionRule="Cascade" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
      </entity>
      <entity name="Note" representedClassName="CDNote">
        <attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
      </entity>
      </model>
      """
    }
    let mark = current == "Notes 9" ? "↓" : ""
    return """
      // file: Notes.swift
      import CoreData
      func cover(of folder: CDFolder) -> String? {
        (folder.notes?.allObjects as? [CDNote])?.\(mark)first?.title
      }
      \(version("Notes 10", "ordered=\"YES\" "))
      \(version("Notes 9", ""))
      // file: Notes.xcdatamodeld/.xccurrentversion
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>_XCCurrentVersionName</key><string>\(current).xcdatamodel</string>
      </dict></plist>
      """
  }
}
