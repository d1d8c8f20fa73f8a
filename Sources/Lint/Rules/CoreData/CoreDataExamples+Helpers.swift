internal import Diagnostics

/// Work that helpers, controllers and libraries do for those that call them.
extension CoreDataText {
  static let records: [RuleExample] =
    .texts(
      in: code,
      flagged: """
        func load(_ titles: [String]) {
          MagicalRecord.save({ context in
            for title in titles { CDNote.↓mr_createEntity()?.title = title }
          })
        }
        ---
        func all(_ container: NSPersistentContainer) async throws -> [String] {
          try await Reader(container).titles()
        }
        // file: Reader.swift
        import Foundation
        final class Reader {
          let container: NSPersistentContainer
          init(_ container: NSPersistentContainer) { self.container = container }
          func titles() async throws -> [String] {
            try ↓container.viewContext.fetch(CDNote.fetchRequest()).compactMap(\\.title)
          }
        }
        """,
      clean: """
        func load(_ titles: [String]) {
          MagicalRecord.save({ context in
            for title in titles { CDNote.mr_createEntity(in: context)?.title = title }
          })
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (void)load:(NSArray *)titles {
          [MagicalRecord saveWithBlock:^(NSManagedObjectContext *context) {
            CDNote *note = [CDNote ↓MR_createEntity];
            note.title = titles.firstObject;
          }];
        }
        ---
        - (void)search {
          dispatch_async(dispatch_get_global_queue(0, 0), ^{ [self.controller ↓performFetch:nil]; });
        }
        ---
        - (void)search {
          NSInvocationOperation *operation = [[NSInvocationOperation alloc] ↓initWithTarget:self selector:@selector(find) object:nil];
          [self.queue addOperation:operation];
        }
        - (void)find { [self.controller performFetch:nil]; }
        ---
        - (void)search { [self ↓run:@selector(find) of:self]; }
        - (void)run:(SEL)selector of:(id)target {
          [NSThread detachNewThreadSelector:selector toTarget:target withObject:nil];
        }
        - (void)find { [self.controller performFetch:nil]; }
        """,
      clean: """
        - (void)load:(NSArray *)titles {
          [MagicalRecord saveWithBlock:^(NSManagedObjectContext *context) {
            CDNote *note = [CDNote MR_createEntityInContext:context];
            note.title = titles.firstObject;
          }];
        }
        ---
        - (void)search {
          dispatch_async(dispatch_get_main_queue(), ^{ [self.controller performFetch:nil]; });
        }
        """)

  static let inherited: [RuleExample] = .texts(
    in: objectiveC,
    flagged: """
      - (CDNote *)noteWithKey:(NSString *)key value:(NSString *)value {
        if (key && value) {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          request.predicate = [NSPredicate predicateWithFormat:@"%K == %@", key, value];
          return [[self.context executeFetchRequest:request error:nil] firstObject];
        }
        return nil;
      }
      - (void)load:(NSArray *)titles {
        for (NSString *title in titles) { [self ↓noteWithKey:@"title" value:title]; }
      }
      @end
      @interface Importer : Store
      @end
      @implementation Importer
      - (void)look:(NSArray *)names {
        for (NSString *name in names) { [self ↓noteWithKey:@"title" value:name]; }
      }
      """,
    clean: """
      - (CDNote *)noteWithTitle:(NSString *)title isKnown:(BOOL)isKnown {
        if (isKnown) {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          request.predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
          return [[self.context executeFetchRequest:request error:nil] firstObject];
        }
        return nil;
      }
      - (void)load:(NSArray *)titles {
        for (NSString *title in titles) { [self noteWithTitle:title isKnown:NO]; }
      }
      """)

  static let copiedLists: [RuleExample] = .texts(
    in: objectiveC,
    flagged: """
      - (NSMutableArray *)notes {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        NSArray *found = nil;
        found = [self.context executeFetchRequest:request error:nil];
        return [NSMutableArray arrayWithArray:found];
      }
      - (NSUInteger)many { return [[self ↓notes] count]; }
      """,
    clean: """
      - (NSMutableArray *)notes {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        NSArray *found = [self.context executeFetchRequest:request error:nil];
        return [NSMutableArray arrayWithArray:found];
      }
      - (void)show { for (CDNote *note in [self notes]) { NSLog(@"%@", note.title); } }
      """)

  static let blockSearches: [RuleExample] = .texts(
    in: objectiveC,
    flagged: """
      - (NSArray *)notes {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        NSArray *found = [self.context ↓executeFetchRequest:request error:nil];
        return [found filteredArrayUsingPredicate:[NSPredicate predicateWithBlock:^BOOL(id object, NSDictionary *bindings) {
          CDNote *note = (CDNote *)object;
          return [[note createdAt] timeIntervalSinceNow] < -86400;
        }]];
      }
      """,
    clean: """
      - (NSArray *)notes {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        NSArray *found = [self.context executeFetchRequest:request error:nil];
        return [found filteredArrayUsingPredicate:[NSPredicate predicateWithBlock:^BOOL(id object, NSDictionary *bindings) {
          return [self.known containsObject:object];
        }]];
      }
      """)
}
