import FlowStateTesting
import Foundation

extension JourneyExplorer {
  /// Plays a sequence on a journal, and kills the server at each byte that each action writes.
  ///
  /// After each kill, another server opens what is left of the journal. What was acknowledged until then must count. The
  /// person then does the same once more, as far as no reply had come, and all laws hold. Kills that leave the same
  /// journeys are continued once.
  ///
  /// - Parameter text: The sequence, as a ``JourneyFailure`` prints it.
  /// - Returns: The coverage.
  /// - Throws: A ``JourneyFailure`` with the byte at which a kill breaks a law; the error of a journal that can't be opened.
  @discardableResult
  public func explore(killingAtEachByteOf text: String) async throws -> JourneyCoverage {
    try await kill(text, at: nil)
  }

  /// Plays a sequence on a journal, and kills the server during its last action.
  ///
  /// - Parameters:
  ///   - text: The sequence.
  ///   - bytes: The number of bytes that the last action has written before the server is killed.
  /// - Returns: The coverage.
  /// - Throws: A ``JourneyFailure`` if the kill breaks a law.
  @discardableResult
  public func replay(_ text: String, killingAfter bytes: Int) async throws -> JourneyCoverage {
    try await kill(text, at: bytes)
  }

  private func kill(_ text: String, at only: Int?) async throws -> JourneyCoverage {
    let actions = try Self.actions(text)
    var coverage = JourneyCoverage()
    (coverage.actions, coverage.sequences) = (actions.count, 1)
    var seen: Set<StateKey> = []
    var remains: Set<[Int]> = []
    let place = try JournalPlace()
    let world = JourneyStage.World(size: { place.size })
    let trial = try await self.trial(on: place, world)
    trial.size = { place.size }
    for (index, action) in actions.enumerated() {
      let before = KilledMoment(trial, place.size)
      guard try await trial.play(action), trial.violation == nil else {
        let violation = trial.violation ?? JourneyViolation(.setup, "The action '\(action)' isn't possible.")
        await trial.end()
        throw JourneyFailure(violation, Array(actions[...index]), trial.lines, sequences: 1)
      }
      let journal = place.bytes
      if only != nil, index < actions.count - 1 { continue }
      for cut in before.size...journal.count where only.map({ before.size + $0 == cut }) ?? true {
        coverage.kills += 1
        let known = trial.exchanges.filter { $0.size <= cut }
        let rest = try JournalPlace(journal.prefix(cut))
        // A torn line is left out, so kills within one line leave the same journeys.
        let lines = journal.prefix(cut).count { $0 == UInt8(ascii: "\n") }
        guard remains.insert([index, lines, known.count, world.effects(at: cut).count]).inserted else {
          _ = try await rest.open(timed: ManualClock())
          await rest.close()
          continue
        }
        let left = try await self.trial(on: rest, JourneyStage.World(world.effects(at: cut)), at: before.time)
        try await left.resume(before, knowing: known, isCut: cut < journal.count, by: action)
        if left.violation == nil, seen.insert(left.key).inserted, known.count < trial.exchanges.count {
          _ = try await left.play(action)
        }
        await left.end()
        if let violation = left.violation {
          await trial.end()
          throw JourneyFailure(
            violation, Array(actions[...index]), left.lines, sequences: coverage.kills, cut: cut - before.size)
        }
      }
    }
    await trial.end()
    coverage.states = seen.count
    return coverage
  }
}

/// A trial before the action in which its server is killed.
struct KilledMoment: Sendable {
  let browser: TrialBrowser
  let snapshot: JourneySnapshot
  let lines: [String]
  let time: Duration
  let size: Int

  init(_ trial: JourneyTrial, _ size: Int) {
    browser = trial.browser
    snapshot = trial.snapshot
    lines = trial.lines
    time = trial.clock.now
    self.size = size
  }
}
