import FlowState

extension FlowWorker {
  /// Whether the worker stops, or has stopped: because ``stop(grace:)`` was called, or because the store has failed for good.
  public var isStopping: Bool {
    get async { await state.isStopping }
  }

  /// Stops working: claims no more runs, lets the steps under way end, and gives the runs back.
  ///
  /// Call it when the process is about to end, for instance on SIGTERM. It returns when the worker holds no run, or two seconds after
  /// the grace, even if the store fails or doesn't answer. Runs that couldn't be given back are claimed again when their leases end. A
  /// worker that was stopped doesn't work again; make another one.
  ///
  /// - Parameter grace: The time on the worker's clock after which steps that haven't ended are cancelled and given up. Work that ignores its
  ///   cancellation isn't waited for more than another second, and a store that doesn't answer not more than a second after that.
  public func stop(grace: Duration = .seconds(10)) async {
    await state.stop()
    guard await state.count > 0 else { return }
    var alarm: FlowAlarm?
    if grace > .zero {
      alarm = settings.clock.schedule(after: grace) { [state, executor = settings.executor] in
        Task(executorPreference: executor) { await state.giveUp() }
      }
    } else {
      await state.giveUp()
    }
    await state.waitForAllToLeave()
    alarm?.cancel()
  }
}
