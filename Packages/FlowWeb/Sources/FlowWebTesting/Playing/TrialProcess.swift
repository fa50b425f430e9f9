import FlowDurable
import FlowState
import FlowStateTesting
import FlowWeb

/// The beginning of each process of a trial.
struct JourneySetup: Sendable {
  /// The time after which work is considered endless.
  let patience: Duration
  /// The clock of that time.
  let clock: any FlowClock
  /// Sets up the pages.
  let door: @Sendable (JourneyStage) throws -> PagesDoor
}

/// A process that serves the pages of a trial, until it dies.
struct TrialProcess: Sendable {
  let store: ProcessStore
  let stage: JourneyStage
  let door: PagesDoor
  private let setUp: JourneySetup

  /// Creates a process. Throws a ``JourneyViolation`` if the setup throws an error.
  init(
    _ store: any FlowStore, timed clock: any FlowClock, _ world: JourneyStage.World, _ setUp: JourneySetup
  ) throws(JourneyViolation) {
    self.store = ProcessStore(store)
    stage = JourneyStage(self.store, timed: clock, world)
    self.setUp = setUp
    do { door = try setUp.door(stage) } catch { throw JourneyViolation(.setup, "The setup throws an error: \(error)") }
  }

  /// Lets the worker work until nothing is due. Returns false if the process has died. Throws a ``JourneyViolation`` if the
  /// work doesn't end.
  func work() async throws -> Bool {
    store.beginWork()
    let alarm = setUp.clock.schedule(after: setUp.patience) { [store, door, setUp] in
      store.end("The work of the steps doesn't end within \(setUp.patience).")
      Task { await door.worker.stop(grace: .zero) }
    }
    defer { alarm.cancel() }
    do {
      try await door.worker.runUntilIdle()
    } catch {
      guard store.isDead else { throw error }
    }
    if let sentence = store.endless { throw JourneyViolation(.endless, sentence) }
    return !store.isDead
  }

  /// Ends the process as `kill -9` does.
  func die() async {
    store.die()
    await door.worker.stop(grace: .zero)
  }

  // MARK: Requests

  /// The reply to a request.
  func reply(to request: PagesDoor.Request) async -> BrowserReply {
    await pumping { turn in await reply(to: request, at: turn) }
  }

  /// The replies to two requests at once: the first one pauses before it changes the store, until the second one is over.
  func replies(to first: PagesDoor.Request, and second: PagesDoor.Request) async -> (BrowserReply, BrowserReply) {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let (starts, began) = AsyncStream<Void>.makeStream()
    async let late = pumping { turn in
      turn.pausing(until: gate) { began.finish() }
      let reply = await reply(to: first, at: turn)
      began.finish()
      return reply
    }
    for await _ in starts {}
    let other = await reply(to: second)
    opening.finish()
    return (await late, other)
  }

  private func pumping(_ body: @Sendable (RequestTurn) async -> BrowserReply) async -> BrowserReply {
    let (waits, continuation) = AsyncStream<RequestWait>.makeStream()
    let pump = Task {
      for await wait in waits {
        _ = try? await work()
        wait.passTime()
      }
    }
    let reply = await body(RequestTurn(continuation))
    continuation.finish()
    await pump.value
    return reply
  }

  private func reply(to request: PagesDoor.Request, at turn: RequestTurn) async -> BrowserReply {
    let reply = await RequestTurn.$current.withValue(turn) { await door.reply(request) }
    return BrowserReply(status: reply.status, headers: reply.headers, body: reply.body)
  }
}
