import FlowStateTesting

extension JourneyExplorer {
  /// Plays all sequences of actions up to a bound, the shorter ones first, until one breaks a law.
  ///
  /// - Parameters:
  ///   - actions: The maximum number of actions in a sequence.
  ///   - limit: The maximum number of sequences.
  /// - Returns: The coverage.
  /// - Throws: A ``JourneyFailure`` with the sequence that breaks a law.
  @discardableResult
  public func explore(actions: Int, limit: Int = .max) async throws -> JourneyCoverage {
    var coverage = JourneyCoverage()
    coverage.actions = actions
    var seen: Set<StateKey> = []
    let first = try JourneyTrial(on: MemoryPlace(), setUp)
    var frontier = [(sequence: [JourneyAction](), next: first.actions)]
    await first.end()
    for _ in 0..<max(0, actions) {
      var next: [(sequence: [JourneyAction], next: [JourneyAction])] = []
      for (sequence, choices) in frontier {
        for action in choices {
          guard coverage.sequences < limit else {
            coverage.isComplete = false
            return coverage
          }
          coverage.sequences += 1
          let played = try await visit(sequence + [action], coverage.sequences)
          if let played, seen.insert(played.key).inserted { next.append((sequence + [action], played.actions)) }
        }
      }
      coverage.states = seen.count
      frontier = next
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
      let trial = try JourneyTrial(on: MemoryPlace(), setUp)
      while sequence.count < actions, trial.violation == nil {
        guard let action = trial.actions.randomElement(using: &random) else { break }
        sequence.append(action)
        _ = try await trial.play(action)
      }
      await trial.end()
      if trial.violation != nil { throw try await failure(sequence, coverage.sequences) }
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
    let trial = try JourneyTrial(on: MemoryPlace(), setUp)
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

  /// Plays a sequence whose actions but the last one are known to break no law. Returns nil if the last one isn't possible.
  private func visit(
    _ sequence: [JourneyAction], _ count: Int
  ) async throws -> (key: StateKey, actions: [JourneyAction])? {
    let trial = try JourneyTrial(on: MemoryPlace(), setUp)
    var isPossible = true
    for (index, action) in sequence.enumerated() {
      isPossible = try await trial.play(action, isChecked: index == sequence.count - 1)
    }
    let (key, actions) = (trial.key, trial.actions)
    await trial.end()
    if trial.violation != nil { throw try await failure(sequence, count) }
    return isPossible ? (key, actions) : nil
  }

  /// Returns the failure of a sequence, without the actions that it doesn't need.
  private func failure(_ sequence: [JourneyAction], _ count: Int) async throws -> JourneyFailure {
    var best = sequence
    var trial = try await played(best)
    guard let found = trial.violation else {
      return JourneyFailure(
        JourneyViolation(.setup, "The sequence breaks a law only sometimes."), best, trial.lines, sequences: count)
    }
    var violation = found
    var index = 0
    while index < best.count {
      var shorter = best
      shorter.remove(at: index)
      let other = try await played(shorter)
      if let same = other.violation, same.rule == found.rule {
        (best, trial, violation, index) = (shorter, other, same, 0)
      } else {
        index += 1
      }
    }
    return JourneyFailure(violation, best, trial.lines, sequences: count)
  }

  private func played(_ sequence: [JourneyAction]) async throws -> JourneyTrial {
    let trial = try await play(sequence)
    await trial.end()
    return trial
  }
}
