internal import Diagnostics
internal import ModelSource

/// Changes in apps that save when they end and at no other time.
extension UnsavedContext {
  static let atEnd =
    "nothing but 'applicationWillTerminate' saves this change, and an app that the system ends in the background is not "
    + "told of that: the change is lost"

  func checkEnd(_ body: ObjCBody, _ lint: LintContext, _ report: RuleReport) {
    guard body.helpers.savesOnlyAtEnd, !body.file.isTest, let change = body.firstChange,
      // What a document keeps is saved by the document; what Swift saves, no method here shows.
      !lint.allFiles().contains(where: {
        $0.bytes.has("ManagedDocument")
          || $0.path.hasSuffix(".swift") && $0.bytes.has("ManagedObjectContext")
      })
    else { return }
    report(
      Self.atEnd, at: body.file.location(change),
      help: "save here, or in 'applicationDidEnterBackground' at the latest")
  }

  static let ends: [RuleExample] = .texts(
    in: CoreDataText.objectiveC,
    flagged: """
      - (void)applicationWillTerminate:(UIApplication *)application {
        NSError *error = nil;
        if (![self.managedObjectContext save:&error]) { NSLog(@"%@", error); }
      }
      - (void)drop:(CDNote *)note { [self.managedObjectContext ↓deleteObject:note]; }
      """,
    clean: """
      - (void)applicationDidEnterBackground:(UIApplication *)application {
        [self keep];
      }
      - (void)keep {
        NSError *error = nil;
        if (![self.managedObjectContext save:&error]) { [self show:error]; }
      }
      - (void)drop:(CDNote *)note { [self.managedObjectContext deleteObject:note]; }
      """)
}

extension ObjCBody {
  /// Whether the method saves a context, in whatever way.
  var saves: Bool {
    var isFound = false
    method.body.messages { message, _ in
      isFound =
        isFound || message.selector == "save:" && isContext(message.receiver)
        || message.parts[0].name.hasPrefix("MR_save") || message.has("saveWithBlock")
        || message.has("saveWithBlockAndWait")
    }
    return isFound
  }

  /// Where the method makes or deletes an object first.
  fileprivate var firstChange: Int? {
    var found: Int?
    method.body.messages { message, _ in
      guard found == nil else { return }
      let isChange =
        message.selector == "deleteObject:" && isContext(message.receiver)
        || message.has("insertNewObjectForEntityForName")
        || message.argument("insertIntoManagedObjectContext").map { !$0.isNothing } ?? false
      if isChange { found = message.offset }
    }
    return found
  }
}
