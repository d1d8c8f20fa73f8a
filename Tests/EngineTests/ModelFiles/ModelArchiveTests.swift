import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@Suite struct ModelArchiveTests {
  /// The keys of every archived class, and its superclasses.
  private struct Shape {
    var keys: [String: Set<String>] = [:]
    var superclasses: [String: [String]] = [:]
    /// The plain values of every property: "Entity.property" to key to value.
    var properties: [String: [String: PlistValue]] = [:]

    init(_ archive: [UInt8]) throws {
      let plist = try BinaryPlist.read(archive)
      let objects = plist.dictionary?["$objects"]?.array ?? []
      for fields in objects.compactMap(\.dictionary) {
        guard case .uid(let index)? = fields["$class"],
          let description = objects[index].dictionary, let name = description["$classname"]?.string
        else { continue }
        keys[name, default: []].formUnion(fields.keys)
        superclasses[name] = description["$classes"]?.array?.compactMap(\.string)
        func plain(_ value: PlistValue?) -> PlistValue? {
          guard case .uid(let index)? = value else { return value }
          return objects[index].dictionary == nil ? objects[index] : nil
        }
        if let property = plain(fields["NSPropertyName"])?.string,
          case .uid(let entity)? = fields["NSEntity"],
          let owner = plain(objects[entity].dictionary?["NSEntityName"])?.string
        {
          properties["\(owner).\(property)"] = fields.compactMapValues(plain)
        }
      }
    }
  }

  /// What a `DataModel` does not carry, or what depends on how Apple's tools made the model.
  private static let expectedGaps: [String: Set<String>] = [
    "NSAttributeDescription": ["NSValidationPredicates", "NSValidationWarnings"],
    "NSEntityDescription": ["NSUniqueTuples", "NSCompoundIndexes", "NSFetchIndexDescriptions"],
    "NSFetchedPropertyDescription": ["NSUserInfo"],
    "NSConstantValueExpression": ["NSConstantValue"],
  ]
  private static let expectedMissingClasses: Set<String> = [
    "CoreDataPlus_Tests.Cover", "NSFetchRequest", "NSSortDescriptor", "NSComparisonPredicate",
    "NSComparisonPredicateOperator", "NSCompoundPredicate", "NSEqualityPredicateOperator",
    "NSInPredicateOperator", "NSVariableExpression", "NSMutableArray",
  ]

  @Test(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)"))
  func writtenCachesHaveTheKeysOfRealOnes() throws {
    var compared = 0
    for store in try ArchiveCorpus.stores() {
      guard let cache = store.cache, let framework = store.metadata.frameworkVersion,
        framework >= 1333
      else { continue }
      let archive = try RawDeflate.inflate(cache, limit: 1 << 24)
      let model = try ModelCache.read(content: cache, name: store.path)
      let real = try Shape(archive)
      let ours = try Shape(ModelArchive.write(model))
      for (name, keys) in real.keys where !Self.expectedMissingClasses.contains(name) {
        let written = try #require(ours.keys[name], "\(store.path): \(name)")
        let gaps = Self.expectedGaps[name] ?? []
        #expect(keys.subtracting(written).isSubset(of: gaps), "\(store.path): \(name)")
        #expect(written.subtracting(keys).isEmpty, "\(store.path): \(name)")
        #expect(ours.superclasses[name] == real.superclasses[name])
      }
      let extra = Set(ours.keys.keys).subtracting(real.keys.keys)
      #expect(extra.isEmpty, "\(store.path): \(extra)")
      for (property, values) in real.properties {
        let written = ours.properties[property] ?? [:]
        let isFetched = values["_NSFetchRequestEntityName"] != nil
        for (key, value) in values where !isFetched && key != "NSDefaultValue" {
          // Validation is not carried; the bits 0x30 say that there is none.
          let isValidated = key == "_P" && (value.integer ?? 0) & 0x30 == 0
          #expect(isValidated || written[key] == value, "\(store.path): \(property) \(key)")
        }
      }
      compared += 1
    }
    #expect(compared >= 10)
  }

  @Test(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)"))
  func modelsSurviveWritingAndReading() throws {
    var models: [DataModel] = []
    for store in try ArchiveCorpus.stores() {
      guard let cache = store.cache else { continue }
      models.append(try ModelCache.read(content: cache, name: store.path))
    }
    for file in ArchiveCorpus.files(in: "models", where: { $0.pathExtension == "mom" }) {
      models += try CompiledModelReader.read(path: file.path).versions
    }
    for folder in ArchiveCorpus.files(in: "models", where: { $0.pathExtension == "xcdatamodeld" }) {
      models += try XcodeModelReader.read(path: folder.path).versions
    }
    for model in models {
      let content = ModelCache.content(of: model)
      let again = try ModelCache.read(content: content, name: model.name)
      let wanted = Self.comparable(model)
      #expect(again.entities.map(\.name) == wanted.entities.map(\.name))
      for (left, right) in zip(again.entities, wanted.entities) {
        #expect(left == right, "\(model.name) \(model.location?.path ?? "")")
      }
      #expect(again.configurations == wanted.configurations)
      #expect(again.versionIdentifiers == wanted.versionIdentifiers)
      #expect(content == ModelCache.content(of: model))
    }
    #expect(models.count >= 168)
  }

  /// Without places, in the order of archives, and without defaults whose value is not known.
  private static func comparable(_ model: DataModel) -> DataModel {
    var model = model
    model.entities = model.entities.map { entity in
      var entity = entity
      entity.location = nil
      entity.attributes = entity.attributes.map { attribute in
        var attribute = attribute
        attribute.location = nil
        if case .expression? = attribute.defaultValue { attribute.defaultValue = nil }
        return attribute
      }.sorted { $0.name.codePointsPrecede($1.name) }
      entity.relationships = entity.relationships.map { relationship in
        var relationship = relationship
        relationship.location = nil
        return relationship
      }.sorted { $0.name.codePointsPrecede($1.name) }
      entity.fetchedProperties.sort { $0.codePointsPrecede($1) }
      return entity
    }
    return model
  }
}
