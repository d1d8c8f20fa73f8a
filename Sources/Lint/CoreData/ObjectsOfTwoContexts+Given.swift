internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Objects that callers hand over, beside new ones of a context that the function saves.
extension ContextAcrossTasks {
  /// `let server = existing ?? Server(context: worker)`: an object that a caller hands over, or one of the
  /// background context, which alone is saved.
  func checkFallback(_ sequence: SequenceExprSyntax, _ file: LintFile, _ report: RuleReport) {
    let terms = Array(sequence.elements)
    // Unfolded, the whole of `let server = …` is three terms.
    guard !file.isTest, terms.count == 3,
      terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
      let given = terms[0].as(DeclReferenceExprSyntax.self),
      case .parameter? = given.nameOrigin,
      let made = terms[2].unwrapped.call, made.makesManaged,
      let context = made.argument("context") ?? made.argument("insertInto"),
      file.queue(of: context) == .own, let body = given.enclosingBody, body.isHandwritten,
      !body.mentions(["objectID", "existingObject", "managedObjectContext"])
    else { return }
    report(
      "'\(given.baseName.text)' comes from whoever calls, and may be an object of another context than "
        + "'\(file.text(context))': what is changed here is then not saved with it",
      at: file.location(given),
      help: "take its 'objectID', and get the object with 'existingObject(with:)' of that context",
      certainty: .inferred("callers may hand over objects of this context"))
  }

  /// Objects that come from elsewhere: from callers, and onto other threads.
  static let given: [RuleExample] =
    .texts(
      in: CoreDataText.code,
      flagged: """
        final class Writer {
          let container: NSPersistentContainer
          lazy var worker: NSManagedObjectContext = container.newBackgroundContext()
          init(_ container: NSPersistentContainer) { self.container = container }
          func keep(_ title: String, in existing: CDNote?) throws {
            let note = ↓existing ?? CDNote(context: worker)
            note.title = title
            try worker.save()
          }
        }
        """,
      clean: """
        func keep(_ title: String, in existing: CDNote?, _ context: NSManagedObjectContext) throws {
          let note = existing ?? CDNote(context: context)
          note.title = title
          try context.save()
        }
        """)
    + .texts(
      in: CoreDataText.objectiveC,
      flagged: """
        - (void)show:(CDNote *)note {
          [self ↓performSelectorInBackground:@selector(load:) withObject:note];
        }
        - (void)load:(CDNote *)note { NSLog(@"%@", note.title); }
        """,
      clean: """
        - (void)show:(CDNote *)note {
          [self performSelectorInBackground:@selector(load:) withObject:note.objectID];
        }
        - (void)load:(NSManagedObjectID *)noteID { NSLog(@"%@", noteID); }
        - (void)draw:(CDNote *)note {
          [self performSelectorOnMainThread:@selector(read:) withObject:note waitUntilDone:NO];
        }
        - (void)read:(CDNote *)note { NSLog(@"%@", note.title); }
        """)
}
