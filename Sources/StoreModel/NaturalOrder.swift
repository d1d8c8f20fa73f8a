extension String {
  /// Whether it comes first as people count: digits in a row are one number, so that `Model 2` comes before
  /// `Model 10`. All else is by code point, as is what differs in leading zeros alone.
  package func naturallyPrecedes(_ other: String) -> Bool {
    var (left, right) = (utf8[...], other.utf8[...])
    while let first = left.first, let second = right.first {
      if first.isDigit, second.isDigit {
        let numbers = (left.takeNumber(), right.takeNumber())
        guard numbers.0.elementsEqual(numbers.1) else {
          return numbers.0.count == numbers.1.count
            ? numbers.0.lexicographicallyPrecedes(numbers.1) : numbers.0.count < numbers.1.count
        }
      } else if first == second {
        left.removeFirst()
        right.removeFirst()
      } else {
        return first < second
      }
    }
    return left.isEmpty == right.isEmpty ? codePointsPrecede(other) : left.isEmpty
  }
}

extension Substring.UTF8View {
  /// The digits at the start without leading zeros, which are left out of the rest.
  fileprivate mutating func takeNumber() -> Substring.UTF8View {
    let number = prefix { $0.isDigit }
    self = self[number.endIndex...]
    return number.drop { $0 == 0x30 }
  }
}
