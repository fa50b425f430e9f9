public import FlowState
import Foundation

/// Finds steps, handlers and runs that are still alive after a run should have ended.
///
/// ```swift
/// let leaks = LeakCheck()
/// let queue = ManualQueue()
/// flow.on(queue).watched(by: leaks).start()
/// queue.play()
/// try leaks.requireNothingAlive()
/// ```
///
/// The check holds weak references to each step that a run makes and to each handler that an intent returns, including those of
/// nested runs. A handler belongs to the code that completes it: if a handler survives, a screen, a callback or the test itself
/// holds it. The check doesn't record a handler that is completed before its step's intent returns if nothing else holds it.
///
/// Check after the runs have ended. The check lists a run that hasn't ended, even if its queue hasn't been played yet, and the
/// steps and handlers that wait in it. You can use a check from any thread. If another thread completes a handler, that thread
/// may still hold the handler when the end of the run is reported.
///
/// `@unchecked Sendable` because `lock` guards the state.
public final class LeakCheck: RunProbe, @unchecked Sendable {
  private struct Note {
    let name: String
    weak var object: AnyObject?
  }

  private let lock = NSLock()
  /// A note for each object. The address of a released object can be reused by another.
  private var notes: [ObjectIdentifier: Note] = [:]
  /// The number of started runs of each name that haven't ended.
  private var runs: [FlowRunID: Int] = [:]

  /// Creates a check that has recorded nothing.
  public init() {}

  /// Records an object of the test that must be released with the runs, such as a screen.
  ///
  /// - Parameters:
  ///   - object: The object, to which the check holds a weak reference.
  ///   - name: The name of the object among the survivors.
  public func note(_ object: AnyObject, as name: String) {
    lock.withLock { notes[ObjectIdentifier(object)] = Note(name: name, object: object) }
  }

  /// The names of the recorded objects that are alive, sorted: `handler of step 'Edit'`, `run Profile#1`, `step 'Edit'`.
  public var survivors: [String] {
    // Released without holding the lock, because releasing the last reference executes deinitializers.
    let living = lock.withLock { notes.values.compactMap { note in note.object.map { (note.name, $0) } } }
    return (living.map(\.0) + unfinished).sorted()
  }

  private var unfinished: [String] {
    lock.withLock { runs }.flatMap { id, count in repeatElement("run \(id)", count: count) }
  }

  /// Checks that no recorded object is alive.
  ///
  /// - Throws: A ``LeakError`` that lists the survivors.
  public func requireNothingAlive() throws(LeakError) {
    let survivors = survivors
    if !survivors.isEmpty { throw LeakError(survivors: survivors) }
  }

  /// Records a run. The engine calls this method.
  package func started(_ run: FlowRunID) {
    lock.withLock { runs[run, default: 0] += 1 }
  }

  /// Removes a run that has ended. The engine calls this method.
  package func ended(_ run: FlowRunID) {
    lock.withLock { runs[run] = runs[run].flatMap { $0 > 1 ? $0 - 1 : nil } }
  }

  /// Records a step. The engine calls this method.
  package func made(_ step: AnyFlowStep) {
    note(step, as: "step '\(step.identifier)'")
  }

  /// Records a handler. The engine calls this method.
  package func attached(_ handler: AnyFlowStepHandler, to step: AnyFlowStep) {
    note(handler, as: "handler of step '\(step.identifier)'")
  }
}
