package import FlowJSON
import Foundation
import Testing

/// Chromium without a window, controlled by the DevTools protocol over two pipes.
///
/// It needs no driver: `--remote-debugging-pipe` reads commands from descriptor 3 and writes answers to descriptor 4, as JSON texts
/// that end with a zero byte.
package actor Browser {
  /// An error of the browser or of a page.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  /// The path of the browser; nil if this machine has none.
  package static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first
  {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private struct Waiter {
    let method: String
    let session: String
    let continuation: CheckedContinuation<Void, Never>
  }

  private let process = Process()
  private let ending: AsyncStream<Void>
  private let folder: URL
  private let input: FileHandle
  private var commands = 0
  private var answers: [Int: CheckedContinuation<JSONValue, any Error>] = [:]
  private var waiters: [Waiter] = []
  private var seen: [String: Set<String>] = [:]
  private var complaints: [String: [String]] = [:]
  private var isGone = false

  package init() throws {
    guard let path = Self.path else { throw Fault(description: "This machine has no Chromium.") }
    folder = FileManager.default.temporaryDirectory.appending(path: "flow-web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (commands, answers) = (folder.path + "/commands", folder.path + "/answers")
    guard mkfifo(commands, 0o600) == 0, mkfifo(answers, 0o600) == 0 else {
      throw Fault(description: "Can't make pipes in \(folder.path).")
    }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$0\" \"$@\" 3<'\(commands)' 4>'\(answers)'", path]
      + [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
        "--no-first-run",
        "--no-default-browser-check", "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--disable-extensions", "--force-color-profile=srgb", "--font-render-hinting=none", "--lang=en-US",
        "--user-data-dir=\(folder.path)/profile", "--remote-debugging-pipe", "about:blank",
      ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let (ending, ended) = AsyncStream<Void>.makeStream()
    self.ending = ending
    process.terminationHandler = { _ in ended.finish() }
    try process.run()
    // The shell opens the pipes in this order, and each opening waits for the other end.
    guard let input = FileHandle(forWritingAtPath: commands), let output = FileHandle(forReadingAtPath: answers) else {
      throw Fault(description: "Can't open the pipes of the browser.")
    }
    self.input = input
    let (texts, continuation) = AsyncStream<Data>.makeStream()
    // Reading blocks, so it has a thread of its own.
    Thread.detachNewThread {
      var rest = Data()
      while true {
        let piece = output.availableData
        if piece.isEmpty { break }
        rest += piece
        while let end = rest.firstIndex(of: 0) {
          continuation.yield(rest[rest.startIndex..<end])
          rest = rest[rest.index(after: end)...]
        }
        rest = Data(rest)
      }
      continuation.finish()
    }
    Task {
      for await text in texts { await self.receive(text) }
      await self.end()
    }
  }

  /// Ends the browser, and removes its files.
  package func close() async {
    _ = try? await call("Browser.close")
    let cancelAlarm = process.killPatiently(orSay: "The browser did not end")
    for await _ in ending {}
    cancelAlarm()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Opens a tab.
  ///
  /// - Parameters:
  ///   - width: The width of the window in pixels.
  ///   - height: The height of the window in pixels.
  ///   - isDark: Whether the user prefers dark pages.
  ///   - hasScript: Whether pages may run scripts.
  /// - Returns: The tab.
  /// - Throws: A ``Fault`` of the browser.
  package func open(width: Int = 1_280, height: Int = 900, isDark: Bool = false, hasScript: Bool = true) async throws
    -> Tab
  {
    // Each tab has cookies of its own.
    let context = try await call("Target.createBrowserContext")["browserContextId"].string()
    let target = try await call(
      "Target.createTarget", ["url": "about:blank", "browserContextId": .string(context)])["targetId"].string()
    let session = try await call("Target.attachToTarget", ["targetId": .string(target), "flatten": true])["sessionId"]
      .string()
    let tab = Tab(browser: self, session: session, hasScript: hasScript)
    for domain in ["Page", "Runtime", "Log", "Network"] { _ = try await call("\(domain).enable", session: session) }
    try await tab.resize(width: width, height: height)
    let scheme: JSONValue = ["name": "prefers-color-scheme", "value": .string(isDark ? "dark" : "light")]
    _ = try await call("Emulation.setEmulatedMedia", ["features": [scheme]], session: session)
    if !hasScript { _ = try await call("Emulation.setScriptExecutionDisabled", ["value": true], session: session) }
    return tab
  }

  /// Sends a command and returns its answer.
  package func call(_ method: String, _ parameters: JSONValue = [:], session: String? = nil) async throws -> JSONElement
  {
    if isGone { throw Fault(description: "The browser has ended.") }
    commands += 1
    let number = commands
    var command: JSONObject = ["id": .integer(Int64(number)), "method": .string(method), "params": parameters]
    command["sessionId"] = session.map { .string($0) }
    let text = Data(JSONValue.object(command).jsonText.utf8) + [0]
    let cancelAlarm = process.killPatiently(orSay: "The browser did not answer '\(method)'")
    defer { cancelAlarm() }
    let answer = try await withCheckedThrowingContinuation { continuation in
      answers[number] = continuation
      input.write(text)
    }
    return JSONElement(answer)
  }

  /// Calls a closure, and waits until a session has reported an event since then.
  package func waiting<Value: Sendable>(
    for method: String, in session: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    seen[session]?.remove(method)
    let value = try await body()
    if seen[session]?.contains(method) != true, !isGone {
      let cancelAlarm = process.killPatiently(orSay: "The browser did not report '\(method)'")
      defer { cancelAlarm() }
      await withCheckedContinuation { waiters.append(Waiter(method: method, session: session, continuation: $0)) }
    }
    return value
  }

  /// The complaints of a page: errors of scripts, and requests that a policy has refused.
  package func complaints(of session: String) -> [String] { complaints[session] ?? [] }

  private func receive(_ text: Data) {
    guard let message = try? JSONValue(parsing: Array(text)) else { return }
    let element = JSONElement(message)
    if let number = try? element["id"].integer() {
      let waiting = answers.removeValue(forKey: Int(number))
      if let fault = element["error"].value {
        waiting?.resume(throwing: Fault(description: fault.jsonText))
      } else {
        waiting?.resume(returning: element["result"].value ?? .null)
      }
      return
    }
    guard let method = try? element["method"].string() else { return }
    let session = (try? element["sessionId"].string()) ?? ""
    switch method {
    case "Runtime.exceptionThrown": complaints[session, default: []].append(element["params"].value?.jsonText ?? "")
    case "Log.entryAdded":
      if element["params"]["entry"]["level"].value == "error" {
        complaints[session, default: []].append(element["params"]["entry"]["text"].value?.jsonText ?? "")
      }
    default: break
    }
    seen[session, default: []].insert(method)
    let ready = waiters.filter { $0.method == method && $0.session == session }
    waiters.removeAll { $0.method == method && $0.session == session }
    for waiter in ready { waiter.continuation.resume() }
  }

  private func end() {
    isGone = true
    for answer in answers.values { answer.resume(throwing: Fault(description: "The browser has ended.")) }
    answers = [:]
    for waiter in waiters { waiter.continuation.resume() }
    waiters = []
  }
}

/// Runs a browser while a closure is called.
package func withBrowser<Value: Sendable>(_ body: @Sendable (Browser) async throws -> Value) async throws -> Value {
  let browser = try Browser()
  do {
    let value = try await body(browser)
    await browser.close()
    return value
  } catch {
    await browser.close()
    throw error
  }
}
