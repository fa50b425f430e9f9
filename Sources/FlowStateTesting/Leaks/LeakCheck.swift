public import FlowState
import Foundation

/// Tells what is still alive of runs that have ended.
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
/// Ask when the runs have ended: what waits in one that has not is alive as well, and is listed as if it outlived it. It
/// may be asked from any thread; where other threads complete handlers, one of them may still be letting go of its
/// handler when the run's end is told.
///
/// Guard of `@unchecked Sendable`: `lock`.
public final class LeakCheck: LifeWatch, @unchecked Sendable {
  private struct Note {
    let name: String
    weak var object: AnyObject?
  }

  private let lock = NSLock()
  /// One for each object: an object that has died may leave its place to another.
  private var notes: [ObjectIdentifier: Note] = [:]

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

  /// What is alive of all that was noted, sorted: `step 'Edit'`, `handler of step 'Edit'`.
  public var survivors: [String] {
    // The objects go when the lock is free: letting go of the last reference to one executes deinitialisers.
    let living = lock.withLock { notes.values.compactMap { note in note.object.map { (note.name, $0) } } }
    return living.map(\.0).sorted()
  }

  /// Checks that nothing is alive of all that was noted.
  ///
  /// - Throws: A ``LeakError`` that lists what is.
  public func requireNothingAlive() throws(LeakError) {
    let survivors = survivors
    if !survivors.isEmpty { throw LeakError(survivors: survivors) }
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
