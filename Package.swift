// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "FlowState",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "FlowState", targets: ["FlowState"]),
    .library(name: "FlowChains", targets: ["FlowChains"]),
    .library(name: "FlowPictures", targets: ["FlowPictures"]),
    .library(name: "FlowExperiments", targets: ["FlowExperiments"]),
    .library(name: "FlowStateTesting", targets: ["FlowStateTesting"]),
    .library(name: "FlowJSON", targets: ["FlowJSON"]),
    .library(name: "FlowDurable", targets: ["FlowDurable"]),
    .library(name: "FlowDurableTesting", targets: ["FlowDurableTesting"]),
    .library(name: "FlowScreens", targets: ["FlowScreens"]),
    .library(name: "FlowNavigation", targets: ["FlowNavigation"]),
    .library(name: "FlowForms", targets: ["FlowForms"]),
    .library(name: "FlowDocuments", targets: ["FlowDocuments"]),
    .library(name: "StepKit", targets: ["StepKit"]),
    .library(name: "Nimbus", targets: ["Nimbus"]),
    .library(name: "Hub", targets: ["Hub"]),
    .library(name: "FlowTerminal", targets: ["FlowTerminal"]),
    .library(name: "FlowControl", targets: ["FlowControl"]),
    .executable(name: "Demo", targets: ["Demo"]),
  ],
  targets: [
    .target(name: "FlowState"),
    .target(name: "FlowChains", dependencies: ["FlowState"]),
    .target(name: "FlowPictures", dependencies: ["FlowState", "FlowChains"]),
    .target(name: "FlowExperiments", dependencies: ["FlowState", "FlowChains"]),
    .target(name: "FlowStateTesting", dependencies: ["FlowState", "FlowChains"]),
    .target(name: "FlowJSON"),
    .target(name: "FlowDurable", dependencies: ["FlowState", "FlowChains", "FlowJSON"]),
    .target(
      name: "FlowDurableTesting",
      dependencies: ["FlowState", "FlowChains", "FlowStateTesting", "FlowJSON", "FlowDurable"]),
    .target(name: "FlowScreens", dependencies: ["FlowState"]),
    .target(name: "FlowNavigation", dependencies: ["FlowState"]),
    .target(name: "FlowForms", dependencies: ["FlowState", "FlowChains", "FlowJSON", "FlowDurable", "FlowScreens"]),
    .target(name: "StepKit", dependencies: ["FlowState", "FlowJSON", "FlowScreens"]),
    .target(name: "Nimbus", dependencies: ["FlowState", "FlowJSON", "FlowScreens"]),
    .target(name: "Hub", dependencies: ["FlowState", "FlowJSON", "FlowScreens"]),
    .target(
      name: "FlowDocuments",
      dependencies: [
        "FlowState", "FlowChains", "FlowExperiments", "FlowJSON", "FlowDurable", "FlowScreens", "FlowForms", "StepKit",
        "Nimbus",
        "Hub",
      ]),
    .target(name: "FlowTerminal", dependencies: ["FlowState", "FlowScreens"]),
    .target(name: "FlowCommandLine", dependencies: ["FlowState", "FlowScreens", "FlowTerminal"]),
    .target(
      name: "FlowControl",
      dependencies: [
        "FlowState", "FlowChains", "FlowJSON", "FlowDurable", "FlowScreens", "FlowTerminal", "FlowCommandLine",
        "FlowPictures",
      ]),
    .target(
      name: "DemoServer", dependencies: ["FlowState", "FlowJSON", "FlowScreens", "FlowCommandLine"]),
    .executableTarget(
      name: "Demo",
      dependencies: [
        "FlowState", "FlowChains", "FlowJSON", "FlowDurable", "FlowScreens", "FlowForms", "StepKit", "Nimbus", "Hub",
        "FlowTerminal",
        "FlowCommandLine", "FlowControl", "FlowPictures", "FlowExperiments", "FlowDocuments", "FlowStateTesting",
        "FlowDurableTesting", "DemoServer",
      ],
      path: "Demo", exclude: ["README.md", "Documentation"], resources: [.copy("Resources")]),
    .target(
      name: "TestSupport", dependencies: ["FlowState", "FlowChains", "FlowStateTesting", "FlowScreens"],
      path: "Tests/TestSupport"),
    .testTarget(name: "FlowStateTests", dependencies: ["FlowState", "FlowChains", "FlowStateTesting", "TestSupport"]),
    .testTarget(
      name: "FlowChainsTests", dependencies: ["FlowState", "FlowChains", "FlowStateTesting", "TestSupport"]),
    .testTarget(
      name: "FlowPicturesTests",
      dependencies: ["FlowState", "FlowChains", "FlowPictures", "FlowStateTesting", "TestSupport"]),
    .testTarget(
      name: "FlowExperimentsTests",
      dependencies: ["FlowState", "FlowChains", "FlowExperiments", "FlowStateTesting", "TestSupport"]),
    .testTarget(
      name: "FlowStateTestingTests",
      dependencies: ["FlowState", "FlowChains", "FlowExperiments", "FlowStateTesting", "TestSupport"]),
    .target(
      name: "DurableTestSupport", dependencies: ["FlowState", "FlowChains", "FlowDurable"],
      path: "Tests/DurableTestSupport"),
    .testTarget(
      name: "FlowDurableTestingTests",
      dependencies: [
        "FlowState", "FlowChains", "FlowStateTesting", "FlowJSON", "FlowDurable", "FlowDurableTesting",
        "DurableTestSupport",
        "TestSupport",
      ]),
    .testTarget(name: "FlowJSONTests", dependencies: ["FlowStateTesting", "FlowJSON", "TestSupport"]),
    .executableTarget(
      name: "DurableProgram", dependencies: ["FlowState", "FlowChains", "FlowStateTesting", "FlowJSON", "FlowDurable"],
      path: "Tests/DurableProgram"),
    .testTarget(
      name: "FlowDurableTests",
      dependencies: [
        "FlowState", "FlowChains", "FlowExperiments", "FlowStateTesting", "FlowJSON", "FlowDurable",
        "FlowDurableTesting",
        "DurableProgram", "DurableTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "FlowScreensTests", dependencies: ["FlowState", "FlowStateTesting", "FlowScreens", "TestSupport"]),
    .testTarget(
      name: "FlowNavigationTests",
      dependencies: ["FlowState", "FlowChains", "FlowStateTesting", "FlowDurable", "FlowNavigation", "TestSupport"]),
    .testTarget(
      name: "FlowFormsTests",
      dependencies: [
        "FlowState", "FlowChains", "FlowStateTesting", "FlowJSON", "FlowDurable", "FlowScreens", "FlowTerminal",
        "FlowForms",
        "DurableTestSupport", "TestSupport",
      ]),
    .target(
      name: "FormDocuments",
      dependencies: ["FlowState", "FlowJSON", "FlowDurable", "FlowForms", "FlowDocuments"],
      path: "Tests/FormDocuments", exclude: ["README.md", "walker.py", "expressions.py", "generator.py"]),
    .executableTarget(
      name: "FormProgram", dependencies: ["FlowJSON", "FormDocuments"], path: "Tests/FormProgram"),
    .testTarget(
      name: "FlowDocumentsTests",
      dependencies: [
        "FlowState", "FlowChains", "FlowStateTesting", "FlowExperiments", "FlowJSON", "FlowDurable", "FlowScreens",
        "FlowForms",
        "FlowTerminal", "FlowDocuments", "FormDocuments", "StepKit", "Nimbus", "Hub", "DurableTestSupport",
        "TestSupport",
      ]),
    .testTarget(
      name: "StepKitTests",
      dependencies: ["FlowState", "FlowStateTesting", "FlowJSON", "FlowScreens", "StepKit", "TestSupport"]),
    .testTarget(
      name: "NimbusTests",
      dependencies: ["FlowState", "FlowStateTesting", "FlowJSON", "FlowScreens", "Nimbus", "TestSupport"]),
    .testTarget(
      name: "HubTests",
      dependencies: ["FlowState", "FlowStateTesting", "FlowJSON", "FlowScreens", "Hub", "TestSupport"]),
    .testTarget(
      name: "FlowTerminalTests",
      dependencies: ["FlowState", "FlowStateTesting", "FlowScreens", "FlowTerminal", "TestSupport"]),
    .testTarget(name: "FlowCommandLineTests", dependencies: ["FlowState", "FlowCommandLine"]),
    .testTarget(
      name: "FlowControlTests",
      dependencies: [
        "FlowState", "FlowChains", "FlowStateTesting", "FlowJSON", "FlowDurable", "FlowTerminal", "FlowCommandLine",
        "FlowControl",
        "TestSupport",
      ]),
    .target(name: "DemoTestSupport", dependencies: ["DemoServer"], path: "Tests/DemoTestSupport"),
    .testTarget(
      name: "DemoServerTests",
      dependencies: ["FlowState", "FlowStateTesting", "DemoServer", "DemoTestSupport", "TestSupport"]),
    .testTarget(
      name: "DemoTests",
      dependencies: [
        "FlowState", "FlowChains", "FlowStateTesting", "FlowJSON", "FlowDurable", "FlowScreens", "StepKit", "Nimbus",
        "Hub",
        "FlowTerminal", "FlowCommandLine", "FlowControl", "FlowPictures", "FlowExperiments", "Demo", "DemoServer",
        "DemoTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "FlowState", "FlowChains", "FlowStateTesting", "FlowJSON", "FlowDurable", "FlowScreens", "StepKit", "Nimbus",
        "Hub",
        "FlowTerminal", "FlowControl", "FlowPictures", "FlowExperiments", "FlowNavigation", "FlowForms",
        "FlowDocuments", "FlowDurableTesting", "TestSupport",
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
