import FlowDurable
import FlowJSON
import FlowMarkup
import FlowStateTesting
import Synchronization
import Testing

@testable import FlowConsole

/// Lists of runs: states, filters, orders, and groups by reason.
struct ListingTests {
  private func shop() async throws -> (ShopStore, PageReader) {
    let shop = ShopStore()
    try await shop.completed("4701")
    try await shop.failed("4702")
    try await shop.failed("4703")
    _ = try await shop.parked("4704")
    shop.pass(10_000)
    _ = try await shop.parked("4705")
    _ = try await shop.waiting("4706")
    shop.pass(120_000)
    _ = try await shop.begin("5001")
    return (shop, PageReader(shop.store, flows: [try shopFlow()]))
  }

  @Test("Each state lists and counts its runs")
  func states() async throws {
    let (_, pages) = try await shop()
    let text = await pages.get("/runs").text
    for (name, title, count) in [
      ("parked", "Parked", 2), ("failed", "Failed", 2), ("held", "At work", 1), ("ready", "Due", 0),
      ("waiting", "Waiting", 1), ("completed", "Completed", 1), ("cancelled", "Cancelled", 0),
    ] {
      #expect(text.contains("href=\"/runs?state=\(name)\"><span>\(title)</span><b>\(count)</b>"), "\(name)")
    }
    #expect(await pages.keys("/runs?state=failed") == ["4703", "4702"])
    #expect(await pages.keys("/runs?state=completed") == ["4701"])
    #expect(await pages.keys("/runs?state=ended") == ["4703", "4702", "4701"])
    #expect(await pages.keys("/runs") == ["5001", "4706", "4703", "4702", "4701"])
  }

  @Test("Runs are found by the beginning of their keys, and by tenant, queue, and time")
  func filters() async throws {
    let (shop, pages) = try await shop()
    #expect(await pages.keys("/runs?key=47&state=waiting") == ["4706"])
    #expect(await pages.keys("/runs?key=5") == ["5001"])
    #expect(await pages.get("/runs?key=x").text.contains("No runs match."))
    var new = NewRun(flow: "signup", key: "s1")
    (new.tenant, new.queue) = ("acme", "slow")
    _ = try await shop.store.add(new)
    #expect(await pages.keys("/runs?tenant=acme") == ["s1"])
    #expect(await pages.keys("/runs?queue=slow") == ["s1"])
    #expect(await pages.keys("/runs?queue=slow&tenant=other") == [])
    shop.pass(700_000)
    #expect(await pages.keys("/runs?since=10m") == [])
    #expect(await pages.keys("/runs?since=1h&state=waiting") == ["4706"])
    #expect(await pages.get("/runs?since=2h").status == 400)
  }

  @Test("Titles of columns sort the list, and pages continue in its order")
  func orders() async throws {
    let (_, pages) = try await shop()
    #expect(await pages.keys("/runs?sort=duration&state=ended") == ["4701", "4703", "4702"])
    #expect(await pages.keys("/runs?sort=duration&up=1&state=ended") == ["4702", "4703", "4701"])
    #expect(await pages.keys("/runs?sort=duration&up=1&state=ended&after=2") == ["4703", "4701"])
    #expect(await pages.keys("/runs?sort=worker") == ["5001", "4706", "4703", "4702", "4701"])
    #expect(await pages.keys("/runs?sort=attempt&state=held") == ["5001"])
    let text = await pages.get("/runs?sort=duration").text
    #expect(text.contains("aria-sort=\"descending\"><a href=\"/runs?sort=duration&amp;up=1\">Duration"))
    #expect(text.contains("<td class=\"worker\"><bdi>w1</bdi></td><td class=\"end attempt\">1</td>"))
    #expect(await pages.get("/runs?sort=size").text.contains("&quot;size&quot; isn&#39;t an order."))
  }

  @Test("Parked and failed runs are grouped by reason, and a group is retried after one question")
  func groups() async throws {
    let (shop, pages) = try await shop()
    _ = try await shop.begin("4707")
    let other = try await shop.begin("4708")
    try await shop.append([.parked(.init("The bank was closed."))], to: other, then: .park("The bank was closed."))
    let text = await pages.get("/runs?state=parked").text
    #expect(text.contains("<b>2 runs</b> of <bdi>order</bdi> at <b><bdi>shipped</bdi></b>"))
    #expect(text.contains("The undo of step &#39;charge&#39; has failed 3 times. The bank has declined the refund."))
    let link = try #require(text.firstMatch(of: #/href="(/runs/groups/retry[^"]*)"/#)?.1)
    let path = String(link).replacing("&amp;", with: "&")
    let question = await pages.get(path).text
    #expect(question.contains("<h1>Retry 2 runs?</h1>"))
    #expect(question.contains("4704") && question.contains("4705") && !question.contains("4708"))
    // Asking changes nothing.
    #expect(try await shop.store.counts(RunQuery(states: [.parked])).reduce(0) { $0 + $1.runs } == 3)
    let after = await pages.post("/runs/groups/retry", Self.form(of: question))
    #expect(after.text.contains("<bdi>2 runs were asked to continue.</bdi>"))
    #expect(try await shop.store.runs(RunQuery(states: [.parked]), after: nil, limit: 9).map(\.key) == ["4708"])
    #expect(await pages.get(path).text.contains("No run has this reason any more."))
  }

  @Test("Failed runs are grouped by reason, and a group is retried after one question")
  func failedGroups() async throws {
    let (shop, pages) = try await shop()
    let text = await pages.get("/runs?state=failed").text
    #expect(text.contains("<h2 class=\"failed\">Failed, by reason</h2>"))
    #expect(text.contains("Step &#39;charge&#39; failed: The bank doesn&#39;t answer."))
    #expect(text.contains("<b>2 runs</b>"))
    let link = try #require(text.firstMatch(of: #/href="(/runs/groups/retry[^"]*)"/#)?.1)
    let path = String(link).replacing("&amp;", with: "&")
    #expect(await pages.get(path).text.contains("<h1>Retry 2 runs?</h1>"))
    // A run that has stopped after the question isn't meant.
    let one = await pages.post("/runs/groups/retry", String(path.split(separator: "?")[1]) + "&newest=2")
    #expect(one.text.contains("<bdi>1 run was asked to continue.</bdi>"))
    let after = await pages.post("/runs/groups/retry", String(path.split(separator: "?")[1]))
    #expect(after.text.contains("<bdi>1 run was asked to continue.</bdi>"))
    var failed = RunQuery()
    failed.endings = [.failed]
    #expect(try await shop.store.runs(failed, after: nil, limit: 9).isEmpty)
    let read = PageReader(ShopStore().store, isReadOnly: true)
    #expect(await read.get("/runs/groups/retry?state=parked&group=x").status == 403)
    #expect(await pages.get("/runs/groups/retry?state=waiting&group=x").status == 400)
    #expect(await pages.get("/runs/groups/back?state=parked&group=x").status == 404)
  }

  @Test("A group action leaves an older run alone that has stopped after the question")
  func olderRun() async throws {
    let shop = ShopStore()
    let pages = PageReader(shop.store)
    let old = try await shop.begin("1")
    _ = try await shop.parked("2")
    let question = try await Self.question(pages, "/runs?state=parked")
    shop.pass(1)
    let reason = "The undo of step 'charge' has failed 3 times. The bank has declined the refund."
    try await shop.append([.parked(.init(reason))], to: old, then: .park(reason))
    let after = await pages.post("/runs/groups/retry", Self.form(of: question))
    #expect(after.text.contains("<bdi>1 run was asked to continue.</bdi>"))
    #expect(try await shop.store.runs(RunQuery(states: [.parked]), after: nil, limit: 9).map(\.key) == ["1"])
    // The same question in another form names no run any more.
    let other = Self.form(of: question).replacing("form=", with: "form=1")
    #expect(await pages.post("/runs/groups/retry", other).status == 404)
  }

  @Test("A group action takes the age of the question, and the runs that it has counted")
  func ageOfQuestion() async throws {
    let shop = ShopStore()
    let pages = PageReader(shop.store)
    shop.pass(40_000)
    var runs: [ClaimedRun] = []
    for key in ["1", "2", "3", "4"] { runs.append(try await shop.begin(key)) }
    func park(_ index: Int) async throws {
      try await shop.append([.parked(.init("Closed."))], to: runs[index], then: .park("Closed."))
    }
    for index in [0, 1, 3] { try await park(index) }
    shop.pass(29_000)
    try await park(2)
    shop.pass(591_000)
    let question = try await Self.question(pages, "/runs?state=parked&age=10m")
    #expect(question.contains("<h1>Retry 3 runs?</h1>"))
    shop.pass(60_000)
    // A run that the question has left out, because a group has a limit, isn't named by it either.
    let form = Self.form(of: question).replacing("oldest=1", with: "oldest=2")
    let after = await pages.post("/runs/groups/retry", form)
    #expect(after.text.contains("<bdi>2 runs were asked to continue.</bdi>"))
    #expect(try await shop.store.runs(RunQuery(states: [.parked]), after: nil, limit: 9).map(\.key) == ["1", "3"])
  }

  /// Returns the page that asks before the first group of a list is retried.
  private static func question(_ pages: PageReader, _ path: String) async throws -> String {
    let link = try #require(await pages.get(path).text.firstMatch(of: #/href="(/runs/groups/retry[^"]*)"/#)?.1)
    return await pages.get(String(link).replacing("&amp;", with: "&")).text
  }

  /// Returns the fields of a question as the browser sends them.
  private static func form(of question: String) -> String {
    question.matches(of: #/<input type="hidden" name="([a-z]+)" value="([^"]*)">/#)
      .map { "\($0.1)=\(String($0.2).percentEncoded)" }.joined(separator: "&")
  }

  @Test("The reasons of failed runs are read once")
  func failuresReadOnce() async throws {
    let shop = ShopStore()
    for number in 1...5 { try await shop.failed("\(number)") }
    let store = ReadCounter(shop.store)
    let pages = PageReader(store)
    for _ in 1...3 { #expect(await pages.get("/runs?state=failed").text.contains("<b>5 runs</b>")) }
    #expect(store.reads.load(ordering: .relaxed) == 5)
  }

  @Test("The page of a failed run says why it failed and what can be done")
  func failure() async throws {
    let (_, pages) = try await shop()
    let text = await pages.get("/runs/2").text
    #expect(text.contains("<p><bdi>Step &#39;charge&#39; failed: The bank doesn&#39;t answer.</bdi></p>"))
    #expect(text.contains("The run has ended. Remove the cause and retry it, or go back to an earlier step."))
    #expect(
      await pages.get("/runs/4").text.contains(
        "Remove the cause and retry it, go back to an earlier step, or cancel it."))
  }

  @Test("Times have their zone in the page, and are readable for the script")
  func times() async throws {
    let (_, pages) = try await shop()
    let text = await pages.get("/runs?state=completed").text
    #expect(
      text.contains(
        "<time datetime=\"2026-11-17T09:20:00.000Z\" title=\"2026-11-17 09:20:00 UTC\" data-show=\"date\">2026-11-17 09:20 UTC</time>"
      ))
    #expect(await pages.get("/runs/1").text.contains("<li class=\"day\">2026-11-17, UTC</li>"))
  }

  @Test("The form of a message has the members that its flow awaits")
  func skeleton() async throws {
    let (_, pages) = try await shop()
    #expect(await pages.get("/runs/6/send").text.contains("{\n  &quot;tracking&quot;: &quot;&quot;\n}</textarea>"))
    #expect(await pages.get("/runs/6/send?body=1").text.contains(">1</textarea>"))
  }
}

/// A store that counts how often records are read.
private final class ReadCounter: ForwardingStore {
  let store: any FlowStore
  let reads = Atomic(0)

  init(_ store: any FlowStore) {
    self.store = store
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    reads.add(1, ordering: .relaxed)
    return try await store.records(of: run, after: number, limit: limit)
  }
}
