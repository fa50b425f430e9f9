#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Synchronization

/// The window of a real terminal. It becomes live, with ``begin(_:)``, once for each screen.
final class SystemWindow: Sendable {
  private struct Parts: Sendable {
    let raw: RawMode
    let keys: KeyReader
    let signals: WindowSignals
    let output: LiveOutput
    let restoration: TerminalRestoration.Slot?
  }

  private struct State: Sendable {
    var open: Parts?
  }

  private let input: CInt
  private let output: TextOutput
  private let typed: KeysAhead
  private let farewell: TerminalRestoration.Farewell
  private let state = QueueConfined(State(), label: "FlowTerminal.LiveWindow")
  /// Outside the state, because writing to the terminal can block.
  private let isGivenBack = Atomic(false)

  init(
    input: CInt, output: TextOutput, typed: KeysAhead? = nil, farewell: TerminalRestoration.Farewell = .screen
  ) {
    self.farewell = farewell
    self.input = input
    self.output = output
    self.typed = typed ?? .of(input)
  }

  func begin(_ deliver: @escaping @Sendable (LiveWindow.Event) -> Void) -> Bool {
    guard !isGivenBack.load(ordering: .acquiring) else { return true }
    guard let raw = RawMode(input), let keys = KeyReader(input: input) else { return false }
    let live = LiveOutput(output)
    let signals = WindowSignals(resized: { deliver(.resized) }, continued: { deliver(.continued) })
    EndingSignals.begin()
    state.withState { state in
      state.open = Parts(
        raw: raw, keys: keys, signals: signals, output: live,
        restoration: TerminalRestoration.arm(
          input: input, output: live.descriptor, settings: raw.before, farewell: farewell))
      raw.begin()
    }
    let isTypedAhead = !typed.isEmpty
    keys.start { [self] keys in
      guard let keys else { return deliver(.ended) }
      if typed.add(keys) { deliver(.typed) }
    }
    if isTypedAhead { deliver(.typed) }
    // The program may have given the terminal back in the meantime.
    if isGivenBack.load(ordering: .acquiring) { giveBack() }
    return true
  }

  func nextKey(isTyping: Bool) -> Key? {
    typed.take(isTyping: isTyping)
  }

  func write(_ text: String) throws(OutputFailure) {
    guard !isGivenBack.load(ordering: .acquiring) else { return }
    if let live = state.withState({ $0.open?.output }) { try live.write(text) } else { try output.write(text) }
  }

  var size: WindowSize { WindowSize(of: output.descriptor) }

  func suspend() -> Bool {
    guard WindowSignals.Disposition(of: SIGTSTP) != .ignored else { return false }
    state.withState { $0.open?.raw.end() }
    kill(getpid(), SIGTSTP)
    return true
  }

  func resume() {
    guard !isGivenBack.load(ordering: .acquiring) else { return }
    state.withState { $0.open?.raw.begin() }
  }

  func end(_ farewell: String) throws(OutputFailure) {
    guard let open = state.withState({ $0.open.take() }) else { return }
    let written: Result<Void, OutputFailure> = Result { () throws(OutputFailure) in
      if !isGivenBack.load(ordering: .acquiring) { try open.output.write(farewell) }
    }
    open.signals.end()
    open.keys.stop()
    open.raw.end()
    if let slot = open.restoration { TerminalRestoration.disarm(slot) }
    EndingSignals.end()
    if !isGivenBack.load(ordering: .acquiring) { try written.get() }
  }

  func giveBack() {
    isGivenBack.store(true, ordering: .releasing)
    guard let open = state.withState({ $0.open }) else { return }
    open.output.abandon()
    if let slot = open.restoration {
      TerminalRestoration.restore(slot)
    } else {
      // There are too many live terminals for a handler.
      var settings = open.raw.before
      TerminalRestoration.restore(input: input, output: open.output.descriptor, settings: &settings, farewell: farewell)
    }
  }
}
