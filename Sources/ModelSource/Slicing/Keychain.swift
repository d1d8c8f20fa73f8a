/// A keychain for the slices whose code keeps passwords and keys in it: as long as the plan runs, and
/// without asking anything.
enum Keychain {
  static let text =
    types + constants.map { "let \($0): CFString = \"\($0)\"\n" }.joined() + functions

  /// Dictionaries and texts need no conversion then.
  private static let types = """
    typealias CFDictionary = [String: Any]
    typealias CFString = String
    typealias CFTypeRef = AnyObject
    typealias OSStatus = Int32
    let errSecSuccess: OSStatus = 0
    let errSecDuplicateItem: OSStatus = -25299
    let errSecItemNotFound: OSStatus = -25300
    let kCFBooleanTrue: Bool! = true
    let kCFBooleanFalse: Bool! = false

    """

  private static let constants = [
    "kSecAttrAccessGroup", "kSecAttrAccessible", "kSecAttrAccessibleAfterFirstUnlock",
    "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly", "kSecAttrAccessibleWhenUnlocked",
    "kSecAttrAccessibleWhenUnlockedThisDeviceOnly", "kSecAttrAccount", "kSecAttrDescription",
    "kSecAttrGeneric", "kSecAttrLabel", "kSecAttrServer", "kSecAttrService",
    "kSecAttrSynchronizable", "kSecAttrSynchronizableAny", "kSecClass",
    "kSecClassGenericPassword", "kSecClassInternetPassword", "kSecClassKey", "kSecMatchLimit",
    "kSecMatchLimitAll", "kSecMatchLimitOne", "kSecReturnAttributes", "kSecReturnData",
    "kSecUseDataProtectionKeychain", "kSecValueData",
  ]

  private static let functions = """
    enum PlanKeychain {
      nonisolated(unsafe) static var items: [[String: Any]] = []
      static func matches(_ query: [String: Any]) -> [Int] {
        items.indices.filter { index in
          [kSecClass, kSecAttrService, kSecAttrAccount, kSecAttrServer].allSatisfy { key in
            query[key].map { "\\($0)" == items[index][key].map { "\\($0)" } } ?? true
          }
        }
      }
    }
    func SecItemAdd(_ item: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
      guard PlanKeychain.matches(item).isEmpty else { return errSecDuplicateItem }
      PlanKeychain.items.append(item)
      return errSecSuccess
    }
    func SecItemUpdate(_ query: CFDictionary, _ values: CFDictionary) -> OSStatus {
      let found = PlanKeychain.matches(query)
      for index in found { PlanKeychain.items[index].merge(values) { $1 } }
      return found.isEmpty ? errSecItemNotFound : errSecSuccess
    }
    func SecItemDelete(_ query: CFDictionary) -> OSStatus {
      let found = PlanKeychain.matches(query)
      for index in found.reversed() { PlanKeychain.items.remove(at: index) }
      return found.isEmpty ? errSecItemNotFound : errSecSuccess
    }
    func SecItemCopyMatching(
      _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
    ) -> OSStatus {
      guard let first = PlanKeychain.matches(query).first else { return errSecItemNotFound }
      let data = PlanKeychain.items[first][kSecValueData] as? Data
      result?.pointee = data.map { $0 as NSData }
      return errSecSuccess
    }
    """
}
