internal import StoreEngine
internal import StoreModel

/// ANSI and XcodeColors codes, which `SyntaxColoredLogging` puts inside the lines.
enum ColourCodes {
  static func strip(_ line: UnsafeRawBufferPointer, into plain: inout [UInt8]) {
    plain.removeAll(keepingCapacity: true)
    var offset = 0
    while offset < line.count {
      guard line[offset] == 0x1b else {
        plain.append(line[offset])
        offset += 1
        continue
      }
      offset += 1
      guard offset < line.count, line[offset] == UInt8(ascii: "[") else { continue }
      offset += 1
      // XcodeColors: `[fg0,0,255;` and `[bg;`; ANSI: numbers up to a letter.
      if line.has("fg", at: offset) || line.has("bg", at: offset) {
        offset = (line.find(UInt8(ascii: ";"), from: offset) ?? line.count - 1) + 1
      } else {
        while offset < line.count, line[offset] < 0x40 { offset += 1 }
        if offset < line.count { offset += 1 }
      }
    }
  }
}
