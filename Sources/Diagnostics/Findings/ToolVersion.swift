/// The version of storedoctor.
package enum ToolVersion {
  package static let current = "0.1.0"
}
