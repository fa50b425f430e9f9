import Testing

/// Every file that names the Swift version names the same one.
struct SwiftVersionTests {
  private static let version = "6.3"

  @Test(
    "Every manifest requires the same Swift version",
    arguments: [
      "Package.swift", "Benchmarks/Package.swift", "Sources/FlowState/FlowState.docc/GettingStarted.md",
    ])
  func manifest(file: String) throws {
    let versions = try Documentation.text(file).matches(of: /swift-tools-version: ([0-9.]+)/).map { String($0.1) }
    #expect(Set(versions) == [Self.version])
  }

  @Test(
    "Every sentence about the requirements names the same Swift version",
    arguments: ["README.md", "CONTRIBUTING.md", ".ci/run", "Benchmarks/README.md"])
  func sentence(file: String) throws {
    // A patch version, such as the one that the benchmarks ran with, is of that version too.
    let versions = try Documentation.text(file).matches(of: /Swift ([0-9]+\.[0-9]+)/).map { String($0.1) }
    #expect(Set(versions) == [Self.version])
  }
}
