import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// Archives that were made to do harm, or only in a way of their own.
@Suite(.enabled(if: ScanPrograms.hasPython, "there is no Python"))
struct ScanHostileArchiveTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func make(_ python: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-ec",
      "/usr/bin/python3 - <<'END'\nimport io, os, struct, tarfile, zipfile, gzip\n\(python)\nEND",
    ]
    process.currentDirectoryURL = fixture.folder
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(python)")
  }

  private func lines(_ command: String) throws -> [ScannedStore] {
    try fixture.run("scan \(command) --jobs 0 --quiet").split(separator: "\n")
      .filter { $0.hasPrefix("{\"") }.map { try ScanLines().store($0.utf8) }
  }

  @Test func largeFormsOfZipAreRead() throws {
    try make(
      """
      z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)
      with z.open(zipfile.ZipInfo('n.store'), 'w', force_zip64=True) as f:
        f.write(open('notes.store', 'rb').read())
      z.close()
      """)
    #expect(try lines("{dir}/a.zip").map(\.verdict) == ["notCompared"])
  }

  @Test func whatIsEncryptedInAnArchiveIsSaid() throws {
    try make(
      """
      z = zipfile.ZipFile('e.zip', 'w', zipfile.ZIP_DEFLATED)
      z.write('notes.store', 'secret.store'); z.write('notes.store', 'open.store'); z.close()
      data = bytearray(open('e.zip', 'rb').read())
      place = data.find(b'PK\\x01\\x02')
      data[place + 8] |= 1
      open('e.zip', 'wb').write(data)
      """)
    let found = try lines("{dir}/e.zip")
    #expect(found.map(\.member) == ["secret.store", "open.store"])
    #expect(found.map(\.failure?.reason) == [.archive, nil])
    #expect(found[0].failure?.text.contains("it is encrypted") == true)
  }

  @Test func membersThatLieOverEachOtherAreRefused() throws {
    try make(
      """
      z = zipfile.ZipFile('o.zip', 'w', zipfile.ZIP_DEFLATED)
      z.writestr('0.store', b'SQLite format 3\\0' + bytes(20_000_000)); z.close()
      data = open('o.zip', 'rb').read()
      start = data.rfind(b'PK\\x01\\x02'); end = data.rfind(b'PK\\x05\\x06')
      entry = data[start:end]
      many = b''.join(entry.replace(b'0.store', b'%d.store' % i) for i in range(10))
      tail = bytearray(data[end:])
      tail[8:12] = struct.pack('<HH', 10, 10); tail[12:16] = struct.pack('<I', len(many))
      open('o.zip', 'wb').write(data[:start] + many + tail)
      """)
    let found = try lines("{dir}/o.zip")
    #expect(found.allSatisfy { $0.failure?.reason == .archive || $0.verdict == "damaged" })
    #expect(found.last?.failure?.text.contains("lie over each other") == true, "\(found)")
  }

  @Test func archivesInArchivesStayClosed() throws {
    try make(
      """
      z = zipfile.ZipFile('inner.zip', 'w'); z.write('notes.store', 'n.store'); z.close()
      z = zipfile.ZipFile('outer.zip', 'w'); z.write('inner.zip'); z.close(); os.remove('inner.zip')
      """)
    let found = try lines("{dir}/outer.zip")
    #expect(
      found.map(\.what) == [
        "the archive holds no store itself; 1 archive in it, unpacked by hand, can be looked at"
      ])
  }

  @Test func sizesThatCannotBeAreDamage() throws {
    try make(
      """
      data = open('notes.store', 'rb').read()
      for number, size in enumerate(['9223372036854775807', '-1', '1' * 40]):
        t = tarfile.open('t%d.tar' % number, 'w', format=tarfile.PAX_FORMAT)
        info = tarfile.TarInfo('n.store'); info.size = len(data)
        info.pax_headers = {'size': size}
        t.addfile(info, io.BytesIO(data)); t.close()
      """)
    for number in 0..<3 {
      let found = try lines("{dir}/t\(number).tar")
      #expect(!found.isEmpty && found.allSatisfy { $0.failure != nil || $0.verdict != nil })
    }
    let huge = try lines("{dir}/t0.tar")
    #expect(huge.last?.failure?.reason == .archive)
  }

  @Test(.enabled(if: ScanPrograms.hasZstd, "there is no zstd")) func zstdIsReadLikeTheOthers()
    throws
  {
    try make(
      """
      t = tarfile.open('a.tar', 'w'); t.add('notes.store', 'x/n.store')
      t.add('torn.store', 'x/t.store'); t.close()
      os.system('zstd -q --rm a.tar; zstd -q notes.store -o n.store.zst')
      data = open('a.tar.zst', 'rb').read(); open('cut.tar.zst', 'wb').write(data[:len(data) // 2])
      """)
    let found = try lines("{dir}/a.tar.zst --checks full")
    let alone = try lines("{dir}/notes.store {dir}/torn.store --checks full")
    #expect(found.map(\.member) == ["x/n.store", "x/t.store"])
    #expect(found.map(\.hashes.main) == alone.map(\.hashes.main))
    #expect(try lines("{dir}/n.store.zst").map(\.member) == ["n.store"])
    let cut = try lines("{dir}/cut.tar.zst")
    #expect(cut.last?.failure?.reason == .archive)
  }

  /// Files beside a store lie in a folder of ours, which nobody knows.
  @Test func whatLiesBesideAStoreIsNamedByTheArchive() throws {
    let music = CommandFixture.samples.appending(path: "Music/music.store").path
    // A value that names a file which no archive has.
    try make(
      """
      data = bytearray(open('\(music)', 'rb').read()); place = 143 * 7919 % (len(data) - 4096)
      data[place:place + 400] = bytes((i & 255) ^ 0xa5 for i in range(place, place + 400))
      z = zipfile.ZipFile('m.zip', 'w'); z.writestr('in/music.store', bytes(data)); z.close()
      """)
    let line = try #require(try lines("{dir}/m.zip").first)
    let text = try line.text
    #expect(text.contains("m.zip → in/.music_SUPPORT/"), "\(text)")
    #expect(!text.contains(".partial-"), "\(text)")
  }
}
