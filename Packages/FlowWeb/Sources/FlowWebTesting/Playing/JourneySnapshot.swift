import FlowDurable
import FlowJSON
import FlowState
import FlowWeb

/// The journeys of a store at rest.
struct JourneySnapshot: Sendable {
  struct Journey: Sendable {
    let number: RunNumber
    let key: String
    let assignments: [VariantAssignment]
    let state: RunState
    let changed: StoreTime
    let answers: [AnsweredVisit]
    let open: OpenVisit?
    let end: String?
    let records: [FlowRecord]

    /// The answers that count, as a page keeps what was seen.
    var seen: [(step: String, value: JSONValue)] { answers.map { ($0.step, $0.value) } }

    /// The values that visits of a step have ever taken.
    func taken(at step: String) -> [JSONValue] {
      records.compactMap { record in
        guard case .settled(let settled) = record.body, settled.step == step else { return nil }
        return settled.result
      }
    }

    /// The answers that a step has refused.
    func refused(at step: String) -> [JSONValue] {
      records.compactMap { record in
        guard case .waiting(let waiting) = record.body, waiting.step == step else { return nil }
        return record.json["refused"]?["value"]
      }
    }
  }

  var journeys: [Journey] = []
  var now = StoreTime(milliseconds: 0)

  init() {}

  init(_ door: PagesDoor) async throws {
    let store = door.worker.store
    for journey in try await door.journeys() {
      journeys.append(
        Journey(
          number: journey.run.number, key: journey.run.key ?? "", assignments: journey.assignments,
          state: journey.run.state, changed: journey.run.changed, answers: journey.answers, open: journey.open,
          end: journey.end,
          records: try await store.records(of: journey.run.number, after: 0, limit: .max)))
    }
    now = try await store.now()
  }

  subscript(number: RunNumber) -> Journey? { journeys.first { $0.number == number } }

  /// The journey to which an address belongs.
  func journey(at address: JourneyAddress) -> Journey? { journeys.first { $0.key == address.journey } }

  var seen: [RunNumber: [(String, JSONValue)]] {
    Dictionary(uniqueKeysWithValues: journeys.map { ($0.number, $0.seen) })
  }

  /// The time at which something is due by itself; nil if nothing is.
  var due: StoreTime? {
    journeys.compactMap { journey in
      switch journey.state {
      case .waiting(let until, _): until
      case .ready(let time): time
      case .held(let until, _): until
      case .parked, .ended: nil
      }
    }.min()
  }

  /// The text of what can matter later.
  var text: String {
    journeys.map { journey in
      let due =
        switch journey.state {
        case .waiting(let until?, let names):
          "\(until.milliseconds - now.milliseconds) \(now.milliseconds - journey.changed.milliseconds) \(names)"
        default: "\(journey.state.kind)"
        }
      return "\(journey.number) \(journey.key) \(due) \(journey.end ?? "") "
        + journey.records.map { "\($0.json)" }.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

/// The parts of an address of a journey's page.
struct JourneyAddress: Sendable, Hashable {
  let journey: String
  let step: String?

  /// Reads an address; nil if it isn't one of a journey.
  init?(_ address: String, below base: String) {
    guard address.hasPrefix(base + "/") else { return nil }
    let path = address.dropFirst(base.count + 1).prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map { String($0).removingPercentEncoding }
    guard let journey = parts.first, parts.count <= 2, journey != "assets" else { return nil }
    self.journey = journey
    step = parts.count == 2 ? parts[1] : nil
  }
}

extension String {
  fileprivate var removingPercentEncoding: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
