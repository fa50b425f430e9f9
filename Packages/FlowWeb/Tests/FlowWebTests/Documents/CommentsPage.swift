// swift-format-ignore-file
// The code of the comments in Sources, which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' in the root of the repository has written.
import Dispatch
import FlowConsole
import FlowDocuments
import FlowDurable
import FlowForms
import FlowJSON
import FlowMarkup
import FlowScreens
import FlowState
import FlowWeb
import FlowWebTesting
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import StepKit
import Synchronization
import UnixSignals
extension CommentsPage {
static func block_0_0() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowConsole/Console/ConsoleService.swift", line: 13)
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
extension CommentsPage {
static func block_0_6() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Pages/PageSettings.swift", line: 71)
let thanks = PageText("You are signed up", "We have sent you an email.", "You can close this page.")
try await use(thanks)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_7() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Pages/Pages+Options.swift", line: 33)
let spoken = pages.speaking { assignments in document.language(of: assignments) }
  .assigning { request in
    document.language(accepting: request.headers[.acceptLanguage] ?? "").map { [document.reading(in: $0)] } ?? []
  }
try await use(spoken)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_8() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Pages/Pages+Options.swift", line: 63)
let thanked = pages.ending { name in PageText("Welcome, \(name ?? "friend")", "You can sign in now.") }
try await use(thanked)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_9() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Pages/Pages+Options.swift", line: 147)
let published = pages.published(at: "https://shop.example")
try await use(published)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_10() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Pages/Pages+Routes.swift", line: 15)
let router = Router()
pages.add(to: router)
let application = Application(serving: router)
try await use(router, application)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_11() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Pages/Pages.swift", line: 10)
let pages = Pages(signUp, worker: worker, at: "/sign-up")
pages.add(to: router)
try await use(pages)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_12() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Screens/Screens+Options.swift", line: 45)
let thanked = screens.ending { steps in PageText(steps == nil ? "See you" : "Enjoy your doughnuts") }
try await use(thanked)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_13() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Screens/Screens+Options.swift", line: 67)
let illustrated = screens.images(from: ["images.example.org", "/pictures/"])
try await use(illustrated)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_14() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Screens/Screens+Options.swift", line: 81)
let published = screens.published(at: "https://shop.example")
try await use(published)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_15() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Screens/Screens+Routes.swift", line: 15)
let router = Router()
screens.add(to: router)
let application = Application(serving: router)
try await use(router, application)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_16() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Screens/Screens.swift", line: 9)
Screens(recipe, at: "/recipe").add(to: router)
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_17() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Screens/Screens.swift", line: 15)
let recipe = Flow(Any.self, [Step].self, identifier: "recipe") { scope in
  let cook = FlowStep(
    identifier: "cook", presenting: { StepFlowScreen(for: $0, title: "Doughnuts") }, on: scope.context.presenter)
  cook.content = steps
  cook.setCompletion { _, steps in scope.result = steps }
  return cook
}
try await use(recipe)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_18() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Server/Application+Pages.swift", line: 11)
try await Application(serving: router, port: 8_080).runService()
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_19() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Server/Application+Pages.swift", line: 46)
var limits = ClientLimits()
limits.bodyTime = .seconds(300)  // for large files over slow lines
let application = Application(serving: router, within: limits)
try await use(limits, application)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_20() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Style/JourneyPage.swift", line: 7)
struct Plain: PageStyle {
  func document(_ page: JourneyPage) -> Markup {
    "<!doctype html><title>\(page.title)</title><h1>\(page.title)</h1>\(main(page))"
  }
}
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_21() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Style/JourneyPage.swift", line: 17)
if page.kind == .ended { print("Thank you") }
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_22() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Style/JourneyPage.swift", line: 59)
for field in page.form?.fields ?? [] { print(field.outline.label, field.entry.text(field.outline.name)) }
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_23() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Style/JourneyPage.swift", line: 76)
for problem in page.problems { print(problem.id ?? "the form", problem.sentence) }
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_24() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Style/JourneyPage.swift", line: 88)
for row in page.rows { print(row.label, row.value.joined(separator: ", ")) }
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_25() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Style/JourneyPage.swift", line: 102)
if let back = page.back { print(back.label, back.address) }
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_26() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Style/JourneyPage.swift", line: 114)
if let form = page.form { print(form.address, form.button) }
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_27() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Style/PageStyle.swift", line: 6)
struct ShopStyle: PageStyle {
  func head(_ page: JourneyPage) -> Markup { "<link rel=\"stylesheet\" href=\"/shop.css\">" }
  func top(_ page: JourneyPage) -> Markup { "<header><a href=\"/\">The shop</a></header>" }
}
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_28() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWeb/Style/PageStyle.swift", line: 62)
let pages = Pages(signUp, worker: worker, at: "/sign-up").styled(by: DefaultPageStyle())
try await use(pages)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_29() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWebTesting/Exploring/JourneyCoverage.swift", line: 4)
let coverage = try await explorer.explore(actions: 3)
print(coverage)  // 1,204 sequences of at most 3 actions, which are all; 310 states.
try await use(coverage)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_30() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWebTesting/Exploring/JourneyExplorer.swift", line: 12)
let explorer = JourneyExplorer { stage in
  stage.answer("person", with: ["name": "Ada", "email": "ada@example.org"], ["name": "Bob"])
  return Pages(signUp, worker: stage.worker(running: signUp), at: "/sign-up")
}
print(try await explorer.explore(actions: 3))
try await explorer.explore(seeds: 0..<100, actions: 12)
try await explorer.explore(killingAtEachByteOf: "A start, A send 1")
try await use(explorer)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_31() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWebTesting/Exploring/JourneyFailure.swift", line: 17)
do { try await explorer.explore(actions: 2) } catch let failure as JourneyFailure { print(failure.rule, failure) }
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_32() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWebTesting/Exploring/JourneyFailure.swift", line: 23)
print(JourneyFailure.Rule.allCases.map(\.rawValue))
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_33() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWebTesting/Exploring/JourneyReport.swift", line: 6)
stage.require { report in
  report.journeys.contains { $0.end != nil && $0.answers["card"] != nil && $0.answers["plan"] == ["kind": "free"] }
    ? "A card stayed behind." : nil
}
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_34() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWebTesting/Exploring/JourneyReport.swift", line: 15)
stage.require { report in report.journeys.count > 1 ? "There are two journeys." : nil }
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_35() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWebTesting/Exploring/JourneyStage.swift", line: 8)
let explorer = JourneyExplorer { stage in
  stage.answer("person", with: ["name": "Ada"], ["name": "Bob"])
  return Pages(signUp, worker: stage.worker(running: signUp), at: "/sign-up")
}
try await use(explorer)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_36() async throws {
#sourceLocation(file: "Packages/FlowWeb/Sources/FlowWebTesting/Playing/JourneyAction.swift", line: 6)
let actions = [JourneyAction("A start"), JourneyAction("A send 1"), JourneyAction("kill")].compactMap { $0 }
try await use(actions)
}
#sourceLocation()
}

private func use<each Value>(_ values: repeat each Value) async throws {}
