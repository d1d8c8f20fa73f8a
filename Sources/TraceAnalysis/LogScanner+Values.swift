extension LogScanner {
  /// Forgets the records handed out; the values of statements still open are kept.
  mutating func discardRecords() {
    records.removeAll(keepingCapacity: true)
    guard !valueText.isEmpty else { return }
    let text = valueText
    var kept: [UInt8] = []
    moveTexts { range in
      let start = kept.count
      kept.append(contentsOf: text[range])
      return start
    }
    valueText = kept
  }

  func valueTexts(of record: TraceRecord) -> [String] {
    let start = Int(record.bindStart)
    let end = Int(record.bindEnd)
    guard start < end, end <= valueText.count else { return [] }
    return valueText[start..<end].split(separator: 10, omittingEmptySubsequences: false)
      .dropLast().map { String(decoding: $0, as: UTF8.self) }
  }
}
