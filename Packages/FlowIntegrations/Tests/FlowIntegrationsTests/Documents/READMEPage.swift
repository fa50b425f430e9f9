// swift-format-ignore-file
// The code of README.md, which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' in the root of the repository has written.
import Dispatch
import FlowDurable
import FlowLogging
import FlowMetrics
import FlowServices
import FlowState
import FlowTracing
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals
extension READMEPage {
static func block_0_0() async throws {
#sourceLocation(file: "Packages/FlowIntegrations/README.md", line: 25)





let watched = flow.observed(by: [
  LogObserver(Logger(label: "orders")),
  MetricsObserver(),
  TracingObserver(),
])
try await use(watched)
}
#sourceLocation()
}
extension READMEPage {
static func block_0_1() async throws {
#sourceLocation(file: "Packages/FlowIntegrations/README.md", line: 45)







let metrics = WorkerMetrics()
let store = TracedStore(try FileStore(at: "orders.journal"))
let worker = FlowWorker(store, running: [order], reporting: metrics.receive)
let group = ServiceGroup(
  services: [WorkerService(worker, grace: .seconds(20))], gracefulShutdownSignals: [.sigterm, .sigint],
  logger: Logger(label: "orders"))
async let measuring: Void = metrics.measure(store, each: .seconds(15))
try await group.run()
try await use(metrics, store, worker, group, measuring)
}
#sourceLocation()
}

private func use<each Value>(_ values: repeat each Value) async throws {}
