import FlowJSON
import FlowScreens
import FlowState
import Foundation
import TestSupport
import Testing

@testable import Nimbus

@Suite("Requests and URLs")
struct NetworkActionTests {
  private final class Client: NimbusHTTPClient {
    var requests: [NimbusRequest] = []
    var result: Result<NimbusResponse, any Error> = .failure(Offline())

    func send(_ request: NimbusRequest, completion: @escaping (Result<NimbusResponse, any Error>) -> Void) {
      requests.append(request)
      completion(result)
    }
  }

  private struct Offline: Error, CustomStringConvertible {
    var description: String { "no network" }
  }

  private final class Opener: URLOpener {
    let opened = Locked<[String]>([])

    func open(_ url: URL) -> Bool {
      opened.withLock { $0.append(url.absoluteString) }
      return url.scheme != "nobody"
    }
  }

  private static let send = button(
    "send",
    action(
      "sendRequest",
      #""url": "/save", "method": "Put", "data": {"n": 1}, "#
        + #""onSuccess": [\#(action("log", #""message": "ok @{onSuccess.status} @{onSuccess.data}""#))], "#
        + #""onError": [\#(action("log", #""message": "@{onError}", "level": "warning""#))], "#
        + #""onFinish": [\#(action("log", #""message": "done""#))]"#))

  private func log(_ result: Result<NimbusResponse, any Error>) throws -> (entries: [String], requests: [NimbusRequest])
  {
    let client = Client()
    client.result = result
    let stage = NimbusHarness {
      $0.httpClient = client
      $0.baseURL = "http://h/"
    }
    try stage.view(Self.send).pressKeeping("send")
    return (stage.log.entries, client.requests)
  }

  @Test("A successful response runs onSuccess with parsed JSON, or with text")
  func success() throws {
    let json = try log(.success(NimbusResponse(status: 201, statusText: "Created", body: "{\"id\": [7]}")))
    #expect(json.entries == [#"info: ok 201 {"id":[7]}"#, "info: done"])
    #expect(
      json.requests == [
        NimbusRequest(
          url: "http://h/save", method: .put, headers: ["Content-Type": "application/json"], body: "{\"n\":1}")
      ])
    #expect(try log(.success(NimbusResponse(status: 200, body: "plain"))).entries.first == "info: ok 200 plain")
  }

  @Test("A body of any depth reaches the event, as a text if it is too deep", arguments: 96...102)
  func deepBody(_ depth: Int) throws {
    let body = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    #expect(
      try log(.success(NimbusResponse(status: 200, body: body))).entries == ["info: ok 200 \(body)", "info: done"])
  }

  @Test("A response with status 400 or more runs onError with the status and a message")
  func refused() throws {
    #expect(
      try log(.success(NimbusResponse(status: 404, statusText: "Not Found", body: "x"))).entries == [
        "error: The request to http://h/save was answered with status 404.",
        #"warning: {"data":"x","message":"The server answered with status 404.","status":404,"statusText":"Not Found"}"#,
        "info: done",
      ])
  }

  @Test("A response with status 400 or more is logged, also without onError")
  func refusedSilently() throws {
    let client = Client()
    client.result = .success(NimbusResponse(status: 503))
    let stage = NimbusHarness { $0.httpClient = client }
    try stage.view(button("go", action("sendRequest", "\"url\": \"http://h/x\""))).pressKeeping("go")
    #expect(stage.log.entries == ["error: The request to http://h/x was answered with status 503."])
  }

  @Test("The error of a view has the status of the response")
  func viewStatus() {
    let client = Client()
    client.result = .success(NimbusResponse(status: 404))
    let stage = NimbusHarness { $0.viewSource = HTTPViewSource(client) }
    stage.navigator.open(ViewRequest("http://h/a"))
    guard case .failed(let error as ViewSourceError)? = stage.navigator.current?.phase else {
      Issue.record("the view shows no error")
      return
    }
    #expect(error.status == 404)
    #expect("\(error)" == "No view from http://h/a: the server answered with status 404.")
  }

  @Test("The host builds URLs, and adds default headers to requests that do not set them")
  func hostsRequests() throws {
    let client = Client()
    let stage = NimbusHarness {
      $0.httpClient = client
      $0.viewSource = HTTPViewSource(client)
      $0.urlBuilder = { "https://api.example.org/v2\($0)?lang=en" }
      $0.defaultHeaders = ["Authorization": "token", "Accept": "application/json"]
    }
    let send = action("sendRequest", #""url": "/a", "headers": {"accept": "text/plain"}"#)
    stage.navigator.open(document: button("go", send, action("push", "\"url\": \"/b\"")))
    stage.navigator.layout.press("go")
    #expect(
      client.requests == [
        NimbusRequest(
          url: "https://api.example.org/v2/a?lang=en", headers: ["accept": "text/plain", "Authorization": "token"]),
        NimbusRequest(
          url: "https://api.example.org/v2/b?lang=en",
          headers: ["Authorization": "token", "Accept": "application/json"]),
      ])
  }

  @Test("A request that cannot be sent runs onError with status 0")
  func unsent() throws {
    #expect(
      try log(.failure(Offline())).entries == [
        "error: The request to http://h/save could not be sent: no network",
        #"warning: {"message":"no network","status":0,"statusText":"Unable to send request"}"#, "info: done",
      ])
  }

  @Test("The events of a request still find the states after its node was removed")
  func nodeGone() throws {
    final class LateClient: NimbusHTTPClient {
      var completion: ((Result<NimbusResponse, any Error>) -> Void)?
      func send(_ request: NimbusRequest, completion: @escaping (Result<NimbusResponse, any Error>) -> Void) {
        self.completion = completion
      }
    }
    let client = LateClient()
    let stage = NimbusHarness { $0.httpClient = client }
    let view = try stage.view(
      node(
        "app:column", state: #""items": [1], "status": "busy""#,
        children: text("@{status}"),
        node(
          "forEach", "\"items\": \"@{items}\"",
          children: button(
            "delete",
            action(
              "sendRequest",
              #""url": "/x", "onSuccess": [\#(setState("items", "[]"))], "onFinish": [\#(setState("status", "\"done\""))]"#
            )))))
    view.layout.press("delete")
    client.completion?(.success(NimbusResponse(status: 200)))
    #expect(view.lines == ["done"])
  }

  @Test("A request without a client, a URL, a known method or valid events is an error")
  func faults() throws {
    let stage = NimbusHarness()
    try stage.view(
      button(
        "go", action("sendRequest", "\"url\": \"/a\""), action("sendRequest"),
        action("sendRequest", #""url": "/a", "method": "Head""#),
        action("sendRequest", #""url": "/a", "onSuccess": "oops""#))
    ).pressKeeping("go")
    #expect(
      stage.log.errors.map { $0.split(separator: "failed: ").last.map(String.init) } == [
        "there is no HTTP client.", "expected a string for \"url\", found nothing.",
        "expected one of \"Get\", \"Post\", \"Put\", \"Patch\" and \"Delete\" for \"method\", found the string \"Head\".",
        "expected an event for \"onSuccess\", found the string \"oops\".",
      ])
  }

  @Test("The action openUrl passes valid URLs to the opener and logs those that are not opened")
  func openURL() throws {
    let opener = Opener()
    let stage = NimbusHarness { $0.urlOpener = opener }
    try stage.view(
      button(
        "go", action("openUrl", "\"url\": \"https://a.b/c\""), action("openUrl", "\"url\": \"a b\""),
        action("openUrl", "\"url\": \"é\""), action("openUrl", "\"url\": \"nobody:x\""))
    ).pressKeeping("go")
    #expect(opener.opened.withLock { $0 } == ["https://a.b/c", "nobody:x"])
    #expect(
      stage.log.errors.map { $0.split(separator: "failed: ").last.map(String.init) } == [
        "expected a URL for \"url\", found the string \"a b\".", "expected a URL for \"url\", found the string \"é\".",
        "nobody:x could not be opened.",
      ])
  }
}
