// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "FlowState",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "FlowState", targets: ["FlowState"]),
    .library(name: "FlowStateTesting", targets: ["FlowStateTesting"]),
    .library(name: "FlowTerminal", targets: ["FlowTerminal"]),
    .executable(name: "Demo", targets: ["Demo"]),
  ],
  targets: [
    .target(name: "FlowState"),
    .target(name: "FlowStateTesting", dependencies: ["FlowState"]),
    .target(name: "FlowTerminal", dependencies: ["FlowState"]),
    .executableTarget(name: "Demo", dependencies: ["FlowState", "FlowTerminal"], path: "Demo"),
    .testTarget(name: "FlowStateTests", dependencies: ["FlowState", "FlowStateTesting"]),
    .testTarget(name: "FlowStateTestingTests", dependencies: ["FlowState", "FlowStateTesting"]),
    .testTarget(name: "FlowTerminalTests", dependencies: ["FlowTerminal", "FlowStateTesting"]),
    .testTarget(name: "DemoTests", dependencies: ["Demo", "FlowStateTesting"]),
    .testTarget(name: "DocumentationTests", dependencies: ["FlowState"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
