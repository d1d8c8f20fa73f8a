internal import Diagnostics

/// Examples of methods in Objective-C that are told the entity, the predicate and the context.
extension CoreDataText {
  static let askedForOne: [RuleExample] = .texts(
    in: asking,
    flagged: """
      - (CDNote *)oldest {
        NSArray *notes = [NoteStore ↓find:@"Note" matching:nil sortedBy:@"createdAt" in:self.context];
        return notes.count > 0 ? [notes objectAtIndex:0] : nil;
      }
      ---
      - (CDNote *)any { return [[NoteStore ↓all:@"Note" in:self.context] firstObject]; }
      """,
    clean: """
      - (CDNote *)note:(NSString *)title {
        NSPredicate *condition = [NSPredicate predicateWithFormat:@"title == %@", title];
        return [[NoteStore find:@"Note" matching:condition sortedBy:nil in:self.context] firstObject];
      }
      ---
      - (NSArray *)all { return [NoteStore all:@"Note" in:self.context]; }
      ---
      - (CDNote *)only {
        NSArray *notes = [NoteStore all:@"Note" in:self.context];
        if (1 == [notes count]) { return [notes objectAtIndex:0]; }
        return nil;
      }
      """)

  static let askedForNumber: [RuleExample] = .texts(
    in: asking,
    flagged: """
      - (NSUInteger)many { return [[NoteStore ↓all:@"Note" in:self.context] count]; }
      ---
      - (NSUInteger)many { return [[NoteStore.shared ↓notes] count]; }
      ---
      - (void)show:(NSManagedObjectContext *)context {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        for (NSString *title in self.titles) {
          NSArray *notes = [self notesWithTitle:title];
          [self show:notes];
        }
        [context performBlock:^{
          NSArray *notes = [context ↓executeFetchRequest:request error:nil];
          NSLog(@"%lu", (unsigned long)[notes count]);
        }];
      }
      """,
    clean: """
      #if (0) // the old way
      - (NSUInteger)many { return [[NoteStore.shared notes] count]; }
      #endif
      #if (1)
      - (NSUInteger)number { return 1; }
      #else
      - (NSUInteger)number { return [[NoteStore.shared notes] count]; }
      #endif
      ---
      - (void)show:(NSManagedObjectContext *)context {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        [context performBlock:^{
          NSArray *notes = [self notesWithTitle:@"a"];
          NSLog(@"%lu", (unsigned long)[notes count]);
        }];
        [context performBlock:^{
          NSArray *notes = [context executeFetchRequest:request error:nil];
          NSLog(@"%lu", (unsigned long)[notes count]);
          [self show:notes];
        }];
      }
      ---
      - (NSUInteger)many {
        NSArray *notes = [NoteStore all:@"Note" in:self.context];
        self.notes = notes;
        return notes.count;
      }
      """)

  static let askedForAll: [RuleExample] = .texts(
    in: asking,
    flagged: """
      - (NSArray *)notes:(NSString *)title {
        NSArray *notes = [NoteStore all:@"Note" in:self.context];
        return [notes ↓filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:@"title == %@", title]];
      }
      ---
      - (NSArray *)notesThat:(NSPredicate *)predicate {
        NSArray *notes = [NoteStore all:@"Note" in:self.context];
        return [notes ↓filteredArrayUsingPredicate:predicate];
      }
      """,
    clean: """
      - (NSArray *)notes:(NSString *)title before:(NSDate *)date {
        NSPredicate *early = [NSPredicate predicateWithFormat:@"createdAt < %@", date];
        NSArray *notes = [NoteStore find:@"Note" matching:early sortedBy:nil in:self.context];
        return [notes filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:@"title == %@", title]];
      }
      """)

  static let askedByKey: [RuleExample] = .texts(
    in: asking,
    flagged: """
      - (NSArray *)notes:(NSString *)title {
        NSPredicate *condition = [NSPredicate predicateWithFormat:↓@"titel == %@", title];
        return [NoteStore find:@"Note" matching:condition sortedBy:nil in:self.context];
      }
      ---
      - (NSArray *)newest {
        return [NoteStore find:@"Note" matching:nil sortedBy:↓@"createdOn" in:self.context];
      }
      """,
    clean: """
      - (NSArray *)folders:(NSString *)name {
        NSPredicate *condition = [NSPredicate predicateWithFormat:@"name == %@", name];
        return [NoteStore find:@"Folder" matching:condition sortedBy:@"name" in:self.context];
      }
      """)

  static let askedElsewhere: [RuleExample] = .texts(
    in: asking,
    flagged: """
      - (void)load {
        dispatch_async(dispatch_get_global_queue(0, 0), ^{
          self.notes = [NoteStore all:@"Note" in:↓[NoteStore mainContext]];
        });
      }
      ---
      - (void)add {
        NSManagedObjectContext *worker = [NoteStore newWorker];
        NSManagedObjectContext *main = [NoteStore mainContext];
        [worker performBlock:^{
          [NoteStore all:@"Note" in:↓main];
          [NoteStore save:worker];
        }];
      }
      """,
    clean: """
      - (void)load {
        NSManagedObjectContext *worker = [NoteStore newWorker];
        NSManagedObjectContext *main = [NoteStore mainContext];
        [worker performBlock:^{
          [NoteStore save:worker];
          [main performBlock:^{ [NoteStore all:@"Note" in:main]; }];
        }];
      }
      """)

  static let askedOutside: [RuleExample] = .texts(
    in: asking,
    flagged: """
      - (void)load {
        NSManagedObjectContext *worker = [NoteStore newWorker];
        self.notes = [NoteStore all:@"Note" in:↓worker];
      }
      ---
      - (void)load { self.notes = [NoteStore all:@"Note" in:↓[NoteStore newWorker]]; }
      ---
      - (NSManagedObjectContext *)worker {
        if (_worker == nil) {
          _worker = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType];
        }
        return _worker;
      }
      - (void)update {
        void (^done)(NSArray *) = ^(NSArray *rows) {
          NSManagedObjectContext *context = self.worker;
          [NoteStore save:↓context];
        };
        [self.client get:@"notes" success:done];
      }
      ---
      - (void)update {
        dispatch_queue_t queue = dispatch_queue_create("notes", NULL);
        NSManagedObjectContext *worker = [NoteStore newWorker];
        dispatch_async(queue, ^{ [NoteStore save:↓worker]; });
      }
      """,
    clean: """
      - (NSManagedObjectContext *)worker {
        if (_worker == nil) {
          _worker = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType];
        }
        return _worker;
      }
      - (void)update {
        NSManagedObjectContext *context = self.worker;
        void (^work)(void) = ^{ [NoteStore save:context]; };
        [context performBlock:work];
      }
      ---
      - (void)load {
        NSManagedObjectContext *worker = [NoteStore newWorker];
        [worker performBlockAndWait:^{ self.notes = [NoteStore all:@"Note" in:worker]; }];
      }
      """)

  private static func asking(_ text: String) -> String {
    """
    // file: BaseStore.m
    @interface BaseStore : NSObject
    @end
    @implementation BaseStore
    + (NSArray *)find:(NSString *)entity matching:(NSPredicate *)predicate sortedBy:(NSString *)key in:(NSManagedObjectContext *)context {
      NSFetchRequest *request = [[NSFetchRequest alloc] init];
      request.entity = [NSEntityDescription entityForName:entity inManagedObjectContext:context];
      if (predicate != nil) { request.predicate = predicate; }
      if (key != nil) {
        NSSortDescriptor *order = [NSSortDescriptor sortDescriptorWithKey:key ascending:YES];
        request.sortDescriptors = @[order];
      }
      NSError *error = nil;
      NSMutableArray *found = [[context executeFetchRequest:request error:&error] mutableCopy];
      if (found == nil) { NSLog(@"%@", error); }
      return found;
    }
    + (NSArray *)all:(NSString *)entity in:(NSManagedObjectContext *)context {
      return [self find:entity matching:nil sortedBy:nil in:context];
    }
    + (void)save:(NSManagedObjectContext *)context {
      NSError *error = nil;
      if (![context save:&error]) { NSLog(@"%@", error); }
    }
    + (NSManagedObjectContext *)mainContext {
      AppDelegate *delegate = (AppDelegate *)[[UIApplication sharedApplication] delegate];
      return delegate.container.viewContext;
    }
    + (NSManagedObjectContext *)newWorker {
      NSManagedObjectContext *worker =
        [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType];
      worker.persistentStoreCoordinator = [self mainContext].persistentStoreCoordinator;
      return worker;
    }
    @end
    // file: Screen.m
    @interface NoteStore : BaseStore
    + (instancetype)shared;
    @end
    @implementation NoteStore
    + (instancetype)shared {
      static NoteStore *shared;
      if (shared == nil) { shared = [[self alloc] init]; }
      return shared;
    }
    - (NSArray *)notes {
      return [BaseStore all:@"Note" in:[BaseStore mainContext]];
    }
    @end
    @interface Screen : UIViewController
    @property (nonatomic, strong) NSManagedObjectContext *context;
    @property (nonatomic, strong) NSArray *notes;
    @end
    @implementation Screen
    \(text)
    @end
    \(model)
    """
  }
}
