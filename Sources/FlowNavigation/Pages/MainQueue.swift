import Dispatch

/// The main queue, which executes the code of the main actor.
struct MainQueue: Sendable {
  /// The main queue of the process.
  static let system = MainQueue { body in
    guard DispatchQueue.getSpecific(key: key) == nil else { return MainActor.assumeIsolated(body) }
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
  }

  /// A key whose value only the main queue has. The current thread doesn't identify the queue, because on Linux another thread than the
  /// first one can serve it.
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Calls a closure on the main queue: before this method returns if the caller is on it, otherwise later, in order. A test that plays
  /// the queue by hand passes another closure.
  let perform: @Sendable (_ body: @escaping @MainActor () -> Void) -> Void
}
