/// A random number generator whose seed determines its numbers, so that you can repeat a failed trial.
///
/// ```swift
/// var generator = SeededGenerator(seed: 2026)
/// let order = [0, 1, 2, 3].shuffled(using: &generator)  // the same order in each run of the test
/// ```
///
/// The generator uses SplitMix64. The numbers are the same on every platform.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter seed: The seed, which can be any value.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number.
  ///
  /// - Returns: 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
