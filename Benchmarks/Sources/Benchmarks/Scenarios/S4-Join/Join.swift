/// S4: many pieces of work at once, each completed in a block on the global queue, and one wait for all.
///
/// The stopwatch starts with the first child and stops when the join is known.
enum Join {
  static let scenario = Scenario(
    "S4", "join of 1,000 children completed on the global queue", size: 1_000, per: "child",
    expecting: { size in (0..<size).reduce(0) { $0 + $1 * $1 } },
    [dispatchGroup, flowState, taskGroup, taskGroupOfCallbacks, nio, nioFromDispatch])
}
