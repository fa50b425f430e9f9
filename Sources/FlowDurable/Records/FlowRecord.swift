public import FlowJSON

/// A part of a run's history, as a store keeps it.
///
/// ```swift
/// var settled = FlowRecord.Settled(step: "charge", visit: 1)
/// settled.result = ["id": "p1"]
/// settled.set["ThePayment"] = KeptValue(["id": "p1"])
/// settled.destination = "shipped"
/// let record = FlowRecord(.settled(settled))
/// print(record.json)  // {"result":{"id":"p1"},"set":{"ThePayment":{"id":"p1"}},"settled":"charge","to":"shipped","visit":1}
/// ```
///
/// A store assigns the ``number`` and the time of a record, keeps the record, and uses the following parts of it: a
/// snapshot replaces the records before it; ``position`` becomes ``RunSummary/position``; the messages in ``taken`` no
/// longer wait; a ``Waiting`` without a due time gets one.
///
/// The name of the body's kind is the first member of the JSON object. Members that this version of the library doesn't
/// know are kept in ``others`` and written again. A record without a known kind has the body ``Body/unknown(_:)``.
public struct FlowRecord: Sendable, Hashable {
  /// The event that a record describes.
  public enum Body: Sendable, Hashable {
    /// The run was added. This is always record number 1.
    case began(Began)
    /// The work of a step that runs at most once is about to start.
    case started(Started)
    /// A visit of a step has settled.
    case settled(Settled)
    /// The run waits at a step.
    case waiting(Waiting)
    /// The run has taken a message that doesn't settle a step.
    case message(ReceivedMessage)
    /// The run goes back to a step.
    case back(Back)
    /// A visit of a step was undone, or couldn't be undone.
    case undone(Undone)
    /// The run continues under another definition of its flow.
    case moved(Moved)
    /// The run can't continue.
    case parked(Parked)
    /// The run has ended.
    case ended(Ended)
    /// The state that the run needs to continue. Replaces all records before it.
    case snapshot(Snapshot)
    /// A record of a kind that this version of the library doesn't know, with all its members.
    case unknown(JSONObject)
  }

  /// The number of the record in its run, from 1; 0 until a store has appended it.
  public var number: Int
  /// The time at which a store appended the record; nil until then.
  public var at: StoreTime?
  /// The lane in which the step ran; nil for the run's only lane. Reserved for flows with more than one lane.
  public var lane: String?
  /// The numbers of the messages that no longer wait after this record.
  public var taken: [Int]
  /// The event that the record describes.
  public var body: Body
  /// The members that this version of the library doesn't know.
  public var others: JSONObject

  /// Creates a record to append.
  ///
  /// - Parameters:
  ///   - body: The event that the record describes.
  ///   - taken: The numbers of the messages that the record takes.
  public init(_ body: Body, taking taken: [Int] = []) {
    number = 0
    self.taken = taken
    self.body = body
    others = JSONObject()
  }

  /// The step at which the run stands after the record; nil if the record doesn't change it, or the chain has ended.
  public var position: String? {
    switch body {
    case .began, .message, .undone, .ended, .unknown: nil
    case .started(let started): started.step
    case .settled(let settled): settled.destination
    case .waiting(let waiting): waiting.step
    case .back(let back): back.step
    case .moved(let moved): moved.step
    case .parked(let parked): parked.step
    case .snapshot(let snapshot): snapshot.step
    }
  }
}
