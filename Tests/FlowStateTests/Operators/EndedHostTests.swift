import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Ending a step while the engine executes one of its functions: nothing more starts in its place.
@Suite("A step that is ended from inside")
struct EndedHostTests {
  /// The step that hosts others, and that is ended.
  enum Host: String, CaseIterable {
    case retry, timeout, delay, map, mapContent, then, branch, recover, recoverWith, always, joined, joinedTuple, raced,
      concurrent, race
    case coordinator, nested
  }

  /// The moment at which the host is ended.
  enum Moment: String, CaseIterable {
    /// In the intent of the step that it hosts.
    case intent
    /// In the completion closure of that step.
    case completion
    /// In the closure that is called because that step has failed.
    case failure
    /// In the action that stops the work of that step, because the time limit around the host is over.
    case cancellation
    /// When the step that follows that step starts.
    case next
  }

  /// The way in which the host is ended.
  enum Way: String, CaseIterable {
    /// The host is started again, inside itself.
    case restart
    /// An operator's step inside the host starts the host again: to collect its result, the operator supersedes the
    /// start that waits. At once, after a delay, as a fallback, or as the second step.
    case always, delay, recoverWith, then
    /// The content that a closure sets can't be mapped by an operator around the host.
    case content
    /// The coordinator around the host is completed.
    case coordinator
    case cancel
    case goBack
  }

  private static let hostsAndWays = Host.allCases.flatMap { host in Way.allCases.map { (host, $0) } }

  @Test(
    "A step that is ended from inside starts nothing more and settles each start once", arguments: hostsAndWays,
    Moment.allCases)
  func table(_ hostAndWay: (host: Host, way: Way), _ moment: Moment) throws {
    let trial = EndedHostTrial(hostAndWay.host, moment, hostAndWay.way)
    trial.play()
    #expect(trial.faults == [], "\(trial.text)")
  }
}
