public import FlowDurable
import FlowState
import Synchronization

/// The setup of one process of a ``JourneyExplorer``: a store, the answers that people give, and the effects of steps.
///
/// ```swift
/// let explorer = JourneyExplorer { stage in
///   stage.answer("person", with: ["name": "Ada"], ["name": "Bob"])
///   return Pages(signUp, worker: stage.worker(running: signUp), at: "/sign-up")
/// }
/// ```
public final class JourneyStage: Sendable {
  /// An effect of a step on the world outside.
  struct Effect: Sendable, Hashable {
    var name: String
    /// The key of the visit whose step has the effect.
    var visit: String
    /// The key under which the world outside knows the effect.
    var key: String
    /// Whether a visit that is gone back past must have undone it.
    var mustBeUndone: Bool
    var isUndo = false
  }

  /// The effects in a trial, in all its processes.
  final class World: Sendable {
    private let state: Mutex<[(effect: Effect, size: Int)]>
    /// The size of the journal, where one is kept.
    private let size: @Sendable () -> Int

    init(_ effects: [Effect] = [], size: @escaping @Sendable () -> Int = { 0 }) {
      state = Mutex(effects.map { ($0, 0) })
      self.size = size
    }

    var effects: [Effect] { state.withLock { $0.map(\.effect) } }

    /// Returns the effects that had happened when the journal had a size.
    func effects(at size: Int) -> [Effect] {
      state.withLock { $0.filter { $0.size <= size }.map(\.effect) }
    }

    func add(_ effect: Effect) { state.withLock { $0.append((effect, size())) } }
  }

  private struct State {
    var answers: [String: [KeyValuePairs<String, String>]] = [:]
    var requirements: [@Sendable (JourneyReport) -> String?] = []
  }

  /// The store of the process. Its clock stands still until a sequence lets time pass.
  public let store: any FlowStore
  private let clock: any FlowClock
  private let world: World
  private let state = Mutex(State())

  init(_ store: any FlowStore, timed clock: any FlowClock, _ world: World) {
    self.store = store
    self.clock = clock
    self.world = world
  }

  /// The time for which a worker of a trial claims a run.
  static let lease = Duration.seconds(1)

  /// Returns a worker for the pages. The explorer lets it work.
  ///
  /// - Parameters:
  ///   - flows: The flows whose runs the worker executes.
  ///   - store: A store in front of ``store``; nil for that store itself.
  /// - Returns: The worker.
  public func worker(running flows: any AnyDurableFlow..., on store: (any FlowStore)? = nil) -> FlowWorker {
    FlowWorker(
      store ?? self.store, running: flows, atOnce: 8, lease: Self.lease, misfitGrace: .zero, keepingEnded: nil,
      timed: RequestClock(clock))
  }

  /// Declares what people enter on the page of a step. Fields that an answer doesn't name stay as the page shows them. The
  /// first answer is one with which the journey continues.
  ///
  /// A date is one text, such as `1815-12-10`. Files can't be entered. A step or an input that isn't there, and a first answer that the form
  /// refuses, are failures of the setup.
  ///
  /// - Parameters:
  ///   - step: The name of the step.
  ///   - answers: The answers, each with the names and texts of inputs. A name that repeats is one of several choices.
  public func answer(_ step: String, with answers: KeyValuePairs<String, String>...) {
    state.withLock { $0.answers[step, default: []] += answers }
  }

  /// Reports an effect of a step. The explorer checks that each visit has it under one key, however often a server died.
  ///
  /// - Parameters:
  ///   - effect: A name of the effect, such as `charge`.
  ///   - visit: The visit whose step has the effect.
  ///   - key: The key that the world outside gets; that of the visit by default.
  ///   - mustBeUndone: Whether the effect must be undone when the journey goes back past the visit.
  public func perform(
    _ effect: String, for visit: DurableVisit, key: String? = nil, mustBeUndone: Bool = false
  ) {
    world.add(Effect(name: effect, visit: visit.key, key: key ?? visit.key, mustBeUndone: mustBeUndone))
  }

  /// Reports that the undo of a step has undone its effect.
  ///
  /// - Parameters:
  ///   - effect: The name of the effect.
  ///   - visit: The visit of the undo.
  public func undo(_ effect: String, for visit: DurableVisit) {
    let key = visit.key.hasSuffix("/undo") ? String(visit.key.dropLast(5)) : visit.key
    world.add(Effect(name: effect, visit: key, key: visit.key, mustBeUndone: false, isUndo: true))
  }

  /// Adds a requirement that is checked after each action.
  ///
  /// - Parameter requirement: Returns a sentence if the journeys are wrong, and nil otherwise.
  public func require(_ requirement: @escaping @Sendable (_ report: JourneyReport) -> String?) {
    state.withLock { $0.requirements.append(requirement) }
  }

  var requirements: [@Sendable (JourneyReport) -> String?] { state.withLock { $0.requirements } }
  /// The steps with answers, sorted.
  var steps: [String] { state.withLock { $0.answers.keys.sorted() } }

  /// Returns the answers of a step.
  func answers(of step: String) -> [KeyValuePairs<String, String>] { state.withLock { $0.answers[step] ?? [] } }
}
