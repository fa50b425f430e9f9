import FlowDurable
import FlowPictures
import FlowState

/// Where the pages get runs from: a store, or the runs of this process.
protocol RunSource: Sendable {
  /// The beginning of the paths of its pages: `/runs`.
  var path: String { get }
  /// The flows that the program knows, by name.
  var flows: [String: DurableDefinition] { get }

  func now() async throws -> StoreTime
  func counts(_ query: RunQuery) async throws -> [RunCount]
  /// The names of the flows that are known or have runs. A new one may be missing for a while.
  func flowNames() async throws -> Set<String>
  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws -> [RunSummary]
  func detail(of number: RunNumber) async throws -> RunDetail
  /// What the latest runs of a flow have done.
  func sample(of flow: String) async throws -> FlowSample
  /// An element each time when something may have changed.
  var changes: AsyncStream<Void> { get }
}

/// A run with all that its page shows.
struct RunDetail: Sendable {
  var summary: RunSummary
  var events: [FlowEvent]
  var lines: [RunLine]
  /// The messages that wait, or why they aren't known.
  var inbox: Inbox = .messages([])
  /// Whether records before the first one are gone.
  var hasSnapshot = false
  /// The chain of the run; nil if the program doesn't know its flow.
  var chain: FlowChain?
  /// The steps that the run can go back to.
  var placesToReturn: [String] = []

  enum Inbox: Sendable {
    case messages([ReceivedMessage])
    case unknown(String)
  }
}

/// What happened at one point of a run.
struct RunLine: Sendable {
  /// What kind of thing happened, for the mark before the line.
  enum Mark: String, Sendable {
    case plain, good, bad, waiting, undone, message
  }

  /// The number of the record or the event.
  let number: Int
  let at: StoreTime?
  let mark: Mark
  let sentence: String
  /// The names of the values that the record has.
  var values: [String] = []
}

/// What the latest runs of a flow have done.
struct FlowSample: Sendable {
  /// The number of runs that were looked at.
  var runs = 0
  var overlay = FlowOverlay()
  /// The times of the settled visits of each step.
  var times: [String: [Duration]] = [:]
  /// The numbers of failed visits.
  var failures: [String: Int] = [:]
  /// The steps, in the order in which they were first seen.
  var order: [String] = []

  /// Adds what a run has done.
  mutating func add(_ events: [FlowEvent]) {
    runs += 1
    var begun: [String: Duration] = [:]
    for event in events {
      overlay.note(event)
      guard let step = event.step, event.wrapper == nil else { continue }
      switch event.kind {
      case .stepBegan:
        begun[step] = event.time
        if times[step] == nil {
          times[step] = []
          order.append(step)
        }
      case .stepCompleted: settle(step, begun.removeValue(forKey: step), event.time)
      case .stepFailed, .stepTimedOut, .stepAbandoned:
        settle(step, begun.removeValue(forKey: step), event.time)
        failures[step, default: 0] += 1
      case .stepCancelled: begun[step] = nil
      default: break
      }
    }
  }

  private mutating func settle(_ step: String, _ beginning: Duration?, _ end: Duration) {
    if let beginning { times[step, default: []].append(end - beginning) }
  }

  /// Returns the time that a share of the visits didn't exceed, by the nearest rank; nil if no visit has settled.
  func time(of step: String, within share: Double) -> Duration? {
    guard let times = times[step]?.sorted(), !times.isEmpty else { return nil }
    let rank = Int((share * Double(times.count)).rounded(.up))
    return times[min(max(rank, 1), times.count) - 1]
  }
}
