import Synchronization

/// The one turn of a conductor that its queue has to run, and may run once.
///
/// A queue that runs a turn again, even on two threads at once, traps before anything of the run is touched.
struct DueTurn: ~Copyable {
  /// The number of the turn that is due, or 0 while none is.
  private let due = Atomic<UInt>(0)
  /// How many turns there have been. Guard: whoever has made the mailbox busy, which is one at a time.
  private let count = Atomic<UInt>(0)

  /// Makes a turn due. Only for whoever has made the mailbox busy, or keeps it so.
  ///
  /// - Returns: The number of the turn.
  func schedule() -> UInt {
    let number = count.load(ordering: .relaxed) &+ 1
    count.store(number, ordering: .relaxed)
    due.store(number, ordering: .releasing)
    return number
  }

  /// Makes the caller the one who runs a turn. Traps unless that turn is due.
  func claim(_ number: UInt) {
    let (isDue, _) = due.compareExchange(
      expected: number, desired: 0, successOrdering: .acquiring, failureOrdering: .relaxed)
    requireUse(isDue, "A FlowTurn was run twice; a queue runs each turn that it was given once.")
  }

  /// Makes a turn due again that has more to deliver.
  func giveBack(_ number: UInt) {
    due.store(number, ordering: .releasing)
  }
}
