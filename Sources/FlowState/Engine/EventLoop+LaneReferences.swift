/// The event loop's references to lanes. It retains each lane that it refers to, except one that a delivery keeps alive: the report of
/// a handler reaches a lane, wakes it and moves it, and to count all these references would take more time than to use them.
extension EventLoop {
  /// The lane whose closure is executing. While the builder executes, the first lane of its run.
  var lane: Lane? { currentLane?.takeUnretainedValue() }

  /// Sets the lane whose closures execute; nil for none.
  func setLane(_ lane: Lane?) {
    let outer = currentLane
    guard outer?.toOpaque() != lane.map({ Unmanaged.passUnretained($0).toOpaque() }) else { return }
    currentLane = lane.map { retained($0) }
    if let outer { release(outer) }
  }

  /// Sets the lane whose closures execute, and returns the previous one, for ``restoreLane(_:)``. Both inside one delivery.
  func exchangeLane(_ lane: Lane) -> Unmanaged<Lane>? {
    let outer = currentLane
    currentLane = retained(lane)
    return outer
  }

  /// Sets the lane whose closures execute to the one before an exchange.
  func restoreLane(_ outer: Unmanaged<Lane>?) {
    let inner = currentLane
    currentLane = outer
    if let inner { release(inner) }
  }

  /// Relies on the caller to keep a lane alive until ``letGo()``. Meanwhile, the event loop doesn't retain it.
  func hold(_ lane: Unmanaged<Lane>) {
    if first?.toOpaque() == lane.toOpaque() { lane.release() }
    if currentLane?.toOpaque() == lane.toOpaque() { lane.release() }
    held = lane
  }

  /// Retains the held lane again where the event loop still refers to it.
  func letGo() {
    guard let lane = held else { return }
    if first?.toOpaque() == lane.toOpaque() { _ = lane.retain() }
    if currentLane?.toOpaque() == lane.toOpaque() { _ = lane.retain() }
    held = nil
  }

  private func isHeld(_ lane: Unmanaged<Lane>) -> Bool { lane.toOpaque() == held?.toOpaque() }

  /// Returns a reference of the event loop to a lane.
  func retained(_ lane: Lane) -> Unmanaged<Lane> {
    let reference = Unmanaged.passUnretained(lane)
    return isHeld(reference) ? reference : reference.retain()
  }

  /// Gives a reference to a lane back.
  func release(_ lane: Unmanaged<Lane>) {
    if !isHeld(lane) { lane.release() }
  }
}
