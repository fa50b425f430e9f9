/// The data of a run that a store keeps in memory. A waiting run must stay within 400 bytes, including its share of the
/// store's tables.
struct StoredRun<Place: StorePlace>: Sendable {
  /// The due time of a run that isn't due.
  static var never: Int64 { RunTally.never }

  let number: Int
  let key: String?
  let began: Int64
  var changed: Int64
  /// The time from which a worker may claim the run. No other property decides this.
  var due: Int64
  /// The time of the run's entry among the timers.
  var scheduled = never
  var fence = 0
  let flow: Int32
  let queue: Int32
  let tenant: Int32
  let priority: Int32
  var claims: Int32 = 0
  /// The total number of messages that have arrived.
  var arrived: Int32 = 0
  /// The number of the current step's name, or -1.
  var position: Int32 = -1
  /// The number of the name of the worker that holds the run, or -1.
  var worker: Int32 = -1
  /// The number of the first record in ``places``.
  var firstRecord: Int32 = 1
  var phase = RunPhase.ready
  /// The places of the records, from ``firstRecord`` on.
  var places: [Place] = []
  /// The names of the messages that the run waits for.
  var names: [Int32] = []
  /// The reason why the run is parked.
  var reason: String?
  var messages: StoredMessages<Place>?

  /// The number of the latest record.
  var lastRecord: Int { Int(firstRecord) + places.count - 1 }
}
