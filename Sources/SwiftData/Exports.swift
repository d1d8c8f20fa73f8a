// Users' files import only SwiftData, as with Apple's module.
@_exported public import Foundation
@_exported public import Observation
