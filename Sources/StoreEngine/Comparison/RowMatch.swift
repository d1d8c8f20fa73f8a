internal import StoreModel

/// How a row of one store is found again in the other.
package enum RowMatch: Sendable, Hashable {
  /// By its key: both are states of one store.
  case key
  /// By the values of attributes that are unique together, or that were named.
  case values([String])
}

/// An entity that both stores have, and what of it can be compared.
package struct ComparedEntity {
  package let old: StoreEntity
  package let new: StoreEntity
  package let match: RowMatch
  /// The attributes of `match`.
  package var keys: [Pair] = []
  /// Attributes and to-one relationships, each with the columns that are read for it.
  package var properties: [ComparedProperty] = []
  /// Relationships whose links lie in a table of their own, or no longer where they lay.
  package var links: [ComparedLinks] = []
  /// What only one version has: attributes and to-one relationships.
  package var removed: [StoreProperty] = []
  package var added: [StoreProperty] = []
  /// To-many relationships that only one version has, where no other property holds their links.
  package var removedLinks: [StoreProperty] = []
  package var addedLinks: [StoreProperty] = []
  /// Why some of it cannot be compared; one sentence each.
  package var notCompared: [String] = []

  /// A property and what it is in the other store.
  package struct Pair {
    package let old: StoreProperty
    package let new: StoreProperty
    package var name: String { new.name }
    /// Its name in the older store, where that is another.
    package var oldName: String? { old.name == new.name ? nil : old.name }
  }

  package init(old: StoreEntity, new: StoreEntity, match: RowMatch) {
    (self.old, self.new, self.match) = (old, new, match)
  }
}

/// A property of which each row has at most one value.
package struct ComparedProperty {
  package let pair: ComparedEntity.Pair
  /// More than one for the object of a relationship that is told by several values.
  let cells: [Cell]

  /// A column, or an expression over `t`, the row's table, in both stores.
  struct Cell {
    let old: String
    let new: String
    let decoders: (old: ValueDecoder, new: ValueDecoder)
    /// Whether equal bytes are equal values.
    let isPlain: Bool
    /// Whether it says only that there is an object.
    var isPresence = false
  }
}

/// A relationship whose links are compared one by one.
package struct ComparedLinks {
  package let pair: ComparedEntity.Pair
  let old: LinkSource
  let new: LinkSource
  /// The links are compared as the other end's, and only their order is left.
  let onlyOrder: Bool
}
