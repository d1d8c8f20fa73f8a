public import StoreModel

/// A place in the source that makes a model container or a schema out of a list of models.
public struct ContainerUse: Sendable, Hashable, Codable {
  /// The call: `ModelContainer`, `Schema` or `modelContainer`.
  public var call: String
  /// The model types, as written and in order.
  public var types: [String]
  /// The versioned schema the container opens, as written.
  public var versionedSchema: String?
  public var migrationPlan: String?
  /// Full names of those of `types`, `versionedSchema` and `migrationPlan` that the given sources
  /// declare, typealiases followed, by the name as written.
  public var resolved: [String: String] = [:]
  /// Where each of these is declared, since parts of a folder may use one name for different types.
  public var declared: [String: Location] = [:]
  /// The `cloudKitDatabase` argument, as written; nil when left out, which means `.automatic`.
  public var cloudKitDatabase: String?
  /// How many configurations the container is given.
  public var configurations = 0
  /// Of several configurations those that name a schema of their own, each as a container by itself.
  package var parts: [ContainerUse] = []
  /// Whether one of them is made somewhere else, so that what it says is not known.
  public var hasUnknownConfiguration: Bool { !openConfigurations.isEmpty }
  /// Those that are made somewhere else, and the type around the call.
  var openConfigurations: [OpenValue] = []
  /// The same of schemas and lists of models.
  var openTypes: [OpenValue] = []
  var owner: String?
  /// Of several configurations: whether all of them say so.
  public var isStoredInMemoryOnly: Bool
  /// The store's URL, as written.
  public var url: String?
  public var location: Location
  /// Whether its list of models was read to the end.
  package var isListed = true
  /// Whether it is given a plan, even one whose name is not written there.
  package var hasPlan = false
  /// Whether nothing more than that is known of it.
  package var isUnread = false

  /// What its names mean depends on other files, so a cache keeps them as written.
  private enum CodingKeys: CodingKey {
    case call, types, versionedSchema, migrationPlan, cloudKitDatabase, configurations
    case openConfigurations, openTypes, owner, isStoredInMemoryOnly, url, location
    case isListed, hasPlan, isUnread, parts
  }

  public init(
    call: String, types: [String] = [], versionedSchema: String? = nil,
    migrationPlan: String? = nil, cloudKitDatabase: String? = nil,
    isStoredInMemoryOnly: Bool = false, url: String? = nil, location: Location
  ) {
    self.call = call
    self.types = types
    self.versionedSchema = versionedSchema
    self.migrationPlan = migrationPlan
    self.cloudKitDatabase = cloudKitDatabase
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.url = url
    self.location = location
  }
}

extension ContainerUse {
  /// Takes over what a configuration says; false for anything but the call that makes one.
  mutating func take(_ configuration: Expression, database: Expression?) -> Bool {
    guard ["ModelConfiguration", "Self", "init"].contains(configuration.lastName),
      case .call = configuration.kind
    else { return false }
    cloudKitDatabase = database?.text ?? cloudKitDatabase
    url = configuration.argument("url")?.text ?? url
    let isFirst = configurations - openConfigurations.count < 2
    isStoredInMemoryOnly =
      configuration.argument("isStoredInMemoryOnly")?.text == "true"
      && (isFirst || isStoredInMemoryOnly)
    return true
  }

  /// Takes over what the members of all files say of configurations that were made elsewhere.
  mutating func resolveConfigurations(_ members: [ConfigurationMember]) {
    let open = openConfigurations
    openConfigurations = []
    for configuration in open {
      guard
        let value = members.value(of: configuration.value, as: "ModelConfiguration", in: owner),
        take(value, database: value.argument("cloudKitDatabase"))
      else {
        openConfigurations.append(configuration)
        continue
      }
      if let schema = value.argument("schema") {
        var part = part(value, database: value.argument("cloudKitDatabase"))
        part.openTypes = [OpenValue(value: schema)]
        parts.append(part)
      }
    }
    if configurations < 2 { parts = [] }
  }

  /// What one of several configurations says, without its models.
  func part(_ configuration: Expression, database: Expression?) -> ContainerUse {
    var part = ContainerUse(call: "ModelConfiguration", location: location)
    _ = part.take(configuration, database: database)
    part.owner = owner
    return part
  }
}

extension ContainerUse {
  /// Takes over the versions whose lists of models it is given: `Schema(V3.models)`.
  mutating func resolveVersions(isVersion: ([String]) -> Bool) {
    let open = openTypes
    openTypes.removeAll { list in
      guard case .reference(let path) = list.value.kind, path.count > 1, path.last == "models"
      else { return false }
      let owner = Array(path.dropLast())
      guard versionedSchema == nil, isVersion(owner) else { return false }
      versionedSchema = owner.joined(separator: ".")
      return true
    }
    guard openTypes.count < open.count else { return }
    (isUnread, isListed) = (false, openTypes.isEmpty)
  }

  /// Takes over the models of schemas and lists that other files make.
  mutating func resolveTypes(_ members: [ConfigurationMember]) {
    let open = openTypes
    openTypes = []
    for schema in open {
      let before = types.count
      take(members, schema.value, in: owner)
      if types.count == before, versionedSchema == nil { openTypes.append(schema) }
    }
    guard openTypes.count < open.count else { return }
    (isUnread, isListed) = (false, openTypes.isEmpty)
  }

  /// Whether nothing is known of it, not even that it opens a store.
  var isNothing: Bool { isUnread && isListed && !hasPlan }

  private mutating func take(
    _ members: [ConfigurationMember], _ given: Expression, in owner: String?, _ steps: Int = 4
  ) {
    guard steps > 0 else { return }
    if let name = given.metatypeName {
      types.append(name)
    } else if let elements = given.elements {
      types += elements.compactMap(\.metatypeName)
    } else if ["Schema", "Self", "init"].contains(given.lastName), case .call = given.kind {
      for argument in given.arguments {
        if argument.label == "versionedSchema" {
          versionedSchema = argument.value.metatypeName ?? versionedSchema
        } else if argument.label == nil {
          take(members, argument.value, in: owner, steps - 1)
        }
      }
    } else if let (value, owner) = members.member(of: given, as: "Schema", in: owner) {
      take(members, value, in: owner, steps - 1)
    }
  }
}

/// What is made elsewhere, as the container's call names it.
struct OpenValue: Sendable, Hashable, Codable {
  var value: Expression

  static func == (left: Self, right: Self) -> Bool {
    left.value.text == right.value.text && left.value.location == right.value.location
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value.text) }
}

extension ContainerUse {
  /// Whether it gets a migration plan, as far as the call shows.
  package var isGivenPlan: Bool { migrationPlan != nil || hasPlan }

  /// Whether that plan is known to be another one than the given.
  package func isGivenOther(than plan: SchemaHistory) -> Bool {
    migrationPlan.flatMap { declared[$0] }.map { $0 != plan.location } ?? false
  }

  /// Whether a store on disk is opened with a version, or any class of it.
  package func opens(_ version: DataModel) -> Bool {
    guard !isStoredInMemoryOnly else { return false }
    let classes = Set(version.entities.compactMap(\.className))
    return versionedSchema.flatMap { resolved[$0] } == version.name
      || types.contains { resolved[$0].map(classes.contains) ?? false }
  }
}
