public import FlowState
import Foundation

/// Finds objects that are still alive after a run should have ended: steps, handlers, tasks, observers, context values,
/// and runs.
///
/// ```swift
/// let leaks = LeakCheck()
/// let queue = ManualQueue()
/// flow.on(queue).watched(by: leaks).start()
/// queue.play()
/// try leaks.requireNothingAlive()
/// ```
///
/// The check holds weak references to these objects, including those of nested runs:
///
/// - Each step that a run creates, including the steps of operators, and the work of operators with their closures.
/// - Each handler that an intent returns. A handler belongs to the code that completes it: if a handler survives, a
///   screen, a callback, or the test itself holds it. If a handler is completed before its step's intent returns, and
///   nothing else holds it, the check doesn't record it.
/// - The task of each async step.
/// - Each observer of a nested flow that is an object, if a closure of a run has set it. An observer that the program
///   sets outside of runs belongs to the program. A ``FlowRecorder`` belongs to the test.
/// - Each value that is an object and that is in a run's context when the run ends.
///
/// An observer or a context value that the program or the test keeps on purpose isn't a leak. Exclude it with
/// ``ignore(_:)``.
///
/// Check after the runs have ended, and after the queue was played. The check lists a run that hasn't ended, even if
/// its queue hasn't been played yet, and the steps and handlers that wait in it. A report that waits on the queue of an
/// ended run keeps its handler alive; in this case, the error mentions the queue. You can use a check from any thread.
/// If another thread completes a handler, that thread may still hold the handler when the end of the run is reported.
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
  /// The runs on whose queues messages can wait.
  private var queues: [(run: FlowRunID, isBusy: @Sendable () -> Bool)] = []
  /// The number of such runs at which those without messages are removed.
  private var queueLimit = 64
  private var ignored: Set<ObjectIdentifier> = []

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

  /// Excludes an object that outlives the runs on purpose, such as a service in the context or the test's own observer.
  ///
  /// - Parameter object: The object. The test must keep it for as long as it uses the check.
  public func ignore(_ object: AnyObject) {
    lock.withLock {
      ignored.insert(ObjectIdentifier(object))
      notes[ObjectIdentifier(object)] = nil
    }
  }

  /// The names of the recorded objects that are alive, sorted: `handler of step 'Edit'`, `run Profile#1`,
  /// `step 'Edit'`, `task of step 'Load'`, `work of step 'Load' (retry)`, `observer of type Metrics`,
  /// `context value of type Cart`.
  public var survivors: [String] {
    // Release the objects without holding the lock, because releasing the last reference executes deinitializers.
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
    if !survivors.isEmpty { throw LeakError(survivors: survivors, unplayedRuns: unplayedRuns) }
  }

  /// The ended runs whose queues have waiting messages.
  private var unplayedRuns: [String] {
    let (queues, runs) = lock.withLock { (self.queues, self.runs) }
    return queues.filter { runs[$0.run] == nil && $0.isBusy() }.map { "\($0.run)" }
  }

  /// Records a run. The engine calls this method.
  package func started(_ run: FlowRunID, isBusy: @escaping @Sendable () -> Bool) {
    lock.withLock {
      runs[run, default: 0] += 1
      queues.append((run, isBusy))
      // Runs that ended long ago have no messages. Each search removes enough entries that half of the list is new at
      // the next one.
      guard queues.count > queueLimit else { return }
      queues.removeAll { runs[$0.run] == nil && !$0.isBusy() }
      queueLimit = max(64, 2 * queues.count)
    }
  }

  /// Records an object that a run uses. The engine calls this method.
  package func uses(_ object: AnyObject, as name: String) {
    if object is FlowRecorder || lock.withLock({ ignored.contains(ObjectIdentifier(object)) }) { return }
    note(object, as: name)
  }

  /// Removes a run that has ended. The engine calls this method.
  package func ended(_ run: FlowRunID) {
    lock.withLock { runs[run] = runs[run].flatMap { $0 > 1 ? $0 - 1 : nil } }
  }

  /// Records a step. The engine calls this method.
  package func made(_ step: AnyFlowStep) {
    note(step, as: "step '\(step.identifier)'")
  }

  /// Records the new name of a step. The engine calls this method.
  package func renamed(_ step: AnyFlowStep, from name: String) {
    made(step)
  }

  /// Records a handler. The engine calls this method.
  package func attached(_ handler: AnyFlowStepHandler, to step: AnyFlowStep) {
    note(handler, as: "handler of step '\(step.identifier)'")
  }
}
