import Dispatch
import Foundation
import FlowState

/// Threads that execute jobs which may block them.
///
/// A few threads execute jobs that end soon. If a job waits because all of them are blocked, it gets a further thread a
/// moment later. Neither Swift's pool nor the global queues of Dispatch do that: they have about as many threads as the
/// machine has cores, and Dispatch adds one per second. Its queues without a target share 255 threads.
final class ThreadPool: TaskExecutor {
  /// The threads on which workers claim runs, extend leases, and record.
  static let workers = ThreadPool("FlowDurable.worker")
  /// The threads on which the closures of steps execute. A run has at most one of them at a time, except for the tasks
  /// that its steps create.
  static let steps = ThreadPool("FlowDurable.steps")

  /// The delay after which a waiting job gets a further thread.
  private static let patience = DispatchTimeInterval.milliseconds(5)
  /// The time after which a thread without work ends.
  private static let idleTime = DispatchTimeInterval.seconds(2)
  /// The maximum number of threads.
  private static let mostThreads = 1_000

  /// The jobs and threads of a pool. A value without threads, so that tests can count the checks.
  struct State {
    var jobs: [@Sendable () -> Void] = []
    /// The index of the first job that no thread has taken.
    var first = 0
    /// The numbers of jobs that were added and taken so far.
    var (added, taken) = (0, 0)
    /// The number of jobs that had been added at the previous check.
    var addedBefore = 0
    var isChecking = false
    var threads = 0
    /// The number of checks so far, and, by thread, the number at which its job began.
    var checks = 0
    var busy: [ObjectIdentifier: Int] = [:]
    /// The semaphores of the threads that wait for work, latest last.
    var idle: [DispatchSemaphore] = []

    mutating func take() -> (@Sendable () -> Void)? {
      guard first < jobs.count else { return nil }
      let job = jobs[first]
      first += 1
      taken += 1
      if first == jobs.count {
        jobs.removeAll(keepingCapacity: first < 1_024)
        first = 0
      } else if first >= 1_024, first * 2 >= jobs.count {
        jobs.removeFirst(first)
        first = 0
      }
      return job
    }

    /// Checks whether jobs wait for too long.
    ///
    /// - Parameter cores: The number of threads that are created without a delay.
    /// - Returns: The number of threads to add; nil if no job waits.
    mutating func check(cores: Int) -> Int? {
      guard first < jobs.count else {
        isChecking = false
        return nil
      }
      // The jobs that already waited at the previous check.
      let late = addedBefore - taken
      addedBefore = added
      checks += 1
      // A job that has lasted for a whole pause blocks its thread, which two others replace, because the next jobs probably
      // do the same. If the threads make progress, more of them would only disturb each other.
      let blocked = busy.values.count { $0 < checks - 1 }
      let limit = min(cores + 2 * blocked, ThreadPool.mostThreads)
      let missing = max(0, min(late - idle.count, limit - threads))
      threads += missing
      return missing
    }
  }

  private let state = Locked(State())
  private let name: String
  /// The number of threads that are created without a delay.
  private let cores = max(2, ProcessInfo.processInfo.activeProcessorCount)
  /// Checks whether jobs wait for too long.
  private let checks: DispatchQueue

  init(_ name: String) {
    self.name = name
    checks = DispatchQueue(label: name)
  }

  /// The number of threads.
  var threadCount: Int { state.withLock { $0.threads } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    submit { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Adds a job, which may block its thread.
  func submit(_ job: @escaping @Sendable () -> Void) {
    let (waiting, startsThread, checks) = state.withLock { state -> (DispatchSemaphore?, Bool, Bool) in
      state.jobs.append(job)
      state.added += 1
      if let waiting = state.idle.popLast() { return (waiting, false, false) }
      guard state.threads >= cores else {
        state.threads += 1
        return (nil, true, false)
      }
      guard !state.isChecking else { return (nil, false, false) }
      state.isChecking = true
      state.addedBefore = state.added
      return (nil, false, true)
    }
    waiting?.signal()
    if startsThread { startThread() }
    if checks { checkLater() }
  }

  // MARK: Adding threads

  private func checkLater() {
    checks.asyncAfter(deadline: .now() + Self.patience) { [self] in
      guard let missing = state.withLock({ $0.check(cores: cores) }) else { return }
      for _ in 0..<missing { startThread() }
      checkLater()
    }
  }

  private func startThread() {
    let thread = Thread { [self] in work() }
    thread.name = name
    thread.start()
  }

  // MARK: Working

  private func work() {
    let waiting = DispatchSemaphore(value: 0)
    while true {
      if let job = nextJob(for: waiting) {
        perform(job)
      } else if waiting.wait(timeout: .now() + Self.idleTime) == .timedOut, retires(waiting) {
        return
      }
    }
  }

  /// Performs a job. Objects that it autoreleases, as Foundation does on Apple's systems, are released after it.
  private func perform(_ job: @Sendable () -> Void) {
    #if canImport(ObjectiveC)
      autoreleasepool { job() }
    #else
      job()
    #endif
  }

  /// Returns the next job. If there is none, the thread waits for its semaphore.
  private func nextJob(for thread: DispatchSemaphore) -> (@Sendable () -> Void)? {
    state.withLock { state in
      if let job = state.take() {
        // Another thread may have done the work that the semaphore announced.
        state.idle.removeAll { $0 === thread }
        state.busy[ObjectIdentifier(thread)] = state.checks
        return job
      }
      state.busy[ObjectIdentifier(thread)] = nil
      if !state.idle.contains(where: { $0 === thread }) { state.idle.append(thread) }
      return nil
    }
  }

  /// Returns whether a thread ends: it has no work, and none was announced to it.
  private func retires(_ thread: DispatchSemaphore) -> Bool {
    state.withLock { state in
      guard let index = state.idle.firstIndex(where: { $0 === thread }) else { return false }
      state.idle.remove(at: index)
      state.threads -= 1
      return true
    }
  }
}
