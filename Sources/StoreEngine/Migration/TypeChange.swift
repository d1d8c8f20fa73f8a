internal import StoreModel

/// What a change of an attribute's type asks for: the type rows of
/// Documentation/Format/MigrationRules.md, 2.2.
struct TypeChange {
  let from: Attribute
  let to: Attribute

  /// User info key with which a model allows encoded objects and plain bytes to be exchanged.
  static let allowsTransformation = "NSMigrationAllowTypeTransformation"

  /// Entity, property and hash effect are the caller's to fill in.
  var difference: ModelDifference {
    var difference = ModelDifference(
      entity: "", change: .typeChanged, from: from.typeText, to: to.typeText, migration: .custom,
      why: "values of type \(from.type.name) cannot be converted to \(to.type.name) by inference",
      hint: "give the new attribute another name, copy the values in a custom stage, "
        + "and drop the old one in the next version",
      certainty: RuleBasis.reports, location: to.location)
    if from.type.isNumeric && to.type.isNumeric {
      difference.migration = .lightweight
      difference.why = "numbers and Booleans convert into each other"
      difference.hint = nil
      difference.certainty = RuleBasis.analysis
    } else if from.type == .transformable && to.type == .codable {
      difference.migration = .lightweight
      difference.why = "encoded objects become Codable values by themselves"
      difference.hint = nil
      difference.certainty = RuleBasis.analysis
    } else if isEncodedToBytes {
      difference.certainty = RuleBasis.analysis
      if isTransformationAllowed {
        difference.migration = .lightweight
        difference.why = "the attribute's user info allows the transformation"
        difference.hint = nil
      } else {
        difference.why =
          "encoded objects and plain bytes are exchanged only with the user info key "
          + "'\(Self.allowsTransformation)' and without external storage"
      }
    } else if from.type == .composite || to.type == .composite {
      difference.why =
        "a Codable struct or enum is stored in columns of its own, not in that of a plain value"
    }
    return difference
  }

  /// A type that is only assumed says nothing of what becomes of the values.
  func unknown(because open: Certainty) -> ModelDifference {
    let advice =
      if case .undeclared = open {
        "correct the type's name, or give the files that declare it"
      } else {
        "give the new property another name, so that nothing has to be converted"
      }
    return ModelDifference(
      entity: "", change: .typeChanged, from: from.swiftType ?? from.type.name,
      to: to.swiftType ?? to.type.name, migration: .custom,
      why: "unknown what becomes of the values: \(open.reason ?? "the type is not known")",
      hint: advice, certainty: open, location: to.assumption == nil ? from.location : to.location)
  }

  private var isEncodedToBytes: Bool {
    let encoded: Set<AttributeType> = [.transformable, .codable]
    return (encoded.contains(from.type) && to.type == .binary)
      || (from.type == .binary && encoded.contains(to.type))
  }

  private var isTransformationAllowed: Bool {
    to.userInfo[Self.allowsTransformation] != nil && !from.allowsExternalStorage
      && !to.allowsExternalStorage
  }
}

extension Attribute {
  /// `Integer 64`, or with the Swift type where that says more: `Composite (Address)`.
  var typeText: String {
    guard let swiftType else { return type == .codable ? "Codable" : type.name }
    let bare = swiftType.hasSuffix("?") ? String(swiftType.dropLast()) : swiftType
    switch type {
    case .codable: return "Codable (\(bare))"
    case .composite, .transformable, .undefined: return "\(type.name) (\(bare))"
    case .binary where bare != "Data": return "\(type.name) (\(bare))"
    default: return type.name
    }
  }

  /// `optional String`, `required Integer 16, default 0`.
  var summary: String {
    let value = defaultValue.map { ", default \($0.text)" } ?? ""
    return (isOptional ? "optional " : "required ") + typeText + value
  }

  /// Sources write one number as an integer, a real or a Boolean; an expression equals anything.
  func hasSameDefault(as other: Attribute) -> Bool {
    guard let mine = defaultValue, let theirs = other.defaultValue else {
      return defaultValue == nil && other.defaultValue == nil
    }
    if case .expression = mine { return true }
    if case .expression = theirs { return true }
    if let mine = mine.number, let theirs = theirs.number { return mine == theirs }
    return mine == theirs
  }
}

extension DefaultValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .boolean(let value): value ? 1 : 0
    case .decimal(let text): Double(text)
    default: nil
    }
  }

  /// As a person writes it.
  var text: String {
    switch self {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .date(let seconds): CoreDataDate.text(seconds)
    case .decimal(let text), .url(let text), .expression(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .string(let text): "'\(text)'"
    case .data(let bytes): "\(bytes.count) bytes"
    case .uuid(let bytes): bytes.hexText
    }
  }
}
