extension ContainerUse {
  /// The same with the models that other files name. Names are looked up from the outermost scope, which is
  /// where containers find them unless a type around the call declares the same name.
  func withModels(in index: SourceIndex, _ members: [ConfigurationMember]) -> ContainerUse {
    var use = self
    use.resolveVersions { name in
      index.resolve(name, in: []).flatMap(index.type).map {
        index.conforms($0, to: "VersionedSchema")
      } ?? false
    }
    use.resolveTypes(members)
    for name in use.types + [use.versionedSchema, use.migrationPlan].compactMap(\.self) {
      let path = index.resolve(name.split(separator: ".").map(String.init), in: [])
      use.resolved[name] = path?.joined(separator: ".")
      use.declared[name] = path.flatMap { index.type($0)?.declaration.location }
    }
    return use
  }
}
