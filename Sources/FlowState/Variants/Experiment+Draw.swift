extension Experiment {
  /// Draws a unit's variant, by weighted rendezvous hashing.
  ///
  /// Each variant draws a number u of its own for the unit, and takes -ln(u) / weight of time to arrive; the first to arrive
  /// wins, which happens to each in proportion to its weight. Since the time of a variant depends on its own name and weight
  /// only, a change of one leaves the order among the others as it was. This holds to the last bit: division is monotonic, and
  /// the weights are scaled by a power of two, which rounds none that is above 2^-1022 of the heaviest. In a dead heat the name
  /// decides, by its bytes.
  func draw(for unit: String) -> Variant {
    let draw = StableDraw("variant", name, unit)
    var scale = variants[0].weight.exponent
    for variant in variants { scale = max(scale, variant.weight.exponent) }
    var winner = variants[0]
    var best = Double.infinity
    for variant in variants {
      // The heaviest weighs between 1 and 2, so that no time overflows but that of a variant which cannot win.
      let weight = Double(sign: .plus, exponent: -scale, significand: variant.weight)
      let time = -NaturalLogarithm.of(draw.uniform(with: variant.name)) / weight
      if time < best || (time == best && variant.name.utf8.lexicographicallyPrecedes(winner.name.utf8)) {
        winner = variant
        best = time
      }
    }
    return winner
  }
}
