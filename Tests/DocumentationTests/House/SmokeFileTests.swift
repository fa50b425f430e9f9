import Foundation
import Testing

/// `swift test --filter Smoke` runs a test of each module.
struct SmokeFileTests {
  @Test("Each test module has smoke tests, and each module of the package has a test module")
  func all() throws {
    let manifest = try Documentation.text("Package.swift")
    let tested = manifest.matches(of: /\.testTarget\(\s*name: "(\w+)Tests"/).map { String($0.1) }
    let modules = try FileManager.default.contentsOfDirectory(
      atPath: Documentation.root.appending(path: "Sources").path)
    #expect(Set(tested) == Set(modules + ["Demo", "Documentation"]))
    for module in modules + ["Demo"] {
      let text = try? Documentation.text("Tests/\(module)Tests/SmokeTests.swift")
      #expect(text?.contains("struct SmokeTests {") == true, "\(module)")
    }
  }
}
