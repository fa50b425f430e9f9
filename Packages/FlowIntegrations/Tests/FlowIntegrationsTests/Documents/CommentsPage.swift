// swift-format-ignore-file
// The code of the comments in Sources, which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' in the root of the repository has written.
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
extension CommentsPage {
static func block_0_0() async throws {
#sourceLocation(file: "Packages/FlowIntegrations/Sources/FlowLogging/LogObserver.swift", line: 10)
let logged = flow.observed(by: LogObserver(Logger(label: "signup")))
// warning signup: Step failed [flow: signup, run: signup#7, step: email, visit: 2, error: Offline()]
try await use(logged)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_1() async throws {
#sourceLocation(file: "Packages/FlowIntegrations/Sources/FlowMetrics/MetricsObserver.swift", line: 20)
let metrics = MetricsObserver()
let watched = flow.observed(by: metrics)
try await use(metrics, watched)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_2() async throws {
#sourceLocation(file: "Packages/FlowIntegrations/Sources/FlowMetrics/WorkerMetrics.swift", line: 20)
let metrics = WorkerMetrics()
let worker = FlowWorker(store, running: [order], reporting: metrics.receive)
async let measuring: Void = metrics.measure(store, each: .seconds(15))
try await use(metrics, worker, measuring)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_3() async throws {
#sourceLocation(file: "Packages/FlowIntegrations/Sources/FlowServices/WorkerService.swift", line: 7)
let worker = FlowWorker(store, running: [order])
let group = ServiceGroup(
  services: [WorkerService(worker)], gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "orders"))
try await group.run()
try await use(worker, group)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_4() async throws {
#sourceLocation(file: "Packages/FlowIntegrations/Sources/FlowTracing/TracedStore.swift", line: 10)
let store = TracedStore(try FileStore(at: "orders.journal"))
let worker = FlowWorker(store, running: [order])
try await use(store, worker)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_5() async throws {
#sourceLocation(file: "Packages/FlowIntegrations/Sources/FlowTracing/TracingObserver.swift", line: 12)
let traced = flow.observed(by: TracingObserver())
let outcome = try await traced.run(order)  // a span "order", with the spans "accept", "charge" and so on inside
try await use(traced, outcome)
}
#sourceLocation()
}

private func use<each Value>(_ values: repeat each Value) async throws {}
