import Foundation
import SwiftData

@Model
final class Recipe {
  var title: String
  var minutes: Int
  var tags: [Tag] = []
  @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe)
  var ingredients: [Ingredient] = []
  @Relationship(deleteRule: .cascade)
  var photos: [Photo] = []
  var book: Cookbook

  init(title: String, minutes: Int, book: Cookbook) {
    self.title = title
    self.minutes = minutes
    self.book = book
  }
}

@Model
final class Tag {
  @Attribute(.unique) var name: String
  var recipes: [Recipe] = []

  init(name: String) { self.name = name }
}

@Model
final class Ingredient {
  var name: String
  var amount: Double
  @Relationship(deleteRule: .cascade)
  var recipe: Recipe?

  init(name: String, amount: Double) {
    self.name = name
    self.amount = amount
  }
}

@Model
final class Photo {
  @Attribute(.externalStorage) var image: Data

  init(image: Data) { self.image = image }
}

@Model
final class Cookbook {
  var title: String
  @Relationship(deleteRule: .nullify, inverse: \Recipe.book)
  var recipes: [Recipe] = []

  init(title: String) { self.title = title }
}
