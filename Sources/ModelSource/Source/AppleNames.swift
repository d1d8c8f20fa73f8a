/// What Swift code for Apple's systems may name and a plan run by this tool cannot have.
enum AppleNames {
  /// Modules that exist where plans are run; imports of any other are left out of a slice.
  static let modules: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Observation", "RegexBuilder", "Swift",
    "SwiftData", "Synchronization", "_Concurrency", "_StringProcessing",
  ]

  /// Frameworks of Apple's systems that files of models and plans import, too.
  static let frameworks: Set<String> = [
    "AVFoundation", "AVKit", "Accelerate", "ActivityKit", "AppIntents", "AppKit",
    "AuthenticationServices", "BackgroundTasks", "CallKit", "Charts", "CloudKit", "Combine",
    "CommonCrypto", "Contacts", "ContactsUI", "CoreBluetooth", "CoreData", "CoreFoundation",
    "CoreGraphics", "CoreImage", "CoreLocation", "CoreLocationUI", "CoreML", "CoreMotion",
    "CoreSpotlight", "CoreText", "CoreTransferable", "CryptoKit", "Darwin", "DeviceActivity",
    "EventKit", "EventKitUI", "FamilyControls", "FoundationModels", "GameKit", "HealthKit",
    "ImageIO", "JavaScriptCore", "LinkPresentation", "LocalAuthentication", "ManagedSettings",
    "MapKit", "MediaPlayer", "MessageUI", "MultipeerConnectivity", "MusicKit", "NaturalLanguage",
    "Network", "OSLog", "ObjectiveC", "PDFKit", "PencilKit", "Photos", "PhotosUI", "QuartzCore",
    "QuickLook", "RealityKit", "SQLite3", "SafariServices", "SceneKit", "Security",
    "ServiceManagement", "Speech", "SpriteKit", "StoreKit", "SwiftUI", "TipKit", "Translation",
    "UIKit", "UniformTypeIdentifiers", "UserNotifications", "Vision", "VisionKit",
    "WatchConnectivity", "WatchKit", "WeatherKit", "WebKit", "WidgetKit", "WorkoutKit",
    "XCTest", "os",
  ]

  /// Attributes for Objective-C, Xcode and the entry point, which mean nothing to a plan.
  static let attributes: Set<String> = [
    "GKInspectable", "IBAction", "IBDesignable", "IBInspectable", "IBOutlet", "NSApplicationMain",
    "NSManaged", "UIApplicationMain", "main", "nonobjc", "objc", "objcMembers",
  ]

  /// Whether a name that the sources do not declare belongs to a framework of Apple's systems.
  static func isUnavailable(_ name: String) -> Bool {
    types.contains(name) || hasFrameworkPrefix(name)
  }

  /// Whether a type that conforms to or inherits from `name` is part of the interface, not of the
  /// data.
  static func isInterface(_ name: String) -> Bool {
    interfaceProtocols.contains(name)
      || (hasFrameworkPrefix(name) && name != "NSManagedObject" && !name.hasPrefix("CK"))
  }

  /// `UIImage`, `CKRecord`: two or three capitals of a framework, then a capitalised word.
  private static func hasFrameworkPrefix(_ name: String) -> Bool {
    prefixes.contains { prefix in
      guard name.hasPrefix(prefix) else { return false }
      let rest = name.utf8.dropFirst(prefix.utf8.count)
      return rest.count > 1 && rest.first.map { (0x41...0x5A).contains($0) } ?? false
        && rest.dropFirst().first.map { (0x61...0x7A).contains($0) } ?? false
    }
  }

  private static let prefixes = [
    "AV", "CA", "CI", "CK", "CN", "EK", "GK", "HK", "LP", "MK", "PH", "PK", "SF", "SK", "UI", "UN",
    "VN", "WK", "BG", "LA", "MPMedia", "NSManaged", "NSPersistent", "NSView", "NSWindow",
  ]

  private static let interfaceProtocols: Set<String> = [
    "Animatable", "App", "AppShortcutsProvider", "ButtonStyle", "Commands", "ControlWidget",
    "DynamicProperty", "EnvironmentKey", "FocusedValueKey", "GaugeStyle", "LabelStyle", "Layout",
    "PreferenceKey", "PreviewModifier", "PreviewProvider", "PrimitiveButtonStyle",
    "ProgressViewStyle", "Scene", "Shape", "TextFieldStyle", "TimelineProvider", "Tip",
    "ToggleStyle", "ToolbarContent", "View", "ViewModifier", "Widget", "WidgetBundle",
    "XCTestCase",
  ]

  private static let types: Set<String> = interfaceProtocols.union([
    "AnyCancellable", "AnyPublisher", "AnyTransition", "AnyView", "AppDependencyManager",
    "AppEntity",
    "AppEnum", "AppIntent", "AppStorage", "AppTransaction", "AssetCatalog", "Binding", "Bindable",
    "CGColor", "CGContext", "CGImage", "CLCircularRegion", "CLGeocoder", "CLLocation",
    "CLLocationManager", "CLPlacemark", "CSSearchableItem", "CSSearchableItemAttributeSet",
    "CaseDisplayRepresentations", "Chart", "Color", "ColorScheme", "CurrentValueSubject",
    "DisplayRepresentation", "EntityQuery", "EntityStringQuery", "Environment", "EnvironmentObject",
    "EnvironmentValues", "EventModifiers", "FetchRequest", "FileDocument", "FocusState", "Font",
    "ForEach", "GeometryProxy", "Gradient", "HKQuantity", "IndexedEntity", "Image", "ImageRenderer",
    "KeyEquivalent", "Keychain", "LinearGradient", "LocalizedStringKey", "LocalizedStringResource",
    "MLModel", "MeshGradient", "NSApplication", "NSBezierPath", "NSColor", "NSFetchRequest",
    "NSFont", "NSImage", "NSImageView", "NSMergePolicy", "NSPasteboard", "NSScreen",
    "NSUbiquitousKeyValueStore", "NSWorkspace", "NavigationPath", "Namespace", "ObservableObject",
    "ObservedObject", "PassthroughSubject", "Path", "PhotosPickerItem", "Product", "Published",
    "Query", "ReferenceFileDocument", "SKProduct", "SceneStorage", "State", "StateObject", "Text",
    "TextStyle", "TimelineEntry", "TipKit", "Transferable", "TransferRepresentation",
    "TypeDisplayRepresentation", "UTType", "UnitPoint", "WidgetCenter", "WidgetFamily",
  ])
}
