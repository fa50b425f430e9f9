/// The settlement of one handler: a state machine that fits into one atomic word.
///
/// A handler is completed from any thread and attached by its run's queue; the two race. `Ticket` says what each of them
/// has to do next and what the word becomes. It knows no thread, no lock and no memory: ``AnyFlowStepHandler`` holds the
/// word and does the asking.
///
///     fresh ──complete──▶ filling ──publish──▶ early ──attach──────▶ settled ──renew──▶ fresh
///       │                    │ attach                                  ▲
///       │                    ▼                                         │ deliver
///       │             fillingAttached ──publish──▶ claimed ────────────┘
///       └─attach─▶ waiting ──complete─────────────▲
///
/// The upper bits count completions that came on top of the one that counts, so that none goes unreported.
@usableFromInline
struct Ticket: Equatable, Sendable {
  @usableFromInline
  enum Phase: UInt32, Sendable {
    /// Not attached, nothing reported.
    case fresh
    /// Not attached; a thread is storing its report.
    case filling
    /// Not attached; a report is stored.
    case early
    /// Attached while a thread was storing its report; that thread will deliver.
    case fillingAttached
    /// Attached; the lane waits.
    case waiting
    /// Attached; one completion has won and is on its way to the queue.
    case claimed
    /// The completion was delivered.
    case settled
    /// As settled, while a thread reads whom to tell of an extra completion.
    case reporting
  }

  /// What a thread that completes has to do.
  @usableFromInline
  enum Completing: Equatable, Sendable {
    /// Store the report, then publish it.
    case store
    /// Store the report, then hand it to the queue: this completion has won.
    case deliver
    /// Nothing: counted as surplus.
    case ignore
    /// Tell the queue that a completion came after the settlement.
    case report
    /// Look again; another thread is between two instructions.
    case again
  }

  /// What the queue has to do with a handler that an intent returned.
  @usableFromInline
  enum Attaching: Equatable, Sendable {
    /// Wait for the completion.
    case wait
    /// Take the stored report now.
    case take
  }

  /// What a handler that has been attached before is good for.
  @usableFromInline
  enum Renewal: Equatable, Sendable {
    /// Nothing is under way for it.
    case free
    /// It still works for an earlier start.
    case busy
    /// Look again; another thread is between two instructions.
    case again
  }

  @usableFromInline var phase: Phase
  @usableFromInline var surplus: UInt32

  @inlinable
  init(_ phase: Phase = .fresh, surplus: UInt32 = 0) {
    self.phase = phase
    self.surplus = surplus
  }

  @inlinable
  init(word: UInt32) {
    phase = Phase(rawValue: word & 0xF) ?? .fresh
    surplus = word >> 4
  }

  @inlinable var word: UInt32 { phase.rawValue | surplus << 4 }

  @inlinable
  mutating func complete() -> Completing {
    switch phase {
    case .fresh:
      phase = .filling
      return .store
    case .early:
      phase = .filling
      countSurplus()
      return .store
    case .waiting:
      phase = .claimed
      return .deliver
    case .filling, .fillingAttached, .claimed:
      countSurplus()
      return .ignore
    case .settled:
      phase = .reporting
      return .report
    case .reporting:
      return .again
    }
  }

  /// After a report was stored on an unattached handler; true if the handler was attached meanwhile.
  @inlinable
  mutating func publish() -> Bool {
    let attached = phase == .fillingAttached
    phase = attached ? .claimed : .early
    return attached
  }

  /// Before a handler is attached: one that served an earlier start is made fresh.
  @inlinable
  mutating func renew() -> Renewal {
    switch phase {
    case .fresh, .filling, .early:
      return .free
    case .settled:
      phase = .fresh
      surplus = 0
      return .free
    case .waiting, .claimed, .fillingAttached:
      return .busy
    case .reporting:
      return .again
    }
  }

  /// Makes the lane the one that the handler reports to.
  @inlinable
  mutating func attach() -> Attaching {
    switch phase {
    case .fresh:
      phase = .waiting
      return .wait
    case .filling:
      phase = .fillingAttached
      return .wait
    case .early:
      phase = .settled
      return .take
    case .waiting, .claimed, .fillingAttached, .settled, .reporting:
      return .wait
    }
  }

  /// After the queue has received the completion; returns how many others came on top of it.
  @inlinable
  mutating func deliver() -> UInt32 {
    phase = .settled
    let count = surplus
    surplus = 0
    return count
  }

  /// Before the queue delivers a report that did not go through the ticket; false if another one has won meanwhile.
  @inlinable
  mutating func settleWaiting() -> Bool {
    guard phase == .waiting else { return false }
    phase = .settled
    return true
  }

  /// After the queue has been told of an extra completion.
  @inlinable
  mutating func reported() {
    phase = .settled
  }

  @inlinable
  mutating func countSurplus() {
    if surplus < UInt32.max >> 4 { surplus += 1 }
  }
}
