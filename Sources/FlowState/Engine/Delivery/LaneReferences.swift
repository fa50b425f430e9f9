/// The event loop's references to lanes: those that can move, and the one whose closure is executing.
///
/// It retains each lane that it refers to, except one that a delivery holds. The report of a handler reaches a lane, wakes it and moves it.
/// To count all these references takes 4 retains and releases for each step that waits (S2). So they are unmanaged.
///
/// Confined to the delivering thread.
struct LaneReferences {
  /// The lane that moves next: the lane that was woken last, so that a child's chain moves before its sibling. A separate field, because
  /// most often it is the only one.
  private var first: Unmanaged<Lane>?
  /// The other lanes that can move. The last one moves first.
  private var ready: [Lane] = []
  /// The lane whose closures execute.
  private(set) var current: Unmanaged<Lane>?
  /// The lane that the delivery under way keeps alive. It alone isn't retained by `first` and `current`.
  private(set) var held: Unmanaged<Lane>?

  // MARK: The lane whose closures execute

  /// Sets the lane whose closures execute; nil for none.
  mutating func setCurrent(_ lane: Lane?) {
    let outer = current
    guard outer?.toOpaque() != lane.map({ Unmanaged.passUnretained($0).toOpaque() }) else { return }
    current = lane.map { retained($0) }
    if let outer { release(outer) }
  }

  /// Sets the lane whose closures execute, and returns the previous one, for ``restoreCurrent(_:)``. Both inside one delivery.
  mutating func exchangeCurrent(_ lane: Lane) -> Unmanaged<Lane>? {
    let outer = current
    current = retained(lane)
    return outer
  }

  /// Sets the lane whose closures execute to the one before an exchange.
  mutating func restoreCurrent(_ outer: Unmanaged<Lane>?) {
    let inner = current
    current = outer
    if let inner { release(inner) }
  }

  // MARK: The lanes that can move

  /// Whether a lane can move.
  var hasReady: Bool { first != nil || !ready.isEmpty }

  /// Adds a lane, which moves next.
  mutating func wake(_ lane: Lane) {
    if let earlier = first {
      ready.append(earlier.takeUnretainedValue())
      release(earlier)
    }
    first = retained(lane)
  }

  /// Removes and returns the lane that moves next, for the caller to release.
  mutating func popReady() -> Unmanaged<Lane>? {
    guard let lane = first else { return ready.popLast().map { retained($0) } }
    first = nil
    return lane
  }

  // MARK: The lane that a delivery holds

  /// Relies on the caller to keep a lane alive until ``endHolding()``. Meanwhile, the lane isn't retained here.
  mutating func hold(_ lane: Unmanaged<Lane>) {
    if first?.toOpaque() == lane.toOpaque() { lane.release() }
    if current?.toOpaque() == lane.toOpaque() { lane.release() }
    held = lane
  }

  /// Retains the held lane again where there still is a reference to it.
  mutating func endHolding() {
    guard let lane = held else { return }
    if first?.toOpaque() == lane.toOpaque() { _ = lane.retain() }
    if current?.toOpaque() == lane.toOpaque() { _ = lane.retain() }
    held = nil
  }

  /// Gives back a reference to a lane that was removed.
  func release(_ lane: Unmanaged<Lane>) {
    if !isHeld(lane) { lane.release() }
  }

  private func retained(_ lane: Lane) -> Unmanaged<Lane> {
    let reference = Unmanaged.passUnretained(lane)
    return isHeld(reference) ? reference : reference.retain()
  }

  private func isHeld(_ lane: Unmanaged<Lane>) -> Bool { lane.toOpaque() == held?.toOpaque() }
}
