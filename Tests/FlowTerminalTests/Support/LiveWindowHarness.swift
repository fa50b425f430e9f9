import FlowScreens
import FlowState
import FlowStateTesting

import TestSupport

@testable import FlowTerminal

/// A session in a window without a terminal. A test types keys and checks what is drawn.
final class LiveWindowHarness {
  struct State: Sendable {
    var deliver: (@Sendable (LiveWindow.Event) -> Void)?
    var typed = TypedKeys()
    var size = WindowSize(columns: 30, rows: 6)
    var calls: [String] = []
    var canSuspend = true
    var changed: (@Sendable () -> Void)?
    var outcome: String?
  }

  let queue = ManualQueue()
  let clock: ManualClock
  let state = Guarded(State())
  private let kernel: ScriptedCalls
  private var read = 0
  private(set) var screen = ScreenModel(size: WindowSize(columns: 30, rows: 6))
  private var run: FlowRun?

  /// If there is a limit, the screen's step times out, and the next step notes a call.
  init(
    kernel: ScriptedCalls = ScriptedCalls(), environment: [String: String] = [:], hasNotice: Bool = false,
    isPresented: Bool = false, limit: Duration? = nil
  ) {
    self.kernel = kernel
    clock = ManualClock(playing: queue)
    let session = ScreenSession(
      lines: LineReader(input: closedDescriptor), output: TextOutput(descriptor: closedDescriptor),
      terminal: Terminal(terminals: [.input, .output], environment: environment), clock: clock,
      window: window(over: TextOutput(descriptor: 1, calls: kernel.calls)))
    run = Flow(Any.self, String.self, identifier: "F") { [state, clock] scope in
      @Sendable func makeScreen() -> CounterScreen {
        let screen = CounterScreen(clock: clock) { changed in state.withLock { $0.changed = changed } }
        screen.hasNotice = hasNotice
        return screen
      }
      let step =
        isPresented
        ? FlowStep(Any.self, String.self, identifier: "Count") { step in
          let handler = FlowStepHandler(Any.self, String.self)
          let screen = makeScreen()
          let shown = session.show(screen, in: RunAccess(step)) { outcome in
            handler.complete("\(outcome) \(screen.count) \(screen.name)")
          }
          step.onCancel { shown.end() }
          return handler
        }
        : FlowStep(Any.self, String.self, identifier: "Count") { _ in
          let screen = makeScreen()
          let ending = try await session.run(screen)
          return "\(ending) \(screen.count) \(screen.name)"
        }
      step.setCompletion { _, result in scope.result = result }
      guard let limit else { return step }
      let next = FlowStep(Any.self, Void.self, identifier: "Next") { _ in
        let handler = FlowStepHandler(Any.self, Void.self)
        state.withLock { $0.calls.append("next step") }
        handler.complete(())
        return handler
      }
      let limited = step.timeout(limit)
      limited.setFailure { _ in .goTo(next) }
      return limited
    }.on(queue).timed(by: clock).start { [state] outcome in
      let text =
        switch outcome {
        case .completed(let text): text ?? "nothing"
        case .failed(let error): "\((error as? FlowError)?.cause ?? error)"
        default: "cancelled"
        }
      state.withLock { $0.outcome = text }
    }
    play()
  }

  private func window(over output: TextOutput) -> LiveWindow {
    let note: @Sendable (String) -> Void = { [state] call in state.withLock { $0.calls.append(call) } }
    return LiveWindow(
      begin: { [state] deliver in
        note("begin")
        let isTypedAhead = state.withLock { state in
          state.deliver = deliver
          return !state.typed.isEmpty
        }
        if isTypedAhead { deliver(.typed) }
        return true
      },
      nextKey: { [state] isTyping in state.withLock { $0.typed.take(isTyping: isTyping) } },
      write: { text throws(OutputFailure) in try output.write(text) },
      size: { [state] in state.withLock { $0.size } },
      suspend: { [state] in
        note("suspend")
        return state.withLock { $0.canSuspend }
      },
      resume: { note("resume") },
      end: { [state] farewell throws(OutputFailure) in
        guard state.withLock({ $0.deliver.take() }) != nil else { return }
        note("end")
        try output.write(farewell)
      },
      giveBack: { note("give back") }, interrupt: { note("interrupt") })
  }

  var calls: [String] { state.withLock { $0.calls } }
  var outcome: String? { state.withLock { $0.outcome } }
  /// The number of texts that were written.
  var writtenCount: Int { kernel.written.count }

  func type(_ keys: Key...) { type(keys) }

  func type(text: String) { type(text.map { .character($0) }) }

  func type(_ keys: [Key]) {
    if state.withLock({ $0.typed.add(keys) }) { deliver(.typed) }
  }

  func deliver(_ event: LiveWindow.Event) {
    state.withLock { $0.deliver }?(event)
    play()
  }

  func resize(_ columns: Int, _ rows: Int) {
    let size = WindowSize(columns: columns, rows: rows)
    state.withLock { $0.size = size }
    screen.resize(to: size)
    deliver(.resized)
  }

  func cancel() {
    run?.cancel()
    play()
  }

  func play() {
    queue.play()
    for text in kernel.written.dropFirst(read) where !text.contains("\n") { screen.write(text) }
    read = kernel.written.count
  }

  /// The text that remains on the terminal after the end of the screen.
  var remains: String? {
    kernel.written.last.flatMap { text in
      text.hasPrefix(ScreenPainter.end) ? String(text.dropFirst(ScreenPainter.end.count)) : nil
    }
  }
}
