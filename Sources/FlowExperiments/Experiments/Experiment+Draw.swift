import Foundation

extension Experiment {
  /// Draws a unit's variant with weighted rendezvous hashing.
  ///
  /// Each variant draws a number u for the unit and gets the arrival time -ln(u) / weight. The first variant to arrive wins.
  /// Each variant wins in proportion to its weight. The time of a variant depends only on its own salt and weight, so changing
  /// one variant keeps the order of the others. This is exact: division is monotonic, and the weights are scaled by a power of
  /// two, which doesn't round a weight above 2^-1022 of the largest. If two times are equal, the bytes of the salts decide.
  func draw(for unit: String) -> Variant {
    let draw = StableDraw("variant", salt, unit)
    var scale = variants[0].weight.exponent
    for variant in variants { scale = max(scale, variant.weight.exponent) }
    var winner = variants[0]
    var best = Double.infinity
    for variant in variants {
      // The largest weight is between 1 and 2, so a time overflows only for a variant that can't win.
      let weight = Double(sign: .plus, exponent: -scale, significand: variant.weight)
      let time = -log(draw.uniform(with: variant.salt)) / weight
      if time < best || (time == best && variant.salt.utf8.lexicographicallyPrecedes(winner.salt.utf8)) {
        winner = variant
        best = time
      }
    }
    return winner
  }
}
