internal import Diagnostics

/// Examples of what Objective-C asks of objects, and in loops over them.
extension CoreDataText {
  /// The context of an object beside the one that a class of the app keeps under the same name.
  static let contextsOfObjects: [RuleExample] = .texts(
    in: imported,
    flagged: """
      [CDNote ↓addTo:self.app];
      ---
      [↓self.app.managedObjectContext deleteObject:note];
      """,
    clean: """
      CDNote *twin = [CDNote twinOf:note];
      if (twin.title == nil) { [[twin managedObjectContext] deleteObject:twin]; }
      ---
      [note addFolder];
      """)

  private static func imported(_ text: String) -> String {
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
    @end
    // file: CDNote.m
    @interface CDNote : NSManagedObject
    @end
    @implementation CDNote
    + (CDNote *)twinOf:(CDNote *)note {
      NSManagedObjectContext *context = note.managedObjectContext;
      return [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:context];
    }
    + (CDNote *)addTo:(AppDelegate *)app {
      NSManagedObjectContext *context = app.managedObjectContext;
      return [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:context];
    }
    - (void)addFolder {
      self.folder = [NSEntityDescription insertNewObjectForEntityForName:@"Folder" inManagedObjectContext:self.managedObjectContext];
    }
    @end
    // file: Import.m
    @interface Import : NSOperation
    @property (nonatomic, strong) AppDelegate *app;
    @property (nonatomic, strong) NSManagedObjectID *noteID;
    @end
    @implementation Import
    - (void)main {
      NSManagedObjectContext *worker = [[NSManagedObjectContext alloc] init];
      [worker setPersistentStoreCoordinator:self.coordinator];
      CDNote *note = (CDNote *)[worker objectWithID:self.noteID];
      \(text)
    }
    @end
    \(model)
    """
  }

  /// Loops that leave out the first rows: of each element, or of all.
  static let savesOfPortions: [RuleExample] =
    .texts(
      in: looped,
      flagged: """
        request.fetchOffset = 10;
        [self deleteAll:request];
        [self.managedObjectContext ↓save:nil];
        """, clean: "[self.list show:title];")
    + [
      .clean(
        objectiveC(
          """
          - (void)mark:(NSUInteger)count {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.fetchLimit = 100;
            for (NSUInteger start = 0; start < count; start += 100) {
              request.fetchOffset = start;
              for (CDNote *note in [self.managedObjectContext executeFetchRequest:request error:nil]) {
                note.title = @"";
              }
              NSError *error = nil;
              if (![self.managedObjectContext save:&error]) { [self tell:error]; }
            }
          }
          """))
    ]

  private static func looped(_ text: String) -> String {
    objectiveC(
      """
      - (void)look:(NSArray *)titles {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        for (NSString *title in titles) {
          \(text)
        }
      }
      """)
  }
}
