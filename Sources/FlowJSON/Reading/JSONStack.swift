/// A stack that pops many elements without copying them, so closing a container takes a single allocation.
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

  /// Pops all elements from a position upward. The caller must move them out before it pushes anything.
  @inline(__always)
  mutating func pop(downTo place: Int) -> UnsafeMutableBufferPointer<Element> {
    guard place <= count else { fatalError("A stack can only pop elements that it contains.") }
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
