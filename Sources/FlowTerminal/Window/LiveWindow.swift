#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Dispatch
import FlowState
import Synchronization

/// The operations of the window in which a screen is live. A test can replace them.
struct LiveWindow: Sendable {
  /// An event of a window.
  enum Event: Sendable, Equatable {
    /// Keys were typed. ``nextKey`` returns them.
    case typed
    case resized
    case continued
    case ended
  }

  /// Starts to deliver events, with each key as it is pressed. Returns false if this isn't possible. After
  /// ``giveBack``, it delivers nothing.
  var begin: @Sendable (_ deliver: @escaping @Sendable (Event) -> Void) -> Bool
  /// Removes and returns the next typed key; nil if there is none. Keys that a screen doesn't take are for the next
  /// screen. While keys type text, a long sequence of characters is returned as pasted text.
  var nextKey: @Sendable (_ isTyping: Bool) -> Key?
  /// Writes to the terminal. After ``giveBack``, it does nothing.
  var write: @Sendable (_ text: String) throws(OutputFailure) -> Void
  /// Returns the current size.
  var size: @Sendable () -> WindowSize
  /// Restores the terminal and stops the process. Returns false if the process can't be stopped or already continues. If it
  /// returns true, ``Event/continued`` follows when the process continues.
  var suspend: @Sendable () -> Bool
  /// Takes over the terminal again.
  var resume: @Sendable () -> Void
  /// Writes a last text and restores the terminal, even if writing fails. No event occurs afterwards. One that has already
  /// occurred can still be delivered.
  var end: @Sendable (_ farewell: String) throws(OutputFailure) -> Void
  /// Restores the terminal within a second and permanently, because the program is about to end. Can be called from any
  /// thread.
  var giveBack: @Sendable () -> Void
  /// Sends `SIGINT` to the process.
  var interrupt: @Sendable () -> Void

  /// Creates the window of an input and an output.
  static func system(
    input: CInt = 0, output: TextOutput, typed: KeysAhead? = nil, farewell: TerminalRestoration.Farewell = .screen
  ) -> LiveWindow {
    let window = SystemWindow(input: input, output: output, typed: typed, farewell: farewell)
    return LiveWindow(
      begin: { window.begin($0) }, nextKey: { window.nextKey(isTyping: $0) },
      write: { text throws(OutputFailure) in try window.write(text) }, size: { window.size },
      suspend: { window.suspend() }, resume: { window.resume() },
      end: { farewell throws(OutputFailure) in try window.end(farewell) }, giveBack: { window.giveBack() },
      interrupt: { kill(getpid(), SIGINT) })
  }
}

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
  private let state = Locked(State())
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

  func begin(_ receive: @escaping @Sendable (LiveWindow.Event) -> Void) -> Bool {
    guard !isGivenBack.load(ordering: .acquiring) else { return true }
    guard let raw = RawMode(input), let keys = KeyReader(input: input) else { return false }
    let live = LiveOutput(output)
    // The window can end while a task is being cancelled, and the end waits for the threads that find events. They must not wait
    // for that task, which the receiver resumes.
    let events = DispatchQueue(label: "FlowTerminal.LiveWindow.events")
    let deliver: @Sendable (LiveWindow.Event) -> Void = { event in events.async { receive(event) } }
    let signals = WindowSignals(resized: { deliver(.resized) }, continued: { deliver(.continued) })
    EndingSignals.begin()
    state.withLock { state in
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
    if let live = state.withLock({ $0.open?.output }) { try live.write(text) } else { try output.write(text) }
  }

  var size: WindowSize { WindowSize(of: output.descriptor) }

  func suspend() -> Bool {
    let disposition = WindowSignals.Disposition(of: SIGTSTP)
    guard disposition != .ignored else { return false }
    state.withLock { $0.open?.raw.end() }
    guard disposition == .usual else {
      // The program's handler can stop the process later.
      kill(getpid(), SIGTSTP)
      return true
    }
    // The process stops before `raise` returns. In an orphaned process group, such as that of `ssh -t host program`, the kernel
    // discards the signal, because no shell could continue the process, and `raise` returns immediately.
    _ = JobControl.obeying(SIGTSTP) { raise(SIGTSTP) }
    return false
  }

  func resume() {
    guard !isGivenBack.load(ordering: .acquiring) else { return }
    state.withLock { $0.open?.raw.begin() }
  }

  func end(_ farewell: String) throws(OutputFailure) {
    guard let open = state.withLock({ $0.open.take() }) else { return }
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
    guard let open = state.withLock({ $0.open }) else { return }
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
