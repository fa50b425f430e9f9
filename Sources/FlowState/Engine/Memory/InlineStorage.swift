/// Untyped storage for one value. A small value is stored inline, a larger one in an allocated block.
///
/// An optional isn't used, because a generic class looks up the type of an optional field each time it is released, which
/// costs more than the rest of the release. The owner of a storage must empty it before releasing it.
@usableFromInline
struct InlineStorage {
  /// Two words, enough for a number, a string, an array or an object reference.
  @usableFromInline var words: (UInt, UInt) = (0, 0)
  @usableFromInline var isFilled = false

  @inlinable
  init() {}

  /// Whether a value of this type is stored inline. Otherwise the storage contains the address of its block.
  @inlinable
  static func fits<Value>(_ type: Value.Type) -> Bool {
    MemoryLayout<Value>.size <= MemoryLayout<(UInt, UInt)>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<(UInt, UInt)>.alignment
  }

  /// Stores a value. The storage must be empty, and stays empty if the value is nil.
  @inlinable
  mutating func fill<Value>(with value: Value?) {
    guard let value else { return }
    isFilled = true
    guard InlineStorage.fits(Value.self) else {
      let block = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      block.initialize(to: value)
      words.0 = UInt(bitPattern: block)
      return
    }
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
      place.initializeElement(at: 0, to: value)
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: UnsafeRawBufferPointer(place)) }
    }
  }

  /// Removes and returns the value.
  @inlinable
  mutating func take<Value>(_ type: Value.Type) -> Value? {
    guard isFilled else { return nil }
    isFilled = false
    guard InlineStorage.fits(type) else {
      guard let block = UnsafeMutablePointer<Value>(bitPattern: words.0) else { return nil }
      defer { block.deallocate() }
      return block.move()
    }
    return withBits(of: type) { $0.moveElement(from: 0) }
  }

  /// Returns a copy of the value.
  @inlinable
  mutating func read<Value>(_ type: Value.Type) -> Value? {
    guard isFilled else { return nil }
    guard InlineStorage.fits(type) else { return UnsafeMutablePointer<Value>(bitPattern: words.0)?.pointee }
    return withBits(of: type) { $0[0] }
  }

  /// Releases the value, if there is one.
  @inlinable
  mutating func clear<Value>(_ type: Value.Type) {
    // No optional here, because unspecialized code looks up its type even if there is no value.
    guard isFilled else { return }
    isFilled = false
    guard InlineStorage.fits(type) else {
      guard let block = UnsafeMutablePointer<Value>(bitPattern: words.0) else { return }
      block.deinitialize(count: 1)
      return block.deallocate()
    }
    // A number needs no release. Unspecialized code doesn't see that.
    if !_isPOD(type) { withBits(of: type) { _ = $0.deinitialize() } }
  }

  /// Calls `body` with a copy of the bits of an inline value.
  ///
  /// The bits are copied as bytes. Memory of one type must not be used through a pointer of another type: the optimizer relies
  /// on that, and removes such accesses.
  ///
  /// Always inlined: unspecialized code, such as the end of a step, would look up the type of a result of `Outcome`.
  @inlinable @inline(__always)
  mutating func withBits<Value, Outcome>(
    of type: Value.Type, _ body: (UnsafeMutableBufferPointer<Value>) -> Outcome
  ) -> Outcome {
    withUnsafeTemporaryAllocation(of: type, capacity: 1) { place in
      withUnsafeBytes(of: &words) { bits in
        UnsafeMutableRawBufferPointer(place).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bits[..<MemoryLayout<Value>.size]))
      }
      return body(place)
    }
  }
}
