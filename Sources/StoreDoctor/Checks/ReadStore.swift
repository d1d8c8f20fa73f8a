package import StoreEngine
internal import StoreModel

/// A file opened for reading, with the store in it when it is one of Core Data's.
package struct ReadStore {
  package let file: StoreFile
  package let kind: FileKind
  /// Nil for other SQLite files, and for a store that is too damaged to be read as one.
  package let store: Store?
  /// Why a store of Core Data cannot be read as one; its tables may still be, unless the schema is
  /// damaged.
  package let problem: (any Error)?

  /// - Parameter observer: told of each statement.
  /// - Throws: `StoreFileError` for what is no SQLite file that can be opened.
  package static func open(
    _ path: String, live: Bool, observer: ((StatementEvent) -> Void)? = nil
  ) throws -> ReadStore {
    let file = try StoreFile.open(path: path, live: live)
    file.connection.onStatement(observer)
    let found = FileIdentifier.identify(file)
    guard found.isCoreDataStore else {
      return ReadStore(
        file: file, kind: found, store: nil, problem: FileIdentifier.damage(of: file))
    }
    let (store, problem) = try store(in: file, path)
    // What the model and the tables show tells SwiftData from Core Data.
    let kind =
      try store.map { FileIdentifier.refine(found, with: try StoreTraits(of: $0)) } ?? found
    return ReadStore(file: file, kind: kind, store: store, problem: problem)
  }

  private static func store(
    in file: StoreFile, _ path: String
  ) throws -> (Store?, (any Error)?) {
    do {
      return (try Store(connection: file.connection, path: path), nil)
    } catch let error as ModelFileError {
      return (nil, ModelFileError.file(path: path, error))
    } catch let error as SQLiteError where error.isDamage {
      return (nil, error)
    }
  }

  /// The problem in a sentence.
  package static func text(_ problem: any Error) -> String {
    switch problem {
    case let error as SQLiteError:
      "\(error.file.map { "'\($0)'" } ?? "the store") is damaged: \(error.message)"
    case let error as any ReportableError: error.description
    default: "\(problem)"
    }
  }
}
