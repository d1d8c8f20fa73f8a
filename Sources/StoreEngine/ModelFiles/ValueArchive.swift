/// Keyed archives of plain values: what a transformable attribute holds for an array of simple
/// values (Documentation/Format/ModelFiles.md, 2.5).
public enum ValueArchive {
  /// An archived NSArray of strings, numbers, dates and data.
  public static func bytes(of values: [PlistValue]) -> [UInt8] {
    var archive = KeyedArchiveBuilder()
    let root = archive.reserve()
    let elements = values.map { value -> PlistValue in
      if case .date(let seconds) = value {
        return archive.object(["NSDate"], ["NS.time": .real(seconds)])
      }
      return archive.scalar(value)
    }
    archive.set(root, ["NSArray"], ["NS.objects": .array(elements)])
    return archive.finish(root: root)
  }

  /// The elements of an archived array or set; nil when the bytes are anything else.
  public static func values(in bytes: [UInt8]) -> [PlistValue]? {
    ArchivedValue.read(bytes)?.array
  }
}
