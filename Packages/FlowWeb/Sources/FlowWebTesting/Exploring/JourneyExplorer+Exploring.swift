import FlowStateTesting
import Foundation

extension JourneyExplorer {
  /// Plays all sequences of actions up to a bound, the shorter ones first, until one breaks a law.
  ///
  /// - Parameters:
  ///   - actions: The maximum number of actions in a sequence.
  ///   - start: A sequence with which all begin, as a ``JourneyFailure`` prints it. Its actions don't count.
  ///   - limit: The maximum number of sequences.
  /// - Returns: The coverage.
  /// - Throws: A ``JourneyFailure`` with the sequence that breaks a law.
  @discardableResult
  public func explore(
    actions: Int, after start: String = "", limit: Int = .max
  ) async throws -> JourneyCoverage {
    var coverage = JourneyCoverage()
    coverage.actions = actions
    var seen: Set<StateKey> = []
    let first = try Self.actions(start)
    let end = try await end(of: first)
    if end.violation != nil || !end.isPossible { throw try await failure(first, 1, end.violation) }
    var frontier = [(sequence: first, next: end.actions)]
    for _ in 0..<max(0, actions) {
      var sequences = frontier.flatMap { sequence, next in next.map { sequence + [$0] } }
      if coverage.sequences + sequences.count > limit {
        sequences.removeLast(coverage.sequences + sequences.count - limit)
        coverage.isComplete = false
      }
      frontier = []
      for start in stride(from: 0, to: sequences.count, by: Self.batch) {
        let batch = Array(sequences[start..<min(start + Self.batch, sequences.count)])
        for (sequence, end) in zip(batch, try await play(batch)) {
          coverage.sequences += 1
          if let violation = end.violation { throw try await failure(sequence, coverage.sequences, violation) }
          if end.isPossible, seen.insert(end.key).inserted { frontier.append((sequence, end.actions)) }
        }
      }
      coverage.states = seen.count
    }
    return coverage
  }

  /// Plays random sequences of actions, until one breaks a law.
  ///
  /// - Parameters:
  ///   - seeds: The seeds. Each plays one sequence.
  ///   - actions: The number of actions in a sequence.
  /// - Returns: The coverage.
  /// - Throws: A ``JourneyFailure`` with the sequence that breaks a law, shortened.
  @discardableResult
  public func explore(seeds: some Sequence<UInt64>, actions: Int) async throws -> JourneyCoverage {
    var coverage = JourneyCoverage()
    (coverage.actions, coverage.isComplete) = (actions, false)
    for seed in seeds {
      coverage.sequences += 1
      var random = SeededGenerator(seed: seed)
      var sequence: [JourneyAction] = []
      let trial = try await self.trial()
      while sequence.count < actions, trial.violation == nil {
        guard
          let action = trial.actions.flatMap({ Array(repeating: $0, count: $0.weight) }).randomElement(using: &random)
        else { break }
        sequence.append(action)
        _ = try await trial.play(action)
      }
      await trial.end()
      if let violation = trial.violation { throw try await failure(sequence, coverage.sequences, violation) }
    }
    return coverage
  }

  /// Plays a sequence, and checks the laws after each action.
  ///
  /// - Parameter text: The sequence, as a ``JourneyFailure`` prints it.
  /// - Returns: What has happened, in sentences.
  /// - Throws: A ``JourneyFailure`` if the sequence breaks a law, isn't one, or has an action that isn't possible.
  @discardableResult
  public func replay(_ text: String) async throws -> [String] {
    let actions = try Self.actions(text)
    let trial = try await self.trial()
    for action in actions where trial.violation == nil {
      guard try await trial.play(action) else {
        await trial.end()
        throw JourneyFailure(
          JourneyViolation(.setup, "The action '\(action)' isn't possible."), actions, trial.lines, sequences: 1)
      }
    }
    await trial.end()
    if let violation = trial.violation { throw JourneyFailure(violation, actions, trial.lines, sequences: 1) }
    return trial.lines
  }

  /// Reads a sequence.
  static func actions(_ text: String) throws -> [JourneyAction] {
    try text.split(separator: ",").map { word in
      guard let action = JourneyAction(word.trimming) else {
        throw JourneyFailure(JourneyViolation(.setup, "'\(word.trimming)' isn't an action."), [], [], sequences: 0)
      }
      return action
    }
  }

  // MARK: Private

  /// The number of sequences that are played together, so that all processors work.
  private static let batch = 64

  /// The end of a sequence.
  private struct End: Sendable {
    let key: StateKey
    let actions: [JourneyAction]
    let violation: JourneyViolation?
    let isPossible: Bool
  }

  /// Plays sequences, each without regard to the others, and returns their ends in the same order. None begins after endless
  /// work, because each could use all the patience.
  private func play(_ sequences: [[JourneyAction]]) async throws -> [End] {
    try await withThrowingTaskGroup(of: (Int, End).self) { group in
      var ends = [End?](repeating: nil, count: sequences.count)
      var next = 0
      func add() {
        guard next < sequences.count else { return }
        let (index, sequence) = (next, sequences[next])
        next += 1
        group.addTask { (index, try await end(of: sequence)) }
      }
      for _ in 0..<max(1, ProcessInfo.processInfo.activeProcessorCount) { add() }
      while let (index, end) = try await group.next() {
        ends[index] = end
        if end.violation?.rule == .endless { next = sequences.count }
        add()
      }
      return ends.compactMap { $0 }
    }
  }

  /// Plays a sequence whose actions but the last one are known to break no law.
  private func end(of sequence: [JourneyAction]) async throws -> End {
    let trial = try await self.trial()
    var isPossible = true
    for (index, action) in sequence.enumerated() {
      isPossible = try await trial.play(action, isChecked: index == sequence.count - 1)
    }
    let end = End(
      key: trial.key, actions: trial.actions, violation: trial.violation, isPossible: isPossible)
    await trial.end()
    return end
  }

  /// Returns the failure of a sequence, without the actions that it doesn't need.
  private func failure(
    _ sequence: [JourneyAction], _ count: Int, _ first: JourneyViolation?
  ) async throws -> JourneyFailure {
    var best = sequence
    var trial = try await played(best)
    guard let found = trial.violation else {
      let sentence = first.map { " Once, it broke this one: \($0.sentence)" } ?? ""
      return JourneyFailure(
        JourneyViolation(.setup, "The sequence breaks a law only sometimes.\(sentence)"), best, trial.lines,
        sequences: count)
    }
    var violation = found
    var tried: Set<[JourneyAction]> = [best]
    // Each shorter sequence could use all the patience.
    var candidates = found.rule == .endless ? [] : best.simpler
    while !candidates.isEmpty {
      let simpler = candidates.removeFirst()
      guard tried.insert(simpler).inserted else { continue }
      let other = try await played(simpler)
      guard let same = other.violation, same.rule == found.rule else { continue }
      (best, trial, violation) = (simpler, other, same)
      candidates = best.simpler
    }
    return JourneyFailure(violation, best, trial.lines, sequences: count)
  }

  private func played(_ sequence: [JourneyAction]) async throws -> JourneyTrial {
    let trial = try await play(sequence)
    await trial.end()
    return trial
  }
}

extension JourneyAction {
  /// How often a random sequence has the action, compared with others.
  fileprivate var weight: Int {
    switch actor {
    case .tab(_, .send): 4
    case .tab(_, .link), .tab(_, .back): 2
    case .tab, .race, .plant, .wait, .kill: 1
    }
  }
}

extension [JourneyAction] {
  /// The sequences that are a little simpler than this one: first those that are shorter.
  fileprivate var simpler: [[JourneyAction]] {
    var all = indices.map { index in
      var shorter = self
      shorter.remove(at: index)
      return shorter
    }
    for index in indices.dropLast() {
      guard case .tab(let tab, .open) = self[index].actor, self[index + 1] == JourneyAction(tab, .send(0)) else {
        continue
      }
      var shorter = self
      shorter.replaceSubrange(index...(index + 1), with: [JourneyAction(tab, .start)])
      all.append(shorter)
    }
    for index in indices {
      for action in self[index].simpler {
        var simpler = self
        simpler[index] = action
        all.append(simpler)
      }
    }
    // With one tab, that is the first one.
    let tabs = Set(compactMap(\.tab))
    if tabs == [1] { all.append(map(\.inFirstTab)) }
    return all
  }
}

extension JourneyAction {
  /// The same action in the first tab.
  fileprivate var inFirstTab: JourneyAction {
    if case .tab(_, let kind) = actor { JourneyAction(0, kind) } else { self }
  }

  /// Actions that are easier to understand, the easiest one first.
  fileprivate var simpler: [JourneyAction] {
    guard case .tab(let tab, let kind) = actor else { return [] }
    return switch kind {
    case .die(let choice, _), .twice(let choice):
      [JourneyAction(tab, .send(1)), JourneyAction(tab, .send(choice))]
    case .send(let choice) where choice > 1: [JourneyAction(tab, .send(1))]
    default: []
    }
  }
}
