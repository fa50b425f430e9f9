import FlowChains

/// Finds the places at which a check plays Back, once for each way from one stop to the next.
struct BackCover {
  /// The ways that were played: the visits from one stop to the next, or to the step that takes a route back.
  private var played: Set<[FlowPath.Visit]> = []

  /// Returns the places at which one more run along a path plays Back; none if all were played.
  ///
  /// - Parameters:
  ///   - places: The places of the path.
  ///   - path: The path.
  /// - Returns: The places. The run ends at a place without a previous stop, and at a route back, so it plays these alone.
  func next(of places: [BackPlace], on path: FlowPath) -> [BackPlace] {
    let open = places.filter { !played.contains(way(to: $0, on: path)) }
    let passed = open.filter { $0.previousStop != nil && !$0.isRoute }
    return passed.isEmpty ? Array(open.prefix(1)) : passed
  }

  /// Records that a run has played Back at some places of a path.
  mutating func note(_ places: [BackPlace], on path: FlowPath) {
    for place in places { played.insert(way(to: place, on: path)) }
  }

  private func way(to place: BackPlace, on path: FlowPath) -> [FlowPath.Visit] {
    let visits = path.visits[(place.previousStop ?? 0)...place.visit]
    return place.isRoute ? Array(visits) : visits.dropLast() + [FlowPath.Visit(step: path.visits[place.visit].step)]
  }
}

/// A place of a path at which a check plays Back.
struct BackPlace {
  /// The index of the visit that is left backwards.
  let visit: Int
  /// The index of the visit to which Back leads; nil if no stop precedes.
  let previousStop: Int?
  /// A Boolean value that indicates whether the step itself goes back, by a route. Otherwise, it waits for the person.
  let isRoute: Bool

  /// Returns the places of a path.
  ///
  /// - Parameters:
  ///   - stops: The indices of the visits that are stops, in ascending order.
  ///   - routeBack: The index of the last visit, if the path ends there at a route back.
  /// - Returns: The places, in ascending order.
  static func places(_ stops: [Int], routeBack: Int?) -> [BackPlace] {
    let places = stops.enumerated().map { index, stop in
      BackPlace(visit: stop, previousStop: index > 0 ? stops[index - 1] : nil, isRoute: false)
    }
    guard let routeBack else { return places }
    return places + [BackPlace(visit: routeBack, previousStop: stops.last { $0 < routeBack }, isRoute: true)]
  }
}
