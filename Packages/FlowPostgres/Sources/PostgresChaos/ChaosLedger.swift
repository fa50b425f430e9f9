import FlowDurable
import FlowPostgres

/// The check of the effects outside against the records of the store.
struct ChaosLedger {
  private var works: [String: [String]] = [:]
  private var refunds: Set<String> = []
  private let taken: Set<String>
  private var count = 0
  private var repeated = 0
  private var findings: [String] = []

  init(_ text: String, taken: Set<String>) {
    self.taken = taken
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2 else { continue }
      if words[0] == "refund" {
        refunds.insert(words[1])
        continue
      }
      let run = words[1].split(separator: "/").dropFirst().first.map(String.init) ?? ""
      count += 1
      if works[run, default: []].contains(words[1]) {
        repeated += 1
        if words[0] == "apologize" { findings.append("\(words[1]) has worked twice, and may work at most once.") }
      } else {
        works[run, default: []].append(words[1])
      }
    }
  }

  /// Checks all runs.
  func check(_ orders: ChaosOrders, _ store: PostgresStore, _ report: inout ChaosReport) async throws {
    report.works = count
    report.repeated = repeated
    report.findings += findings
    report.parked = await orders.parked
    for (key, order) in await orders.all.sorted(by: { $0.key < $1.key }) {
      guard let number = order.number else {
        report.findings.append("Order \(key) was not placed.")
        continue
      }
      // Its outcome would never come.
      guard await !orders.lost.contains(number) else {
        report.findings.append("Order \(key), wish \(order.wish), has not ended.")
        continue
      }
      let outcome = try await orders.outcome(of: number)
      report.runs += 1
      report.endings[String(outcome.prefix { $0 != " " }), default: 0] += 1
      let records = try await store.records(of: number, after: 0, limit: 10_000)
      report.findings += findings(key, order, outcome, records)
    }
  }

  private func findings(
    _ key: String, _ order: ChaosOrders.Known, _ outcome: String, _ records: [FlowRecord]
  ) -> [String] {
    var findings: [String] = []
    var settled: [String] = []
    for record in records {
      guard case .settled(let visit) = record.body else { continue }
      settled.append("order/\(key)/\(visit.step)#\(visit.visit)")
    }
    if Set(settled).count < settled.count { findings.append("A visit of order \(key) has settled twice: \(settled).") }
    let visits = order.wish == .back ? 2 : 1
    for step in ["accept", "charge", "thank", "apologize"] {
      let keys = (works[key] ?? []).filter { $0.contains("/\(step)#") }
      if keys.count > visits { findings.append("'\(step)' of order \(key) has worked under \(keys).") }
    }
    for visit in settled where visit.contains("/take#") {
      let isBack = refunds.contains(visit.replacing("/take#", with: "/charge#"))
      if !isBack, !taken.contains(visit) { findings.append("\(visit) has settled, and its work isn't there.") }
    }
    for visit in taken where visit.hasPrefix("order/\(key)/") {
      if !settled.contains(visit) { findings.append("The work of \(visit) is there, and it hasn't settled.") }
    }
    let charge = settled.last { $0.contains("/charge#") } ?? "none"
    switch (order.wish, outcome) {
    case (.ship, "completed \(charge) T\(key)"), (.shipTwice, "completed \(charge) T\(key)"),
      (.late, "completed \(charge) late"), (.cancel, "completed \(charge) late"),
      (.back, "completed \(charge) T\(key)"):
      break
    case (.ship, "completed \(charge) late"), (.shipTwice, "completed \(charge) late"),
      (.back, "completed \(charge) late"):
      // A run that has gone back waits for a second parcel, which is never sent.
      if order.isSent, !order.isBack { findings.append("Order \(key) has lost its parcel: \(outcome).") }
    case (.cancel, "cancelled"):
      for visit in settled where visit.contains("/charge#") && !refunds.contains(visit) {
        findings.append("\(visit) was not undone, although its run was cancelled.")
      }
      for visit in taken where visit.hasPrefix("order/\(key)/") {
        findings.append("\(visit) was not undone, although its run was cancelled.")
      }
    default: findings.append("Order \(key), wish \(order.wish), has ended as '\(outcome)'; paid by \(charge).")
    }
    return findings
  }
}
