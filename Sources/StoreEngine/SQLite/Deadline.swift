extension Connection {
  /// Runs `body`, interrupting its statement once `budget` is used up or more than `pages` pages
  /// were read from the file.
  ///
  /// SQLite counts a whole table in one instruction, between two of which its progress handler is
  /// called; so the clock is looked at whenever a page is read from the file as well. A thread that
  /// waits for the deadline would cost more than the counting.
  func interrupted<T>(
    after budget: Duration, pages: Int, _ body: () throws -> T
  ) rethrows -> T {
    let deadline = ContinuousClock.now + budget
    var left = pages
    let outer = image?.onRead
    image?.onRead = { [unowned self] in
      outer?()
      left -= 1
      if left < 0 || ContinuousClock.now >= deadline { interrupt() }
    }
    defer { image?.onRead = outer }
    return try limited(to: budget, body)
  }
}
