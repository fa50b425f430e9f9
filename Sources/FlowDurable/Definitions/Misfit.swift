import FlowChains
import FlowJSON
import FlowState

/// The reason why a run can't continue under a definition of its flow.
///
/// It quotes no values, because it is stored and shown as the reason for parking.
struct Misfit: Error, Equatable, CustomStringConvertible {
  /// A predicate for the run, without an end mark: `stands at 'charge', which the chain does not have`.
  let description: String
  /// The expectation of the definition.
  let expected: String
  /// The stored state that was found instead.
  let found: String
  /// A remedy, as a sentence; nil if none is known.
  var advice: String?
  /// Whether a newer version of the program may be able to continue the run.
  var isTemporary = false

  /// Returns the reason for parking a run, as a sentence.
  func reason(for run: RunNumber) -> String {
    "Run \(run) \(description)." + (advice.map { " \($0)" } ?? "")
  }
}

extension Misfit {
  /// Creates the misfit of a visit that the chain can't undo.
  fileprivate init(withoutUndoOf step: String, _ what: String, by method: String) {
    self.init(
      description: "may have to undo \(what), and the chain has no undo of it", expected: "an undo of '\(step)'",
      found: "none", advice: "Give a step this name, or renamed(from: \"\(step)\"), and \(method).", isTemporary: true)
  }

  /// Creates the misfit of a kept value.
  fileprivate init(_ error: KeptValueError) {
    switch error {
    case .newer(_, let version, let known):
      self.init(
        description: "\(error)", expected: "version \(known)", found: "version \(version)", isTemporary: true)
    case .upgrade(let name, let version, let known, let cause):
      self.init(
        description: "\(error)", expected: "version \(known)",
        found: "version \(version), and \(cause.placeWithoutValue)",
        advice: "\(name).upgraded(_:from:) must accept what version \(version) has stored.")
    case .decoding(let name, let version, let cause):
      self.init(
        description: "\(error)", expected: cause.type, found: cause.placeWithoutValue,
        advice:
          "\(name) needs version \(version + 1), with upgraded(_:from:) that accepts what version \(version) has stored."
      )
    }
  }
}

extension DurableDefinition {
  /// Returns the reasons why a run can't continue from its position.
  ///
  /// Checks that the step exists, that its input and the values of the run decode, and that the flow has each undo that
  /// the run may need. Executes no step.
  ///
  /// - Returns: The reasons; empty if the run fits.
  func misfits(of run: RunCourse, _ seal: PayloadSeal) -> [Misfit] {
    guard run.ended == nil, run.undoing.map({ $0.aim == .step }) ?? true || run.visits.count > (run.undoing?.kept ?? 0)
    else { return [] }
    guard let chain = checkedChain(for: run.assignments) else {
      let variant = run.assignments.last { $0.experiment == experiment }?.variant
      let what = variant.map { "has variant '\($0)' of" } ?? "has no variant of"
      return [
        Misfit(
          description: "\(what) experiment '\(experiment ?? "")', for which the flow has no chain",
          expected: "a variant that has a chain", found: variant ?? "none", isTemporary: true)
      ]
    }
    var misfits: [Misfit] = []
    if run.undoing == nil, !run.isComplete {
      if let step = chain.steps.step(at: run.position) {
        do { _ = try value(for: step, from: run.entrance, of: run, seal) } catch { misfits.append(error) }
      } else {
        misfits.append(lost(run.position ?? "", chain))
      }
    }
    for (name, value) in run.values.sorted(by: { $0.key < $1.key }) {
      guard let key = keys[name] else {
        misfits.append(
          Misfit(
            description: "keeps \(name), which the flow does not keep", expected: Self.list(keys.keys.sorted()),
            found: name,
            advice: "Keep it, or let runs end that have it.", isTemporary: true))
        continue
      }
      do { _ = try decode(value, key, seal) } catch { misfits.append(error) }
    }
    if misfits.isEmpty, run.undoing == nil, !run.isComplete {
      let step = chain.steps.step(at: run.position)?.identifier
      do { misfits += try positionMisfit(of: run, at: step, seal).map { [$0] } ?? [] } catch { misfits.append(error) }
    }
    return misfits + lostUndos(of: run, chain)
  }

  /// Returns a reason for each visit that the run may have to undo, and that the chain can't undo.
  private func lostUndos(of run: RunCourse, _ chain: Chain) -> [Misfit] {
    let undoable = run.visits.undoableSteps.filter { chain.steps.step(at: $0)?.durability.undo == nil }
    let interrupted = run.visits.interruptedSteps.filter { chain.steps.step(at: $0)?.undoesInterrupted != true }
    guard !undoable.isEmpty || !interrupted.isEmpty else { return [] }
    return run.visits.compactMap { visit in
      if visit.isUndoable, undoable.contains(visit.step) {
        return Misfit(withoutUndoOf: visit.step, "'\(visit.step)'", by: "undoing")
      }
      guard visit.isInterrupted, interrupted.contains(visit.step) else { return nil }
      return Misfit(
        withoutUndoOf: visit.step, "work of '\(visit.step)' that did not complete", by: "undoingInterrupted")
    }
  }

  private static func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }

  private func lost(_ name: String, _ chain: Chain) -> Misfit {
    Misfit(
      description:
        "stands at '\(name)', which the chain does not have; known are: \(Self.list(chain.steps.names))",
      expected: "one of \(Self.list(chain.steps.names))", found: "'\(name)'",
      advice: renamingAdvice(name), isTemporary: true)
  }

  /// Opens and decodes a value that the run keeps.
  func decode(_ kept: KeptValue, _ key: KeptKey, _ seal: PayloadSeal) throws(Misfit) -> Any {
    let opened: JSONValue
    do { opened = try seal.open(kept.value, key.name) } catch {
      let problem = ValueError(error, of: key.name).problemWithoutValue
      throw Misfit(
        description: "keeps \(key.name), which can't be opened: \(problem)", expected: "a value that the codec opens",
        found: problem)
    }
    do { return try key.decode(KeptValue(opened, version: kept.version)) } catch {
      throw Misfit(error)
    }
  }

  /// Returns the value that a step receives; nil if the step takes none.
  func value(
    for step: DeclaredStep, from entrance: RunCourse.Entrance, of run: RunCourse, _ seal: PayloadSeal
  ) throws(Misfit) -> Any? {
    guard let type = step.content else { return nil }
    let (stored, origin): (JSONValue?, String)
    switch entrance {
    case .content: (stored, origin) = (run.content, "the content of its start")
    case .result(let result, let name): (stored, origin) = (result, "the result of '\(name)'")
    case .failure(let failure, let name):
      guard type.accepts(FlowValueType(of: FlowError.self)) else {
        throw Misfit(
          description: "stands at '\(step.identifier)', which takes \(type) and not the failure of '\(name)'",
          expected: "\(type)", found: "the failure of '\(name)'")
      }
      let place = FlowPlace(run: FlowRunID(flow: identifier, number: 0), lane: 0, visit: run.settledSteps)
      return seal.open(failure).error(of: name, at: place)
    }
    guard let stored else { return nil }
    do {
      return try ValueCoder(type).decode(try open(stored, entrance, seal))
    } catch {
      let place = ValueError(error, of: "\(type)").placeWithoutValue
      throw Misfit(
        description: "stands at '\(step.identifier)', which takes \(type), and \(origin) does not decode at \(place)",
        expected: "\(type)", found: place)
    }
  }

  /// Opens the sealed value of an entrance.
  private func open(_ stored: JSONValue, _ entrance: RunCourse.Entrance, _ seal: PayloadSeal) throws -> JSONValue {
    switch entrance {
    case .content: try contentSeal(seal.store).open(stored, Self.contentName)
    case .result(_, let step), .failure(_, let step): try seal.open(stored, step)
    }
  }
}
