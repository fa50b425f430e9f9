/// Random numbers that a seed determines, so that a trial which has failed can be played again.
///
/// ```swift
/// var generator = SeededGenerator(seed: 2026)
/// let order = [0, 1, 2, 3].shuffled(using: &generator)  // the same order in each run of the test
/// ```
///
/// The numbers are those of SplitMix64, whose sequence is the same on every platform.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator.
  ///
  /// - Parameter seed: Determines the numbers; any value is as good as any other.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number.
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
