import FlowStateTesting

/// The ways through a flow, that is, the combinations of the setup's answers: the plain one first, then those with one
/// other answer, then those with two, and so on.
struct CrashWays {
  /// The number of visits of a step whose answers are varied. In a flow with a loop, the number of visits has no limit.
  private static let variedVisits = 3

  private let explorer: CrashExplorer
  private var names = CrashAnswerNames()
  /// The answers to give, with the number of those that other ways have already varied.
  private var found: [(answers: FlowSchedule, given: Int)] = [(FlowSchedule(), 0)]
  private var played = 0

  init(of explorer: CrashExplorer) {
    self.explorer = explorer
  }

  private var areAllPlayed: Bool { played == found.count }

  /// Plays the next way without a crash; returns nil after the last one.
  ///
  /// - Throws: A ``CrashFailure`` if the way breaks a law, or if it is the last one and an answer belongs to no step.
  mutating func next() async throws(CrashFailure) -> CrashTrial? {
    guard !areAllPlayed else { return nil }
    let (answers, given) = found[played]
    let plain = await explorer.play(answers)
    played += 1
    names.add(plain.names)
    if let violation = plain.violation {
      throw CrashFailure(violation.adding(names.complaint), plain.schedule, plain.lines)
    }
    for (index, answer) in plain.answers.enumerated().dropFirst(given)
    where answer.visit.occurrence <= Self.variedVisits {
      let earlier = plain.answers[..<index].filter { $0.picked > 0 }.map(\.choice)
      found += answer.others.map { (FlowSchedule(earlier + [$0]), index + 1) }
    }
    // Check this after all ways, because an undeclared step may start in only one of them.
    if areAllPlayed { try require(nil: names.complaint) }
    return plain
  }

  /// Ends the ways.
  ///
  /// - Returns: Whether each way was played.
  /// - Throws: A ``CrashFailure`` if an answer belongs to a step with a misspelt name.
  func finish() throws(CrashFailure) -> Bool {
    if !areAllPlayed { try require(nil: names.complaintAboutMisspelt) }
    return areAllPlayed
  }

  private func require(nil complaint: String?) throws(CrashFailure) {
    guard let complaint else { return }
    throw CrashFailure(CrashViolation(rule: .setup, sentence: complaint), FlowSchedule(), [])
  }
}
