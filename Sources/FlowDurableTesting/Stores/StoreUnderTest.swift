public import FlowDurable
import FlowStateTesting

/// A store that the laws examine, with a means to advance its clock.
///
/// ```swift
/// let clock = ManualClock()
/// let subject = StoreUnderTest(MemoryStore(timed: clock)) { clock.advance(by: $0) }
/// ```
public struct StoreUnderTest: Sendable {
  /// The store. It has no runs when a law begins.
  public var store: any FlowStore
  /// Advances the store's clock.
  public let advance: @Sendable (Duration) async throws -> Void
  /// Ends the process of the store, as far as the store can notice, and opens the store again; nil if the store doesn't
  /// survive its process.
  public let reopen: (@Sendable (any FlowStore) async throws -> any FlowStore)?
  /// Gives the store an unreadable record of a run, such as a defect or another program may leave; nil if the test
  /// can't do this.
  public let spoil: (@Sendable (_ store: any FlowStore, _ run: RunNumber) async throws -> Void)?
  /// The maximum wait for a hint, in real time, because a store may give hints from threads of its own.
  var patience = Duration.seconds(60)

  /// Creates a subject.
  ///
  /// - Parameters:
  ///   - store: A store without runs.
  ///   - reopen: Opens the store again.
  ///   - spoil: Gives the store an unreadable record of a run, such as `{"settled":1}`.
  ///   - advance: Advances the store's clock.
  public init(
    _ store: any FlowStore, reopening reopen: (@Sendable (any FlowStore) async throws -> any FlowStore)? = nil,
    spoiling spoil: (@Sendable (_ store: any FlowStore, _ run: RunNumber) async throws -> Void)? = nil,
    advancing advance: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.store = store
    self.reopen = reopen
    self.spoil = spoil
    self.advance = advance
  }
}

/// A violation of a law by a store.
///
/// ```swift
/// print(StoreLawViolation(law: "D3 Fenced", "A worker without a lease has appended a record."))
/// ```
public struct StoreLawViolation: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the law.
  public let law: String
  /// The behaviour of the store that violates the law.
  public let finding: String

  /// Creates a violation.
  ///
  /// - Parameters:
  ///   - law: The name of the law.
  ///   - finding: The behaviour of the store that violates the law, as a sentence.
  public init(law: String, _ finding: String) {
    self.law = law
    self.finding = finding
  }

  /// The law and the finding.
  public var description: String { "\(law): \(finding)" }
}
