internal import StoreEngine
internal import StoreModel

/// What to say to somebody who asks for `id = 3` of an entity whose own `id` is no number: the key is
/// probably meant, as other databases call it. The question is answered as it stands.
enum KeyHint {
  /// Nil where nothing of the kind is asked.
  ///
  /// - Parameter entities: what the statement reads; nil for those that it names.
  static func text(of sql: String, in store: Store, entities: [String]? = nil) -> String? {
    let words = words(of: sql)
    guard let number = number(comparedWithID: words) else { return nil }
    let named = Set(words.map { $0.lowercased() })
    let known = store.entities.filter { entity in
      entities?.contains(entity.name) ?? named.contains(entity.name.lowercased())
    }
    let ids = known.compactMap { entity -> (entity: String, type: AttributeType)? in
      guard case .attribute(let attribute, _)? = entity.property(named: "id")?.kind else {
        return nil
      }
      return (entity.name, attribute.type)
    }
    // Of several entities it may be any that is meant.
    guard let first = ids.first, ids.allSatisfy({ !$0.type.isNumeric && $0.type != .boolean })
    else { return nil }
    return
      "'\(first.entity).id' is a property of the model's own, of type \(first.type.name), and was "
      + "compared with \(number); if the row's key is meant, it is Z_PK = \(number)"
  }

  /// The number that a property `id` is compared with.
  private static func number(comparedWithID words: [String]) -> String? {
    func isNumber(_ word: String) -> Bool { word.allSatisfy { $0.isASCII && $0.isNumber } }
    for (index, word) in words.enumerated() where word.lowercased() == "id" {
      let after = Array(words[(index + 1)...].prefix(3))
      if after.count > 1, ["=", "==", "is"].contains(after[0].lowercased()), isNumber(after[1]) {
        return after[1]
      }
      if after.count > 2, after[0].lowercased() == "in", after[1] == "(", isNumber(after[2]) {
        return after[2]
      }
      // `3 = note.id`
      var before = words[..<index]
      if before.last == "." { before = before.dropLast(2) }
      let number = before.dropLast().last ?? ""
      if ["=", "=="].contains(before.last ?? ""), !number.isEmpty, isNumber(number) {
        return number
      }
    }
    return nil
  }

  /// Names, numbers and signs; of texts nothing, and of quoted names the name.
  private static func words(of sql: String) -> [String] {
    var words: [String] = []
    var rest = sql[...]
    func isWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    while let first = rest.first {
      if first == "'" {
        rest = rest.dropFirst().drop { $0 != "'" }.dropFirst()
        words.append("''")
      } else if "\"`[".contains(first) {
        let name = rest.dropFirst().prefix { $0 != (first == "[" ? "]" : first) }
        rest = rest.dropFirst(name.count + 2)
        words.append(String(name))
      } else if isWord(first) {
        let word = rest.prefix(while: isWord)
        rest = rest.dropFirst(word.count)
        words.append(String(word))
      } else if first.isWhitespace {
        rest = rest.dropFirst()
      } else {
        let sign = rest.hasPrefix("==") ? "==" : String(first)
        rest = rest.dropFirst(sign.count)
        words.append(sign)
      }
    }
    return words
  }
}
