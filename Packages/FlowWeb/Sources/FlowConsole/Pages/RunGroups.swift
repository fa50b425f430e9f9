import FlowDurable

/// Runs that are parked or have failed, by their reasons.
struct RunGroups: Sendable {
  /// The maximum number of parked runs that are grouped, which are the newest.
  static let limit = 1_000
  /// The maximum number of failed runs that are grouped: their records are read for the reason.
  static let failedLimit = 200

  /// Runs with the same reason.
  struct Group: Sendable {
    /// The reason of the newest run.
    let reason: String
    /// A short name of the reason, for paths.
    let name: String
    fileprivate(set) var runs: [RunSummary]
  }

  let status: RunStatus
  /// The groups, the largest first.
  private(set) var groups: [Group] = []
  /// The number of runs in all groups.
  private(set) var count = 0
  /// Whether older runs were left out.
  private(set) var hasMore = false

  /// Returns the groups of the runs that match a filter.
  ///
  /// - Parameters:
  ///   - source: The source of the runs.
  ///   - query: The conditions for the runs, without a state.
  ///   - status: Parked or failed.
  /// - Throws: An error of the store.
  init(_ source: any RunSource, _ query: RunQuery, _ status: RunStatus) async throws {
    self.status = status
    var query = query
    query.select(status)
    query.order = .number
    query.newestFirst = true
    let limit = status == .ending(.failed) ? Self.failedLimit : Self.limit
    let runs = try await source.runs(query, after: nil, limit: limit + 1)
    hasMore = runs.count > limit
    var places: [String: Int] = [:]
    for run in runs.prefix(limit) {
      let reason: String
      // A run that was removed after it was listed is left out.
      do { reason = try await source.reason(of: run) } catch StoreError.unknownRun { continue }
      count += 1
      let kind = Self.kind(of: reason)
      if let place = places[kind] {
        groups[place].runs.append(run)
      } else {
        places[kind] = groups.count
        groups.append(Group(reason: reason, name: kind.shortHash, runs: [run]))
      }
    }
    groups.sort { $0.runs.count > $1.runs.count }
  }

  /// Returns a reason without its numbers, which differ between runs with the same problem.
  private static func kind(of reason: String) -> String {
    var kind = ""
    for character in reason.shortened(to: 1_000) where !(character.isNumber && kind.last == "#") {
      kind.append(character.isNumber ? "#" : character)
    }
    return kind
  }
}

extension RunSource {
  /// Returns the reason why a run is parked or has failed.
  fileprivate func reason(of run: RunSummary) async throws -> String {
    if case .parked(let reason) = run.state { return reason }
    return try await failure(of: run)?.words ?? "The reason isn't known."
  }
}
