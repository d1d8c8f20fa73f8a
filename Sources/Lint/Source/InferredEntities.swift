internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// The entities that code speaks of, for input that holds no model file: a package, or a folder of an
/// app. Their classes are known; which properties they have, only as far as '@NSManaged' says it.
enum InferredEntities {
  static func read(swift: [SourceFile], objectiveC: [SourceFile]) -> [Entity] {
    let all = swift + objectiveC
    let speaking = WordsOfFiles.positions(
      of: [
        "CoreData", "CoreDataClass", "CoreDataProperties", "FetchedResults", "NSFetchRequest",
        "NSManaged", "NSManagedObject",
        "NSManagedObjectContext",
      ], in: all)
    guard !speaking.isEmpty else { return [] }
    let parts = Workers.map(speaking.count) { ClassNames(all[speaking[$0]].bytes) }
    let names = parts.reduce(into: ClassNames()) { $0.formUnion($1) }.classes
    guard !names.isEmpty else { return [] }
    let declaring = WordsOfFiles.positions(of: ["NSManaged"], in: swift).map { swift[$0] }
    let properties = ParsePool.map(declaring) { _, tree in ManagedProperties(tree).found }
      .flatMap(\.self)
    let known = names.union(properties.map(\.owner))
    let owned = Dictionary(grouping: properties, by: \.owner)
    return known.sorted().map { name in
      var entity = Entity(name: name, className: name)
      for property in owned[name] ?? [] {
        if let other = property.destination, property.isToMany || known.contains(other) {
          entity.relationships.append(
            Relationship(
              name: property.name, destination: other, maxCount: property.isToMany ? 0 : 1,
              isOrdered: property.isOrdered))
        } else if property.destination.map({ !known.contains($0) }) ?? true, !property.isToMany {
          entity.attributes.append(
            Attribute(name: property.name, type: .string, swiftType: property.written))
        }
      }
      return entity
    }
  }
}

/// What '@NSManaged' says of properties.
private struct ManagedProperties {
  struct Property: Sendable {
    var owner: String
    var name: String
    var written: String
    /// The class of an object, or of the objects of a set.
    var destination: String?
    var isToMany = false
    var isOrdered = false
  }

  private(set) var found: [Property] = []

  init(_ tree: SourceFileSyntax) {
    for statement in tree.statements {
      guard case .decl(let declaration) = statement.item,
        let group = declaration.asProtocol((any DeclGroupSyntax).self),
        let owner = Syntax(declaration).typeName
      else { continue }
      let members = group.memberBlock.members.map(\.decl)
      // `@NSManaged func addToFiles(_ value: File)` says what an 'NSSet' holds.
      var held: [String: String] = [:]
      for function in members.compactMap({ $0.as(FunctionDeclSyntax.self) })
      where function.name.text.hasPrefix("addTo") {
        let type = function.signature.parameterClause.parameters.first?.type.dottedName?.lastPart
        if let type, type != "NSSet", type != "NSOrderedSet" {
          held[function.name.text.dropFirst(5).lowercased()] = type
        }
      }
      for variable in members.compactMap({ $0.as(VariableDeclSyntax.self) })
      where variable.attribute("NSManaged") != nil {
        guard let binding = variable.bindings.first, let name = binding.name,
          let type = binding.typeAnnotation?.type
        else { continue }
        let text = type.trimmedDescription.filter { $0 != "?" && $0 != "!" }
        var property = Property(owner: owner, name: name, written: text)
        if ["NSSet", "NSOrderedSet"].contains(text) {
          property.isToMany = true
          property.destination = held[name.lowercased()]
        } else if let list = WrittenType(type), list.isList {
          // A list of plain values is no relationship.
          property.isToMany = text.hasPrefix("Set<")
          property.destination = property.isToMany ? list.name : nil
        } else {
          property.destination = type.dottedName?.lastPart ?? WrittenType(type)?.name
        }
        property.isOrdered = text == "NSOrderedSet"
        found.append(property)
      }
    }
  }
}
