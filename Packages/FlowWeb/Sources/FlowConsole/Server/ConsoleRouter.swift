import FlowDurable
import FlowMarkup
import FlowState
import WebServing

/// Answers requests with pages.
final class ConsoleRouter: Sendable {
  let stored: StoredRuns?
  let watched: WatchedRuns?
  let gate: ConsoleGate
  let layout: PageLayout
  private let notices = Notices()

  init(stored: StoredRuns?, watched: WatchedRuns?, gate: ConsoleGate, subject: String, isReadOnly: Bool) {
    self.stored = stored
    self.watched = watched
    self.gate = gate
    layout = PageLayout(
      subject: subject, hasStore: stored != nil, hasProcess: watched != nil, isReadOnly: isReadOnly || stored == nil)
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request, without its body.
  ///   - admitted: Called when the gate has admitted the request; returns its body.
  /// - Returns: The reply.
  func reply(
    to request: ConsoleRequest, admitted: (() async throws -> String)? = nil
  ) async -> ConsoleReply {
    var request = request
    var isAdmitted = false
    do {
      switch try gate.check(request) {
      case .open: break
      case .asset: return try asset(request)
      case .remember(let cookie, let path):
        var reply = ConsoleReply.redirect(to: path)
        reply.headers.append(("set-cookie", cookie))
        return reply
      }
      isAdmitted = true
      if let admitted { request.body = try await admitted() }
      switch request.method {
      case "GET", "HEAD": return try await get(request)
      case "POST": return try await post(request)
      default: throw PageError.wrongMethod(request.method)
      }
    } catch {
      let fault = PageError(error)
      // A client without a token receives no information, not even the name of the store.
      let layout = fault.isAboutAccess ? PageLayout.closed : layout
      var reply = ConsoleReply.html(layout.document(fault.page), status: fault.status)
      if fault.status == 405 { reply.headers.append(("allow", Self.methods(of: request))) }
      return isAdmitted ? reply : reply.closing
    }
  }

  /// Returns the methods of a path. According to RFC 9110, section 15.5.6, a refusal of a method must list the allowed
  /// methods.
  private static func methods(of request: ConsoleRequest) -> String {
    let parts = request.parts
    let isAction = parts.count == 3 && parts[0] == "runs" && RunAction(rawValue: parts[2]) != nil
    return isAction ? "GET, HEAD, POST" : "GET, HEAD"
  }

  // MARK: Reading

  private func get(_ request: ConsoleRequest) async throws -> ConsoleReply {
    let parts = request.parts
    switch parts.first {
    case nil: return .redirect(to: stored != nil ? "/runs" : "/process")
    case "changes":
      guard let path = FormFields(request.query).text("of"), path.hasPrefix("/") else {
        throw PageError.noPage(request.path)
      }
      var followed = request
      let pieces = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      (followed.path, followed.query) = (String(pieces[0]), pieces.count > 1 ? String(pieces[1]) : "")
      // Only an existing page can be followed.
      _ = try await page(for: followed)
      return ConsoleReply(headers: EventStreamHeaders.all, body: .changes(of: followed))
    default:
      let isLive = Self.isLive(parts)
      let path = request.query.isEmpty ? request.path : "\(request.path)?\(request.query)"
      var notice: String?
      if let form = FormFields(request.query).text("notice") { notice = await notices.sentence(form) }
      return .html(
        layout.document(
          try await page(for: request), notice: notice.map { .said($0) }, following: isLive ? path : nil))
    }
  }

  /// Returns whether a page follows the store.
  private static func isLive(_ parts: [String]) -> Bool {
    switch parts.first {
    case "runs": parts.count <= 2
    case "flows", "process": true
    default: false
    }
  }

  /// Returns the page of a path.
  func page(for request: ConsoleRequest) async throws -> Page {
    let parts = request.parts
    let fields = FormFields(request.query)
    if let stored {
      switch (parts.first, parts.count) {
      case ("runs", 1): return try await list(stored, fields, "Runs", .runs)
      case ("runs", 2):
        return try await RunPage(
          source: stored, number: try number(parts[1]), place: .runs, isReadOnly: layout.isReadOnly
        ).make()
      case ("runs", 3) where parts[1] == "groups":
        return try await GroupPage(stored, try action(parts[2], request), fields).page()
      case ("runs", 3):
        let action = try action(parts[2], request)
        let detail = try await stored.detail(of: number(parts[1]))
        // There is nothing to confirm.
        let state = detail.summary.state
        if state.kind == .ended, !action.isPossible(on: state) { throw StoreError.runEnded(detail.summary.number) }
        return action.page(
          detail, path: "/runs/\(detail.summary.number.rawValue)", fields, of: stored.flows[detail.summary.flow])
      case ("runs", 4) where parts[2] == "records":
        return try await ValuesPage(source: stored, run: number(parts[1])).record(number(parts[3]).rawValue)
      case ("runs", 4) where parts[2] == "messages":
        return try await ValuesPage(source: stored, run: number(parts[1])).message(number(parts[3]).rawValue)
      case ("flows", 1): return try await FlowsPage(source: stored).make()
      case ("flows", 2):
        return try await FlowPage(source: stored, flow: parts[1], place: .flows, isReadOnly: layout.isReadOnly)
          .make()
      default: break
      }
    }
    if let watched, parts.first == "process" {
      switch parts.count {
      case 1: return try await list(watched, fields, "Runs of this process", .process)
      case 2:
        return try await RunPage(source: watched, number: try number(parts[1]), place: .process, isReadOnly: true)
          .make()
      case 3 where parts[1] == "flows":
        return try await FlowPage(source: watched, flow: parts[2], place: .process, isReadOnly: true).make()
      default: break
      }
    }
    throw PageError.noPage(request.path)
  }

  private func list(
    _ source: any RunSource, _ fields: FormFields, _ title: String, _ place: Page.Place
  ) async throws -> Page {
    try await RunsPage(
      source: source, filter: try RunFilter(fields), title: title, place: place,
      isReadOnly: layout.isReadOnly || source.path != "/runs"
    ).make()
  }

  private func number(_ text: String) throws(PageError) -> RunNumber {
    guard let number = Int(text), number > 0 else { throw .badInput("\"\(text)\" isn't a number.") }
    return RunNumber(rawValue: number)
  }

  private func action(_ name: String, _ request: ConsoleRequest) throws(PageError) -> RunAction {
    guard let action = RunAction(rawValue: name) else { throw .noPage(request.path) }
    if layout.isReadOnly { throw .readOnly }
    return action
  }

  private func asset(_ request: ConsoleRequest) throws(PageError) -> ConsoleReply {
    guard ["GET", "HEAD"].contains(request.method) else { throw .wrongMethod(request.method) }
    return switch request.parts.dropFirst().first {
    case "console.css": .asset(Assets.style, type: "text/css; charset=utf-8")
    case "console.js": .asset(Assets.script, type: "text/javascript; charset=utf-8")
    case "picture.css": .asset(Picture.style, type: "text/css; charset=utf-8")
    case "icon.svg": .asset(Assets.icon, type: "image/svg+xml")
    default: throw .noPage(request.path)
    }
  }

  // MARK: Acting

  private func post(_ request: ConsoleRequest) async throws -> ConsoleReply {
    let parts = request.parts
    guard let stored, parts.count == 3, parts[0] == "runs" else { throw PageError.noPage(request.path) }
    let action = try action(parts[2], request)
    let fields = FormFields(request.body)
    let form = fields.form ?? RandomToken.make()
    if parts[1] == "groups" {
      let page = try GroupPage(stored, action, fields)
      try await notices.add(form, of: request) { try await page.perform() }
      let path = page.filter.path("/runs")
      return .redirect(to: "\(path)\(path.contains("?") ? "&" : "?")notice=\(form.percentEncoded)")
    }
    let number = try number(parts[1])
    let path = "/runs/\(number.rawValue)"
    do {
      try await notices.add(form, of: request) { try await stored.perform(action, on: number, fields) }
    } catch let fault as FieldFault {
      let detail = try await stored.detail(of: number)
      let flow = stored.flows[detail.summary.flow]
      let page = action.page(detail, path: path, fields, of: flow, fault: fault.sentence)
      return .html(layout.document(page), status: 422)
    }
    return .redirect(to: "\(path)?notice=\(form.percentEncoded)")
  }
}

extension StoredRuns {
  /// Performs an action on a run, and returns the outcome as a sentence.
  ///
  /// - Throws: A ``FieldFault`` if the input isn't as expected, or an error of the store.
  fileprivate func perform(_ action: RunAction, on number: RunNumber, _ fields: FormFields) async throws -> String {
    let detail = try await detail(of: number)
    let message = try action.message(fields, detail, of: flows[detail.summary.flow])
    let delivery = try await store.send(message, to: number)
    let after = try await follow(number, from: detail.summary)
    return action.sentence(delivery, detail.summary, after, fields)
  }

  /// Waits briefly until a run has taken a message.
  ///
  /// - Returns: The run; nil if it no longer exists.
  private func follow(_ number: RunNumber, from before: RunSummary) async throws -> RunSummary? {
    for _ in 0..<40 {
      guard let run = try await summary(of: number) else { return nil }
      let isAtRest = run.state.kind != .held && run.state.kind != .ready
      if run.lastRecord > before.lastRecord, isAtRest { return run }
      try await Task.sleep(for: .milliseconds(50))
    }
    return try await summary(of: number)
  }
}
