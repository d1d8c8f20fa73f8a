internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds passwords and keys that are stored as plain texts.
struct SecretInStore: ModelRule {
  static let info = RuleInfo(
    id: "secret-in-store", group: .dataAccess, severity: .warning,
    summary: "a password or a key to a service is stored as a plain text",
    why:
      "the store is a file like any other: it lies in backups, and whoever gets at it reads the secret, also after it "
      + "was changed or deleted, since SQLite does not overwrite what it frees",
    fix: "keep the secret in the keychain, and in the store only what it is found by",
    limits: "texts whose name says what they are, in projects that encrypt nothing themselves",
    examples: .texts(
      flagged: """
        @Model final class Account {
          var name = ""
          var ↓password = ""
          init() {}
        }
        ---
        @Model final class Server {
          var address = ""
          var ↓apiKey: String?
          var ↓refreshToken: String?
          init() {}
        }
        ---
        // file: Mail.xcdatamodeld/Mail.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Account">
          <attribute name="user" optional="YES" attributeType="String"/>
          ↓<attribute name="userPassword" optional="YES" attributeType="String"/>
        </entity>
        </model>
        """,
      clean: """
        @Model final class Account {
          var name = ""
          var passwordHint = ""
          var hasPassword = false
          var passwordHash = ""
          var token = ""
          var keychainKey = ""
          init() {}
        }
        ---
        import CryptoKit
        @Model final class Entry {
          var password = ""
          init(_ text: String, _ key: SymmetricKey) { password = seal(text, key) }
          func seal(_ text: String, _ key: SymmetricKey) -> String { "" }
        }
        ---
        @Model final class Account {
          var password: Data?
          init() {}
        }
        """))

  /// Ends of names, in words.
  private static let secrets: [[String]] = [
    ["access", "token"], ["api", "key"], ["api", "secret"], ["auth", "token"], ["bearer", "token"],
    ["client", "secret"], ["passcode"], ["passphrase"], ["password"], ["private", "key"],
    ["refresh", "token"], ["secret", "key"], ["session", "token"],
  ]
  private static let ciphers: Set = [
    "AES", "CommonCrypto", "CryptoKit", "CryptoSwift", "RNCryptor", "SealedBox",
    "SecKeyCreateEncryptedData",
    "decrypt", "decrypted", "encrypt", "encrypted",
  ]

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard [.swift, .xcodeModel].contains(model.source) else { return }
    var found: [(Entity, Attribute)] = []
    for entity in model.entities {
      for attribute in entity.attributes
      where attribute.type == .string && !attribute.isTransient
        && !(attribute.location?.isInTests ?? false)
      {
        let words = attribute.name.camelWords
        guard Self.secrets.contains(where: { words.suffix($0.count) == $0[...] }),
          !words.contains(where: { ["encrypted", "has", "hashed", "is", "needs"].contains($0) })
        else { continue }
        found.append((entity, attribute))
      }
    }
    guard !found.isEmpty,
      WordsOfFiles.positions(of: Self.ciphers, in: lint.allFiles()).isEmpty
    else { return }
    for (entity, attribute) in found {
      report(
        "'\(entity.name).\(attribute.name)' is stored as a plain text", about: attribute,
        of: entity,
        certainty: .inferred("its name says what it holds"))
    }
  }
}
