import FlowState

/// Back, as one trial plays it at places of its path.
struct BackPlay {
  /// The state of the run.
  enum Phase {
    /// The run moves along its path.
    case forwards
    /// The step at this place has started, and waits for Back.
    case waiting(BackPlace)
    /// The run goes back from this place.
    case returning(BackPlace)
    /// The run has gone back from this place to a stop that does its own work.
    case returned(BackPlace)
    /// The run has arrived where it should, and the trial ends.
    case done
  }

  private(set) var phase = Phase.forwards
  /// The places at which Back was played, in order.
  private(set) var played: [BackPlace] = []
  private var open: [BackPlace]

  init(at places: [BackPlace]) {
    open = places
  }

  /// The place from which the run goes back; nil if it doesn't.
  var place: BackPlace? { if case .returning(let place) = phase { place } else { nil } }

  /// A Boolean value that indicates whether the trial has shown what it was for.
  var isDone: Bool { if case .done = phase { true } else { false } }

  /// Records that a visit of the path has started. Returns whether it must wait for Back.
  mutating func starts(_ visit: Int) -> Bool {
    guard let index = open.firstIndex(where: { $0.visit == visit && !$0.isRoute }) else { return false }
    phase = .waiting(open.remove(at: index))
    return true
  }

  /// Returns whether the run must go back now, because a visit waits for it.
  mutating func takeRequest() -> Bool {
    guard case .waiting(let place) = phase else { return false }
    begin(place)
    return true
  }

  /// Returns whether a visit that takes a route back goes back.
  mutating func takesRoute(from visit: Int) -> Bool {
    guard let index = open.firstIndex(where: { $0.visit == visit && $0.isRoute }) else { return false }
    begin(open.remove(at: index))
    return true
  }

  private mutating func begin(_ place: BackPlace) {
    played.append(place)
    phase = .returning(place)
  }

  /// Records that the run is at the previous stop.
  mutating func arrives(doingOwnWork: Bool) {
    guard case .returning(let place) = phase else { return }
    phase = place.isRoute ? .done : doingOwnWork ? .returned(place) : .forwards
  }

  /// Returns whether the start of a visit shows that the run has come back by itself to the place that it has left.
  func loops(at visit: Int) -> Bool {
    if case .returned(let place) = phase { place.visit == visit } else { false }
  }

  /// Records that time passes in a visit, so that a stop that does its own work has shown something if it is that visit.
  mutating func timePasses(at visit: Int) {
    if case .returned(let place) = phase, place.previousStop == visit { phase = .forwards }
  }
}
