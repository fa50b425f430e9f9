// swift-format-ignore-file
// The code of Console.md, which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' in the root of the repository has written.
import Dispatch
import FlowConsole
import FlowDurable
import FlowState
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals
extension ConsolePage {
static func block_0_0() async throws {
#sourceLocation(file: "Packages/FlowWeb/Console.md", line: 29)






let console = ConsoleService(store: store, flows: [order])
let group = ServiceGroup(
  services: [WorkerService(worker), console], gracefulShutdownSignals: [.sigterm, .sigint],
  logger: Logger(label: "orders"))
try await group.run()
// Flow console: http://127.0.0.1:8484/?token=5f0c…
try await use(console, group)
}
#sourceLocation()
}
extension ConsolePage {
static func block_0_1() async throws {
#sourceLocation(file: "Packages/FlowWeb/Console.md", line: 48)
let watch = RunWatch()
let console = ConsoleService(store: store, flows: [order], watching: watch)  // or ConsoleService(watching: watch)
let profile = profile.observed(by: watch)
try await use(watch, console, profile)
}
#sourceLocation()
}

private func use<each Value>(_ values: repeat each Value) async throws {}
