// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that the library has no dependencies.
let package = Package(
  name: "FlowWeb",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "FlowMarkup", targets: ["FlowMarkup"]),
    .library(name: "FlowWeb", targets: ["FlowWeb"]),
    .library(name: "FlowWebTesting", targets: ["FlowWebTesting"]),
    .library(name: "FlowConsole", targets: ["FlowConsole"]),
    .executable(name: "flow-console", targets: ["flow-console"]),
    .executable(name: "console-demo", targets: ["console-demo"]),
    .executable(name: "web-demo", targets: ["web-demo"]),
    .executable(name: "flow-web", targets: ["flow-web"]),
  ],
  traits: [
    .trait(name: "Postgres", description: "Let flow-console and flow-web use a PostgreSQL database, which needs libpq.")
  ],
  dependencies: [
    // Named, because a package at a path is otherwise known by its folder, and a clone's folder may have any name.
    .package(name: "FlowState", path: "../.."),
    // Used with its trait alone.
    .package(name: "FlowPostgres", path: "../FlowPostgres"),
    // Without its traits, which only bring more packages.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
  ],
  targets: [
    // HTML whose texts are escaped.
    .target(name: "FlowMarkup"),
    // The parts of a server that the console and the pages share.
    .target(
      name: "WebServing",
      dependencies: [
        "FlowMarkup", .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
      ]),
    // Durable flows as pages.
    .target(
      name: "FlowWeb",
      dependencies: [
        "FlowMarkup", "WebServing",
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"), .product(name: "FlowForms", package: "FlowState"),
        .product(name: "FlowScreens", package: "FlowState"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      resources: [.embedInCode("Assets/pages.css"), .embedInCode("Assets/pages.js")]),
    // Plays the pages of a flow in every order that a bound allows.
    .target(
      name: "FlowWebTesting",
      dependencies: [
        "FlowWeb", "WebServing", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"), .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowForms", package: "FlowState"), .product(name: "FlowStateTesting", package: "FlowState"),
      ]),
    .target(
      name: "FlowConsole",
      dependencies: [
        "FlowMarkup", "WebServing",
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"), .product(name: "FlowPictures", package: "FlowState"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [
        .embedInCode("Assets/console.css"), .embedInCode("Assets/console.js"), .embedInCode("Assets/icon.svg"),
      ]),
    .executableTarget(
      name: "flow-console",
      dependencies: [
        "FlowConsole", .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowPostgres", package: "FlowPostgres", condition: .when(traits: ["Postgres"])),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "console-demo",
      dependencies: [
        "FlowConsole", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"), .product(name: "FlowTerminal", package: "FlowState"),
        .product(name: "FlowScreens", package: "FlowState"),
      ]),
    .executableTarget(
      name: "web-demo",
      dependencies: [
        "FlowWeb", "FlowConsole", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"), .product(name: "FlowForms", package: "FlowState"),
        .product(name: "FlowExperiments", package: "FlowState"), .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "FlowScreens", package: "FlowState"), .product(name: "StepKit", package: "FlowState"),
        .product(name: "Nimbus", package: "FlowState"), .product(name: "Hub", package: "FlowState"),
        "FlowMarkup", .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [
        .embedInCode("Documents/recipe.json"), .embedInCode("Documents/booking.json"),
        .embedInCode("Documents/menu.json"),
      ]),
    // Serves a flow document.
    .executableTarget(
      name: "flow-web",
      dependencies: [
        "FlowWeb", "FlowConsole", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"), .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowForms", package: "FlowState"), .product(name: "FlowScreens", package: "FlowState"),
        .product(name: "FlowExperiments", package: "FlowState"),
        .product(name: "FlowDocuments", package: "FlowState"),
        .product(name: "FlowPostgres", package: "FlowPostgres", condition: .when(traits: ["Postgres"])),
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"), .product(name: "Crypto", package: "swift-crypto"),
      ]),
    // Serves a sign-up, and measures it beside other programs; see 'benchmark'.
    .executableTarget(
      name: "WebBenchmark",
      dependencies: [
        "FlowWeb", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"), .product(name: "FlowForms", package: "FlowState"),
        .product(name: "FlowPostgres", package: "FlowPostgres", condition: .when(traits: ["Postgres"])),
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
      ],
      path: "Benchmark", exclude: ["peers"]),
    // A browser, a client, and waits with bounds.
    .target(
      name: "WebTestSupport", dependencies: [.product(name: "FlowJSON", package: "FlowState")],
      path: "Tests/WebTestSupport"),
    .testTarget(
      name: "FlowWebTests",
      dependencies: [
        "FlowMarkup", "WebServing", "FlowWeb", "FlowWebTesting", "FlowConsole", "web-demo", "flow-web",
        "WebTestSupport",
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowForms", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"), .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowScreens", package: "FlowState"), .product(name: "StepKit", package: "FlowState"),
        .product(name: "FlowExperiments", package: "FlowState"),
        .product(name: "FlowDocuments", package: "FlowState"),
        .product(name: "FlowStateTesting", package: "FlowState"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "FlowWebTestingTests",
      dependencies: [
        "FlowWeb", "FlowWebTesting", .product(name: "FlowState", package: "FlowState"),
        .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowForms", package: "FlowState"), .product(name: "FlowJSON", package: "FlowState"),
        .product(name: "FlowDurable", package: "FlowState"), .product(name: "FlowStateTesting", package: "FlowState"),
        .product(name: "FlowExperiments", package: "FlowState"), "FlowMarkup",
      ]),
    .testTarget(
      name: "FlowConsoleTests",
      dependencies: [
        "FlowMarkup", "WebServing", "FlowConsole", "flow-console", "console-demo", "WebTestSupport",
        .product(name: "FlowState", package: "FlowState"), .product(name: "FlowChains", package: "FlowState"),
        .product(name: "FlowJSON", package: "FlowState"), .product(name: "FlowDurable", package: "FlowState"),
        .product(name: "FlowPictures", package: "FlowState"),
        .product(name: "FlowStateTesting", package: "FlowState"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
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
