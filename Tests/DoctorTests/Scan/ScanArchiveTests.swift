import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// Stores in archives, whole and broken.
@Suite struct ScanArchiveTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  /// Makes files with a program of the system, in the folder of the fixture.
  private func shell(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = fixture.folder
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(script)")
  }

  private func lines(_ command: String) throws -> [ScannedStore] {
    try fixture.run("scan \(command) --jobs 0 --quiet").split(separator: "\n")
      .filter { $0.hasPrefix("{\"") }.map { try ScanLines().store($0.utf8) }
  }

  /// Python has all the formats, and makes what the programs refuse to make.
  private static let python = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  private func make(_ python: String) throws {
    try shell("/usr/bin/python3 - <<'END'\nimport io, tarfile, zipfile, gzip\n\(python)\nEND")
  }

  @Test(
    .enabled(if: python, "there is no Python"),
    arguments: [
      "z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)\nadd = z.write\nend = z.close",
      "z = zipfile.ZipFile('a.zip', 'w')\nadd = z.write\nend = z.close",
      "t = tarfile.open('a.tar', 'w', format=tarfile.GNU_FORMAT)\nadd = t.add\nend = t.close",
      "t = tarfile.open('a.tar', 'w', format=tarfile.PAX_FORMAT)\nadd = t.add\nend = t.close",
      "t = tarfile.open('a.tgz', 'w:gz')\nadd = t.add\nend = t.close",
    ]) func storesInArchivesSayWhatTheySayAlone(_ archive: String) throws
  {
    let long = String(repeating: "long-folder-name/", count: 20)
    try make(
      """
      \(archive)
      add('text.txt', 'x/text.txt')
      add('notes.store', 'x/notes.store')
      add('torn.store', '\(long)torn.store')
      add('notes.store', 'x/.notes_SUPPORT/_EXTERNAL_DATA/8F1A9C53-0B0E-4C8A-9A55-000000000001')
      end()
      """)
    let found = try lines("{dir} --checks full").filter { $0.member != nil }
    #expect(found.map(\.member) == ["x/notes.store", long + "torn.store"])
    let alone = try lines("{dir}/notes.store {dir}/torn.store --checks full")
    #expect(found.map(\.verdict) == alone.map(\.verdict))
    #expect(found.map(\.what) == alone.map(\.what))
    #expect(found.map(\.hashes.main) == alone.map(\.hashes.main))
    #expect(found[0].sizes.externalFiles == 1)
    for line in found { #expect(try !line.text.contains(".partial-")) }
  }

  @Test(.enabled(if: python, "there is no Python")) func aFileInGzipIsOne() throws {
    try make("gzip.open('x.store.gz', 'wb').write(open('notes.store', 'rb').read())")
    #expect(try lines("{dir}/x.store.gz").map(\.member) == ["x.store"])
    try make("gzip.open('log.gz', 'wb').write(b'no store')")
    #expect(try lines("{dir}/log.gz").map(\.verdict) == ["notAStore"])
    #expect(try !lines("{dir}").contains { $0.path.hasSuffix("log.gz") })
  }

  @Test(.enabled(if: python, "there is no Python")) func namesThatLeadOutAndLinksAreNothing() throws
  {
    try make(
      """
      t = tarfile.open('evil.tar', 'w')
      data = open('notes.store', 'rb').read()
      for name in ['../../escaped.store', '/tmp/absolute.store', 'ok/./fine.store']:
        info = tarfile.TarInfo(name); info.size = len(data)
        t.addfile(info, io.BytesIO(data))
      link = tarfile.TarInfo('link.store'); link.type = tarfile.SYMTYPE; link.linkname = '/etc/passwd'
      t.addfile(link)
      t.close()
      """)
    let found = try lines("{dir}/evil.tar")
    #expect(found.map(\.member) == ["tmp/absolute.store", "ok/fine.store", nil])
    #expect(found.map(\.verdict) == ["notCompared", "notCompared", nil])
    #expect(found.last?.failure?.text.contains("1 store in the archive") == true)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/absolute.store"))
  }

  @Test(.enabled(if: python, "there is no Python")) func whatIsBrokenIsSaidAndTheRestIsRead() throws
  {
    try make(
      """
      z = zipfile.ZipFile('b.zip', 'w', zipfile.ZIP_DEFLATED)
      z.write('notes.store', 'one.store'); z.write('notes.store', 'two.store'); z.close()
      data = bytearray(open('b.zip', 'rb').read())
      place = data.find(b'one.store') + 400
      data[place:place + 600] = bytes(600)
      open('b.zip', 'wb').write(data)
      t = tarfile.open('c.tar', 'w'); t.add('notes.store', 'one.store')
      t.add('notes.store', 'two.store'); t.close()
      data = open('c.tar', 'rb').read()
      open('c.tar', 'wb').write(data[:len(data) * 2 // 3])
      open('d.zip', 'wb').write(open('b.zip', 'rb').read()[:900])
      """)
    let zip = try lines("{dir}/b.zip")
    #expect(zip.map(\.member) == ["one.store", "two.store"])
    #expect(zip.map(\.failure?.reason) == [.archive, nil])
    let tar = try lines("{dir}/c.tar")
    #expect(tar.first?.verdict == "notCompared")
    #expect(tar.last?.failure?.reason == .archive && tar.last?.member == nil)
    #expect(try lines("{dir}/d.zip").map(\.failure?.reason) == [.archive])
  }

  @Test(.enabled(if: python, "there is no Python")) func aBombEndsAtWhatItClaims() throws {
    try make(
      """
      import struct
      z = zipfile.ZipFile('e.zip', 'w', zipfile.ZIP_DEFLATED)
      z.writestr('bomb.store', b'SQLite format 3\\0' + bytes(300_000_000)); z.close()
      data = bytearray(open('e.zip', 'rb').read())
      central = data.rfind(b'PK\\x01\\x02')
      data[central + 24:central + 28] = struct.pack('<I', 4096)
      open('e.zip', 'wb').write(data)
      """)
    #expect(try lines("{dir}/e.zip").map(\.failure?.reason) == [.archive])
  }
}
