/// The results of many kills.
struct KillReport: Sendable, CustomStringConvertible {
  var kills = 0
  var runs = 0
  var works = 0
  var repeated = 0
  var messages = 0
  var interrupted = 0
  var parked = 0
  var findings: [String] = []

  mutating func add(_ ledger: KillLedger) {
    runs += ledger.runs
    works += ledger.works
    repeated += ledger.repeated
    messages += ledger.messages
    interrupted += ledger.interrupted
    parked += ledger.parked
    findings += ledger.findings
  }

  var description: String {
    """
    \(kills) kills: \(runs) runs ended, \(works) works of which \(repeated) repeated after a kill, \(messages) messages \
    acknowledged, \(interrupted) works that may start only once interrupted, \(parked) runs parked \
    after five kills in a row, \(findings.count) findings.
    """
  }
}

/// The check of a ledger against the laws of durable runs.
struct KillLedger {
  private(set) var findings: [String] = []
  private(set) var runs = 0
  private(set) var works = 0
  private(set) var repeated = 0
  private(set) var messages = 0
  private(set) var interrupted = 0
  private(set) var parked = 0

  /// The entries of the ledger about one run.
  private struct Run {
    var isStarted = false
    var isSent = false
    var isBack = false
    var end: String?
    /// The keys of works, in the order of their first starts.
    var works: [String] = []
    var settled: [String] = []
    var undone: Set<String> = []
    var once: Set<String> = []
  }

  init(_ text: String) {
    var all: [String: Run] = [:]
    var order: [String] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard let kind = words.first, words.count > 1 else { continue }
      let parts = words[1].split(separator: "/").map(String.init)
      let name = parts.count > 1 ? parts[1] : words[1]
      if all[name] == nil { order.append(name) }
      var run = all[name] ?? Run()
      add(kind, words, to: &run)
      all[name] = run
    }
    for name in order { check(name, all[name] ?? Run()) }
  }

  private mutating func add(_ kind: String, _ words: [String], to run: inout Run) {
    let key = words[1]
    switch kind {
    case "started": run.isStarted = true
    case "sent": (run.isSent, messages) = (true, messages + 1)
    case "back": run.isBack = true
    case "parked": parked += 1
    case "ended": (run.end, runs) = (words.dropFirst(2).joined(separator: " "), runs + 1)
    case "undo": run.undone.insert(key)
    case "settled":
      if run.settled.contains(key) { findings.append("\(key) has settled twice.") }
      run.settled.append(key)
    case "once":
      works += 1
      if !run.once.insert(key).inserted { findings.append("\(key) has worked twice, and may work at most once.") }
      work(key, in: &run)
    case "work":
      works += 1
      if key.contains("/doubt#") { interrupted += 1 }
      work(key, in: &run)
    default: break
    }
  }

  private mutating func work(_ key: String, in run: inout Run) {
    guard run.works.contains(key) else { return run.works.append(key) }
    repeated += 1
    if run.works.last != key { findings.append("\(key) has worked again after a later step.") }
  }

  private mutating func check(_ name: String, _ run: Run) {
    // A run that goes back visits steps again. A command that wasn't acknowledged may count nevertheless.
    let visits = run.isBack || !run.undone.isEmpty ? 2 : 1
    for step in ["accept", "book", "once", "pack", "doubt"] {
      let count = run.works.count { $0.contains("/\(step)#") }
      if count > visits { findings.append("'\(step)' of run \(name) has worked under \(count) keys.") }
    }
    switch run.end {
    case nil: if run.isStarted || run.isSent { findings.append("Run \(name) was acknowledged, and is lost.") }
    case "cancelled"?:
      for key in run.settled where key.contains("/book#") && !run.undone.contains(key) {
        findings.append("\(key) was not undone, although its run was cancelled.")
      }
    case let end?:
      let booking = run.works.last { $0.contains("/book#") } ?? "work/\(name)/book#1"
      if end != "completed \(booking) \(name)" { findings.append("Run \(name) has ended as '\(end)'.") }
    }
  }
}
