import FlowChains
import FlowDurable
import FlowState
import TestSupport
import Testing

/// The keys of visits in runs that aren't durable, which a service could take for one request if they were alike.
struct VisitInMemoryTests {
  private struct Refused: Error {}

  /// The keys that the work of a step has received.
  private final class Keys: Sendable {
    let all = Guarded<[String]>([])

    /// Adds a key, and returns the number of keys.
    func add(_ key: String) -> Int {
      all.withLock {
        $0.append(key)
        return $0.count
      }
    }
  }

  /// A flow of one step that fails at its first attempt, and leads to itself once.
  private func flow(_ keys: Keys) throws -> Flow<Any, Int> {
    let request = FlowStepDeclaration(Any.self, Int.self, identifier: "request") { _, visit in
      let count = keys.add(visit.key)
      if count % 3 == 1 { throw Refused() }
      return count
    }
    .retry(attempts: 2)
    .branching(["again": .step("request"), "on": .end]) { count in (count ?? 0) % 3 == 2 ? "again" : "on" }
    return try Flow(FlowChain("plain/run") { request }, Any.self, Int.self)
  }

  @Test("Attempts have one key, and another visit, another run and another flow of the same name have other keys")
  func keys() async throws {
    let keys = Keys()
    let first = try flow(keys)
    _ = try await first.run()
    _ = try await first.run()
    _ = try await flow(keys).run()
    let all = keys.all.withLock { $0 }
    #expect(all.count == 9)
    for run in 0..<3 { #expect(all[3 * run] == all[3 * run + 1]) }
    #expect(Set(all).count == 6)
    #expect(all.allSatisfy { $0.hasPrefix("plain%2Frun/#") && $0.contains("/request#") })
  }

  @Test("The undo of a visit has the key of the visit, and those of other visits and runs have other keys")
  func undoKeys() async throws {
    let (keys, undone) = (Keys(), Keys())
    let reserve = FlowStepDeclaration(Any.self, Int.self, identifier: "reserve") { _, visit in keys.add(visit.key) }
      .timeout(.seconds(60))
      .branching(["again": .step("reserve"), "on": .next]) { count in (count ?? 0) % 2 == 1 ? "again" : "on" }
      .undoing { _, visit in _ = undone.add(visit.key) }
    let fail = FlowStepDeclaration(Any.self, Int.self, identifier: "fail") { _ in throw Refused() }
    let flow = try Flow(
      FlowChain("plain") {
        reserve; fail
      }, Any.self, Int.self)
    for _ in 0..<2 { await #expect(throws: FlowError.self) { try await flow.run() } }
    let visits = keys.all.withLock { $0 }
    #expect(Set(visits).count == 4)
    #expect(undone.all.withLock { $0 } == [1, 0, 3, 2].map { visits[$0] + "/undo" })
  }

  @Test("An attempt that a route starts again is undone with its own key, not with that of the latest attempt")
  func keysOfAttempts() async throws {
    let (keys, undone) = (Keys(), Keys())
    let pay = FlowStepDeclaration(String.self, Int.self, identifier: "pay") { (_: String?, visit: DurableVisit) in
      let count = keys.add(visit.key)
      if count < 3 { throw Refused() }
      return count
    }
    .undoing { _, visit in _ = undone.add(visit.key) }
    .undoingInterrupted { _, visit in _ = undone.add(visit.key) }
    .given { _ in "order" }
    .catching(["again": .step("pay")]) { _ in "again" }
    let fail = FlowStepDeclaration(Any.self, Int.self, identifier: "fail") { _ in throw Refused() }
    let flow = try Flow(
      FlowChain("plain") {
        pay; fail
      }, Any.self, Int.self)
    await #expect(throws: FlowError.self) { try await flow.run() }
    #expect(undone.all.withLock { $0 } == keys.all.withLock { $0 }.reversed().map { $0 + "/undo" })
  }
}
