import Foundation
import SwiftData

/// Both sides are arrays with a default, and one of them names the inverse.
enum Kitchen {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Dish.self, Ingredient.self] }

    @Model
    final class Dish {
      @Attribute(.unique) var name: String
      @Relationship(inverse: \Ingredient.dishes) var ingredients: [Ingredient] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Ingredient {
      @Attribute(.unique) var name: String
      var dishes: [Dish] = []
      init(name: String) { self.name = name }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Dish.self, Ingredient.self] }

    @Model
    final class Dish {
      @Attribute(.unique) var name: String
      var servings: Int = 2
      @Relationship(inverse: \Ingredient.usedIn) var ingredients: [Ingredient] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Ingredient {
      @Attribute(.unique) var name: String
      var isVegan: Bool = false
      /// A relationship can be renamed, too.
      @Relationship(originalName: "dishes") var usedIn: [Dish] = []
      init(name: String) { self.name = name }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
    }
  }
}
