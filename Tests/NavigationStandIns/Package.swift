// swift-tools-version: 6.3

import PackageDescription

// The adapters of FlowNavigation for SwiftUI and UIKit, compiled and run where neither exists, with stand-ins in place of the two. A
// package of its own, because `canImport(SwiftUI)` must not be true elsewhere. `.ci/navigation` builds and tests it.
let package = Package(
  name: "NavigationStandIns",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FlowState", path: "../..")],
  targets: [
    .target(name: "SwiftUI"),
    .target(name: "UIKit"),
    .target(
      name: "AdaptedNavigation",
      dependencies: ["SwiftUI", "UIKit", .product(name: "FlowState", package: "FlowState")],
      path: "Sources/FlowNavigation", exclude: ["FlowNavigation.docc"]),
    .testTarget(
      name: "AdapterTests",
      dependencies: [
        "SwiftUI", "UIKit", "AdaptedNavigation", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowStateTesting", package: "FlowState"),
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

// Swift Testing brings overlays for the real frameworks.
for target in package.targets where target.isTest {
  target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]))
}
