// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that the library has no dependencies: the peers are only fetched by those who measure.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Named, because a package at a path is otherwise known by its folder, and a clone's folder may have any name.
    .package(name: "FlowState", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "Instruments"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Instruments",
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowPictures", package: "FlowState"),
        .product(name: "FlowStateTesting", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "FlowScreens", package: "FlowState"),
        .product(name: "Nimbus", package: "FlowState"),
        .product(name: "Hub", package: "FlowState"),
        .product(name: "StepKit", package: "FlowState"),
        .product(name: "FlowTerminal", package: "FlowState"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]),
    .executableTarget(
      name: "Journal",
      dependencies: [
        .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowChains", package: "FlowState"),
      ]),
    .executableTarget(
      name: "InputGrowth",
      dependencies: [
        .product(name: "FlowDocuments", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "FlowScreens", package: "FlowState"),
        .product(name: "StepKit", package: "FlowState"),
        .product(name: "Nimbus", package: "FlowState"),
        .product(name: "Hub", package: "FlowState"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "Instruments" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
