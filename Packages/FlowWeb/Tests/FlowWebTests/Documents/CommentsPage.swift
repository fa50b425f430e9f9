// swift-format-ignore-file
// The code of the comments in Sources, which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' in the root of the repository has written.
import Dispatch
import FlowConsole
import FlowDurable
import FlowMarkup
import FlowState
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals
extension CommentsPage {
static func block_0_0() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowConsole/Console/ConsoleService.swift", line: 12)
let console = ConsoleService(store: store, flows: [order])
let group = ServiceGroup(
  services: [console], gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "orders"))
try await group.run()  // prints the address: http://127.0.0.1:8484/?token=…
try await use(console, group)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_1() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowConsole/Console/ConsoleSettings.swift", line: 7)
var settings = ConsoleSettings()
settings.port = 8_123
settings.isReadOnly = true
try await use(settings)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_2() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowConsole/Console/ConsoleSettings.swift", line: 38)
do { try await console.run() } catch let error as ConsoleError { print(error) }
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_3() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowConsole/Runs/RunWatch.swift", line: 9)
let watch = RunWatch()
let console = ConsoleService(watching: watch)
async let serving: Void = console.run()
let outcome = try await profile.observed(by: watch).run()  // the page "This process" follows the run
try await use(watch, console, serving, outcome)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_4() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowMarkup/Markup.swift", line: 4)
let name = "<b>Ada</b>"
let cell: Markup = "<td>\(name)</td>"
print(cell.text)  // <td>&lt;b&gt;Ada&lt;/b&gt;</td>
try await use(name, cell)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_5() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowMarkup/Markup.swift", line: 46)
let inner: Markup = "<i>\("<")</i>"
let outer: Markup = "<p>\(inner)\(7)</p>"
try await use(inner, outer)
}
#sourceLocation()
}

private func use<each Value>(_ values: repeat each Value) async throws {}
