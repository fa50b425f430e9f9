import FlowDurable
import FlowMarkup
import Testing

@testable import FlowConsole

/// A double click sends the form of an action twice. It acts once, and both replies lead to its outcome.
struct RepeatedFormTests {
  private static let shipped = "name=Shipped&body=%7B%22tracking%22%3A%221Z%22%7D"

  private let shop = ShopStore()

  /// Returns the hidden fields of a page, as the browser sends them.
  private static func hidden(_ page: String) -> String {
    page.matches(of: #/<input type="hidden" name="([a-z]+)" value="([^"]*)">/#)
      .map { "\($0.1)=\(String($0.2).percentEncoded)" }.joined(separator: "&")
  }

  private func messages(_ run: ClaimedRun) async throws -> Int {
    try await shop.store.messages(of: run.run, after: 0, limit: 9).count
  }

  @Test("A message that is sent twice counts once, and a page that is opened anew sends another")
  func message() async throws {
    let run = try await shop.waiting("4711")
    let pages = PageReader(shop.store, flows: [try shopFlow()])
    for count in 1...2 {
      let form = Self.hidden(await pages.get("/runs/1/send").text) + "&" + Self.shipped
      async let one = pages.post("/runs/1/send", form)
      async let other = pages.post("/runs/1/send", form)
      for reply in await [one, other] {
        #expect(reply.status == 200 && reply.text.contains("No worker has taken that yet"))
      }
      #expect(try await messages(run) == count)
    }
  }

  @Test("A form that was refused is the same form when it is sent again, and acts")
  func refused() async throws {
    let run = try await shop.waiting("4711")
    let pages = PageReader(shop.store, flows: [try shopFlow()])
    let form = Self.hidden(await pages.get("/runs/1/send").text)
    let refused = await pages.post("/runs/1/send", form + "&name=Shipped&body=1")
    #expect(refused.status == 422 && Self.hidden(refused.text) == form && !form.isEmpty)
    let sent = await pages.post("/runs/1/send", form + "&" + Self.shipped)
    #expect(sent.status == 200)
    #expect(try await messages(run) == 1)
  }

  @Test("A known number with another body isn't the same message, and its reply says what has become of it")
  func otherBody() async throws {
    let run = try await shop.waiting("4711")
    let pages = PageReader(shop.store, flows: [try shopFlow()])
    let form = Self.hidden(await pages.get("/runs/1/send").text) + "&"
    let other = Self.shipped.replacing("1Z", with: "2Z")
    for (fields, isNew) in [(Self.shipped, true), (other, false), (Self.shipped, true)] {
      let reply = await pages.post("/runs/1/send", form + fields)
      #expect(reply.status == 200)
      #expect(reply.text.contains("No worker has taken that yet") == isNew)
      #expect(reply.text.contains("was sent before. Nothing has changed.") == !isNew)
    }
    // The number is the key of the message, so the store has taken one.
    #expect(try await messages(run) == 1)
  }

  @Test("The action on a group that is sent twice acts once, and both replies say what it has done")
  func group() async throws {
    for key in ["1", "2"] { _ = try await shop.parked(key) }
    let pages = PageReader(shop.store)
    let list = await pages.get("/runs?state=parked").text
    let link = try #require(list.firstMatch(of: #/href="(/runs/groups/retry[^"]*)"/#)?.1)
    let form = Self.hidden(await pages.get(String(link).replacing("&amp;", with: "&")).text)
    for _ in 1...2 {
      let reply = await pages.post("/runs/groups/retry", form)
      #expect(reply.status == 200 && reply.text.contains("<bdi>2 runs were asked to continue.</bdi>"))
    }
  }
}
