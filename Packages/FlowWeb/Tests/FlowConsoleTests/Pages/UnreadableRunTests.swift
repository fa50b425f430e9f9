import FlowDurable
import FlowJSON
import Testing

@testable import FlowConsole

/// A run whose records can't be read, or that is removed while a page is made.
struct UnreadableRunTests {
  static let errors: [StoreError] = [
    .invalidRecord(
      run: RunNumber(rawValue: 2), number: 1, JSONTypeError(at: JSONLocation(), expected: "an object", found: "1")),
    .damaged(.init("Line 7 of 'orders.journal' isn't a record.")),
  ]

  private func shop(_ error: StoreError) async throws -> (store: MemoryStore, pages: PageReader) {
    let shop = ShopStore()
    try await shop.failed("4701")
    try await shop.failed("4702")
    _ = try await shop.waiting("4703")
    let store = SpoiltStore(shop.store, run: RunNumber(rawValue: 2), error: error)
    return (shop.store, PageReader(store, flows: [try shopFlow()]))
  }

  @Test("Lists and flows show the other runs", arguments: errors)
  func others(_ error: StoreError) async throws {
    let pages = try await shop(error).pages
    let list = await pages.get("/runs?state=failed")
    #expect(list.status == 200)
    #expect(list.text.contains("The bank doesn&#39;t answer.") && list.text.contains("The reason isn&#39;t known."))
    let flow = await pages.get("/flows/order")
    #expect(flow.status == 200)
    #expect(flow.text.contains("the latest 2 runs"))
  }

  @Test("The page of the run shows its state and the error, and the run can be retried", arguments: errors)
  func page(_ error: StoreError) async throws {
    let (store, pages) = try await shop(error)
    let page = await pages.get("/runs/2")
    #expect(page.status == 200)
    #expect(page.text.contains("4702") && page.text.contains("The records can't be read. <bdi>"))
    #expect(await pages.get("/runs/2/retry").status == 200)
    #expect(await pages.post("/runs/2/retry", "").status == 200)
    #expect(try await store.runs(RunQuery(), after: nil, limit: 9)[1].state.kind == .ready)
  }

  @Test("The page of a record that can't be read says so", arguments: errors)
  func record(_ error: StoreError) async throws {
    let page = try await shop(error).pages.get("/runs/2/records/1")
    #expect(page.status == 500)
    #expect(page.text.contains("The store can&#39;t be read") && !page.text.contains("doesn&#39;t answer"))
  }

  @Test("A long run whose first record can't be read is shown, and can be cancelled", arguments: errors)
  func firstRecord(_ error: StoreError) async throws {
    let shop = ShopStore()
    let run = try await shop.begin("4701")
    let visits = (1...600).map { visit -> FlowRecord.Body in
      var settled = FlowRecord.Settled(step: "accept", visit: visit)
      settled.destination = "accept"
      return .settled(settled)
    }
    try await shop.append(visits, to: run, then: .wait(.after(.seconds(60)), for: []))
    let pages = PageReader(
      SpoiltStore(shop.store, run: run.run, upTo: 1, error: error), flows: [try shopFlow()])
    let page = await pages.get("/runs/1")
    #expect(page.status == 200 && page.text.contains("accept#600") && page.text.contains("apology"))
    #expect(await pages.get("/runs/1/cancel").status == 200)
    #expect(await pages.post("/runs/1/cancel", "").status == 200)
    #expect(try await shop.store.runs(RunQuery(), after: nil, limit: 1)[0].state.kind == .ready)
  }

  @Test("A run that was removed meanwhile is left out")
  func removed() async throws {
    let pages = try await shop(.unknownRun(RunNumber(rawValue: 2))).pages
    let list = await pages.get("/runs?state=failed").text
    #expect(list.contains("<b>1 run</b> of") && !list.contains("The reason isn&#39;t known."))
    #expect(await pages.get("/flows/order").text.contains("the latest 2 runs"))
    #expect(await pages.get("/runs/2").status == 404)
  }
}

/// A store that can't read records of one run.
private struct SpoiltStore: ForwardingStore {
  let store: any FlowStore
  let run: RunNumber
  /// The number of the last record that can't be read.
  let last: Int
  let error: StoreError

  init(_ store: any FlowStore, run: RunNumber, upTo last: Int = .max, error: StoreError) {
    (self.store, self.run, self.last, self.error) = (store, run, last, error)
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    if run == self.run, number < last { throw error }
    return try await store.records(of: run, after: number, limit: limit)
  }
}
