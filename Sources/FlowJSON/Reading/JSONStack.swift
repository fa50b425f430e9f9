/// A stack that hands out its upper part without copying it, so that a container costs one allocation when it is closed.
struct JSONStack<Element>: ~Copyable {
  private(set) var count = 0
  private var capacity: Int
  private var base: UnsafeMutablePointer<Element>

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Takes everything from a place upwards off the stack. The caller moves all of it out before anything is pushed.
  @inline(__always)
  mutating func pop(downTo place: Int) -> UnsafeMutableBufferPointer<Element> {
    precondition(place <= count, "Only what is on the stack can be taken off it.")
    defer { count = place }
    return UnsafeMutableBufferPointer(start: base + place, count: count - place)
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
