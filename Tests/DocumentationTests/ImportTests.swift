import Foundation
import Testing

/// The imports between modules run one way, as CONTRIBUTING.md describes.
struct ImportTests {
  private static let allowed: [String: Set<String>] = [
    "FlowState": [],
    "FlowPictures": ["FlowState"],
    "FlowExperiments": ["FlowState"],
    "FlowStateTesting": ["FlowState"],
    "FlowDurableTesting": ["FlowState", "FlowStateTesting", "FlowJSON", "FlowDurable"],
    "FlowJSON": [],
    "FlowDurable": ["FlowState", "FlowJSON"],
    "FlowScreens": ["FlowState"],
    "FlowCommandLine": ["FlowState", "FlowScreens", "FlowTerminal"],
    "FlowControl": [
      "FlowState", "FlowJSON", "FlowDurable", "FlowScreens", "FlowTerminal", "FlowCommandLine", "FlowPictures",
    ],
    "DemoServer": ["FlowState", "FlowJSON", "FlowScreens", "FlowCommandLine"],
    "StepKit": ["FlowState", "FlowJSON", "FlowScreens"],
    "Nimbus": ["FlowState", "FlowJSON", "FlowScreens"],
    "Hub": ["FlowState", "FlowJSON", "FlowScreens"],
    "FlowTerminal": ["FlowState", "FlowScreens"],
  ]

  @Test("A module imports only modules below it", arguments: allowed.keys.sorted())
  func imports(_ module: String) throws {
    let imported = Set(try Documentation.imports(of: module))
    #expect(imported.subtracting(Self.allowed[module] ?? []) == [])
  }

  @Test("Every module is listed with the modules that it may import")
  func modules() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Documentation.root.appending(path: "Sources").path)
    #expect(Set(folders) == Set(Self.allowed.keys))
  }
}
