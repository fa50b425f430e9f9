import Foundation
import Testing

/// The imports between modules run one way, as CONTRIBUTING.md describes.
struct ImportTests {
  private static let allowed: [String: Set<String>] = [
    "FlowState": [],
    "FlowChains": ["FlowState"],
    "FlowPictures": ["FlowState", "FlowChains"],
    "FlowExperiments": ["FlowState", "FlowChains"],
    "FlowStateTesting": ["FlowState", "FlowChains"],
    "FlowDurableTesting": ["FlowState", "FlowChains", "FlowStateTesting", "FlowJSON", "FlowDurable"],
    "FlowJSON": [],
    "FlowDurable": ["FlowState", "FlowChains", "FlowJSON"],
    "FlowScreens": ["FlowState"],
    "FlowNavigation": ["FlowState"],
    "FlowForms": ["FlowState", "FlowChains", "FlowJSON", "FlowDurable", "FlowScreens"],
    "FlowDocuments": [
      "FlowState", "FlowChains", "FlowExperiments", "FlowJSON", "FlowDurable", "FlowScreens", "FlowForms", "StepKit",
      "Nimbus", "Hub",
    ],
    "FlowCommandLine": ["FlowState", "FlowScreens", "FlowTerminal"],
    "FlowControl": [
      "FlowState", "FlowChains", "FlowJSON", "FlowDurable", "FlowScreens", "FlowTerminal", "FlowCommandLine",
      "FlowPictures",
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

  @Test(
    "The manifest lets a module depend on the modules that it may import, and on no others",
    arguments: allowed.keys.sorted())
  func manifest(_ module: String) throws {
    #expect(try Self.dependencies(of: module) == Self.allowed[module])
  }

  @Test("FlowState is built alone, and FlowStateTesting without durable runs")
  func alone() throws {
    #expect(try Self.built(with: "FlowState") == ["FlowState"])
    #expect(try Self.built(with: "FlowStateTesting") == ["FlowState", "FlowChains", "FlowStateTesting"])
  }

  /// The dependencies that the manifest declares for a target.
  private static func dependencies(of module: String) throws -> Set<String> {
    let manifest = try Documentation.text("Package.swift")
    let target = try Regex(#"\.target\(\s*name: "\#(module)"(?:,\s*dependencies: \[([^\]]*)\])?"#)
    let match = try #require(manifest.firstMatch(of: target))
    return Set((match[1].substring ?? "").matches(of: /"(\w+)"/).map { String($0.1) })
  }

  /// The modules that SwiftPM builds for a target, with itself.
  private static func built(with module: String) throws -> Set<String> {
    try dependencies(of: module).reduce(into: [module]) { $0.formUnion(try built(with: $1)) }
  }
}
