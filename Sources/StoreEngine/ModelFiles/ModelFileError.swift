public import StoreModel

/// Why a property list, an archive or a model file could not be read.
public indirect enum ModelFileError: ReportableError, Sendable, Hashable {
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

  public enum PlistDamage: Sendable, Hashable {
    case notABinaryPlist
    case badTrailer
    case offsetOutside(object: Int)
    case objectOutside(offset: Int)
    case unknownType(UInt8, offset: Int)
    case keyNotString(offset: Int)
    case cycle(object: Int)
    case tooDeep(limit: Int)
    case tooLarge(limit: Int)
  }

  public enum XMLDamage: Sendable, Hashable {
    case notXML
    case unexpectedEnd
    case unexpectedByte(UInt8)
    case wrongEndTag(found: String, expected: String)
    case repeatedAttribute(String)
    case unknownEntity(String)
    case contentAfterRoot
    case tooDeep(limit: Int)
    case tooLarge(limit: Int)
  }

  public enum DeflateDamage: Sendable, Hashable {
    case damaged
    case truncated
    case tooLarge(limit: Int)
    case outOfMemory
  }

  public enum ArchiveDamage: Sendable, Hashable {
    case notKeyedArchive
    case noRoot
    case wrongRoot(String)
    case noEntities
    /// Its objects are shared or nested so that reading them would take for ever.
    case tooEntangled
  }

  public enum MetadataDamage: Sendable, Hashable {
    case noTable
    case noRow
    case notPlist
    case notDictionary
  }

  public enum ModelRefusal: Sendable, Hashable {
    case missing
    case noPermission
    case unreadable(String)
    case notRegularFile
    case tooLarge(limit: Int)
    case empty
    case notAModelFile
    case mappingModel
    case optimizedModelOnly
    case emptyBundle
    case brokenBundle(missing: [String])
    case wrongXMLRoot(String)
    case tooLargeModel(ModelSizeProblem)
  }
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

extension ModelFileError.PlistDamage {
  fileprivate var text: String {
    switch self {
    case .notABinaryPlist: "it does not begin with 'bplist00'"
    case .badTrailer: "its last 32 bytes do not describe the file"
    case .offsetOutside(let object): "object \(object) lies outside the file"
    case .objectOutside(let offset): "the object at byte \(offset) reaches past the end"
    case .unknownType(let marker, let offset): "unknown type \(marker) at byte \(offset)"
    case .keyNotString(let offset): "the dictionary at byte \(offset) has a key that is no text"
    case .cycle(let object): "object \(object) contains itself"
    case .tooDeep(let limit): "it is nested deeper than \(limit) levels"
    case .tooLarge(let limit): "it would unfold to more than \(limit) values"
    }
  }
}

extension ModelFileError.XMLDamage {
  fileprivate var text: String {
    switch self {
    case .notXML: "this is not XML"
    case .unexpectedEnd: "the XML ends too early"
    case .unexpectedByte(let byte): "unexpected byte \(byte) in the XML"
    case .wrongEndTag(let found, let expected): "'</\(found)>' where '</\(expected)>' belongs"
    case .repeatedAttribute(let name): "attribute '\(name)' is given twice"
    case .unknownEntity(let name):
      "unknown entity '&\(name.filter { !$0.isWhitespace });' in the XML"
    case .contentAfterRoot: "content after the XML's root element"
    case .tooDeep(let limit): "the XML is nested deeper than \(limit) levels"
    case .tooLarge(let limit): "the XML has more than \(limit) elements"
    }
  }
}

extension ModelFileError.DeflateDamage {
  fileprivate var text: String {
    switch self {
    case .damaged: "is damaged"
    case .truncated: "ends too early"
    case .tooLarge(let limit): "unfolds to more than \(limit) bytes"
    case .outOfMemory: "needs more memory than there is"
    }
  }
}

extension ModelFileError.ArchiveDamage {
  fileprivate var text: String {
    switch self {
    case .notKeyedArchive: "the data is not a keyed archive"
    case .noRoot: "the keyed archive has no root object"
    case .wrongRoot(let name): "the keyed archive holds '\(name)', not a managed object model"
    case .noEntities: "the keyed archive's model has no readable list of entities"
    case .tooEntangled: "the keyed archive refers to its own parts too often to be a model"
    }
  }
}

extension ModelFileError.MetadataDamage {
  fileprivate var text: String {
    switch self {
    case .noTable: "is missing: there is no table 'Z_METADATA'"
    case .noRow: "is missing: 'Z_METADATA' has no row with a property list"
    case .notPlist: "is damaged: 'Z_PLIST' holds no property list"
    case .notDictionary: "is damaged: its property list is not a dictionary"
    }
  }
}

extension ModelFileError.ModelRefusal {
  fileprivate var text: String {
    switch self {
    case .missing: "does not exist"
    case .noPermission: "cannot be read: permission denied"
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .notRegularFile: "is neither a file nor a folder that can be read as a model"
    case .tooLarge(let limit): "is larger than the \(limit) bytes a model file may have"
    case .empty: "is empty"
    case .notAModelFile:
      "is not a model file; give a '.xcdatamodeld', '.xcdatamodel', '.momd' or '.mom'"
    case .mappingModel: "is a mapping model, not a model; give the model it maps from or to"
    case .optimizedModelOnly:
      "is an optimized model, which only Core Data reads; give the '.mom' beside it"
    case .emptyBundle: "holds no model"
    case .brokenBundle(let missing):
      "is incomplete: its VersionInfo.plist names "
        + missing.map { "'\($0).mom'" }.joined(separator: ", ") + ", which is not there"
    case .tooLargeModel(let problem): problem.description
    case .wrongXMLRoot(let name): "is XML with the root '\(name)', not a data model"
    }
  }
}
