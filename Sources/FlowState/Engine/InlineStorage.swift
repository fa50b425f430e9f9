/// InlineStorage for one value of a type that only its user knows: in place if it is small, else in a block of its own.
///
/// An optional would do, were it not for generic classes: they look up the type of an optional field each time they are
/// released, which costs more than all else that releasing takes. Whoever has a storage empties it before it goes.
@usableFromInline
struct InlineStorage {
  /// Two words: a number, a string, an array, an object.
  @usableFromInline var words: (UInt, UInt) = (0, 0)
  @usableFromInline var isFilled = false

  @inlinable
  init() {}

  /// Whether a value of a type has its place here, not in a block whose address is here.
  @inlinable
  static func fits<Value>(_ type: Value.Type) -> Bool {
    MemoryLayout<Value>.size <= MemoryLayout<(UInt, UInt)>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<(UInt, UInt)>.alignment
  }

  /// Calls `body` with the place of the value.
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

  /// Puts a value in; the storage must be empty. Nil leaves it so.
  @inlinable
  mutating func fill<Value>(with value: Value?) {
    guard let value else { return }
    if !InlineStorage.fits(Value.self) {
      words.0 = UInt(bitPattern: UnsafeMutablePointer<Value>.allocate(capacity: 1))
    }
    withPlace(of: Value.self) { $0.initialize(to: value) }
    isFilled = true
  }

  /// Takes the value out.
  @inlinable
  mutating func take<Value>(_ type: Value.Type) -> Value? {
    guard isFilled else { return nil }
    isFilled = false
    return withPlace(of: type) { place in
      defer { if !InlineStorage.fits(type) { place.deallocate() } }
      return place.move()
    }
  }

  /// A copy of the value.
  @inlinable
  mutating func read<Value>(_ type: Value.Type) -> Value? {
    guard isFilled else { return nil }
    return withPlace(of: type) { $0.pointee }
  }

  /// Drops the value, if there is one.
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
