import FlowChains
import FlowDurable
import FlowPictures
import FlowState

/// A source of runs for the pages: a store, or the runs of this process.
protocol RunSource: Sendable {
  /// The beginning of its pages' paths, such as `/runs`.
  var path: String { get }
  /// The flows that the program knows, by name.
  var flows: [String: DurableDefinition] { get }

  func now() async throws -> StoreTime
  /// Returns the numbers of runs; nil if counting them takes long.
  func counts(_ query: RunQuery) async throws -> [RunCount]?
  /// Returns the names of the flows that are known or have runs. A new name may be missing for a while.
  func flowNames() async throws -> Set<String>
  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws -> [RunSummary]
  func detail(of number: RunNumber) async throws -> RunDetail
  /// Returns the failure of a run; nil if it isn't known.
  func failure(of run: RunSummary) async throws -> RunFailure?
  /// Returns the events of the latest runs of a flow.
  func sample(of flow: String) async throws -> FlowSample
  /// A stream with an element each time the runs may have changed.
  var changes: AsyncStream<Void> { get }
}

/// A run with all data that its page shows.
struct RunDetail: Sendable {
  var summary: RunSummary
  var events: [FlowEvent]
  var lines: [RunLine]
  /// The waiting messages, or the reason why they aren't known.
  var inbox: Inbox = .messages([])
  /// The failure of the run; nil if it hasn't failed.
  var failure: RunFailure?
  /// The undos and the parking of the run, for its timeline.
  var marks: [TimelineMark] = []
  /// The reason why the records can't be read; nil if they can.
  var unreadable: String?
  /// Whether earlier records no longer exist.
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

/// The failure of a run.
struct RunFailure: Sendable {
  /// The step that has failed; nil if it isn't known.
  var step: String?
  /// The failure as a sentence, with its type if that is known.
  var text: String

  /// The failure as a sentence with the step.
  var words: String { step.map { "Step '\($0)' failed: \(text)" } ?? text }
}

/// An event or a record of a run, as a line of a page.
struct RunLine: Sendable {
  /// The kind of the event, for the mark before the line.
  enum Mark: String, Sendable {
    case plain, good, bad, waiting, undone, message
  }

  /// The number of the record or the event.
  let number: Int
  let at: StoreTime?
  let mark: Mark
  let sentence: String
  /// The names of the values in the record.
  var values: [String] = []
}

/// The combined events of a flow's latest runs.
struct FlowSample: Sendable {
  /// The number of runs in the sample.
  var runs = 0
  var overlay = FlowOverlay()
  /// The durations of the settled visits of each step.
  var times: [String: [Duration]] = [:]
  /// The number of failed visits of each step.
  var failures: [String: Int] = [:]
  /// The steps, in the order in which they first appear.
  var order: [String] = []

  /// Adds the events of a run.
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

  /// Returns the duration that a share of the visits didn't exceed, by the nearest rank; nil if no visit has settled.
  func time(of step: String, within share: Double) -> Duration? {
    guard let times = times[step]?.sorted(), !times.isEmpty else { return nil }
    let rank = Int((share * Double(times.count)).rounded(.up))
    return times[min(max(rank, 1), times.count) - 1]
  }
}
