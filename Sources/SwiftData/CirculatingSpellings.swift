// Spellings that circulate in articles though Apple's SDK lacks them. They compile here, with a
// warning that names the right one.

@available(
  *, deprecated, message: "Apple's SDK calls these 'minimumModelCount' and 'maximumModelCount'"
)
/// Says how a relationship behaves, with counts under the names that circulate.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  inverse: AnyKeyPath? = nil, minimum: Int, maximum: Int = 0
) = #externalMacro(module: "SwiftDataMacros", type: "MarkerMacro")

extension Schema.Relationship {
  @available(
    *, deprecated, message: "Apple's SDK calls these 'minimumModelCount' and 'maximumModelCount'"
  )
  /// The arguments of `@Relationship`, with counts under the names that circulate.
  public convenience init(
    _ options: Option..., deleteRule: DeleteRule = .nullify, inverse: AnyKeyPath? = nil,
    minimum: Int, maximum: Int = 0
  ) {
    self.init(
      options: options, deleteRule: deleteRule, minimumModelCount: minimum,
      maximumModelCount: maximum, originalName: nil, inverse: inverse, hashModifier: nil)
  }
}

extension ModelConfiguration {
  @available(*, deprecated, message: "Apple's SDK has no such argument; history is always kept")
  /// A configuration with an argument that says nothing: history is always kept.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL? = nil,
    cloudKitDatabase: CloudKitDatabase = .automatic, allowsSave: Bool = true, isHistoryEnabled: Bool
  ) {
    if let url {
      self.init(
        name, schema: schema, url: url, allowsSave: allowsSave, cloudKitDatabase: cloudKitDatabase)
    } else {
      self.init(
        name, schema: schema, isStoredInMemoryOnly: false, allowsSave: allowsSave,
        cloudKitDatabase: cloudKitDatabase)
    }
  }
}
