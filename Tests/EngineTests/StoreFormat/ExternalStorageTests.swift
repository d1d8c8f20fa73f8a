import StoreEngine
import Testing

@Suite struct ExternalStorageTests {
  @Test(arguments: [
    ("a.store", ".a_SUPPORT"), ("dir/a.b.store", "dir/.a.b_SUPPORT"),
    ("/x/plain", "/x/.plain_SUPPORT"),
    ("Ordner/Größe.store", "Ordner/.Größe_SUPPORT"), ("ノート/日記.store", "ノート/.日記_SUPPORT"),
    (".hidden", "..hidden_SUPPORT"), ("../a.store", "../.a_SUPPORT"),
    ("v1.0/store", "v1.0/.store_SUPPORT"),
  ])
  func folderFollowsFromTheName(_ path: String, _ folder: String) {
    let storage = ExternalStorage(storePath: path)
    #expect(storage.supportFolder == folder)
    #expect(storage.folder == folder + "/_EXTERNAL_DATA")
  }

  @Test func namesLeadNowhereElse() {
    let storage = ExternalStorage(storePath: "a.store")
    #expect(storage.path(of: "../../etc/passwd") == nil)
    #expect(storage.path(of: "") == nil)
    #expect(
      storage.path(of: "F3DB6BFA-F8C5-436B-9667-0E6DBD98827F")
        == ".a_SUPPORT/_EXTERNAL_DATA/F3DB6BFA-F8C5-436B-9667-0E6DBD98827F")
  }
}
