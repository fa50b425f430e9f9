/// A report of a chaos test.
struct ChaosReport: Sendable, CustomStringConvertible {
  var kills = 0
  var stops = 0
  var cuts = 0
  var crashes = 0
  var runs = 0
  var endings: [String: Int] = [:]
  var works = 0
  var repeated = 0
  var parked = 0
  var takeovers = 0
  /// The longest delay of a takeover after the end of a lease, in milliseconds.
  var latest = 0
  var findings: [String] = []

  var description: String {
    let endings = endings.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    let lines = [
      "\(kills) kills, \(stops) stops beyond the lease, \(cuts) cuts of connections, \(crashes) crashes of the server:",
      "\(runs) runs have ended: \(endings); \(parked) were parked on the way.",
      "\(works) works, of which \(repeated) were repeated under the same key.",
      "\(takeovers) leases were taken over, at most \(latest) ms after their end while there was a server.",
      "\(findings.count) findings.",
    ]
    return (lines + findings.prefix(40)).joined(separator: "\n")
  }
}
