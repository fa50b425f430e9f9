public import FlowWeb
package import FlowState
import FlowStateTesting

/// Finds what people can do with the pages of a durable flow that breaks a law of journeys.
///
/// An explorer plays the pages in process, without sockets, with a model of a browser: two tabs that share their cookies,
/// Back that shows a page as it was, reloads, forms that are sent again, double clicks, a stranger without the cookie, and
/// servers that are killed. It plays all sequences of actions up to a bound, the shorter ones first.
///
/// ```swift
/// let explorer = JourneyExplorer { stage in
///   stage.answer("person", with: ["name": "Ada", "email": "ada@example.org"], ["name": "Bob"])
///   return Pages(signUp, worker: stage.worker(running: signUp), at: "/sign-up")
/// }
/// print(try await explorer.explore(actions: 3))
/// try await explorer.explore(seeds: 0..<100, actions: 12)
/// try await explorer.explore(killingAtEachByteOf: "A start, A send 1")
/// ```
///
/// After each action it checks that:
///
/// - No reply has a status of 500 or more.
/// - An answer that counts is one that the person sent, from a page that showed its visit, with the answers before it that
///   still count.
/// - An answer that was acknowledged, with status 303, counts. An answer to the open page is acknowledged, unless the form or the flow
///   refuses it, with status 422.
/// - A page of an earlier time, a reload, Back, and a refused form change nothing.
/// - A page shows what was entered, also when it has refused it, and has the token of the visit that it names.
/// - A browser has one journey at a time, unless the pages allow several.
/// - Whoever has no cookie, another one, or a form without its tokens reads and changes nothing.
/// - A journey that has ended stays so.
/// - Each visit has its effects under one key, and those that must be undone are; see
///   ``JourneyStage/perform(_:for:key:mustBeUndone:)``.
/// - The requirements of the setup hold, a journey begins, and the answers of the setup can be entered.
///
/// A sequence that breaks a law is shortened, and thrown as a ``JourneyFailure``. Two sequences that lead to the same
/// state, of the tabs, the cookies, the store, and the effects, are continued once.
public struct JourneyExplorer: Sendable {
  private let setUp: JourneySetup

  /// Creates an explorer.
  ///
  /// - Parameters:
  ///   - patience: The time, in real time, after which the work between two actions is considered endless. It detects a step
  ///     that never ends.
  ///   - setUp: A closure that returns the pages of one process. The explorer calls it for each process of each
  ///     sequence, so it must create what a process has in memory, such as the flow and a secret of the pages.
  /// - Precondition: `patience` is greater than zero.
  public init<Content, Result>(
    patience: Duration = .seconds(60),
    _ setUp: @escaping @Sendable (_ stage: JourneyStage) throws -> Pages<Content, Result>
  ) {
    self.init(patience: patience, timed: MonotonicClock(), setUp) { $0 }
  }

  /// Creates an explorer with a clock for its patience, and with a server that can have faults.
  package init<Content, Result>(
    patience: Duration = .seconds(60), timed clock: any FlowClock = MonotonicClock(),
    _ setUp: @escaping @Sendable (_ stage: JourneyStage) throws -> Pages<Content, Result>,
    changing change: @escaping @Sendable (PagesDoor) -> PagesDoor = { $0 }
  ) {
    guard patience > .zero else {
      fatalError("A JourneyExplorer cannot wait for \(patience); its patience must be greater than zero.")
    }
    self.setUp = JourneySetup(patience: patience, clock: clock) { stage in change(try setUp(stage).door) }
  }

  /// Plays actions, and checks the laws after each of them.
  func play(_ actions: [JourneyAction]) async throws -> JourneyTrial {
    let trial = try await self.trial()
    for action in actions where trial.violation == nil { _ = try await trial.play(action) }
    return trial
  }

  /// Begins a trial. Throws a ``JourneyFailure`` if the setup throws an error.
  func trial(
    on place: any TrialPlace = MemoryPlace(), _ world: JourneyStage.World = JourneyStage.World(),
    at time: Duration = .zero
  ) async throws -> JourneyTrial {
    do {
      return try await JourneyTrial(on: place, setUp, world, at: time)
    } catch let violation as JourneyViolation {
      throw JourneyFailure(violation, [], [], sequences: 1)
    }
  }
}
