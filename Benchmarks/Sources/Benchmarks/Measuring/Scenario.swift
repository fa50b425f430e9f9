/// A piece of work that every contender does, and how it is measured.
struct Scenario: Sendable {
  /// `S1`, `J1` …; what `--filter` looks for and what JSON lines carry.
  let name: String
  /// The work, in a few words.
  let title: String
  /// How many steps, children … a sample has.
  let size: Int
  /// How many there are in a quick run.
  let quickSize: Int
  /// How often a sample does its work; figures are divided by this too.
  let repetitions: Int
  /// The unit to which the figures refer.
  let unit: String
  /// The result that a sample of a given size has to have.
  let expected: @Sendable (_ size: Int) -> Int
  /// The contenders; ratios are those to the first, the floor.
  let contenders: [Contender]

  init(
    _ name: String, _ title: String, size: Int, quickSize: Int? = nil, repetitions: Int = 1, per unit: String = "step",
    expecting expected: @escaping @Sendable (_ size: Int) -> Int, _ contenders: [Contender]
  ) {
    self.name = name
    self.title = title
    self.size = size
    self.quickSize = quickSize ?? size
    self.repetitions = repetitions
    self.unit = unit
    self.expected = expected
    self.contenders = contenders
  }
}
