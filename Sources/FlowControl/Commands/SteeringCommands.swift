import FlowChains
import FlowCommandLine
import FlowDurable
import FlowJSON
import FlowTerminal
import Foundation

extension ControlCommands {
  /// `cancel`: cancels runs, which undo their visits if their flow requires it.
  static let cancel = command(
    "cancel", "Cancels runs. A flow can say that its runs undo then what they have done.", .cancel)

  /// `back`: makes a run go back to a step.
  static let back = ControlCommand(
    name: "back", summary: "Makes a run go back to a step, and undo what it has done since.",
    positionals: [runArgument, Positional(name: "STEP", summary: "The step.")]
  ) { control, options in
    let run = try await control.run(named: options.arguments[0])
    let step = options.arguments[1]
    if let flow = control.flow(named: run.flow) {
      let steps = flow.definition.chains.flatMap { $0.steps.map(\.identifier) }
      guard steps.contains(step) else {
        var known: [String] = []
        for name in steps where !known.contains(name) { known.append(name) }
        throw ControlError.unknownStep(step, flow: run.flow, known: known)
      }
    }
    let command = try await control.command(takingBack: run, to: step)
    return try await control.send(command, to: run, saying: "go back to \(step.quoted)")
  }

  /// `send`: sends a message to a run.
  static let send = ControlCommand(
    name: "send", summary: "Sends a message to a run.",
    options: [.value("key", "KEY", "Count the message once, however often it is sent with this key.")],
    positionals: [
      runArgument, Positional(name: "NAME", summary: "The name of the message."),
      Positional(name: "JSON", summary: "The message as JSON; an empty object by default.", isRequired: false),
    ]
  ) { control, options in
    let run = try await control.run(named: options.arguments[0])
    var body: JSONValue = [:]
    if options.arguments.count > 2 {
      do throws(JSONSyntaxError) { body = try JSONValue(parsing: options.arguments[2]) } catch {
        throw ControlError.notJSON(error)
      }
    }
    let name = options.arguments[1]
    try control.check(message: name, body, for: run)
    return try await control.send(
      FlowMessage(.message(name: name, body: body), key: options.value("key")), to: run,
      saying: "take the message \(name.quoted)")
  }

  private static func command(_ name: String, _ summary: String, _ content: FlowMessage.Content) -> ControlCommand {
    var argument = runArgument
    argument.repeats = true
    return ControlCommand(name: name, summary: summary, positionals: [argument]) {
      control, options in
      try await control.forEach(options.arguments) { word in
        let run = try await control.run(named: word)
        _ = try await control.send(FlowMessage(content), to: run, saying: name)
      }
    }
  }
}

extension RunControl {
  /// Calls a closure for each of several runs. A run for which it fails doesn't prevent the others, and an output that
  /// can't be written doesn't either.
  ///
  /// - Returns: The exit code of the worst failure.
  /// - Throws: The first failure of the output, unless a reader such as `head` has closed it.
  func forEach<Run>(_ runs: [Run], _ body: (Run) async throws -> Void) async throws -> ExitCode {
    var worst = ExitCode.ok
    var unwritten: OutputFailure?
    for run in runs {
      do {
        let code = try await attempt {
          try await body(run)
          return .ok
        }
        worst = max(worst, code)
      } catch let failure as OutputFailure {
        unwritten = unwritten ?? failure
      }
    }
    if let unwritten, unwritten.code != EPIPE { throw unwritten }
    return worst
  }

  /// Calls a closure, and reports an error of a run or of the store.
  ///
  /// - Returns: The exit code of the closure, or of the error.
  /// - Throws: Other errors.
  func attempt(_ body: () async throws -> ExitCode) async throws -> ExitCode {
    do {
      return try await body()
    } catch let error as StoreError {
      output.complain(of: error)
      return error.exitCode
    } catch let error as DurableRunError {
      output.complain(of: error)
      return .data
    } catch let error as ControlError {
      output.complain(of: error)
      return error.exitCode
    }
  }

  /// Returns the command that takes a run back to a step.
  ///
  /// - Throws: A `DurableRunError` if the program knows the flow and the run can't go back to the step.
  fileprivate func command(takingBack run: RunSummary, to step: String) async throws -> FlowMessage {
    guard let flow = flow(named: run.flow) else { return FlowMessage(.back(to: step)) }
    return try flow.definition.command(takingBack: run.number, to: step, try await records(of: run))
  }

  /// Throws if a message would fail its step, or if no step would ever take it.
  fileprivate func check(message name: String, _ body: JSONValue, for run: RunSummary) throws(ControlError) {
    switch flow(named: run.flow)?.definition.problem(ofMessage: name, body, to: run) {
    case nil: return
    case .unknown(let awaited): throw .unknownMessage(name, flow: run.flow, known: awaited)
    case .notDecoded(let place): throw .unfitMessage(name, flow: run.flow, place: place)
    }
  }

  func send(_ message: FlowMessage, to run: RunSummary, saying what: String) async throws -> ExitCode {
    switch try await store.send(message, to: run.number) {
    // A command that still waits makes a parked run due.
    case .duplicate where message.isCommand && run.state.kind == .parked: fallthrough
    case .delivered: try output.writeLine("Asked run \(run.number) of \(run.flow.quoted) to \(what).")
    case .posted:
      try output.writeLine(
        "Left a message for the process that has the journal: run \(run.number) of \(run.flow.quoted) shall \(what).")
    case .duplicate:
      try output.writeLine("Run \(run.number) of \(run.flow.quoted) was asked before to \(what); nothing has changed.")
    case .tooLate:
      try output.writeLine("Run \(run.number) of \(run.flow.quoted) has moved on; nothing has changed.")
    }
    return .ok
  }
}
