package import FlowJSON
package import Foundation
import Testing

/// A tab of a browser.
package struct Tab: Sendable {
  package let browser: Browser
  package let session: String
  package let hasScript: Bool

  private func call(_ method: String, _ parameters: JSONValue = [:]) async throws -> JSONElement {
    try await browser.call(method, parameters, session: session)
  }

  package func resize(width: Int, height: Int) async throws {
    _ = try await call(
      "Emulation.setDeviceMetricsOverride",
      ["width": .integer(Int64(width)), "height": .integer(Int64(height)), "deviceScaleFactor": 1, "mobile": false])
  }

  /// Sets the time zone of the reader, such as `Asia/Tokyo`.
  package func setZone(_ zone: String) async throws {
    _ = try await call("Emulation.setTimezoneOverride", ["timezoneId": .string(zone)])
  }

  /// Opens a page, and waits until it is loaded.
  package func go(to address: String) async throws {
    try await browser.waiting(for: "Page.loadEventFired", in: session) {
      let answer = try await call("Page.navigate", ["url": .string(address)])
      if let text = try? answer["errorText"].string() { throw Browser.Fault(description: "\(address): \(text)") }
    }
  }

  /// Opens a page in which a script runs before those of the page.
  package func load(_ address: String, after script: String) async throws {
    let added = try await call("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
    try await go(to: address)
    _ = try await call(
      "Page.removeScriptToEvaluateOnNewDocument", ["identifier": .string(try added["identifier"].string())])
  }

  /// Clicks on the first element that a selector finds, and waits until the page is loaded to which it leads.
  package func follow(_ selector: String) async throws {
    try await browser.waiting(for: "Page.loadEventFired", in: session) { try await click(selector) }
  }

  /// Clicks on the first element that a selector finds, with the mouse.
  package func click(_ selector: String) async throws {
    let place = try await evaluate(
      """
      (() => { const e = document.querySelector(\(quoted(selector))); if (!e) return null; e.scrollIntoView({block: "center"});
      const r = e.getClientRects()[0]; return [r.x + Math.min(r.width, 40) / 2, r.y + r.height / 2]; })()
      """)
    guard case .array(let point) = place, point.count == 2 else {
      throw Browser.Fault(description: "No element is \(selector).")
    }
    for type in ["mousePressed", "mouseReleased"] {
      _ = try await call(
        "Input.dispatchMouseEvent",
        ["type": .string(type), "x": point[0], "y": point[1], "button": "left", "clickCount": 1])
    }
  }

  /// Presses a key, such as `Tab` or `Enter`.
  package func press(_ key: String) async throws {
    let codes = ["Tab": 9, "Enter": 13, " ": 32]
    var parameters: JSONObject = [
      "key": .string(key), "code": .string(key), "windowsVirtualKeyCode": .integer(Int64(codes[key] ?? 0)),
    ]
    if key == "Enter" { parameters["text"] = "\r" }
    for type in ["keyDown", "keyUp"] {
      parameters["type"] = .string(type)
      _ = try await call("Input.dispatchKeyEvent", .object(parameters))
    }
  }

  /// Enters a text where the focus is.
  package func type(_ text: String) async throws {
    _ = try await call("Input.insertText", ["text": .string(text)])
  }

  /// Replaces the value of a field.
  package func fill(_ selector: String, _ text: String) async throws {
    _ = try await evaluate("document.querySelector(\(quoted(selector))).value = \(quoted(text))")
  }

  /// Returns the value of an expression in the page, once its promise is fulfilled.
  package func evaluate(_ expression: String) async throws -> JSONValue {
    let answer = try await call(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "awaitPromise": true, "returnByValue": true,
      ])
    if let fault = answer["exceptionDetails"].value {
      throw Browser.Fault(description: "\(expression.prefix(200)): \(fault.jsonText.prefix(600))")
    }
    return answer["result"]["value"].value ?? .null
  }

  /// Waits in the page until an expression is true.
  package func wait(until expression: String) async throws {
    let found = try await evaluate(
      """
      new Promise((resolve) => { const start = Date.now(); const look = () => { let is = false; try { is = \(expression); } catch {}
      if (is) resolve(true); else if (Date.now() - start > 20000) resolve(false); else setTimeout(look, 20); }; look(); })
      """)
    guard found == true else {
      let text = try await evaluate("document.body.innerText.slice(0, 1500)")
      throw Browser.Fault(description: "In 20 s it didn't become true: \(expression). The page says: \(text)")
    }
  }

  /// Waits until an expression is true in a page, over pages that come and go.
  package func arrive(at expression: String) async throws {
    try await patiently("'\(expression)' did not become true") {
      (try? await evaluate("document.readyState === 'complete' && !!(\(expression))")) == true
    }
  }

  /// The text of the first element that a selector finds, as the user sees it.
  package func text(_ selector: String = "main") async throws -> String {
    guard case .string(let text) = try await evaluate("document.querySelector(\(quoted(selector)))?.innerText ?? null")
    else { throw Browser.Fault(description: "No element is \(selector).") }
    return text
  }

  package func count(_ selector: String) async throws -> Int {
    guard case .integer(let count) = try await evaluate("document.querySelectorAll(\(quoted(selector))).length") else {
      return 0
    }
    return Int(count)
  }

  /// The path and the query of the page.
  package var path: String {
    get async throws {
      guard case .string(let path) = try await evaluate("location.pathname + location.search") else { return "" }
      return path
    }
  }

  /// The whole page as a PNG.
  package func screenshot(width: Int, tallest: Int = 2_400) async throws -> Data {
    let height = try await evaluate("Math.ceil(document.documentElement.scrollHeight)")
    guard case .integer(let height) = height else { return Data() }
    try await resize(width: width, height: min(max(Int(height), 500), tallest))
    let answer = try await call("Page.captureScreenshot", ["format": "png", "optimizeForSpeed": false])
    return Data(base64Encoded: try answer["data"].string()) ?? Data()
  }

  package var complaints: [String] {
    get async { await browser.complaints(of: session) }
  }

  private func quoted(_ text: String) -> String { JSONValue.string(text).jsonText }
}
