public import FlowDurable
import FlowStateTesting

/// A store that the laws examine, with the means to let time pass for it.
///
/// ```swift
/// let clock = ManualClock()
/// let subject = StoreUnderTest(MemoryStore(timed: clock)) { clock.advance(by: $0) }
/// ```
public struct StoreUnderTest: Sendable {
  /// The store. It has no runs when a law begins.
  public var store: any FlowStore
  /// Lets time pass on the store's clock.
  public let advance: @Sendable (Duration) async throws -> Void
  /// Ends the process that has the store, as far as the store can know, and opens the store again; nil if the store doesn't
  /// survive its process.
  public let reopen: (@Sendable (any FlowStore) async throws -> any FlowStore)?
  /// Lets the store have a record of a run that can't be read, as a defect or another program may leave it; nil if the test has no means
  /// to do that.
  public let spoil: (@Sendable (_ store: any FlowStore, _ run: RunNumber) async throws -> Void)?

  /// Creates a subject.
  ///
  /// - Parameters:
  ///   - store: A store without runs.
  ///   - reopen: Opens the store again.
  ///   - spoil: Lets the store have a record of a run that can't be read, such as `{"settled":1}`.
  ///   - advance: Lets time pass on the store's clock.
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

/// What a store has done against a law.
///
/// ```swift
/// print(StoreLawViolation(law: "D3 Fenced", "A worker without a lease has appended a record."))
/// ```
public struct StoreLawViolation: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the law.
  public let law: String
  /// What the store has done.
  public let finding: String

  /// Creates a violation.
  ///
  /// - Parameters:
  ///   - law: The name of the law.
  ///   - finding: What the store has done, as a sentence.
  public init(law: String, _ finding: String) {
    self.law = law
    self.finding = finding
  }

  /// The law and what the store has done.
  public var description: String { "\(law): \(finding)" }
}
