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

  /// Calls `body` with a pointer to the value.
  @inlinable
  mutating func withPlace<Value, Outcome>(
    of type: Value.Type, _ body: (UnsafeMutablePointer<Value>) -> Outcome
  ) -> Outcome {
    withUnsafeMutablePointer(to: &words) { words in
      let start = UnsafeMutableRawPointer(words)
      if InlineStorage.fits(type) { return body(start.assumingMemoryBound(to: Value.self)) }
      return body(start.load(as: UnsafeMutablePointer<Value>.self))
    }
  }

  /// Stores a value. The storage must be empty, and stays empty if the value is nil.
  @inlinable
  mutating func fill<Value>(with value: Value?) {
    guard let value else { return }
    if !InlineStorage.fits(Value.self) {
      words.0 = UInt(bitPattern: UnsafeMutablePointer<Value>.allocate(capacity: 1))
    }
    withPlace(of: Value.self) { $0.initialize(to: value) }
    isFilled = true
  }

  /// Removes and returns the value.
  @inlinable
  mutating func take<Value>(_ type: Value.Type) -> Value? {
    guard isFilled else { return nil }
    isFilled = false
    return withPlace(of: type) { place in
      defer { if !InlineStorage.fits(type) { place.deallocate() } }
      return place.move()
    }
  }

  /// Returns a copy of the value.
  @inlinable
  mutating func read<Value>(_ type: Value.Type) -> Value? {
    guard isFilled else { return nil }
    return withPlace(of: type) { $0.pointee }
  }

  /// Releases the value, if there is one.
  @inlinable
  mutating func clear<Value>(_ type: Value.Type) {
    guard isFilled else { return }
    isFilled = false
    withPlace(of: type) { place in
      place.deinitialize(count: 1)
      if !InlineStorage.fits(type) { place.deallocate() }
    }
  }
}
