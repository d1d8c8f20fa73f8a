internal import StoreModel

/// What was probably meant by a type's name that no file declares.
extension SourceIndex {
  /// The types of properties that are misspelt most.
  private static let standard = [
    "Bool", "Data", "Date", "Decimal", "Double", "Float", "String", "UUID",
  ]

  /// The standard type, or the declared one that can be named there, whose name is almost the same.
  ///
  /// - Parameter isMeant: which declared types come into question.
  func nameLike(
    _ name: String, in scope: [String], where isMeant: (SourceType) -> Bool
  ) -> String? {
    let visible = order.filter { path in
      scope.starts(with: path.dropLast()) && types[path].map(isMeant) ?? false
    }.compactMap(\.last)
    // 'Tags' beside 'Tag' may well be a type of its own.
    let others = visible.filter { $0 + "s" != name && name + "s" != $0 }
    let word = String(name.split(separator: ".").last ?? "")
    return others.first { Self.isAlike($0, word) } ?? Self.standard.first { Self.isAlike($0, name) }
  }

  /// 'Book' and 'Rate' are words of their own; one letter of four is too little to tell.
  private static func isAlike(_ one: String, _ other: String) -> Bool {
    let isShort = one.count == other.count && one.count < 5
    let distance = NameDistance.between(one.lowercased(), other.lowercased())
    return one != other && distance <= (isShort ? 0 : 1)
  }
}
