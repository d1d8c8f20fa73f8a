internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension StoreScanner {
  /// What is told of a file while it is looked at.
  package enum News {
    /// The stores that are meant, counted from the beginning of an archive.
    case bounds(Range<Int>)
    /// The store in it that is at work: its place and its name.
    case begun(Int, String)
    /// What became of one.
    case line(ScannedStore)
  }

  /// The lines of a file: of the stores in it where it is an archive, else of the file itself.
  ///
  /// - Parameter start: the line as it begins, with the file's name.
  package func scan(
    file path: String, _ range: ArchiveRange = .whole, from start: ScannedStore,
    tell: (News) -> Void
  ) {
    guard let archive = ArchivedStores(path) else {
      return tell(.line(scan(path, into: start)))
    }
    let (stores, problem, unseen) = archive.find()
    let bounds = range.bounds(of: stores.count)
    tell(.bounds(bounds))
    archive.forEach(Array(stores[bounds])) { store in
      tell(.begun(store.index, store.name))
    } _: { store, path, problem in
      var line = start
      line.member = store.name
      guard let path else {
        line.failure = .init(
          problem?.reason ?? .archive,
          "'\(line.name)' cannot be unpacked: \(problem?.text ?? "unknown")")
        return tell(.line(line))
      }
      tell(.line(scan(path, into: line)))
    }
    guard range.isLast, problem != nil || stores.isEmpty || unseen.outside > 0 else { return }
    var line = start
    line.sizes.main = FilePath.size(path)
    if let problem {
      line.failure = .init(.archive, "the archive '\(path)' cannot be read to its end: \(problem)")
    } else if unseen.outside > 0 {
      line.failure = .init(
        .archive,
        "\(unseen.outside) \(unseen.outside == 1 ? "store" : "stores") in the archive '\(path)' "
          + "\(unseen.outside == 1 ? "was" : "were") not looked at: the names lead out of the folder"
      )
    } else {
      // Somebody who names it is told that there is nothing in it.
      line.kind = "archive"
      line.verdict = Verdict.notAStore.rawValue
      line.verdicts = [Verdict.notAStore.rawValue]
      line.certainty = "certain"
      line.what =
        unseen.archives == 0
        ? "the archive holds no store"
        : "the archive holds no store itself; \(unseen.archives) "
          + "\(unseen.archives == 1 ? "archive" : "archives") in it, unpacked by hand, can be looked at"
    }
    tell(.line(line))
  }
}
