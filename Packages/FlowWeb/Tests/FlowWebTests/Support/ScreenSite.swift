import FlowState
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Testing
import WebTestSupport

@testable import FlowWeb

/// A server with the screens of a flow, beside a test.
struct ScreenSite: Sendable {
  let port: Int
  let sessions: BrowserSessions

  var address: String { "http://127.0.0.1:\(port)" }

  /// A new browser without cookies.
  func visitor() -> Visitor { Visitor(port: UInt16(port)) }

  /// Serves screens at `/s` while a closure is called.
  static func run<Content, Result>(
    _ screens: Screens<Content, Result>, in group: String = "", logging log: Logger? = nil,
    adding others: (Router<BasicRequestContext>) -> Void = { _ in },
    body: @escaping @Sendable (ScreenSite) async throws -> Void
  ) async throws {
    let sessions = BrowserSessions(screens.settings.limits, timed: screens.settings.clock)
    let router = Router()
    others(router)
    if group.isEmpty {
      screens.add(to: router, sessions: sessions)
    } else {
      screens.add(to: router.group(RouterPath(group)), within: group, sessions: sessions)
    }
    let (ports, announce) = AsyncStream<Int>.makeStream()
    var logger = Logger(label: "site")
    logger.logLevel = .critical
    if let log { logger = log }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0), serverName: nil),
      onServerRunning: { announce.yield($0.localAddress?.port ?? 0) }, logger: logger)
    let group = ServiceGroup(services: [application], logger: Logger(label: "site") { _ in SwiftLogNoOpLogHandler() })
    let serving = Task { try await group.run() }
    let coming = Task { await ports.first { _ in true } }
    let outcome: Swift.Result<Void, any Error>
    do {
      let port = try await coming.value(orSay: "The server did not announce its port") ?? 0
      outcome = .success(try await body(ScreenSite(port: port, sessions: sessions)))
    } catch {
      outcome = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try? await serving.value(orSay: "The server did not end")
    try outcome.get()
  }
}

extension Visitor {
  /// Begins a session, and returns the first screen.
  @discardableResult
  func begin() async throws -> Reply { try await start(at: "/s") }

  /// Sends the form of a screen with one of its buttons, and returns the reply itself.
  func send(_ button: String, on page: Reply, _ fields: [(String, String)] = []) async throws -> Reply {
    let name = page.between("id=\"\(button)\" name=\"flow-press\" value=\"", "\"")
    if name.isEmpty { throw ScreenSite.NoButton(name: button) }
    return try await answer(page, fields + [("flow-press", name)])
  }

  /// Presses a button of a screen, and returns the page to which it leads.
  @discardableResult
  func press(_ button: String, on page: Reply, _ fields: [(String, String)] = []) async throws -> Reply {
    try await follow(try await send(button, on: page, fields))
  }
}

extension Visitor.Reply {
  /// Returns the name of an input by its identifier.
  func name(of id: String) -> String {
    body.matches(of: #/id="([^"]*)" name="([^"]*)"/#).first { $0.1 == id }.map { String($0.2) } ?? ""
  }

  /// The text of the note about the latest press.
  var note: String { between("<p class=\"note\"><bdi>", "</bdi>") }
}

extension ScreenSite {
  struct NoButton: Error, CustomStringConvertible {
    let name: String
    var description: String { "The page has no button '\(name)'." }
  }
}
