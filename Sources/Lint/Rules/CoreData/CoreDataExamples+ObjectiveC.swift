internal import Diagnostics

/// Examples of requests and queues in Objective-C.
extension CoreDataText {
  /// Contexts of objects that are made on another queue, or brought there.
  static let importers: [RuleExample] = .texts(
    in: importer,
    flagged: """
      dispatch_async(queue, ^{ [self.reader ↓readAll]; });
      ---
      Reader *reader = [[Reader alloc] init];
      reader.context = self.sharedContext;
      [NSThread ↓detachNewThreadSelector:@selector(readAll) toTarget:reader withObject:nil];
      ---
      Reader *reader = [[Reader alloc] init];
      dispatch_async(queue, ^{ [reader ↓readAll]; });
      ---
      dispatch_async(queue, ^{
        Reader *reader = [[Reader alloc] init];
        reader.context = self.sharedContext;
        [reader ↓readAll];
      });
      """,
    clean: """
      dispatch_async(queue, ^{
        Reader *reader = [[Reader alloc] init];
        [reader readAll];
      });
      ---
      dispatch_async(queue, ^{
        Reader *reader = [[Reader alloc] init];
        reader.context = [[NSManagedObjectContext alloc] init];
        [reader readAll];
      });
      """)

  private static func importer(_ text: String) -> String {
    """
    // file: Reader.m
    @interface Reader : NSObject
    @property (nonatomic, strong) NSManagedObjectContext *context;
    - (NSUInteger)readAll;
    @end
    @implementation Reader
    - (NSManagedObjectContext *)context {
      if (_context == nil) {
        _context = [[NSManagedObjectContext alloc] init];
        [_context setPersistentStoreCoordinator:self.coordinator];
      }
      return _context;
    }
    - (NSUInteger)readAll {
      if (self.coordinator == nil) { return 0; }
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      NSLog(@"%@", [self.context executeFetchRequest:request error:nil]);
      return 1;
    }
    @end
    // file: Screen.m
    #import "Reader.h"
    @interface Screen : UIViewController
    @property (nonatomic, strong) Reader *reader;
    @property (nonatomic, strong) NSManagedObjectContext *sharedContext;
    @end
    @implementation Screen
    - (void)read {
      dispatch_queue_t queue = dispatch_queue_create("reader", NULL);
      \(text)
    }
    @end
    \(model)
    """
  }

  /// Methods of what a cast says.
  static let castReceivers: [RuleExample] = .texts(
    in: delegate,
    flagged: """
      dispatch_async(queue, ^{
        [(AppDelegate *)[[UIApplication sharedApplication] delegate] ↓saveAll];
      });
      ---
      dispatch_async(queue, ^{
        if ([((AppDelegate *)[[UIApplication sharedApplication] delegate]) ↓saveAll]) { [self show]; }
      });
      ---
      dispatch_async(queue, ^{
        [(AppDelegate *)[[UIApplication sharedApplication] delegate] ↓saveAllIfEmpty];
      });
      """,
    clean: """
      dispatch_async(queue, ^{
        [(Server *)[[UIApplication sharedApplication] delegate] saveAll];
      });
      ---
      dispatch_async(queue, ^{
        [(AppDelegate *)[[UIApplication sharedApplication] delegate] saveAllHere];
        [(AppDelegate *)[[UIApplication sharedApplication] delegate] saveAllOnMain:NO];
      });
      """)

  private static func delegate(_ text: String) -> String {
    """
    // file: AppDelegate.m
    @interface AppDelegate : UIResponder
    @property (nonatomic, strong) NSManagedObjectContext *managedObjectContext;
    @end
    @implementation AppDelegate
    - (NSManagedObjectContext *)managedObjectContext {
      if (_managedObjectContext == nil) {
        _managedObjectContext = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSMainQueueConcurrencyType];
        [_managedObjectContext setPersistentStoreCoordinator:self.coordinator];
      }
      return _managedObjectContext;
    }
    - (BOOL)saveAll {
      NSError *error = nil;
      if (![self.managedObjectContext save:&error]) {
        [self tell:error];
        return NO;
      }
      return YES;
    }
    - (void)saveAllIfEmpty {
      if (self.pages.count == 0) { [self saveAll]; }
    }
    - (void)saveAllHere {
      if ([NSThread isMainThread]) { [self saveAll]; }
    }
    - (void)saveAllOnMain:(BOOL)isMain {
      if (isMain) { [self saveAll]; }
    }
    @end
    // file: Screen.m
    @implementation Screen
    - (void)keep {
      dispatch_queue_t queue = dispatch_get_global_queue(0, 0);
      \(text)
    }
    @end
    \(model)
    """
  }

  /// The first of a fetch, where the request is kept by a property.
  static let keptRequests: [RuleExample] =
    .texts(
      in: keptRequest,
      flagged: """
        [request setIncludesSubentities:NO];
        ---
        request.fetchLimit = 0;
        """,
      clean: """
        [request setFetchLimit:1];
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (CDNote *)tip {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          NSArray *notes = [self.managedObjectContext ↓executeFetchRequest:request error:nil];
          return notes[arc4random_uniform((uint32_t)notes.count)];
        }
        ---
        - (CDNote *)noteSince:(NSDate *)date {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          request.predicate = [NSPredicate predicateWithFormat:@"createdAt > %@", date];
          NSMutableArray *found = [[self.managedObjectContext ↓executeFetchRequest:request error:nil] mutableCopy];
          NSArray *notes = [[[NSArray alloc] initWithArray:found] autorelease];
          [found release];
          if (nil == notes || [notes count] == 0) { return nil; }
          return [notes objectAtIndex:0];
        }
        """,
      clean: """
        - (NSArray *)notesSince:(NSDate *)date {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          request.predicate = [NSPredicate predicateWithFormat:@"createdAt > %@", date];
          NSMutableArray *found = [[self.managedObjectContext executeFetchRequest:request error:nil] mutableCopy];
          NSArray *notes = [NSArray arrayWithArray:found];
          return [notes count] > 0 ? notes : nil;
        }
        ---
        - (CDNote *)draft {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          return [[self.managedObjectContext executeFetchRequest:request error:nil] lastObject];
        }
        - (void)keep:(NSString *)title {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          NSError *error = nil;
          CDNote *note = [[self.managedObjectContext executeFetchRequest:request error:&error] lastObject];
          if (error) { return [self show:error]; }
          if (!note) {
            note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.managedObjectContext];
          }
          note.title = title;
        }
        ---
        - (CDNote *)tip {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          NSArray *notes = [self.managedObjectContext executeFetchRequest:request error:nil];
          for (CDNote *note in notes) { note.title = @""; }
          return notes[arc4random_uniform((uint32_t)notes.count)];
        }
        """)

  private static func keptRequest(_ text: String) -> String {
    let mark = text.contains("Limit:1") ? "" : "↓"
    return objectiveC(
      """
      - (NSFetchRequest *)check {
        if (_check == nil) {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          \(text)
          self.check = request;
        }
        return _check;
      }
      - (CDNote *)noteSince:(NSDate *)date {
        NSFetchRequest *request = self.check;
        request.predicate = [NSPredicate predicateWithFormat:@"createdAt > %@", date];
        NSArray *notes = [self.managedObjectContext \(mark)executeFetchRequest:request error:nil];
        return notes.count > 0 ? [notes objectAtIndex:0] : nil;
      }
      """)
  }
}
