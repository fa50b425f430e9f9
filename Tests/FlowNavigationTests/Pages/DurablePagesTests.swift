import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

@testable import FlowNavigation

/// Pages of runs that survive their process.
@MainActor
struct DurablePagesTests {
  private enum Item: DurableKey<String> { static let name = "item" }
  private enum Street: DurableKey<String> { static let name = "street" }

  /// The objects of one process.
  @MainActor private final class Process {
    let pages: FlowPages<ShopPage>
    let flow: DurableFlow<Any, String>
    private let working: Task<Void, Never>
    let worker: FlowWorker
    private let changed = AsyncSignal()

    init(_ pages: FlowPages<ShopPage>, _ store: MemoryStore) throws {
      self.pages = pages
      let list = FlowStepDeclaration(Any.self, String.self, identifier: "choose") { _ in
        pages.step(.list, Any.self, String.self)
      }.keeping(Item.self)
      let address = FlowStepDeclaration(Any.self, String.self, identifier: "deliver") { _ in
        pages.step(.address, Any.self, String.self)
      }.keeping(Street.self)
      let card = FlowStepDeclaration(Any.self, String.self, identifier: "pay") { _ in
        pages.step(.card, Any.self, String.self)
      }
      let chain = FlowChain("shop") {
        list
        address
        card
      }
      flow = try DurableFlow(chain, Any.self, keeping: Item.self, Street.self) { context in
        "\(context[Item.self] ?? "") to \(context[Street.self] ?? "")"
      }
      let worker = FlowWorker(store, running: [flow])
      self.worker = worker
      working = Task { try? await worker.run() }
      pages.observe { [changed] in changed.send() }
    }

    func tap(_ page: ShopPage, _ result: String) async throws {
      try await wait(for: page)
      pages.complete(page, with: result)
    }

    func wait(for page: ShopPage) async throws {
      while !pages.accepts(page) { try await changed.wait(orSay: "The run didn't show page '\(page)'") }
    }

    func end() async {
      await worker.stop(grace: .zero)
      await working.value
    }
  }

  @Test("A run continues in another process, at its page over the restored ones, and goes back to those")
  func restarted() async throws {
    let store = MemoryStore()
    let first = try Process(FlowPages(), store)
    _ = try await first.worker.start(first.flow, key: "order")
    try await first.tap(.list, "shoes")
    try await first.tap(.address, "Ring 1")
    try await first.wait(for: .card)
    let saved = try JSONEncoder().encode(first.pages.saved)
    await first.end()

    let second = try Process(FlowPages(restoring: JSONDecoder().decode(SavedPages.self, from: saved)), store)
    #expect(second.pages.path == [.list, .address, .card])
    try await second.wait(for: .card)
    second.pages.path = [.list]
    #expect(second.pages.path == [.list])
    try await second.tap(.list, "boots")
    try await second.tap(.address, "Ring 2")
    try await second.wait(for: .card)
    second.pages.pop()
    try await second.tap(.address, "Ring 3")
    try await second.tap(.card, "42")
    let run = try #require(try await second.worker.find(second.flow, key: "order"))
    #expect("\(try await run.outcome())".contains("boots to Ring 3"))
    await second.end()
  }

  @Test("The user who leaves all pages while the run waits for a time cancels the run when it continues")
  func leftWhileWaiting() async throws {
    let clock = ManualClock()
    let store = MemoryStore(timed: clock)
    let (pages, changed) = (FlowPages<ShopPage>(), AsyncSignal())
    pages.observe { changed.send() }
    let chain = FlowChain("shop") {
      FlowStepDeclaration(Any.self, String.self, identifier: "choose") { _ in pages.step(.list, Any.self, String.self) }
      FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
      FlowStepDeclaration(Any.self, String.self, identifier: "pay") { _ in pages.step(.card, Any.self, String.self) }
    }
    let flow = try DurableFlow(chain, Any.self) { _ in "" }
    let worker = FlowWorker(store, running: [flow], timed: clock)
    let working = Task { try? await worker.run() }
    let run = try await worker.start(flow)
    while !pages.accepts(.list) { try await changed.wait(orSay: "The run didn't show its page") }
    pages.complete(.list, with: "shoes")
    try await patiently("The run didn't wait") {
      try await run.summary().state.kind == .waiting
    }
    pages.path = []
    clock.advance(by: .seconds(60))
    try await patiently("The run wasn't cancelled") { try await run.summary().state.kind == .ended }
    #expect(pages.path == [])
    await worker.stop(grace: .zero)
    await working.value
  }
}
