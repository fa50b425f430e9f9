#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import FlowState
import Dispatch

/// Notifies prompts when the process continues after it was stopped, as with `fg`, because the shell has used the
/// terminal.
final class ContinuedProcess: Sendable {
  /// A registration, which lasts as long as the value.
  final class Registration: Sendable {
    private let process: ContinuedProcess
    private let number: UInt64

    fileprivate init(_ process: ContinuedProcess, _ number: UInt64) {
      self.process = process
      self.number = number
    }

    deinit {
      let number = number
      process.state.withLock { $0.actions[number] = nil }
    }
  }

  private struct Entry: Sendable {
    let terminal: CInt
    let action: @Sendable () -> Void
  }

  private struct State: Sendable {
    var actions: [UInt64: Entry] = [:]
    var next: UInt64 = 0
    var listener: SignalListener?
  }

  static let shared = ContinuedProcess()

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "FlowTerminal.ContinuedProcess.delivering")

  /// Registers an action. It is called on a background queue, and only if the process is in the foreground of a
  /// terminal.
  func register(terminal: CInt, _ action: @escaping @Sendable () -> Void) -> Registration {
    let number = state.withLock { state in
      if state.listener == nil {
        state.listener = SignalListener(SIGCONT, on: queue, insteadOfEnd: false) { [weak self] in self?.hasContinued() }
      }
      state.next += 1
      state.actions[state.next] = Entry(terminal: terminal, action: action)
      return state.next
    }
    return Registration(self, number)
  }

  /// Calls the actions, or those for one terminal.
  func hasContinued(on terminal: CInt? = nil) {
    let actions = state.withLock { state in
      state.actions.filter { terminal == nil || $0.value.terminal == terminal }.sorted { $0.key < $1.key }
    }
    for (_, entry) in actions where JobControl.isForeground(on: entry.terminal) { entry.action() }
  }
}
