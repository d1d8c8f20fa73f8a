// The small part of Foundation where it comes in parts: a program that links all of it starts later.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
