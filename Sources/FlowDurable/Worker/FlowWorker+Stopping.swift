import FlowState

extension FlowWorker {
  /// Whether the worker is stopping or has stopped, because ``stop(grace:)`` was called or the store has failed for
  /// good.
  public var isStopping: Bool {
    get async { await withTaskExecutorPreference(settings.executor) { await state.isStopping } }
  }

  /// Stops the worker: it claims no more runs, lets the current steps end, and releases its runs.
  ///
  /// Call it before the process ends, for example on SIGTERM. It returns when the worker holds no runs, or two seconds
  /// after the grace, even if the store fails or doesn't respond. Runs that couldn't be released are claimed again when
  /// their leases end. A stopped worker can't be restarted; create another one.
  ///
  /// A run whose work ignores its cancellation stays with the process, which extends its lease, until the work ends;
  /// then it is released. So no other worker starts the work again beside it while the process lives.
  ///
  /// - Parameter grace: The time on the worker's clock after which steps that haven't ended are cancelled. The worker
  ///   no longer waits for work that ignores its cancellation after another second, and for a store that doesn't
  ///   respond a second later.
  public func stop(grace: Duration = .seconds(10)) async {
    await withTaskExecutorPreference(settings.executor) { await leave(within: grace) }
  }

  private func leave(within grace: Duration) async {
    await state.stop()
    guard await state.isBusy else { return }
    var alarm: FlowAlarm?
    if grace > .zero {
      alarm = settings.ownClock.schedule(after: grace) { [state, executor = settings.executor] in
        Task(executorPreference: executor) { await state.giveUp() }
      }
    } else {
      await state.giveUp()
    }
    await state.waitForAllToLeave()
    alarm?.cancel()
  }
}
