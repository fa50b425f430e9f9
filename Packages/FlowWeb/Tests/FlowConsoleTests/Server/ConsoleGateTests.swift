import FlowDurable
import FlowJSON
import FlowMarkup
import FlowState
import FlowStateTesting
import Testing
import WebServing

@testable import FlowConsole

/// The requests that the console answers, and those that it refuses.
struct ConsoleGateTests {
  private static let token = "0123456789abcdef"

  private func makeRouter(_ store: any FlowStore, isReadOnly: Bool = false) -> ConsoleRouter {
    ConsoleRouter(
      stored: StoredRuns(store, flows: [], patience: PageReader.patience), watched: nil,
      gate: ConsoleGate(token: Self.token, hosts: ["127.0.0.1", "localhost", "[::1]", "console.example"], port: 8_484),
      subject: "shop", isReadOnly: isReadOnly)
  }

  private func request(
    _ path: String, query: String = "", method: String = "GET", host: String? = "127.0.0.1:8484",
    cookie: String? = "flow-console-8484=\(token)", headers: [String: String] = [:], body: String = ""
  ) -> ConsoleRequest {
    var headers = headers
    if let cookie { headers["cookie"] = cookie }
    return ConsoleRequest(method: method, path: path, query: query, host: host, headers: headers, body: body)
  }

  private func text(_ reply: ConsoleReply) -> String {
    if case .text(let text) = reply.body { text } else { "" }
  }

  private func expect(
    _ status: Int, _ sentence: String, _ request: ConsoleRequest, isReadOnly: Bool = false,
    store: (any FlowStore)? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let shop = ShopStore()
    _ = try await shop.waiting("4711")
    try await shop.failed("4712")
    let completed = try await shop.begin("4713")
    try await shop.append([.ended(.init(.completed))], to: completed, then: .end(.completed))
    let reply = await makeRouter(store ?? shop.store, isReadOnly: isReadOnly).reply(to: request)
    #expect(reply.status == status, sourceLocation: sourceLocation)
    let text = text(reply)
    #expect(text.contains(sentence.escapedForHTML), "\(text)", sourceLocation: sourceLocation)
    // The request has sent no message.
    #expect(try await shop.store.messages(of: RunNumber(rawValue: 1), after: 0, limit: 1).isEmpty)
  }

  // MARK: Tokens

  @Test("Host names in the settings can have capital letters")
  func capitals() throws {
    var settings = ConsoleSettings()
    settings.hosts = ["Console.Example"]
    let console = ConsoleService(store: MemoryStore(), settings: settings)
    let gate = ConsoleGate(token: Self.token, hosts: console.hosts, port: 8_484)
    for host in ["console.example", "Console.Example", "CONSOLE.EXAMPLE:443"] {
      #expect(try gate.check(request("/runs", host: host)) == .open)
    }
  }

  @Test("The address with the token sets a cookie and redirects to the address without the token")
  func token() async throws {
    let router = makeRouter(MemoryStore())
    let first = await router.reply(
      to: request("/runs", query: "state=parked&token=\(Self.token)", cookie: nil))
    #expect(first.status == 303)
    #expect(first.headers.first { $0.name == "location" }?.value == "/runs?state=parked")
    #expect(
      first.headers.first { $0.name == "set-cookie" }?.value
        == "flow-console-8484=\(Self.token); Path=/; HttpOnly; SameSite=Strict")
    #expect(await router.reply(to: request("/runs")).status == 200)
    let other = "a=b; flow-console-8484=\(Self.token)"
    #expect(await router.reply(to: request("/runs", cookie: other)).status == 200)
    let bearer = ["authorization": "Bearer \(Self.token)"]
    #expect(await router.reply(to: request("/runs", cookie: nil, headers: bearer)).status == 200)
  }

  @Test(
    "An address with two slashes doesn't redirect to another host", arguments: ["//evil.example/", "/\\evil.example"])
  func otherHost(_ path: String) async throws {
    let reply = await makeRouter(MemoryStore()).reply(to: request(path, query: "token=\(Self.token)", cookie: nil))
    #expect(reply.headers.first { $0.name == "location" }?.value.hasPrefix("/evil.example") == true)
  }

  @Test("A request without a token or with a wrong one gets no page")
  func wrongToken() async throws {
    let missing =
      "Open the address that the console printed when it started. It ends with the token, which this browser doesn't have."
    let wrong =
      "The console was started again, or the address is incomplete. Open the address that it printed when it started."
    try await expect(401, missing, request("/runs", cookie: nil))
    try await expect(401, missing, request("/runs", cookie: "flow-console-1=\(Self.token)"))
    try await expect(401, wrong, request("/runs", cookie: "flow-console-8484=0123456789abcdeF"))
    try await expect(401, missing, request("/runs", cookie: "flow-console-8484="))
    try await expect(401, wrong, request("/runs", query: "token=x"))
    try await expect(401, wrong, request("/", cookie: nil, headers: ["authorization": "Bearer x"]))
    let origin = ["origin": "http://127.0.0.1:8484"]
    try await expect(401, missing, request("/runs/1/cancel", method: "POST", cookie: nil, headers: origin))
    try await expect(401, missing, request("/changes", query: "of=/runs", cookie: nil))
  }

  @Test("A request without a token or from another host doesn't get the name of the store")
  func nameOfStore() async throws {
    let router = makeRouter(MemoryStore())
    #expect(text(await router.reply(to: request("/runs"))).contains("shop"))
    #expect(!text(await router.reply(to: request("/runs", cookie: nil))).contains("shop"))
    #expect(!text(await router.reply(to: request("/runs", host: "evil.example"))).contains("shop"))
  }

  @Test("The style sheets, script, and icon need no token")
  func assets() async throws {
    let router = makeRouter(MemoryStore())
    for name in ["console.css", "console.js", "picture.css", "icon.svg"] {
      let reply = await router.reply(to: request("/assets/\(name)", cookie: nil))
      #expect(reply.status == 200)
      #expect(!text(reply).isEmpty)
    }
    #expect(await router.reply(to: request("/assets/../runs", cookie: nil)).status == 404)
  }

  // MARK: Hosts and origins

  @Test(
    "A request for a foreign host is refused", arguments: ["evil.example", "127.0.0.1.evil.example", ""])
  func foreignHost(_ host: String) async throws {
    try await expect(
      421, "The request is for the host \"\(host)\". Open the console under the address that it printed.",
      request("/runs", host: host))
    try await expect(421, "The console doesn't know this host", request("/assets/console.css", host: host))
  }

  @Test(
    "Requests for the host names of this machine and of a proxy are answered",
    arguments: ["localhost:1", "[::1]:8484", "CONSOLE.example"])
  func knownHost(_ host: String) async throws {
    #expect(await makeRouter(MemoryStore()).reply(to: request("/runs", host: host)).status == 200)
  }

  @Test(
    "An action that doesn't come from a page of the console is refused",
    arguments: [
      ["origin": "http://evil.example"], ["origin": "null"], ["origin": "http://127.0.0.1:9999"],
      ["sec-fetch-site": "cross-site"], ["sec-fetch-site": "same-site"], [:],
    ])
  func foreignOrigin(_ headers: [String: String]) async throws {
    let origin = headers["origin"] ?? headers["sec-fetch-site"] ?? "an unknown origin"
    try await expect(
      403, "The form was sent by \(origin), not by a page of the console. Nothing has changed.",
      request("/runs/1/cancel", method: "POST", headers: headers))
  }

  @Test(
    "An action that comes from a page of the console is carried out",
    arguments: [["origin": "http://127.0.0.1:8484"], ["sec-fetch-site": "same-origin"]])
  func ownOrigin(_ headers: [String: String]) async throws {
    let shop = ShopStore()
    let run = try await shop.waiting("4711")
    let router = makeRouter(shop.store)
    let reply = await router.reply(to: request("/runs/1/cancel", method: "POST", headers: headers))
    #expect(reply.status == 303)
    let waiting = try await shop.store.messages(of: run.run, after: 0, limit: 9)
    #expect(waiting.map(\.message.content) == [.cancel])
    // There is no worker, and the page says so.
    let path = reply.headers.first { $0.name == "location" }?.value ?? ""
    let pieces = path.split(separator: "?")
    let page = text(await router.reply(to: request(String(pieces[0]), query: String(pieces[1]))))
    #expect(page.contains("The run was asked to cancel. No worker has taken that yet; this page follows the run."))
  }

  @Test(
    "A request whose host isn't a name or an address with a port is refused",
    arguments: [
      "localhost:1@evil.example", "user@127.0.0.1", "127.0.0.1, evil.example", "127.0.0.1 evil.example",
      "localhost:80x",
      "localhost/", "[::1]x", "[::1", "ev√l",
    ])
  func badHost(_ host: String) async throws {
    try await expect(
      400, "A request needs one Host header, with a name or an address, and a port if it isn't 80.",
      request("/runs", host: host))
  }

  @Test("A request with several Host headers is refused")
  func severalHosts() async throws {
    var request = request("/runs")
    request.hasSeveralHosts = true
    try await expect(400, "The host of the request isn't clear", request)
  }

  @Test("The body of a request is received only after the gate has admitted it")
  func bodyAfterGate() async throws {
    let router = makeRouter(MemoryStore())
    let origin = ["origin": "http://127.0.0.1:8484"]
    for refused in [
      request("/runs/1/cancel", method: "POST", cookie: nil, headers: origin),
      request("/runs/1/cancel", method: "POST", host: "evil.example", headers: origin),
      request("/runs/1/cancel", method: "POST"), request("/assets/console.css", method: "POST"),
    ] {
      let reply = await router.reply(to: refused) {
        Issue.record("The body was received.")
        return ""
      }
      #expect(reply.status >= 400)
      #expect(reply.headers.contains { $0.name == "connection" && $0.value == "close" })
    }
    let reply = await router.reply(to: request("/runs/1/send", method: "POST", headers: origin)) { "name=x" }
    #expect(reply.status == 404)
    #expect(!reply.headers.contains { $0.name == "connection" })
  }

  // MARK: Bad input

  @Test("A request for something that doesn't exist gets an error with a sentence")
  func unknown() async throws {
    try await expect(404, "There is no run 99. It may have been forgotten.", request("/runs/99"))
    try await expect(404, "There is no run 99.", request("/changes", query: "of=/runs/99"))
    try await expect(404, "There is no run 99.", request("/runs/99/records/1"))
    try await expect(
      404, "Record 99 of run 1 isn't there. A snapshot may have replaced it.", request("/runs/1/records/99"))
    try await expect(404, "Message 9 doesn't wait in run 1. The run has taken it.", request("/runs/1/messages/9"))
    try await expect(404, "No run of a flow \"moon\" is known.", request("/flows/moon"))
    try await expect(404, "The console has no page \"/moon\".", request("/moon"))
    try await expect(404, "The console has no page \"/process\".", request("/process"))
    try await expect(404, "The console has no page \"/runs/1/fly\".", request("/runs/1/fly"))
    try await expect(400, "\"x\" isn't a number.", request("/runs/x"))
    try await expect(400, "\"-1\" isn't a number.", request("/runs/-1"))
    try await expect(
      400,
      "\"lost\" isn't a state. Expected one of: ready, held, waiting, parked, ended, completed, failed, cancelled.",
      request("/runs", query: "state=lost"))
    try await expect(
      400, "\"9d\" isn't an age. Expected one of: 10m, 1h, 1d, 7d, 30d.", request("/runs", query: "age=9d"))
    try await expect(400, "\"0\" isn't the number of a run.", request("/runs", query: "after=0"))
    try await expect(
      405, "The console answers GET, and POST for actions. It doesn't answer DELETE.",
      request("/runs/1", method: "DELETE"))
  }

  @Test("The reply to a method that the console doesn't answer lists the methods that it answers")
  func methods() async throws {
    for (path, allowed) in [("/runs/1", "GET, HEAD"), ("/runs/1/cancel", "GET, HEAD, POST")] {
      let reply = await makeRouter(MemoryStore()).reply(to: request(path, method: "PUT"))
      #expect(reply.headers.first { $0.name == "allow" }?.value == allowed)
    }
  }

  @Test("The page of an action refuses a run that has completed", arguments: RunAction.allCases)
  func ended(action: RunAction) async throws {
    try await expect(409, "Run 3 has ended, so it receives no messages.", request("/runs/3/\(action.rawValue)"))
  }

  @Test("A run that has failed can be retried, taken back, and cancelled, and receives no messages")
  func failed() async throws {
    try await expect(200, "Retry the run?", request("/runs/2/retry"))
    try await expect(200, "Go back to a step?", request("/runs/2/back"))
    try await expect(200, "Cancel the run?", request("/runs/2/cancel"))
    try await expect(409, "Run 2 has ended, so it receives no messages.", request("/runs/2/send"))
  }

  @Test("An action that isn't possible is refused with a sentence")
  func impossible() async throws {
    let origin = ["origin": "http://127.0.0.1:8484"]
    try await expect(
      409, "Run 3 has ended, so it receives no messages.", request("/runs/3/cancel", method: "POST", headers: origin))
    try await expect(404, "There is no run 99.", request("/runs/99/cancel", method: "POST", headers: origin))
    try await expect(404, "The console has no page \"/runs\".", request("/runs", method: "POST", headers: origin))
    try await expect(422, "Choose a step.", request("/runs/1/back", method: "POST", headers: origin))
    try await expect(
      422, "The run can't go back to \"moon\". It can go back to: charge, accept.",
      request("/runs/1/back", method: "POST", headers: origin, body: "step=moon"))
    try await expect(422, "Enter the name of the message.", request("/runs/1/send", method: "POST", headers: origin))
    try await expect(
      422, "The body isn't JSON:", request("/runs/1/send", method: "POST", headers: origin, body: "name=a&body=%7B"))
    let large = "name=a&body=%22\(String(repeating: "x", count: 1_100_000))%22"
    try await expect(
      413, "The body of message 'a' has 1100002 bytes as JSON, and 1048576 are allowed.",
      request("/runs/1/send", method: "POST", headers: origin, body: large))
    try await expect(
      403, "It was started without actions. Nothing has changed.",
      request("/runs/1/cancel", method: "POST", headers: origin), isReadOnly: true)
  }

  @Test("A store that can't be read is reported in a sentence")
  func gone() async throws {
    let store = FailingStore(MemoryStore())
    store.isGone = true
    try await expect(503, "Can't read 'orders.journal': the disk is gone.", request("/runs"), store: store)
  }

  @Test("All replies have a strict content security policy")
  func policy() {
    let policy = SafetyHeaders.all.first { $0.0 == "content-security-policy" }?.1 ?? ""
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
    #expect(!policy.contains("unsafe"))
    #expect(!policy.contains("*"))
  }
}
