import Dispatch

/// The main queue, which executes the code of the main actor.
enum MainQueue {
  /// A mark of the main queue. A thread doesn't tell it: on Linux, another thread than the first one can serve the main queue.
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Calls a closure on the main queue: before this method returns if the caller is on it, otherwise later, in order.
  static func perform(_ body: @escaping @MainActor () -> Void) {
    guard DispatchQueue.getSpecific(key: key) == nil else { return MainActor.assumeIsolated(body) }
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
  }
}
