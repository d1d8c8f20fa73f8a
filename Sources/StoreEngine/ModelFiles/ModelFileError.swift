public import StoreModel

/// Why a property list, an archive or a model file could not be read.
public indirect enum ModelFileError: ReportableError, Sendable, Hashable {
  /// Neither binary nor XML.
  case notAPropertyList
  case binaryPlist(PlistDamage)
  case xml(XMLDamage, line: Int, column: Int)
  case xmlPlist(String, line: Int, column: Int)
  case deflate(DeflateDamage)
  case archive(ArchiveDamage)
  case metadata(MetadataDamage)
  case notAModel(ModelRefusal)
  /// The problem with the file it was met in.
  case file(path: String, ModelFileError)
}

extension ModelFileError {
  /// Whatever it is, the file is not read.
  public var status: ExitStatus { .unreadable }

  public var description: String {
    switch self {
    case .file(let path, .notAModel(let refusal)): "'\(path)' \(refusal.text)"
    case .file(let path, let problem): "'\(path)': \(problem)"
    case .notAPropertyList: "this is not a property list"
    case .binaryPlist(let damage): "the binary property list is damaged: \(damage.text)"
    case .xml(let damage, let line, let column): "\(damage.text) at \(line):\(column)"
    case .xmlPlist(let what, let line, let column):
      "the XML property list is not valid: \(what) at \(line):\(column)"
    case .deflate(let damage): "the compressed data \(damage.text)"
    case .archive(let damage): damage.text
    case .metadata(let damage): "the store's metadata \(damage.text)"
    case .notAModel(let refusal): "the file \(refusal.text)"
    }
  }
}

extension ModelFileError {
  /// What is wrong with a binary property list.
  public struct PlistDamage: Sendable, Hashable {
    let text: String

    private init(_ text: String) { self.text = text }

    static let notABinaryPlist = Self("it does not begin with 'bplist00'")
    static let badTrailer = Self("its last 32 bytes do not describe the file")
    package static func offsetOutside(object: Int) -> Self {
      Self("object \(object) lies outside the file")
    }
    package static func objectOutside(offset: Int) -> Self {
      Self("the object at byte \(offset) reaches past the end")
    }
    package static func unknownType(_ marker: UInt8, offset: Int) -> Self {
      Self("unknown type \(marker) at byte \(offset)")
    }
    package static func keyNotString(offset: Int) -> Self {
      Self("the dictionary at byte \(offset) has a key that is no text")
    }
    package static func cycle(object: Int) -> Self { Self("object \(object) contains itself") }
    package static func tooDeep(limit: Int) -> Self {
      Self("it is nested deeper than \(limit) levels")
    }
    package static func tooLarge(limit: Int) -> Self {
      Self("it would unfold to more than \(limit) values")
    }
  }
}

extension ModelFileError {
  /// What is wrong with a text in XML.
  public struct XMLDamage: Sendable, Hashable {
    let text: String

    private init(_ text: String) { self.text = text }

    static let notXML = Self("this is not XML")
    static let unexpectedEnd = Self("the XML ends too early")
    static let contentAfterRoot = Self("content after the XML's root element")
    package static func unexpectedByte(_ byte: UInt8) -> Self {
      Self("unexpected byte \(byte) in the XML")
    }
    package static func wrongEndTag(found: String, expected: String) -> Self {
      Self("'</\(found)>' where '</\(expected)>' belongs")
    }
    package static func repeatedAttribute(_ name: String) -> Self {
      Self("attribute '\(name)' is given twice")
    }
    package static func unknownEntity(_ name: String) -> Self {
      Self("unknown entity '&\(name.filter { !$0.isWhitespace });' in the XML")
    }
    package static func tooDeep(limit: Int) -> Self {
      Self("the XML is nested deeper than \(limit) levels")
    }
    package static func tooLarge(limit: Int) -> Self {
      Self("the XML has more than \(limit) elements")
    }
  }
}

extension ModelFileError {
  /// What is wrong with compressed data.
  public struct DeflateDamage: Sendable, Hashable {
    let text: String

    private init(_ text: String) { self.text = text }

    static let damaged = Self("is damaged")
    static let outOfMemory = Self("needs more memory than there is")
    package static let truncated = Self("ends too early")
    package static func tooLarge(limit: Int) -> Self { Self("unfolds to more than \(limit) bytes") }
  }
}

extension ModelFileError {
  /// What is wrong with a keyed archive of a model or a mapping model.
  public struct ArchiveDamage: Sendable, Hashable {
    let text: String

    private init(_ text: String) { self.text = text }

    static let notKeyedArchive = Self("the data is not a keyed archive")
    static let noRoot = Self("the keyed archive has no root object")
    static let noEntities = Self("the keyed archive's model has no readable list of entities")
    static let noMappings = Self("the keyed archive has no readable list of entity mappings")
    // Its objects are shared or nested so that reading them would take for ever.
    package static let tooEntangled = Self(
      "the keyed archive refers to its own parts too often to be a model")
    package static func wrongRoot(_ name: String) -> Self {
      Self("the keyed archive holds '\(name)', not a managed object model")
    }
    package static func wrongMappingRoot(_ name: String) -> Self {
      Self("the keyed archive holds '\(name)', not a mapping model")
    }
  }
}

extension ModelFileError {
  /// What is wrong with `Z_METADATA`.
  public struct MetadataDamage: Sendable, Hashable {
    let text: String

    private init(_ text: String) { self.text = text }

    static let noTable = Self("is missing: there is no table 'Z_METADATA'")
    static let noRow = Self("is missing: 'Z_METADATA' has no row with a property list")
    static let notPlist = Self("is damaged: 'Z_PLIST' holds no property list")
    static let notDictionary = Self("is damaged: its property list is not a dictionary")
  }
}

extension ModelFileError {
  /// Why a file or folder is no model; follows its name.
  public struct ModelRefusal: Sendable, Hashable {
    let text: String

    private init(_ text: String) { self.text = text }

    static let missing = Self("does not exist")
    static let noPermission = Self("cannot be read: permission denied")
    static let empty = Self("is empty")
    static let emptyBundle = Self("holds no model")
    static let notRegularFile = Self("is neither a file nor a folder that can be read as a model")
    static let notAModelFile = Self(
      "is not a model file; give a '.xcdatamodeld', '.xcdatamodel', '.momd' or '.mom'")
    static let mappingModel = Self(
      "is a mapping model, not a model; give the model it maps from or to")
    static let notAMapping = Self(
      "is not a mapping model; give an '.xcmappingmodel' or a '.cdm'")
    package static func damagedMapping(_ what: String) -> Self {
      Self("is a mapping model that cannot be read: \(what)")
    }
    static let optimizedModelOnly = Self(
      "is an optimized model, which only Core Data reads; give the '.mom' beside it")
    package static func unreadable(_ reason: String) -> Self { Self("cannot be read: \(reason)") }
    package static func tooLarge(limit: Int) -> Self {
      Self("is larger than the \(limit) bytes a model file may have")
    }
    package static func brokenBundle(missing: [String]) -> Self {
      Self(
        "is incomplete: its VersionInfo.plist names "
          + missing.map { "'\($0).mom'" }.joined(separator: ", ") + ", which is not there")
    }
    package static func wrongXMLRoot(_ name: String) -> Self {
      Self("is XML with the root '\(name)', not a data model")
    }
    package static func tooLargeModel(_ problem: ModelSizeProblem) -> Self {
      Self(problem.description)
    }
  }
}
