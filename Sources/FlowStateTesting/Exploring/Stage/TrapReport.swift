import FlowState
import Foundation
import Synchronization

/// A text that the process writes to standard error if the current thread traps.
///
/// A handler of the signals of a trap writes the text. It does nothing else, and passes the signal on to the earlier
/// handler. The handlers are installed with the first report, and remain installed.
final class TrapReport {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
  /// The address of the earlier handlers, in the order of the signals.
  private static let earlier = Atomic<UInt>(0)
  /// The text of the current thread.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    requireUse(status == 0, "The system has no thread-local slot left for an explorer (error \(status)).")
    return key
  }()
  private static let installation: Void = install()

  private let text: UnsafeMutablePointer<CChar>
  private let outer: UnsafeMutableRawPointer?

  /// Sets the text of the current thread, until the report is released on the same thread.
  init(_ text: String) {
    self.text = strdup(text)
    outer = pthread_getspecific(Self.key)
    pthread_setspecific(Self.key, self.text)
    Self.installation
  }

  deinit {
    pthread_setspecific(Self.key, outer)
    free(text)
  }

  private static func install() {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: signals.count)
    actions.initialize(repeating: sigaction(), count: signals.count)
    for (index, signal) in signals.enumerated() { sigaction(signal, nil, actions + index) }
    earlier.store(UInt(bitPattern: actions), ordering: .releasing)
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = { signal, info, _ in TrapReport.received(signal, info) }
    #else
      action.__sigaction_handler.sa_sigaction = { signal, info, _ in TrapReport.received(signal, info) }
    #endif
    action.sa_flags = SA_SIGINFO | SA_ONSTACK
    for signal in signals { sigaction(signal, &action, nil) }
  }

  /// Writes the text of the current thread, and passes the signal on. Calls only functions that are safe in a signal
  /// handler.
  private static func received(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
    if let text = pthread_getspecific(key) {
      _ = write(2, text, strlen(text.assumingMemoryBound(to: CChar.self)))
    }
    guard let actions = UnsafeMutablePointer<sigaction>(bitPattern: earlier.load(ordering: .acquiring)) else { return }
    var index = 0
    while index < signals.count, signals[index] != signal { index += 1 }
    sigaction(signal, actions + index, nil)
    // The instruction that trapped traps again when this handler returns. A signal that was sent must be sent again.
    if let info, info.pointee.si_code <= 0 { raise(signal) }
  }
}
