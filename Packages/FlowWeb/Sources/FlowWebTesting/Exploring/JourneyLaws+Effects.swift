import FlowDurable
import FlowJSON

/// The laws of effects, and those of the test.
extension JourneyLaws {
  var performed: Violation? {
    var keys: [String: String] = [:]
    for effect in effects where !effect.isUndo {
      let place = "\(effect.name) \(effect.visit)"
      if let key = keys[place], key != effect.key {
        return Violation(.effects, "The effect '\(effect.name)' of one visit happened under two keys.")
      }
      keys[place] = effect.key
    }
    let undone = Set(effects.filter(\.isUndo).map { "\($0.name) \($0.visit)" })
    for effect in effects where effect.mustBeUndone && !undone.contains("\(effect.name) \(effect.visit)") {
      guard let journey = after.journeys.first(where: { effect.visit.contains($0.key) && !$0.key.isEmpty }),
        journey.end == nil, journey.hasGoneBack(past: effect.visit)
      else { continue }
      return Violation(.undo, "The journey has gone back past '\(effect.name)', and its effect wasn't undone.")
    }
    return nil
  }

  var required: Violation? {
    let report = JourneyReport(
      journeys: after.journeys.filter { !strangersRuns.contains($0.number) }.map { journey in
        JourneyReport.Journey(
          answers: Dictionary(
            journey.answers.map { ($0.step, $0.value["value"] ?? $0.value) }, uniquingKeysWith: { $1 }),
          open: journey.open?.step, end: journey.end)
      }, effects: effects)
    for requirement in stage.requirements {
      if let sentence = requirement(report) { return Violation(.requirement, sentence) }
    }
    return nil
  }
}

extension JourneySnapshot.Journey {
  /// Whether the journey has gone back past a visit, as its records say.
  fileprivate func hasGoneBack(past visit: String) -> Bool {
    var visits: [(step: String, number: Int)] = []
    var passed: [(step: String, number: Int)] = []
    for record in records {
      switch record.body {
      case .settled(let settled): visits.append((settled.step, settled.visit))
      case .back(let back):
        guard let place = visits.lastIndex(where: { $0.step == back.step }) else { continue }
        passed += visits[place...]
        visits.removeSubrange(place...)
      case .snapshot: return false
      default: break
      }
    }
    return passed.contains { visit.hasSuffix("/\($0.step)#\($0.number)") }
  }
}
