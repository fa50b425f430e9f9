/// A natural logarithm that is identical to the last bit on every platform.
///
/// The logarithms of C libraries differ in the last bit. This one uses only additions, subtractions, multiplications and
/// divisions of IEEE 754 doubles, each rounded exactly, in the order of the code. Swift doesn't contract or reorder them.
enum NaturalLogarithm {
  private static let ofTwo = 0x1.62e42fefa39efp-1
  private static let squareRootOfHalf = 0x1.6a09e667f3bcdp-1

  /// Returns the logarithm of a normal number that is at most 1.
  ///
  /// The relative error is below 2^-50. With x = 2^e · m, m between √½ and √2, and s = (m - 1) / (m + 1), the logarithm is
  /// e · ln 2 + 2 (s + s³/3 + … + s²¹/21). The omitted terms are below 2^-60 of the sum, and m - 1 is exact. The other
  /// roundings of the series add up to less than 3.5 · 2^-53. Those of e · ln 2 add up to 1.3 · 2^-53, which cancellation can
  /// double. The rounding of the last sum is 2^-53.
  ///
  /// - Parameter x: A number above 0 and at most 1.
  /// - Returns: The logarithm, zero or negative.
  static func of(_ x: Double) -> Double {
    var exponent = Double(x.exponent) + 1
    var mantissa = x.significand / 2
    if mantissa < squareRootOfHalf {
      mantissa = mantissa * 2
      exponent = exponent - 1
    }
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var series = 0.0
    var divisor = 21.0
    while divisor > 1 {
      series = (series + 1 / divisor) * square
      divisor = divisor - 2
    }
    let doubled = 2 * s
    return exponent * ofTwo + (doubled + doubled * series)
  }
}
