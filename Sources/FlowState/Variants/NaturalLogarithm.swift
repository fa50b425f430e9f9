/// The natural logarithm, the same to the last bit on every platform.
///
/// The C libraries' logarithms differ from each other in the last bit. This one is made of IEEE 754 additions, subtractions,
/// multiplications and divisions of doubles only, each of which is rounded exactly, in the order that is written here; Swift
/// does not contract or reorder them.
enum NaturalLogarithm {
  private static let ofTwo = 0x1.62e42fefa39efp-1
  private static let squareRootOfHalf = 0x1.6a09e667f3bcdp-1

  /// The logarithm of a normal number that is not above 1.
  ///
  /// The relative error is below 2^-50. With x = 2^e · m and m between √½ and √2, and s = (m - 1) / (m + 1), it is
  /// e · ln 2 + 2 (s + s³/3 + … + s²¹/21): the terms left out are below 2^-60 of the sum; m - 1 is exact; the other roundings
  /// of the series come to less than 3.5 · 2^-53, those of e · ln 2 to 1.3 · 2^-53, which cancellation can double, and that of
  /// the last sum to 2^-53.
  ///
  /// - Parameter x: More than 0 and at most 1.
  /// - Returns: The logarithm; not above zero.
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
