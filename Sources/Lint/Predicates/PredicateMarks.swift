/// The places for values in the format of a predicate, in their order.
enum PredicateMark {
  /// `%@`
  case object
  /// `%K`
  case key
  /// `%d`, `%i`, `%lu` and the like.
  case whole
  /// `%f` and the like.
  case fraction

  /// Nil for a format with places that are numbered, or of which nobody knows what they take.
  static func all(in format: String) -> [PredicateMark]? {
    var marks: [PredicateMark] = []
    var quote: Character?
    var rest = format.filter { $0 != "\\" }[...]
    while let character = rest.popFirst() {
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      if character == "'" || character == "\"" {
        quote = character
      } else if character == "%" {
        // How wide and how precise it is, and how many bytes the value has.
        rest = rest.drop { "0123456789.+-hlqjzt".contains($0) }
        guard let mark = rest.popFirst() else { return nil }
        switch mark {
        case "%": continue
        case "@": marks.append(.object)
        case "K": marks.append(.key)
        case "d", "D", "i", "u", "U", "x", "X", "o", "O", "c", "C": marks.append(.whole)
        case "f", "F", "g", "G", "e", "E", "a", "A": marks.append(.fraction)
        default: return nil
        }
      }
    }
    return quote == nil ? marks : nil
  }
}

/// What a value is that fills such a place, where that is known for certain.
enum PredicateValueKind {
  case object, whole, fraction, bool
  /// `0`, `0.0`, `false`, which are the address of nothing.
  case zero, zeroFraction

  /// What is wrong with a value for its place.
  func fault(in mark: PredicateMark) -> String? {
    switch (mark, self) {
    case (.object, .object), (.key, .object), (.whole, .whole), (.whole, .bool), (.whole, .zero),
      (.fraction, .fraction), (.fraction, .zeroFraction), (.whole, .zeroFraction),
      (.fraction, .zero):
      nil
    case (.object, .zero), (.object, .zeroFraction):
      "'%@' takes an object, and a plain 0 is taken for none: this compares with nil, and not with 0"
    case (.object, _), (.key, _):
      "'\(mark == .key ? "%K" : "%@")' takes an object, and a plain \(name) is taken for the address of one: "
        + "the app crashes here"
    case (.whole, .object), (.fraction, .object):
      "a place for a number is given an object, whose address is compared"
    case (.whole, .fraction): "'%d' takes a whole number and reads the bits of a \(name) as one"
    case (.fraction, _):
      "'%f' takes a number with a fraction and reads the bits of a \(name) as one"
    }
  }

  private var name: String {
    switch self {
    case .object: "object"
    case .whole, .zero: "whole number"
    case .fraction, .zeroFraction: "number with a fraction"
    case .bool: "Bool"
    }
  }
}
