import FlowDurable
import FlowJSON
import FlowMarkup
import WebServing

/// An action of a user on a run. Each action has a page for confirmation.
enum RunAction: String, Sendable, CaseIterable {
  case cancel, retry, back, send

  /// Returns whether the action is possible on a run in a state.
  func isPossible(on state: RunState) -> Bool {
    let content: FlowMessage.Content =
      switch self {
      case .retry: .retry
      case .back: .back(to: "")
      case .cancel: .cancel
      case .send: .message(name: "", body: .null)
      }
    return state.isChanged(by: FlowMessage(content))
  }

  /// The title of the confirmation page.
  var title: String {
    switch self {
    case .cancel: "Cancel the run?"
    case .retry: "Retry the run?"
    case .back: "Go back to a step?"
    case .send: "Send a message?"
    }
  }

  /// The title of the button that performs the action.
  var button: String {
    switch self {
    case .cancel: "Cancel the run"
    case .retry: "Retry"
    case .back: "Go back"
    case .send: "Send"
    }
  }

  /// An explanation of the action's effect.
  private var explanation: Markup {
    switch self {
    case .cancel:
      "The run ends as cancelled. If its flow says so, it first undoes what its steps have done, the latest first."
    case .retry: "The run continues where it has stopped. If the reason still holds, it stops again."
    case .back: "The run undoes what it has done since the step, the latest first, and starts the step anew."
    case .send: "A step that awaits the message takes it. A message that comes too early waits for its step."
    }
  }

  /// Returns the confirmation page.
  ///
  /// - Parameters:
  ///   - detail: The run.
  ///   - path: The path of the run's page.
  ///   - fields: The earlier input.
  ///   - flow: The flow of the run; nil if the program doesn't know it.
  ///   - fault: The problem with the earlier input.
  /// - Returns: The page.
  func page(
    _ detail: RunDetail, path: String, _ fields: FormFields = FormFields(), of flow: DurableDefinition? = nil,
    fault: String? = nil
  ) -> Page {
    let run = detail.summary
    var page = Page("\(title) \(run.name.shortened(to: 60))", .runs)
    let fault: Markup? = fault.map { "<p class=\"fault-line\" role=\"alert\" id=\"fault\">\(.said($0))</p>" }
    page.add(
      "ask", isLive: false,
      """
      <p class="crumbs"><a href="/runs">Runs</a> / <a href="\(path)">\(.said(run.name.shortened(to: 80)))</a></p>
      <form class="ask" method="post" action="\(path)/\(rawValue)">\(fields.formInput)
      <h1>\(title)</h1>
      <p class="which">\(.said(run.name.shortened(to: 200))) · \(.said(run.flow))\
      \(run.position.map { " · stands at <b>\(.said($0))</b>" as Markup })</p>
      <p>\(explanation)</p>
      \(fault)\(inputs(detail, fields, flow))
      <p class="buttons"><button type="submit" class="\(self == .cancel ? "danger" : "first")">\(button)</button>\
      <a class="button" href="\(path)">Leave it</a></p>
      </form>
      """)
    return page
  }

  private func inputs(_ detail: RunDetail, _ fields: FormFields, _ flow: DurableDefinition?) -> Markup? {
    switch self {
    case .cancel, .retry: return nil
    case .back:
      let chosen = fields.text("step") ?? detail.placesToReturn.first
      guard !detail.placesToReturn.isEmpty else {
        return "<label>Step<input name=\"step\" required autocomplete=\"off\" value=\"\(chosen ?? "")\"></label>"
      }
      let choices = detail.placesToReturn.map { step -> Markup in
        let checked: Markup? = step == chosen ? " checked" : nil
        return "<label><input type=\"radio\" name=\"step\" value=\"\(step)\"\(checked) required>\(.said(step))</label>"
      }
      return "<fieldset class=\"choices\"><legend>Step</legend>\(choices)</fieldset>"
    case .send:
      var names: [String] = []
      if case .waiting(_, let awaited) = detail.summary.state { names = awaited }
      let hint: Markup? =
        names.isEmpty ? nil : "<small>The run awaits \(.said(names.joined(separator: ", "))).</small>"
      let name = fields.text("name") ?? names.first
      var body = fields.text("body")
      if body == nil, let name, let flow {
        body = MessageSkeleton.body(of: name, for: detail.summary, in: flow)?.text(.pretty)
      }
      // Other messages that the run awaits, as a list to choose from.
      let choices: Markup? =
        names.count > 1
        ? "<datalist id=\"awaited\">\(names.map { "<option value=\"\($0)\"></option>" as Markup })</datalist>" : nil
      return """
        <label>Name\(hint)<input name="name" required autocomplete="off" spellcheck="false" list="awaited" \
        value="\(name ?? "")"></label>\(choices)
        <label>Body as JSON<textarea name="body" rows="6" spellcheck="false">\(body ?? "{}")</textarea></label>
        <label>Key <small>The message counts once for each key. Without one, this page counts once.</small>\
        <input name="key" autocomplete="off" spellcheck="false" value="\(fields.text("key") ?? "")"></label>
        """
    }
  }

  /// Reads the message for the run from the form.
  ///
  /// - Parameters:
  ///   - fields: The input.
  ///   - detail: The run.
  ///   - flow: The flow of the run; nil if the program doesn't know it. Then any message can be sent.
  /// - Returns: The message.
  /// - Throws: A ``FieldFault`` that describes the expected input.
  func message(
    _ fields: FormFields, _ detail: RunDetail, of flow: DurableDefinition?
  ) throws(FieldFault) -> FlowMessage {
    switch self {
    case .cancel: return FlowMessage(.cancel)
    case .retry: return FlowMessage(.retry)
    case .back:
      guard let step = fields.text("step") else { throw FieldFault("Choose a step.") }
      let known = detail.placesToReturn
      guard known.isEmpty || known.contains(step) else {
        throw FieldFault("The run can't go back to \"\(step)\". It can go back to: \(known.joined(separator: ", ")).")
      }
      return FlowMessage(.back(to: step))
    case .send:
      guard let name = fields.text("name") else { throw FieldFault("Enter the name of the message.") }
      let body: JSONValue
      do throws(JSONSyntaxError) { body = try JSONValue(parsing: fields.text("body") ?? "{}") } catch {
        throw FieldFault("The body isn't JSON: \(error)")
      }
      switch flow?.problem(ofMessage: name, body, to: detail.summary) {
      case nil: return FlowMessage(.message(name: name, body: body), key: fields.text("key") ?? fields.form)
      case .unknown(let awaited):
        let known = awaited.isEmpty ? "none" : awaited.joined(separator: ", ")
        throw FieldFault("No step of the flow awaits the message \"\(name)\". Steps await: \(known).")
      case .notDecoded(let place):
        throw FieldFault("The body doesn't decode as the flow awaits it: \(place).")
      }
    }
  }

  /// Returns the outcome of the action, as a sentence.
  func sentence(_ delivery: MessageDelivery, _ before: RunSummary, _ after: RunSummary?, _ fields: FormFields) -> String
  {
    let asked =
      switch self {
      case .cancel: "The run was asked to cancel"
      case .retry: "The run was asked to continue"
      case .back: "The run was asked to go back to \(fields.text("step") ?? "")"
      case .send: "The message \(fields.text("name") ?? "") was sent"
      }
    switch delivery {
    // A command that still waits makes a parked run due.
    case .duplicate where self != .send && before.state.kind == .parked: break
    case .duplicate: return "\(asked) before. Nothing has changed."
    case .tooLate: return "\(asked), and the run has moved on. Nothing has changed."
    case .posted: return "\(asked), through the process that has the journal open. That process hasn't taken it yet."
    case .delivered: break
    }
    guard let after else { return "\(asked). The run has ended and been forgotten." }
    if case .ended(let ending) = after.state {
      return self == .cancel && ending == .cancelled
        ? "The run was cancelled." : "\(asked). The run has ended: \(ending.rawValue)."
    }
    if after.lastRecord == before.lastRecord {
      return "\(asked). No worker has taken that yet; this page follows the run."
    }
    if case .parked = after.state { return "\(asked). It was parked again." }
    return "\(asked). The run stands at \(after.position ?? "its first step") now."
  }
}

/// A problem with the input.
struct FieldFault: Error, Equatable {
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}
