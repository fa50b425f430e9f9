import FlowDurable
import FlowJSON
import FlowStateTesting

/// The laws that each store must keep, as tests that you can run yourself.
///
/// ```swift
/// for law in FlowStoreLaws.all {  // the arguments of a test
///   let clock = ManualClock()
///   try await law.check(StoreUnderTest(MemoryStore(timed: clock)) { clock.advance(by: $0) })
/// }
/// ```
///
/// The names begin with the numbers of the laws in the documentation of FlowDurable. ``RandomStoreOperations``
/// additionally compares a store with a model.
public enum FlowStoreLaws {
  /// A law that each store must keep.
  public struct Law: Sendable, CustomStringConvertible {
    /// The name of the law.
    public let name: String
    private let body: @Sendable (StoreExaminer) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (StoreExaminer) async throws -> Void) {
      self.name = name
      self.body = body
    }

    /// Checks that a store keeps the law. Succeeds if the law needs a feature that the store doesn't have.
    ///
    /// - Parameter subject: A store without runs.
    /// - Throws: ``StoreLawViolation``, or an error of the store that the law doesn't expect.
    public func check(_ subject: StoreUnderTest) async throws {
      try await body(StoreExaminer(subject, law: name))
    }

    /// The name of the law.
    public var description: String { name }
  }

  /// All laws.
  public static let all: [Law] =
    adding + claiming + appending + sending + answering + racing + listing + reading + keeping
}

/// A store, with checks that report which law was broken.
final class StoreExaminer: Sendable {
  let subject: StoreUnderTest
  let law: String

  init(_ subject: StoreUnderTest, law: String) {
    self.subject = subject
    self.law = law
  }

  var store: any FlowStore { subject.store }

  func expect(_ condition: Bool, _ finding: @autoclosure () -> String) throws(StoreLawViolation) {
    if !condition { throw StoreLawViolation(law: law, finding()) }
  }

  func expect<Value: Equatable>(
    _ found: Value, is expected: Value, _ what: String
  ) throws(StoreLawViolation) {
    try expect(found == expected, "\(what): expected \(expected), found \(found).")
  }

  /// Expects that records come back as they were, also in the bytes of their texts.
  func expect(_ found: [FlowRecord], is expected: [FlowRecord], _ what: String) throws(StoreLawViolation) {
    try expect(found == expected, "\(what): expected \(expected), found \(found).")
    try expect(found.map(\.json), spelledAs: expected.map(\.json), what)
  }

  /// Expects that values have the same bytes, because Swift considers several spellings of a text equal.
  func expect(
    _ found: [JSONValue], spelledAs expected: [JSONValue], _ what: String
  ) throws(StoreLawViolation) {
    let (found, expected) = (found.map(\.jsonText), expected.map(\.jsonText))
    try expect(
      found.elementsEqual(expected) { $0.utf8.elementsEqual($1.utf8) },
      "\(what): expected the spelling \(expected.map(\.spelling)), found \(found.map(\.spelling)).")
  }

  func expect(
    _ expected: StoreError, _ what: String, _ body: () async throws(StoreError) -> Void
  ) async throws(StoreLawViolation) {
    do {
      try await body()
    } catch {
      return try expect(error == expected, "\(what): expected the error \"\(expected)\", found \"\(error)\".")
    }
    throw StoreLawViolation(law: law, "\(what): expected the error \"\(expected)\", found none.")
  }

  /// Adds a run of the flow `order`.
  func add(key: String? = nil) async throws -> RunNumber {
    try await store.add(NewRun(flow: "order", key: key)).run
  }

  /// Claims runs of the flow `order` for 30 seconds.
  func claim(_ limit: Int = 1) async throws -> [ClaimedRun] {
    try await store.claim(ClaimRequest(["order"], limit: limit, lease: .seconds(30)))
  }

  /// Claims the only run that is due.
  func claimOne() async throws -> ClaimedRun {
    let runs = try await claim(2)
    guard let run = runs.first, runs.count == 1 else {
      throw StoreLawViolation(law: law, "Expected one run to be due, found \(runs.count).")
    }
    return run
  }

  /// Waits for the next hint of a stream. A store that gives none violates the law, and doesn't stop it.
  func awaitWake(_ wakes: AsyncStream<Void>, _ occasion: String) async throws {
    let patience = subject.patience
    let isAwake = await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        var hints = wakes.makeAsyncIterator()
        return await hints.next() != nil
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
    try expect(isAwake, "There is no hint \(occasion).")
  }

  func summary(of run: RunNumber) async throws -> RunSummary? {
    let first = RunNumber(rawValue: run.rawValue - 1)
    return try await store.runs(RunQuery(), after: first, limit: 1).first { $0.number == run }
  }

  /// Returns the runs of all pages.
  ///
  /// - Throws: A violation if a page repeats a run, because such pages may never end.
  func pages(of limit: Int, _ query: RunQuery) async throws -> [RunSummary] {
    var (runs, numbers): ([RunSummary], Set<RunNumber>) = ([], [])
    while true {
      let page = try await store.runs(query, after: runs.last?.number, limit: limit)
      if page.isEmpty { return runs }
      try expect(page.count <= limit, "A page has \(page.count) runs instead of at most \(limit).")
      for run in page {
        try expect(numbers.insert(run.number).inserted, "The pages repeat the run \(run.number).")
      }
      runs += page
    }
  }

  /// Returns a settlement of a step.
  func settled(_ step: String, visit: Int = 1) -> FlowRecord {
    var settled = FlowRecord.Settled(step: step, visit: visit)
    settled.result = ["id": "p1", "amounts": [1, 2.5, nil, true]]
    settled.set = ["ThePayment": KeptValue("p1", version: 2), "TheOrder": KeptValue(["id": 4711])]
    settled.removed = ["TheCart"]
    settled.destination = "shipped"
    return FlowRecord(.settled(settled))
  }
}

extension String {
  /// The text with escapes for all characters outside ASCII, so that texts with different bytes differ.
  var spelling: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}

extension FlowMessage {
  /// The body of a message; nil for a command, and for a message without a body.
  var body: JSONValue? {
    if case .message(_, let body) = content { body } else { nil }
  }
}
