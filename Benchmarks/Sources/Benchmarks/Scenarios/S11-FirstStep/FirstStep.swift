/// S11: the time from the start of a flow of ten steps to the beginning of its first step.
///
/// Each run starts at the end of the previous one, so that no thread has to wake up. The rest of each run isn't measured.
enum FirstStep {
  static let scenario = Scenario(
    "S11", "from the start of a flow of ten steps to its first intent", size: 2_000, quickSize: 200, per: "start",
    expecting: { RepeatedRuns.sum(of: $0, steps: 10) },
    RepeatedRuns.contenders(steps: 10) { RunTimer($0, .firstSteps) })
}
