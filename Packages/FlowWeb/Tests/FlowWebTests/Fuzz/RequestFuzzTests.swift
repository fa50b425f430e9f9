import FlowDurable
import FlowStateTesting
import Foundation
import Testing
import WebTestSupport

/// Random requests, among them those of people with changes.
///
/// `FLOW_WEB_FUZZ_SECONDS=1800` plays them for that time, and `FLOW_WEB_FUZZ_SEED` chooses the first seed. Secrets are
/// random in each run, so a failure shows its request.
@Suite("Random requests")
struct RequestFuzzTests {
  @Test("No request makes the pages fail, or shows or changes a journey without its cookie")
  func requests() async throws {
    let environment = ProcessInfo.processInfo.environment
    let seconds = environment["FLOW_WEB_FUZZ_SECONDS"].flatMap { Int($0) }
    var seed =
      environment["FLOW_WEB_FUZZ_SEED"].flatMap { UInt64($0) } ?? (seconds == nil ? 1 : .random(in: 0..<1 << 40))
    let end = ContinuousClock.now + .seconds(seconds ?? 0)
    var counts = FuzzRound.Counts()
    var rounds = 0
    repeat {
      rounds += 1
      var round = try FuzzRound(seed: seed)
      try await round.play(400, &counts)
      seed += 1
    } while !counts.hasFailed && (seconds == nil ? rounds < 5 : ContinuousClock.now < end)
    print("Random requests: \(counts.statuses.sorted { $0.key < $1.key }), slowest \(counts.slowest)")
    // The requests reach the pages, and not just their faults.
    for status in [200, 303, 400, 403, 404] { #expect(counts.statuses[status, default: 0] > 0, "\(status)") }
  }
}

/// One site, with some people and an attacker.
struct FuzzRound {
  struct Counts {
    var statuses: [Int: Int] = [:]
    var slowest = Duration.zero
    var hasFailed = false
  }

  private let seed: UInt64
  private var random: SeededGenerator
  private let folder: TemporaryFolder
  private let site: FuzzSite
  private var people: [FuzzPerson]
  private var changes = FuzzChanges()
  /// All cookies that journeys have had, by the journeys.
  private var secrets: [String: Set<String>] = [:]

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    folder = try TemporaryFolder()
    site = try FuzzSite(files: folder.path("files"))
    people = FuzzSite.bases.enumerated().flatMap { place, base in
      [FuzzPerson(2 * place, base: base), FuzzPerson(2 * place + 1, base: base)]
    }
  }

  mutating func play(_ count: Int, _ counts: inout Counts) async throws {
    let working = Task { [site] in try await site.worker.run() }
    for _ in 0..<count where !counts.hasFailed {
      if changes.seen.count < 10 || Int.random(in: 0..<2, using: &random) == 0 {
        let place = Int.random(in: 0..<people.count, using: &random)
        let request = people[place].request(&random)
        let reply = try await send(request, &counts)
        people[place].receive(reply)
        changes.add(request)
      } else {
        try await attack(changes.request(&random), &counts)
      }
    }
    await site.worker.stop()
    working.cancel()
    _ = try? await working.value
  }

  /// Sends a request of an attacker, and checks the journeys whose cookies it hasn't.
  private mutating func attack(_ request: FuzzRequest, _ counts: inout Counts) async throws {
    let before = try await site.rest()
    let cookie = request["cookie"] ?? ""
    let strange = before.keys.filter { key in
      let isResumed = request.method == "POST" && request.path.contains("\(key)/-/resume/")
      return !isResumed && !secrets[key, default: []].contains { cookie.contains($0) }
    }
    let reply = try await send(request, &counts)
    let after = try await site.rest()
    for key in strange where before[key] != after[key] {
      fail("A request without its cookie changed the journey \(key).", request, reply, &counts)
    }
    let text = "\(request)"
    for person in people where !text.contains(person.mark) && !reply.body.isEmpty && reply.body.contains(person.mark) {
      let own = person.cookies.values.contains { cookie.contains($0.value) }
      let known = secrets.values.joined().contains { cookie.contains($0) }
      if !own && !known {
        fail("A request without a cookie shows what '\(person.mark)' entered.", request, reply, &counts)
      }
    }
  }

  private mutating func send(_ request: FuzzRequest, _ counts: inout Counts) async throws -> FuzzReply {
    let start = ContinuousClock.now
    let reply = try await site.send(request)
    counts.slowest = max(counts.slowest, ContinuousClock.now - start)
    counts.statuses[reply.status, default: 0] += 1
    if reply.status >= 500 || reply.status < 200 { fail("The status is \(reply.status).", request, reply, &counts) }
    if ContinuousClock.now - start > .seconds(60) { fail("The reply took a minute.", request, reply, &counts) }
    for location in reply.all("location") where !location.hasPrefix("/") || location.hasPrefix("//") {
      fail("The reply leads away, to \(location).", request, reply, &counts)
    }
    for value in reply.all("set-cookie") {
      let parts = value.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst().split(separator: ".")
      if parts.count == 2 { secrets[String(parts[0]), default: []].insert(String(parts[1])) }
    }
    return reply
  }

  private func fail(_ sentence: String, _ request: FuzzRequest, _ reply: FuzzReply, _ counts: inout Counts) {
    counts.hasFailed = true
    Issue.record(
      "\(sentence) Seed \(seed).\n\(request)\n\n\(reply.status) \(reply.headers)\n\(reply.body.prefix(1_500))")
  }
}
