import Testing

/// Every file that names the Swift version names the same one.
struct SwiftVersionTests {
  private static let version = "6.3"

  @Test(
    "every manifest asks for the same Swift",
    arguments: [
      "Package.swift", "Benchmarks/Package.swift", "README.md", "Sources/FlowState/FlowState.docc/GettingStarted.md",
      ".ci/engine-package",
    ])
  func manifest(file: String) throws {
    let versions = try Documentation.text(file).matches(of: /swift-tools-version: ([0-9.]+)/).map { String($0.1) }
    #expect(Set(versions) == [Self.version])
  }

  @Test(
    "so does every sentence about the requirements",
    arguments: ["README.md", "CONTRIBUTING.md", ".ci/run", "Benchmarks/README.md"])
  func sentence(file: String) throws {
    // A patch version, such as the one that the benchmarks ran with, is of that version too.
    let versions = try Documentation.text(file).matches(of: /Swift ([0-9]+\.[0-9]+)/).map { String($0.1) }
    #expect(Set(versions) == [Self.version])
  }
}
