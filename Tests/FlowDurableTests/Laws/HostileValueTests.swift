import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Values that callers of a store can write although no flow does. A store can read all that it accepts, also after a restart.
struct HostileValueTests {
  @Test(
    "A reopened journal has everything that it accepted, and answers as a store in memory does",
    arguments: 1...UInt64(trials(6, few: 2)))
  func roundTrip(_ seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    var stores = [
      StoreUnderTest.memory(), try .file(folder, surviving: .process, compactingAt: seed % 2 == 0 ? 0 : 64 << 20),
    ]
    var values = HostileValues(seed: seed)
    for step in 1...150 {
      let call = values.call(step)
      var answers: [String] = []
      for store in stores { answers.append(await call(store.store)) }
      guard answers[0] == answers[1] else {
        Issue.record("seed \(seed), call \(step): \(Self.difference(answers[0], answers[1]))")
        return
      }
      guard step % 10 == 0, let reopen = stores[1].reopen else { continue }
      stores[1].store = try await reopen(stores[1].store)
      for store in stores { try await store.advance(.seconds(30)) }
      for (kept, found) in zip(await all(stores[0].store), await all(stores[1].store)) where kept != found {
        Issue.record("seed \(seed), after call \(step): \(Self.difference(kept, found))")
        return
      }
    }
  }

  /// Returns the parts of two texts where they begin to differ.
  private static func difference(_ one: String, _ other: String) -> String {
    let common = zip(one.unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.count
    return [one, other].map {
      String(String.UnicodeScalarView($0.unicodeScalars.dropFirst(max(0, common - 80)).prefix(240)))
    }
    .joined(separator: "\n  and ")
  }

  /// Returns descriptions of everything that a store has.
  private func all(_ store: any FlowStore) async -> [String] {
    var all: [String] = []
    for run in (try? await store.runs(RunQuery(), after: nil, limit: .max)) ?? [] {
      all.append("\(run)")
      do { all.append("\(try await store.records(of: run.number, after: 0, limit: .max))") } catch {
        all.append("\(error)")
      }
      do { all.append("\(try await store.messages(of: run.number, after: 0, limit: .max))") } catch {
        all.append("\(error)")
      }
    }
    return all
  }
}

/// Makes calls of a store with values that are as bad as their types allow.
private struct HostileValues {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[draw(values.count)] }
  private mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? { draw(2) == 0 ? nil : value(&self) }

  private mutating func text() -> String {
    switch draw(6) {
    case 0: "a" + String(repeating: "\u{301}\u{316}", count: pick([1, 64, 70, 500]))
    case 1: pick(["b\(String(repeating: "\u{316}", count: 1_001))", String(repeating: "k", count: 5_000)])
    case 2:
      pick(["é", "e\u{301}", "\u{212B}", "\u{C5}", "\u{FEFF}x", "\u{0}", "\r\n", "\u{2028}\u{202E}", "\u{10FFFF}"])
    case 3: pick(["", " ", "\"", "\\", "\\u0000", "\u{7F}\u{1}", "null", "1e999", "👩‍👩‍👧"])
    case 4:
      pick([
        "run", "number", "received", "kept", "then", "at", "due", "lane", "taken", "began", "settled", "message",
        "command",
        "to", "key", "visit", "arrival", "arrived", "snapshot", "step", "names", "attempt", "queue", "priority", "set",
      ])
    default: "step \(draw(4))"
    }
  }

  private mutating func integer() -> Int {
    pick([0, 1, 2, -1, .max, .min, 1 << 53, (1 << 53) + 1, Int(Int32.max), Int(Int32.max) + 1, draw(9)])
  }

  private mutating func value(_ levels: Int = 3) -> JSONValue {
    switch draw(levels == 0 ? 4 : 7) {
    case 0: return .string(text())
    case 1: return .integer(Int64(integer()))
    case 2:
      return .number(
        pick([
          -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e21, 0.1, .nan, .infinity, 1, 9_007_199_254_740_994,
        ]))
    case 3: return pick([.null, true, [], [:]])
    case 4: return .array((0..<draw(4)).map { _ in value(levels - 1) })
    case 5: return .object(object(levels - 1))
    default:
      var value = value(levels - 1)
      for _ in 0..<pick([0, 1, 490, 497, 498, 499, 500, 600]) { value = draw(2) == 0 ? [value] : ["a": value] }
      return value
    }
  }

  private mutating func object(_ levels: Int = 2) -> JSONObject {
    JSONObject((0..<draw(4)).map { _ in (text(), value(levels)) })
  }

  private mutating func failure() -> RecordedFailure {
    RecordedFailure(type: text(), text: text(), value: maybe { $0.value() })
  }

  private mutating func message() -> FlowMessage {
    let content: FlowMessage.Content =
      switch draw(6) {
      case 0: .cancel
      case 1: .retry
      case 2: .back(to: text())
      default: .message(name: text(), body: value())
      }
    return FlowMessage(content, key: maybe { $0.text() })
  }

  private mutating func run() -> NewRun {
    var run = NewRun(flow: draw(4) == 0 ? text() : "order", key: maybe { $0.text() }, content: maybe { $0.value() })
    if draw(3) == 0 { run.others = object() }
    if draw(3) == 0 { run.tenant = text() }
    if draw(3) == 0 { run.priority = integer() }
    if draw(5) == 0 { run.parent = RunParent(run: RunNumber(rawValue: integer()), step: text(), visit: integer()) }
    if draw(5) == 0 {
      run.assignments = [VariantAssignment(experiment: text(), variant: text(), reason: .excluded(by: text()))]
    }
    if draw(5) == 0 { run.delay = pick([.zero, .seconds(-1), .seconds(Int64.max), .milliseconds(5)]) }
    return run
  }

  private mutating func record() -> FlowRecord {
    var record = FlowRecord(body())
    if draw(4) == 0 { record.others = object() }
    if draw(6) == 0 { record.lane = text() }
    if draw(6) == 0 { record.taken = [integer(), draw(3)] }
    return record
  }

  private mutating func body() -> FlowRecord.Body {
    let visit = draw(5) == 0 ? integer() : 1 + draw(3)
    switch draw(12) {
    case 0: return .began(FlowRecord.Began(run()))
    case 1: return .started(.init(step: text(), visit: visit, attempt: integer()))
    case 2:
      return .waiting(
        .init(step: text(), visit: visit, due: maybe { StoreTime(milliseconds: Int64($0.integer())) }, names: [text()]))
    case 3:
      return .message(
        ReceivedMessage(number: integer(), at: StoreTime(milliseconds: Int64(integer())), message: message()))
    case 4: return .back(.init(to: text()))
    case 5: return .undone(.init(step: text(), visit: visit, attempt: integer(), failure: maybe { $0.failure() }))
    case 6: return .moved(.init(from: text(), to: text()))
    case 7: return .parked(.init(text(), step: maybe { $0.text() }))
    case 8:
      return .ended(.init(pick(RunEnding.allCases), result: maybe { $0.value() }, failure: maybe { $0.failure() }))
    case 9: return .snapshot(.init(value(), step: maybe { $0.text() }))
    case 10: return .unknown(object())
    default:
      var settled = FlowRecord.Settled(step: text(), visit: visit)
      settled.attempt = integer()
      settled.result = maybe { $0.value() }
      settled.failure = maybe { $0.failure() }
      settled.set = [text(): KeptValue(value(), version: integer())]
      settled.removed = [text()]
      settled.route = maybe { $0.text() }
      settled.destination = maybe { $0.text() }
      settled.milliseconds = maybe { $0.integer() }
      return .settled(settled)
    }
  }

  private mutating func disposition() -> RunDisposition {
    switch draw(6) {
    case 1:
      .wait(pick([.never, .after(.seconds(Int64.max)), .at(StoreTime(milliseconds: Int64(integer())))]), for: [text()])
    case 2: .park(text())
    case 3: .end(pick(RunEnding.allCases))
    default: .release(after: .zero)
    }
  }

  /// Returns a call that returns its answer as text.
  mutating func call(_ number: Int) -> (any FlowStore) async -> String {
    switch draw(4) {
    case 0:
      let run = run()
      return { store in await Self.answer { () async throws(StoreError) in try await store.add(run) } }
    case 1:
      let (message, run) = (message(), RunNumber(rawValue: 1 + draw(max(1, number / 4))))
      return { store in await Self.answer { () async throws(StoreError) in try await store.send(message, to: run) } }
    default:
      let records = (0..<draw(3)).map { _ in record() }
      let (disposition, worker) = (disposition(), text())
      return { store in
        await Self.answer { () async throws(StoreError) in
          let request = ClaimRequest(["order"], limit: 1, lease: .seconds(5), worker: worker)
          guard let claim = try await store.claim(request).first else { return "nothing is due" }
          do throws(StoreError) {
            return "\(claim)\n\(try await store.append(records, to: claim, then: disposition))"
          } catch {
            return "\(claim)\n\(error)\n\(try await store.append([], to: claim, then: .park("It was refused.")))"
          }
        }
      }
    }
  }

  private static func answer<Value>(_ body: () async throws(StoreError) -> Value) async -> String {
    do { return "\(try await body())" } catch { return "the error \"\(error)\"" }
  }
}
