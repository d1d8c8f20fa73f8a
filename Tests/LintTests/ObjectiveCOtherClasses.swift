/// What Objective-C does by way of other classes, with '↓' before each place.
extension ObjectiveCRuleTests {
  static let otherClasses: [Case] = [
    // The main thread's context is known by what makes it.
    Case(
      ["context-across-tasks"],
      """
      - (void)refresh {
        dispatch_async(dispatch_get_global_queue(0, 0), ^{ [[Store shared] ↓keep:@"a"]; });
        [[[NSURLSession sharedSession] dataTaskWithURL:self.url completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
          NSManagedObject *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:↓[Store shared].home];
          [self show:note];
        }] resume];
      }
      - (void)keep:(NSString *)title {
        CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.home];
        note.title = title;
      }
      - (NSManagedObjectContext *)home {
        if (_home == nil) _home = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSMainQueueConcurrencyType];
        return _home;
      }
      + (Store *)shared { return self.only; }
      @end
      @interface Store : NSObject
      @property (nonatomic, strong) NSManagedObjectContext *home;
      """),
    Case(
      ["context-across-tasks"],
      """
      - (NSArray *)all {
        return [self.viewContext executeFetchRequest:[NSFetchRequest fetchRequestWithEntityName:@"Note"] error:&_error];
      }
      + (Store *)shared { return self.only; }
      @end
      @interface Import : NSOperation
      @end
      @implementation Import
      - (void)main { [self show:[[Store shared] ↓all]]; }
      """),
    Case(
      ["context-across-tasks"],
      """
      - (void)watch {
        [[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(saved:) name:NSManagedObjectContextDidSaveNotification object:nil];
        self.worker = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType];
      }
      - (void)saved:(NSNotification *)notification {
        [self.viewContext ↓mergeChangesFromContextDidSaveNotification:notification];
      }
      """),
    Case(
      ["deleted-object-used"],
      """
      - (void)remove {
        [self.moc deleteObject:self.note];
        [[Store shared] saveContext];
        NSLog(@"%@ is gone", self.↓note.title);
      }
      """),
    Case(
      ["whole-rows-for-count"],
      """
      - (NSMutableArray *)all {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        NSMutableArray *notes = [[self.moc executeFetchRequest:request error:&_error] mutableCopy];
        return notes;
      }
      - (NSUInteger)number { return [[Store shared] ↓all].count; }
      + (Store *)shared { return self.only; }
      """),
    Case(
      ["swallowed-store-error"],
      """
      - (void)finish {
        self.note.title = @"new";
        [self ↓keep];
        [self dismissViewControllerAnimated:YES completion:nil];
      }
      @end
      @interface Base : UIViewController
      @end
      @interface Store : Base
      @end
      @implementation Base
      - (void)keep {
        NSError *error = nil;
        if ([self.moc hasChanges]) {
          if (![self.moc save:&error]) [Logger writeToLogFile:@"not saved"];
        }
      }
      """),
  ]

  static let soundOtherClasses: [String] = [
    """
    - (void)refresh {
      dispatch_async(dispatch_get_main_queue(), ^{ [[Store shared] keep:@"a"]; });
      [[NSURLSession sessionWithConfiguration:self.setup delegate:self delegateQueue:[NSOperationQueue mainQueue]] dataTaskWithURL:self.url completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
        [[Store shared] keep:@"b"];
      }];
    }
    - (void)keep:(NSString *)title {
      CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.viewContext];
      note.title = title;
    }
    + (Store *)shared { return self.only; }
    """,
    """
    - (void)watch {
      [[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(saved:) name:NSManagedObjectContextDidSaveNotification object:nil];
    }
    - (void)saved:(NSNotification *)notification {
      [self.viewContext performBlock:^{
        [self.viewContext mergeChangesFromContextDidSaveNotification:notification];
      }];
    }
    """,
    """
    - (void)remove {
      NSString *title = self.note.title;
      [self.moc deleteObject:self.note];
      [[Store shared] saveContext];
      self.note = nil;
      NSLog(@"%@ is gone", title);
    }
    """,
  ]
}
