internal import Foundation

// A keychain for code that keeps passwords and keys in it: as long as the plan runs, and without
// asking anything. Dictionaries and texts need no conversion.

public typealias CFDictionary = [String: Any]
public typealias CFString = String
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32

public let errSecSuccess: OSStatus = 0
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300

public let kCFBooleanTrue: Bool! = true
public let kCFBooleanFalse: Bool! = false

public let kSecAttrAccessGroup = "kSecAttrAccessGroup"
public let kSecAttrAccessible = "kSecAttrAccessible"
public let kSecAttrAccessibleAfterFirstUnlock = "kSecAttrAccessibleAfterFirstUnlock"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly =
  "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly"
public let kSecAttrAccessibleWhenUnlocked = "kSecAttrAccessibleWhenUnlocked"
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly =
  "kSecAttrAccessibleWhenUnlockedThisDeviceOnly"
public let kSecAttrAccount = "kSecAttrAccount"
public let kSecAttrDescription = "kSecAttrDescription"
public let kSecAttrGeneric = "kSecAttrGeneric"
public let kSecAttrLabel = "kSecAttrLabel"
public let kSecAttrServer = "kSecAttrServer"
public let kSecAttrService = "kSecAttrService"
public let kSecAttrSynchronizable = "kSecAttrSynchronizable"
public let kSecAttrSynchronizableAny = "kSecAttrSynchronizableAny"
public let kSecClass = "kSecClass"
public let kSecClassGenericPassword = "kSecClassGenericPassword"
public let kSecClassInternetPassword = "kSecClassInternetPassword"
public let kSecClassKey = "kSecClassKey"
public let kSecMatchLimit = "kSecMatchLimit"
public let kSecMatchLimitAll = "kSecMatchLimitAll"
public let kSecMatchLimitOne = "kSecMatchLimitOne"
public let kSecReturnAttributes = "kSecReturnAttributes"
public let kSecReturnData = "kSecReturnData"
public let kSecUseDataProtectionKeychain = "kSecUseDataProtectionKeychain"
public let kSecValueData = "kSecValueData"

private let items = OSAllocatedUnfairLock<[CFDictionary]>(uncheckedState: [])

extension [CFDictionary] {
  fileprivate func matches(_ query: CFDictionary) -> [Int] {
    indices.filter { index in
      [kSecClass, kSecAttrService, kSecAttrAccount, kSecAttrServer].allSatisfy { key in
        query[key].map { "\($0)" == self[index][key].map { "\($0)" } } ?? true
      }
    }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemAdd(
  _ item: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  items.withLock { items in
    guard items.matches(item).isEmpty else { return errSecDuplicateItem }
    items.append(item)
    return errSecSuccess
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemUpdate(_ query: CFDictionary, _ values: CFDictionary) -> OSStatus {
  items.withLock { items in
    let found = items.matches(query)
    for index in found { items[index].merge(values) { $1 } }
    return found.isEmpty ? errSecItemNotFound : errSecSuccess
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  items.withLock { items in
    let found = items.matches(query)
    for index in found.reversed() { items.remove(at: index) }
    return found.isEmpty ? errSecItemNotFound : errSecSuccess
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  items.withLock { items in
    guard let first = items.matches(query).first else { return errSecItemNotFound }
    let data = items[first][kSecValueData] as? Data
    result?.pointee = data.map { $0 as NSData }
    return errSecSuccess
  }
}
