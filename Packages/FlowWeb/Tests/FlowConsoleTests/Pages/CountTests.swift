import FlowDurable
import Synchronization
import WebTestSupport
import Testing

@testable import FlowConsole

/// Numbers of runs that take long to count.
struct CountTests {
  /// A store that counts when the test lets it.
  private final class CountingStore: ForwardingStore {
    let store: any FlowStore
    private let turns = AsyncSignal()
    private let counted = Atomic(0)

    init(_ store: any FlowStore) {
      self.store = store
    }

    /// The number of times that the runs were counted.
    var count: Int { counted.load(ordering: .acquiring) }

    func letCount() { turns.send() }

    func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount] {
      counted.add(1, ordering: .acquiringAndReleasing)
      do { try await turns.wait(orSay: "The test didn't let the store count") } catch {
        throw .unavailable(StoreError.Details("\(error)"))
      }
      return try await store.counts(query)
    }
  }

  @Test("A page doesn't wait for numbers, and has them later", arguments: ["/runs", "/flows", "/flows/order"])
  func late(_ path: String) async throws {
    let shop = ShopStore()
    try await shop.completed("4701")
    let store = CountingStore(shop.store)
    let pages = PageReader(store, flows: [try shopFlow()], patience: .zero)
    let begun = await pages.get(path)
    #expect(begun.status == 200)
    #expect(begun.text.contains(">…<"))
    // A second reader waits for the same count.
    _ = await pages.get(path)
    try await patiently("Nobody counts the runs") { store.count > 0 }
    #expect(store.count == 1)
    store.letCount()
    try await patiently("The page has no numbers") {
      let page = await pages.get(path)
      return page.text.contains(">1<") && !page.text.contains(">…<")
    }
    // Numbers that are old by now have been shown nevertheless, and a later count may be in progress.
    store.letCount()
  }
}
