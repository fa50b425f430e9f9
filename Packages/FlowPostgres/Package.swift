// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that the library has no dependencies: this one needs PostgreSQL's client library.
let package = Package(
  name: "FlowPostgres",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "FlowPostgres", targets: ["FlowPostgres"]),
    .executable(name: "flow-bench-adapter", targets: ["flow-bench-adapter"]),
  ],
  dependencies: [
    // Named, because a package at a path is otherwise known by its folder, and a clone's folder may have any name.
    .package(name: "FlowState", path: "../..")
  ],
  targets: [
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "FlowPostgres",
      dependencies: [
        "CLibPQ", .product(name: "FlowState", package: "FlowState"), .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
      ]),
    .target(
      name: "OrderExample",
      dependencies: [
        "FlowPostgres", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
      ]),
    .executableTarget(
      name: "Orders",
      dependencies: [
        "FlowPostgres", "OrderExample", .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowControl", package: "FlowState"),
      ]),
    .executableTarget(
      name: "PostgresChaos",
      dependencies: [
        "FlowPostgres", "OrderExample", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
      ]),
    .executableTarget(
      name: "PostgresBenchmark",
      dependencies: [
        "CLibPQ", "FlowPostgres", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
      ]),
    .target(
      name: "BenchAdapter",
      dependencies: [
        "FlowPostgres", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
      ]),
    .executableTarget(name: "flow-bench-adapter", dependencies: ["BenchAdapter"]),
    .testTarget(
      name: "FlowPostgresTests",
      dependencies: [
        "FlowPostgres", "BenchAdapter", "flow-bench-adapter", "Orders",
        .product(name: "FlowDurableTesting", package: "FlowState"),
        .product(name: "FlowStateTesting", package: "FlowState"),
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"),
      ],
      exclude: ["Releases"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
