/// Arithmetic on numbers that somebody else wrote: in a log, a store, a model, an option. The result
/// stays at the largest or smallest value of its type instead of overflowing; a sum that arrived
/// there is shown as what it is (`saturatedText`).
///
/// The rule for whoever adds a reader: `+ - *` are for numbers the program made itself (counts of
/// what is in memory, offsets that were compared with a length before), `saturating` is for all
/// others. A number outside of what a type holds comes in through `init(clamping:)` or
/// `init(exactly:)`.
extension FixedWidthInteger {
  @inlinable package func adding(saturating other: Self) -> Self {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }

  @inlinable @inline(__always) package mutating func add(saturating other: Self) {
    self = adding(saturating: other)
  }

  @inlinable package func subtracting(saturating other: Self) -> Self {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (other < 0 ? .max : .min) : difference
  }

  @inlinable package func multiplied(saturatingBy other: Self) -> Self {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? ((self < 0) == (other < 0) ? .max : .min) : product
  }

  /// The number; for one that reached the largest value, that there are at least as many.
  @inlinable package var saturatedText: String { self == .max ? "\(self) or more" : "\(self)" }
}
