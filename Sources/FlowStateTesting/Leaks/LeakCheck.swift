public import FlowState
import Foundation

/// Tells what is still alive of runs that should have ended.
///
/// ```swift
/// let leaks = LeakCheck()
/// let queue = ManualQueue()
/// flow.on(queue).watched(by: leaks).start()
/// queue.play()
/// try leaks.requireNothingAlive()
/// ```
///
/// It takes note, without keeping it alive, of each step that a run makes and of each handler that a step hands out, nested
/// runs included. A handler belongs to whoever will complete it: one that survives is held by a screen, a callback or the
/// test itself. A handler that was completed before its step's intent returned, and that nobody else holds, is not noted.
///
/// Ask when the runs have ended: one that has not is listed, also one whose queue has not been played yet, and so is what
/// waits in it. It may be asked from any thread; where other threads complete handlers, one of them may still be letting go
/// of its handler when the run's end is told.
///
/// Guard of `@unchecked Sendable`: `lock`.
public final class LeakCheck: RunProbe, @unchecked Sendable {
  private struct Note {
    let name: String
    weak var object: AnyObject?
  }

  private let lock = NSLock()
  /// One for each object: an object that has died may leave its place to another.
  private var notes: [ObjectIdentifier: Note] = [:]
  /// How many runs of a name have been started and not ended.
  private var runs: [FlowRunID: Int] = [:]

  /// Makes a check that has taken note of nothing.
  public init() {}

  /// Takes note of an object of the test's own, a screen for instance, that is to die with the runs.
  ///
  /// - Parameters:
  ///   - object: Is not kept alive.
  ///   - name: What it is called among the survivors.
  public func note(_ object: AnyObject, as name: String) {
    lock.withLock { notes[ObjectIdentifier(object)] = Note(name: name, object: object) }
  }

  /// What is alive of all that was noted, sorted: `handler of step 'Edit'`, `run Profile#1`, `step 'Edit'`.
  public var survivors: [String] {
    // The objects go when the lock is free: letting go of the last reference to one executes deinitialisers.
    let living = lock.withLock { notes.values.compactMap { note in note.object.map { (note.name, $0) } } }
    return (living.map(\.0) + unfinished).sorted()
  }

  private var unfinished: [String] {
    lock.withLock { runs }.flatMap { id, count in repeatElement("run \(id)", count: count) }
  }

  /// Checks that nothing is alive of all that was noted.
  ///
  /// - Throws: A ``LeakError`` that lists what is.
  public func requireNothingAlive() throws(LeakError) {
    let survivors = survivors
    if !survivors.isEmpty { throw LeakError(survivors: survivors) }
  }

  /// Takes note of a run; called by the engine.
  package func started(_ run: FlowRunID) {
    lock.withLock { runs[run, default: 0] += 1 }
  }

  /// Forgets a run; called by the engine.
  package func ended(_ run: FlowRunID) {
    lock.withLock { runs[run] = runs[run].flatMap { $0 > 1 ? $0 - 1 : nil } }
  }

  /// Takes note of a step; called by the engine.
  package func made(_ step: AnyFlowStep) {
    note(step, as: "step '\(step.identifier)'")
  }

  /// Takes note of a handler; called by the engine.
  package func attached(_ handler: AnyFlowStepHandler, to step: AnyFlowStep) {
    note(handler, as: "handler of step '\(step.identifier)'")
  }
}
