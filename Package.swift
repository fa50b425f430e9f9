// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "FlowState",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "FlowState", targets: ["FlowState"]),
    .library(name: "FlowStateTesting", targets: ["FlowStateTesting"]),
    .library(name: "FlowJSON", targets: ["FlowJSON"]),
    .library(name: "FlowLayout", targets: ["FlowLayout"]),
    .library(name: "StepKit", targets: ["StepKit"]),
    .library(name: "Nimbus", targets: ["Nimbus"]),
    .library(name: "Hub", targets: ["Hub"]),
    .library(name: "FlowTerminal", targets: ["FlowTerminal"]),
    .executable(name: "Demo", targets: ["Demo"]),
  ],
  targets: [
    .target(name: "FlowState"),
    .target(name: "FlowStateTesting", dependencies: ["FlowState"]),
    .target(name: "FlowJSON"),
    .target(name: "FlowLayout"),
    .target(name: "StepKit", dependencies: ["FlowState", "FlowJSON"]),
    .target(name: "Nimbus", dependencies: ["FlowState", "FlowJSON", "FlowLayout"]),
    .target(name: "Hub", dependencies: ["FlowState", "FlowJSON"]),
    .target(
      name: "FlowTerminal", dependencies: ["FlowState", "FlowJSON", "FlowLayout", "StepKit", "Nimbus", "Hub"]),
    .executableTarget(
      name: "Demo",
      dependencies: ["FlowState", "FlowJSON", "FlowLayout", "StepKit", "Nimbus", "Hub", "FlowTerminal"],
      path: "Demo", resources: [.copy("Resources")]),
    .target(
      name: "TestSupport", dependencies: ["FlowState", "FlowStateTesting", "FlowJSON"], path: "Tests/TestSupport"),
    .testTarget(name: "FlowStateTests", dependencies: ["FlowState", "FlowStateTesting", "TestSupport"]),
    .testTarget(name: "FlowStateTestingTests", dependencies: ["FlowState", "FlowStateTesting", "TestSupport"]),
    .testTarget(name: "FlowJSONTests", dependencies: ["FlowStateTesting", "FlowJSON", "TestSupport"]),
    .testTarget(name: "FlowLayoutTests", dependencies: ["FlowLayout"]),
    .testTarget(name: "StepKitTests", dependencies: ["FlowState", "FlowStateTesting", "FlowJSON", "StepKit"]),
    .testTarget(
      name: "NimbusTests",
      dependencies: ["FlowState", "FlowStateTesting", "FlowJSON", "FlowLayout", "Nimbus", "TestSupport"]),
    .testTarget(name: "HubTests", dependencies: ["FlowState", "FlowStateTesting", "FlowJSON", "Hub", "TestSupport"]),
    .testTarget(
      name: "FlowTerminalTests",
      dependencies: [
        "FlowState", "FlowStateTesting", "FlowJSON", "FlowLayout", "StepKit", "Nimbus", "Hub", "FlowTerminal",
        "TestSupport",
      ]),
    .testTarget(
      name: "DemoTests",
      dependencies: ["FlowState", "FlowStateTesting", "FlowJSON", "StepKit", "FlowTerminal", "Demo", "TestSupport"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "FlowState", "FlowStateTesting", "FlowJSON", "FlowLayout", "StepKit", "Nimbus", "Hub", "FlowTerminal",
        "TestSupport",
      ],
      exclude: ["Surroundings"]),
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
