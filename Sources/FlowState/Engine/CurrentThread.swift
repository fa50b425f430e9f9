#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// The state of the current thread: the event loop whose closures it executes, and the depth of nested releases of steps.
///
/// A step is made by an initializer, anywhere in a builder. With this state it finds the run that it belongs to. Nothing here
/// outlives the call that set it.
@usableFromInline
enum CurrentThread {
  private static let eventLoopKey = makeKey()
  private static let releaseDepthKey = makeKey()
  private static let releaseHeapKey = makeKey()

  private static func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    requireUse(status == 0, "The system has no thread-local slot left for FlowState (error \(status)).")
    return key
  }

  /// The event loop that is delivering on this thread.
  @usableFromInline static var eventLoop: EventLoop? {
    guard let pointer = pthread_getspecific(eventLoopKey) else { return nil }
    return Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The lane whose closure executes on this thread.
  @usableFromInline static var lane: Lane? {
    guard let pointer = pthread_getspecific(eventLoopKey) else { return nil }
    return Unmanaged<EventLoop>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.lane }
  }

  /// The run whose closure executes on this thread.
  @usableFromInline static var run: Run? { lane?.run }

  /// The number of nested deliveries on this thread, each of another event loop.
  static var depth: Int {
    guard let pointer = pthread_getspecific(eventLoopKey) else { return 0 }
    return Unmanaged<EventLoop>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.depth }
  }

  /// Whether the run whose closure executes on this thread has an observer.
  static var isObserved: Bool {
    guard let pointer = pthread_getspecific(eventLoopKey) else { return false }
    return Unmanaged<EventLoop>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.current?.isObserved ?? false }
  }

  /// Traps unless the caller is on the queue of the event loop to whose run a step belongs.
  @usableFromInline
  static func preconditionOnQueue(of step: AnyFlowStep) {
    guard let owningLoop = step.owningLoop, owningLoop.toOpaque() != pthread_getspecific(eventLoopKey) else { return }
    requireUse(
      owningLoop.takeUnretainedValue().isHere,
      """
      Step '\(step.identifier)' belongs to a run, and so to that run's queue, but it was used elsewhere. Make the step where it \
      is used.
      """)
  }

  /// Makes an event loop the current one and returns the previous one.
  static func push(_ eventLoop: EventLoop) -> UnsafeMutableRawPointer? {
    let outer = pthread_getspecific(eventLoopKey)
    pthread_setspecific(eventLoopKey, Unmanaged.passUnretained(eventLoop).toOpaque())
    return outer
  }

  /// Restores the event loop that `push` returned.
  static func pop(to outer: UnsafeMutableRawPointer?) {
    pthread_setspecific(eventLoopKey, outer)
  }

  /// The number of nested releases of steps on this thread's stack.
  static var releaseDepth: Int {
    get { Int(bitPattern: pthread_getspecific(releaseDepthKey)) }
    set { pthread_setspecific(releaseDepthKey, UnsafeRawPointer(bitPattern: newValue)) }
  }

  /// The references that the nested releases on this thread have deferred.
  static var releaseHeap: UnsafeMutableRawPointer? {
    get { pthread_getspecific(releaseHeapKey) }
    set { pthread_setspecific(releaseHeapKey, newValue) }
  }
}
