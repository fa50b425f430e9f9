import FlowStateTesting
import Testing

struct SeededGeneratorTests {
  @Test(
    "A seeded generator returns the published numbers of SplitMix64",
    arguments: [
      1_234_567: [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ],
      0: [16_294_208_416_658_607_535, 7_960_286_522_194_355_700, 487_617_019_471_545_679],
    ] as [UInt64: [UInt64]])
  func vectors(seed: UInt64, numbers: [UInt64]) {
    var generator = SeededGenerator(seed: seed)
    #expect(numbers.map { _ in generator.next() } == numbers)
  }

  @Test("A copy of a generator returns the same next numbers as its original")
  func copy() {
    var generator = SeededGenerator(seed: .max)
    _ = generator.next()
    var copy = generator
    #expect((0..<5).map { _ in copy.next() } == (0..<5).map { _ in generator.next() })
  }
}
