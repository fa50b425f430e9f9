import FlowForms
import FlowScreens
import FlowState
import FlowStateTesting
import Foundation
import Synchronization
import Testing
import WebTestSupport

@testable import FlowWeb

@Suite("The sessions of screens")
struct SessionTests {
  @Test("A session that is left alone is cancelled, and its page says so with status 410")
  func idle() async throws {
    let (clock, log) = (ManualClock(), Log())
    let screens = Screens(TestFlows.counter(log), at: "/s").timed(by: clock)
      .limited(toSessions: 5, idle: .seconds(60), age: .seconds(1_000))
    try await ScreenSite.run(screens) { site in
      let visitor = site.visitor()
      let page = try await visitor.begin()
      clock.advance(by: .seconds(59))
      #expect(try await visitor.get("/s/screen").status == 200)
      clock.advance(by: .seconds(59))
      #expect(try await visitor.get("/s/screen").status == 200)
      clock.advance(by: .seconds(60))
      let gone = try await visitor.get("/s/screen")
      #expect(gone.status == 410 && gone.kind == "gone" && gone.body.contains("href=\"/s\""))
      #expect(try await visitor.send("s-more", on: page).status == 410)
      try await patiently("The run was not cancelled") { log.lines == ["cancelled"] }
      #expect(try await visitor.begin().body.contains("Count: 0"))
    }
  }

  @Test("A session ends at its age, also if it is used, and without a request")
  func age() async throws {
    let (clock, log) = (ManualClock(), Log())
    let screens = Screens(TestFlows.counter(log), at: "/s").timed(by: clock)
      .limited(toSessions: 5, idle: .seconds(40), age: .seconds(100))
    try await ScreenSite.run(screens) { site in
      let visitor = site.visitor()
      _ = try await visitor.begin()
      for _ in 0..<3 {
        clock.advance(by: .seconds(30))
        #expect(try await visitor.get("/s/screen").status == 200)
      }
      clock.advance(by: .seconds(20))
      #expect(site.sessions.count == 0)
      try await patiently("The run was not cancelled") { log.lines == ["cancelled"] }
      #expect(try await visitor.get("/s/screen").status == 410)
    }
  }

  @Test("Leaving asks, cancels the run, and says so; the browser's pages of before change nothing")
  func leaving() async throws {
    let log = Log()
    try await ScreenSite.run(Screens(TestFlows.counter(log), at: "/s")) { site in
      let visitor = site.visitor()
      let page = try await visitor.begin()
      let question = try await visitor.get("/s/leave")
      #expect(question.kind == "leave" && log.lines.isEmpty)
      let left = try await visitor.fill(question, [])
      #expect(left.kind == "cancelled" && log.lines == ["cancelled"])
      #expect(try await visitor.press("s-more", on: page).kind == "cancelled")
      #expect(try await visitor.get("/s/leave").location == "/s/screen")
      #expect(try await visitor.get("/s").kind == "start")
    }
  }

  @Test("A start that is sent twice begins one session, and a second tab is led to it")
  func oneSession() async throws {
    try await ScreenSite.run(Screens(TestFlows.counter(), at: "/s")) { site in
      let visitor = site.visitor()
      let start = try await visitor.get("/s")
      async let one = visitor.answer(start, [])
      async let other = visitor.answer(start, [])
      #expect(try await [one, other].map(\.status) == [303, 303])
      #expect(site.sessions.count == 1)
      let again = try await visitor.get("/s")
      #expect(again.kind == "underWay" && again.body.contains("/s/screen"))
      #expect(try await visitor.answer(start, []).location == "/s/screen")
      #expect(site.sessions.count == 1)
    }
  }

  @Test("A full table gives the place of an ended session away, then of one that nobody uses, and else refuses")
  func bound() async throws {
    let log = Log()
    let screens = Screens(TestFlows.counter(log), at: "/s").limited(toSessions: 2)
    try await ScreenSite.run(screens) { site in
      let (ended, idle, third, fourth, fifth) = (
        site.visitor(), site.visitor(), site.visitor(), site.visitor(), site.visitor()
      )
      _ = try await idle.begin()
      _ = try await ended.press("s-done", on: try await ended.begin())
      var page = try await third.begin()
      #expect(try await ended.get("/s/screen").status == 410 && site.sessions.count == 2)
      _ = try await third.press("s-more", on: page)
      page = try await fourth.begin()
      #expect(try await idle.get("/s/screen").status == 410 && site.sessions.count == 2)
      try await patiently("The run was not cancelled") { log.lines == ["cancelled"] }
      _ = try await fourth.press("s-more", on: page)
      let refused = try await fifth.answer(try await fifth.get("/s"), [])
      #expect(refused.status == 503 && refused.title == "There are too many people here")
      #expect(try await third.get("/s/screen").body.contains("Count: 1"))
    }
  }

  @Test("The content of a run comes from the request, and nothing that it throws is shown")
  func content() async throws {
    struct Hidden: Error {}
    let flow = Flow(Int.self, Int.self, identifier: "Counting") { scope in
      let step = FlowStep(identifier: "count", presenting: { _ in CounterScreen() }, on: scope.context.presenter)
      step.content = scope.content
      step.setCompletion { _, count in scope.result = count }
      return step
    }
    let tries = Atomic(0)
    let screens = Screens(flow, at: "/s") { _ in
      if tries.add(1, ordering: .relaxed).oldValue == 0 { throw Hidden() }
      return 41
    }
    let log = RecordingLog()
    try await ScreenSite.run(screens, logging: log.logger) { site in
      let visitor = site.visitor()
      let refused = try await visitor.answer(try await visitor.get("/s"), [])
      #expect(refused.status == 500 && !refused.body.contains("Hidden") && site.sessions.count == 0)
      #expect(log.lines.count == 1)
      let line = try #require(log.lines.first)
      #expect(line.hasPrefix("error A page could not be shown.") && line.contains("flow=Counting"))
      #expect(line.contains("route=POST /s") && line.contains("Hidden"))
      #expect(try await visitor.begin().body.contains("Count: 41"))
    }
  }

  @Test("Screens behind a proxy have cookies and forms of the origin at which they are published")
  func published() async throws {
    let screens = Screens(TestFlows.counter(Log()), at: "/s").published(at: "https://shop.example")
    try await ScreenSite.run(screens) { site in
      let visitor = site.visitor()
      let page = try await visitor.get("/s")
      let cookie = try #require(page.header("set-cookie"))
      #expect(cookie.hasPrefix("__Host-") && cookie.hasSuffix("; Secure"))
      for (origin, status) in [("https://shop.example", 303), ("http://127.0.0.1:\(site.port)", 403)] {
        let reply = try await visitor.post(
          "/s", page.allHidden,
          headers: ["Sec-Fetch-Site": "", "Origin": origin, "Cookie": String(cookie.prefix { $0 != ";" })])
        #expect(reply.status == status, "\(origin)")
      }
    }
  }

  @Test("A countdown is announced to an open page, which keeps its session, and ends the screen in time")
  func changes() async throws {
    let clock = ManualClock()
    let flow = Flow(Any.self, String.self, identifier: "Countdown") { scope in
      let end = clock.now + .seconds(100)
      let step = FlowStep(
        identifier: "wait",
        presenting: { _ in
          PlainScreen(remaining: { clock.now < end ? .seconds(1) : nil }) { screen in
            if clock.now >= end { screen.finish("over") }
            return .text("Left: \((end - clock.now).components.seconds)")
          }
        }, on: scope.context.presenter)
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    let screens = Screens(flow, at: "/s").timed(by: clock).limited(toSessions: 1, idle: .seconds(30))
      .ending { PageText("The end", $0 ?? "") }
    try await ScreenSite.run(screens) { site in
      let visitor = site.visitor()
      let page = try await visitor.begin()
      #expect(page.body.contains("Left: 100") && page.body.contains("http-equiv=\"refresh\" content=\"2\""))
      let client = try Client(port: UInt16(site.port))
      let cookie = visitor.cookies.map { "\($0.key.split(separator: " ")[0])=\($0.value)" }.joined(separator: "; ")
      let path = page.between("data-changes=\"", "\"")
      try client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\nCookie: \(cookie)\r\n\r\n")
      try await onThread { _ = try client.receive(until: "retry: 1000\n\n") }
      for _ in 0..<50 { try await clock.advanceBySecondOfScreen() }
      var later = page
      try await patiently("The screen did not change") {
        later = try await visitor.get("/s/screen")
        return later.body.contains("Left: 50")
      }
      // Changes that come together are one event, with the number of the latest.
      let version = try #require(later.between("data-changes=\"", "\"").split(separator: "/").last.flatMap { Int($0) })
      try await onThread {
        var text = ""
        while !text.matches(of: /event: change\ndata: (\d+)\n/).contains(where: { Int($0.1) ?? 0 >= version }) {
          text += try client.receive(until: "\n\n")
        }
      }
      clock.advance(by: .seconds(50))
      try await patiently("The countdown did not end") {
        try await visitor.get("/s/screen").body.contains("over")
      }
    }
  }
}
