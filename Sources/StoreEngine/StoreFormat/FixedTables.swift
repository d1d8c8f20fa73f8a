/// Tables every store has whatever its model (Documentation/Format/StoreFormat.md, 1.2).
enum FixedTables {
  static func statements(_ era: StoreEra) -> [String] {
    var texts = [
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
        + "Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    ]
    if era.hasModelCache { texts.append("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)") }
    return texts
  }
}
