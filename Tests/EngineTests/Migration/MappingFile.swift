import Foundation
import StoreModel

@testable import StoreEngine

/// Writes mapping models as Xcode and its compiler do.
enum MappingFile {
  /// The archive of an `NSMappingModel`: a `.cdm`.
  ///
  /// - Parameter entity: whose rows all mappings ask for; nil for those of their own source.
  static func compiled(_ mapping: MappingModel, requesting entity: String? = nil) -> [UInt8] {
    var archive = KeyedArchiveBuilder()
    let root = archive.reserve()
    let kinds: [EntityMapping.Kind] = [.undefined, .custom, .add, .remove, .copy, .transform]
    let parts = mapping.entities.map { part -> PlistValue in
      func properties(_ list: [PropertyMapping]) -> PlistValue {
        let elements = list.map { property in
          let value = property.expression.map { expression($0, &archive) }
          return archive.object(
            ["NSPropertyMapping"],
            [
              "NSDestinationPropertyName": archive.string(property.name),
              "NSValueExpression": value ?? KeyedArchiveBuilder.null,
            ])
        }
        return archive.array(elements)
      }
      let request = expression(
        .function(
          .variable("manager"), "fetchRequestForSourceEntityNamed:predicateString:",
          [
            .constant(.string(entity ?? part.source ?? "")),
            .constant(.string(part.filter ?? "TRUEPREDICATE")),
          ]), &archive)
      func hash(_ hash: VersionHash?) -> PlistValue {
        hash.map { archive.scalar(.data($0.bytes)) } ?? KeyedArchiveBuilder.null
      }
      return archive.object(
        ["NSEntityMapping"],
        [
          "NSMappingName": archive.string(part.name),
          "NSMappingType": .integer(Int64(kinds.firstIndex(of: part.kind) ?? 0)),
          "NSSourceEntityName": archive.string(part.source),
          "NSDestinationEntityName": archive.string(part.destination),
          "NSSourceEntityVersionHash": hash(part.sourceHash),
          "NSDestinationEntityVersionHash": hash(part.destinationHash),
          "NSEntityMigrationPolicyClassName": archive.string(part.policy),
          "NSSourceExpression": part.source == nil
            ? KeyedArchiveBuilder.null
            : archive.object(
              ["NSFetchRequestExpression", "NSExpression"], ["NSFRExpression": request]),
          "NSAttributeMappings": properties(part.attributes),
          "NSRelationshipMappings": properties(part.relationships),
        ])
    }
    let list = archive.array(parts)
    archive.set(root, ["NSMappingModel"], ["NSEntityMappings": list])
    return archive.finish(root: root)
  }

  /// The archive of one expression, as an `.xcmappingmodel` keeps it.
  static func archived(_ value: MappingExpression) -> [UInt8] {
    var archive = KeyedArchiveBuilder()
    let root = expression(value, &archive)
    return archive.finish(root: root)
  }

  private static func expression(
    _ value: MappingExpression, _ archive: inout KeyedArchiveBuilder
  ) -> PlistValue {
    switch value {
    case .variable(let name):
      return archive.object(
        ["NSVariableExpression", "NSExpression"], ["NSVariable": archive.string(name)])
    case .constant(let constant):
      let stored: PlistValue =
        switch constant {
        case .string(let text)?: archive.string(text)
        case .integer(let number)?: archive.scalar(.integer(number))
        case .boolean(let value)?: archive.scalar(.bool(value))
        case .double(let number)?: archive.scalar(.real(number))
        default: KeyedArchiveBuilder.null
        }
      return archive.object(
        ["NSConstantValueExpression", "NSExpression"], ["NSConstantValue": stored])
    case .keyPath(let base, let path):
      let operand = expression(base, &archive)
      let specifier = archive.object(
        ["NSKeyPathSpecifierExpression", "NSExpression"], ["NSKeyPath": archive.string(path)])
      return archive.object(
        ["NSKeyPathExpression", "NSFunctionExpression", "NSExpression"],
        [
          "NSOperand": operand, "NSSelectorName": archive.string("valueForKeyPath:"),
          "NSArguments": archive.array([specifier], isMutable: true),
        ])
    case .function(let base, let name, let arguments):
      let operand =
        base.map { expression($0, &archive) }
        ?? archive.object(
          ["NSConstantValueExpression", "NSExpression"],
          ["NSConstantValueClassName": archive.string("_NSPredicateUtilities")])
      let list = arguments.map { expression($0, &archive) }
      return archive.object(
        ["NSFunctionExpression", "NSExpression"],
        [
          "NSOperand": operand, "NSSelectorName": archive.string(name),
          "NSArguments": archive.array(list),
        ])
    case .other(let name): return archive.object([name], [:])
    }
  }

  /// The XML of an `.xcmappingmodel` with copies of both models in it.
  ///
  /// - Parameter own: expressions by `Mapping.property`; the rest is left to Xcode's compiler.
  static func xml(
    from old: DataModel, to new: DataModel, _ parts: [EntityMapping],
    own: [String: MappingExpression] = [:]
  ) -> [UInt8] {
    var objects: [String] = []
    var ids: [String] = []
    func attribute(_ name: String, _ value: String?) -> String {
      value.map { "<attribute name=\"\(name)\" type=\"string\">\($0)</attribute>" } ?? ""
    }
    func links(_ name: String, _ ids: [String]) -> String {
      "<relationship name=\"\(name)\" idrefs=\"\(ids.joined(separator: " "))\"/>"
    }
    for (number, part) in parts.enumerated() {
      func properties(_ list: [PropertyMapping], _ type: String) -> [String] {
        list.map { property in
          let id = "z\(objects.count + 1)"
          let data = own["\(part.name).\(property.name)"].map {
            Data(archived($0)).base64EncodedString()
          }
          objects.append(
            "<object type=\"\(type)\" id=\"\(id)\">\(attribute("name", property.name))"
              + "\(attribute("valueexpressiondata", data))</object>")
          return id
        }
      }
      let attributes = properties(part.attributes, "XDDEVATTRIBUTEMAPPING")
      let relationships = properties(part.relationships, "XDDEVRELATIONSHIPMAPPING")
      let id = "z\(objects.count + 1)"
      ids.append(id)
      objects.append(
        "<object type=\"XDDEVENTITYMAPPING\" id=\"\(id)\">"
          + attribute("sourcename", part.source) + attribute("destinationname", part.destination)
          + attribute("mappingnumber", String(number + 1))
          + attribute("migrationpolicyclassname", part.policy)
          + attribute("sourcefilterpredicatestring", part.filter)
          + links("attributemappings", attributes) + links("relationshipmappings", relationships)
          + "</object>")
    }
    func model(_ model: DataModel) -> String { Data(editorArchive(model)).base64EncodedString() }
    objects.append(
      "<object type=\"XDDEVMAPPINGMODEL\" id=\"z0\">\(attribute("sourcemodeldata", model(old)))"
        + "\(attribute("destinationmodeldata", model(new)))\(links("entitymappings", ids))</object>"
    )
    return Array("<database>\(objects.joined(separator: "\n"))</database>".utf8)
  }

  /// The editor's own objects, as Xcode 3 kept models.
  private static func editorArchive(_ model: DataModel) -> [UInt8] {
    var archive = KeyedArchiveBuilder()
    let root = archive.reserve()
    func settings(_ values: [(String, PlistValue)]) -> PlistValue {
      let properties = values.map { name, value in
        (key: name, value: archive.object(["XDUMLPropertyImp"], ["_default": value]))
      }
      let owned = archive.dictionary(properties)
      let stereotype = archive.object(
        ["XDUMLStereotypeImp"], ["XDBucketForOwnedAttributesstorage": owned])
      return archive.dictionary([(key: "XD_PStereotype", value: stereotype)])
    }
    func lists(_ names: [[String]]) -> PlistValue {
      let lists = names.map { list in
        let names = list.map { archive.string($0) }
        return archive.array(names, isMutable: true)
      }
      return archive.array(lists, isMutable: true)
    }
    var entities: [String: PlistValue] = [:]
    for entity in model.entities { entities[entity.name] = archive.reserve() }
    for entity in model.entities {
      var properties: [(key: String, value: PlistValue)] = []
      for attribute in entity.attributes {
        let values = settings([
          ("XD_PAttK_attributeType", archive.scalar(.integer(Int64(attribute.type.rawValue)))),
          ("XD_PPSK_isOptional", archive.scalar(.bool(attribute.isOptional))),
        ])
        properties.append(
          (
            attribute.name,
            archive.object(
              ["XDPMAttribute"],
              ["_name": archive.string(attribute.name), "XDBucketForStereotypesstorage": values])
          ))
      }
      for relationship in entity.relationships {
        let inverse = relationship.inverse.map {
          archive.object(["XDPMRelationship"], ["_name": archive.string($0)])
        }
        let values = settings([
          ("XD_PRK_isToMany", archive.scalar(.bool(relationship.isToMany))),
          ("XD_PRK_ordered", archive.scalar(.bool(relationship.isOrdered))),
          ("XD_PRK_destination", entities[relationship.destination] ?? KeyedArchiveBuilder.null),
          ("XD_PRK_inverseRelationship", inverse ?? KeyedArchiveBuilder.null),
          ("XD_PPSK_isOptional", archive.scalar(.bool(relationship.isOptional))),
          ("XD_PRK_deleteRule", archive.scalar(.integer(1))),
        ])
        properties.append(
          (
            relationship.name,
            archive.object(
              ["XDPMRelationship"],
              ["_name": archive.string(relationship.name), "XDBucketForStereotypesstorage": values])
          ))
      }
      guard let reference = entities[entity.name] else { continue }
      let owned = archive.dictionary(properties)
      archive.set(
        reference, ["XDPMEntity"],
        [
          "_name": archive.string(entity.name), "XDBucketForOwnedAttributesstorage": owned,
          "XDBucketForStereotypesstorage": settings([
            ("XDPMUniquenessConstraints", lists(entity.uniquenessConstraints)),
            ("XDPMCompoundIndexes", lists(entity.compoundIndexes)),
          ]),
        ])
    }
    let classes = archive.dictionary(
      model.entities.map { ($0.name, entities[$0.name] ?? KeyedArchiveBuilder.null) })
    let package = archive.object(["XDModelPackage"], ["XDBucketForClassesstorage": classes])
    archive.set(root, ["XDPMModel"], ["_xd_rootPackage": package])
    return archive.finish(root: root)
  }
}
