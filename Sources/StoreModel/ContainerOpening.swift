/// What a container that is given a migration plan opens.
package struct ContainerOpening: Sendable, Hashable {
  /// Full name of the versioned schema; nil where the container lists classes.
  package var version: String?
  /// Full names of the classes it lists.
  package var classes: [String]
  /// Where the container is opened; that of the first class for one that is only assumed.
  package var location: Location?
  /// Whether the sources open no container at all, so that the app's is taken to open the classes
  /// that belong to no version.
  package var isAssumed: Bool

  package init(
    version: String? = nil, classes: [String], location: Location?, isAssumed: Bool = false
  ) {
    self.version = version
    self.classes = classes
    self.location = location
    self.isAssumed = isAssumed
  }
}
