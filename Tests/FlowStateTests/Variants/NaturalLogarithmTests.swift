import FlowStateTesting
import Foundation
import Testing

@testable import FlowState

/// The logarithm that is the same everywhere, against the one of the C library, which is right to the last bit or so.
struct NaturalLogarithmTests {
  func expectAccurate(_ x: Double, _ location: SourceLocation = #_sourceLocation) {
    let exact = log(x)
    #expect(abs(NaturalLogarithm.of(x) - exact) <= 0x1p-50 * abs(exact), "of \(x)", sourceLocation: location)
  }

  @Test("the relative error is below 2^-50, at random numbers")
  func random() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 { expectAccurate((Double(generator.next() >> 12) + 0.5) * 0x1p-52) }
  }

  @Test("the relative error is below 2^-50, next to the ends and where the reduction changes over")
  func edges() {
    for x in [0x1p-53, 0x1.8p-52, 0.5, 0.25, 0.5.squareRoot(), 0.125.squareRoot(), 1 - 0x1p-53, 1 - 0x1p-30, 0.999] {
      for neighbour in [x.nextDown, x, x.nextUp] where neighbour < 1 { expectAccurate(neighbour) }
    }
  }

  @Test("the logarithm of 1 is zero, and it never rises above that")
  func one() {
    #expect(NaturalLogarithm.of(1) == 0)
    #expect(NaturalLogarithm.of(1.0.nextDown) < 0)
  }

  @Test("these bits are the same on every platform")
  func bits() {
    #expect(NaturalLogarithm.of(0.5) == -0x1.62e42fefa39efp-1)
    #expect(NaturalLogarithm.of(0.1).bitPattern == 13_835_739_416_338_191_637)
    #expect(NaturalLogarithm.of(0.9).bitPattern == 13_815_628_482_782_839_132)
  }
}
