// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that the library has no dependencies: each adapter brings only what it adapts to.
let package = Package(
  name: "FlowIntegrations",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "FlowLogging", targets: ["FlowLogging"]),
    .library(name: "FlowMetrics", targets: ["FlowMetrics"]),
    .library(name: "FlowTracing", targets: ["FlowTracing"]),
    .library(name: "FlowServices", targets: ["FlowServices"]),
  ],
  dependencies: [
    // Named, because a package at a path is otherwise known by its folder, and a clone's folder may have any name.
    .package(name: "FlowState", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.1.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
  ],
  targets: [
    .target(
      name: "FlowLogging",
      dependencies: [
        .product(name: "FlowState", package: "FlowState"), .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "FlowMetrics",
      dependencies: [
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ]),
    .target(
      name: "FlowTracing",
      dependencies: [
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .target(
      name: "FlowServices",
      dependencies: [
        .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "FlowLoggingTests",
      dependencies: [
        "FlowLogging", .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowStateTesting", package: "FlowState"),
        .product(name: "InMemoryLogging", package: "swift-log"),
      ]),
    .testTarget(
      name: "FlowMetricsTests",
      dependencies: [
        "FlowMetrics", .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowStateTesting", package: "FlowState"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ]),
    .testTarget(
      name: "FlowTracingTests",
      dependencies: [
        "FlowTracing", .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowDurableTesting", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "FlowStateTesting", package: "FlowState"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ]),
    .testTarget(
      name: "FlowServicesTests",
      dependencies: [
        "FlowServices", .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowStateTesting", package: "FlowState"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "FlowIntegrationsTests",
      dependencies: [
        "FlowLogging", "FlowMetrics", "FlowTracing", "FlowServices",
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
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
