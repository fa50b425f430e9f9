import FlowDurable
import FlowMarkup
import WebServing

/// The filter and the order of a list of runs, according to the query of its path.
struct RunFilter: Sendable, Equatable {
  /// The ages to choose from, as the time since the latest change or since the beginning.
  static let ages: [(name: String, title: String, duration: Duration)] = [
    ("10m", "10 minutes", .seconds(600)), ("1h", "1 hour", .seconds(3_600)), ("1d", "1 day", .seconds(86_400)),
    ("7d", "7 days", .seconds(7 * 86_400)), ("30d", "30 days", .seconds(30 * 86_400)),
  ]
  /// The orders to choose from.
  static let orders: [(name: String, title: String, order: RunOrder)] = [
    ("started", "Started", .number), ("changed", "Changed", .changed), ("duration", "Duration", .duration),
    ("worker", "Worker", .worker), ("attempt", "Attempt", .attempts),
  ]

  var flow: String?
  var state: RunStatus?
  /// The time for which the runs haven't changed.
  var age: String?
  /// The time within which the runs have begun.
  var since: String?
  /// The beginning of the keys.
  var key: String?
  var step: String?
  var tenant: String?
  var queue: String?
  var order = RunOrder.number
  /// Whether the order is ascending: the oldest, shortest, or first by name.
  var isAscending = false
  /// The run after which the page begins; nil to begin with the first run.
  var after: RunNumber?

  init() {}

  /// Reads the query of a path.
  ///
  /// - Throws: A ``PageError`` for a value that isn't one of the choices.
  init(_ fields: FormFields) throws(PageError) {
    flow = fields.text("flow")
    key = fields.text("key")
    step = fields.text("step")
    tenant = fields.text("tenant")
    queue = fields.text("queue")
    if let name = fields.text("state") {
      guard let status = RunStatus(name: name) else {
        let known = RunState.Kind.allCases.map(\.rawValue) + RunEnding.allCases.map(\.rawValue)
        throw .badInput("\"\(name)\" isn't a state. Expected one of: \(known.joined(separator: ", ")).")
      }
      state = status
    }
    age = try Self.age(fields.text("age"))
    since = try Self.age(fields.text("since"))
    if let name = fields.text("sort") {
      guard let known = Self.orders.first(where: { $0.name == name }) else {
        throw .badInput(
          "\"\(name)\" isn't an order. Expected one of: \(Self.orders.map(\.name).joined(separator: ", ")).")
      }
      order = known.order
    }
    isAscending = fields.text("up") == "1"
    if let text = fields.text("after") {
      guard let number = Int(text), number > 0 else { throw .badInput("\"\(text)\" isn't the number of a run.") }
      after = RunNumber(rawValue: number)
    }
  }

  private static func age(_ name: String?) throws(PageError) -> String? {
    guard let name else { return nil }
    guard ages.contains(where: { $0.name == name }) else {
      throw .badInput("\"\(name)\" isn't an age. Expected one of: \(ages.map(\.name).joined(separator: ", ")).")
    }
    return name
  }

  /// Whether the filter shows all runs.
  var isEmpty: Bool { state == nil && key == nil && !hasMore }

  /// Whether the filter has a condition besides the state and the key.
  var hasMore: Bool {
    flow != nil || age != nil || since != nil || step != nil || tenant != nil || queue != nil
  }

  /// The query for a store, without the state.
  func query(now: StoreTime) -> RunQuery {
    var query = RunQuery(flows: flow.map { [$0] })
    query.keyPrefix = key
    query.position = step
    query.tenant = tenant
    query.queue = queue
    query.order = order
    query.newestFirst = !isAscending
    query.changedBefore = Self.time(age, before: now)
    query.beganFrom = Self.time(since, before: now)
    return query
  }

  private static func time(_ age: String?, before now: StoreTime) -> StoreTime? {
    guard let duration = ages.first(where: { $0.name == age })?.duration else { return nil }
    // Round to whole minutes, so that the query stays the same for a while.
    let time = now.advanced(by: .zero - duration).milliseconds
    return StoreTime(milliseconds: time - time % 60_000)
  }

  /// The name of the order in a path; nil for the default.
  private var orderName: String? {
    order == .number ? nil : Self.orders.first { $0.order == order }?.name
  }

  /// The fields of a path or a form that select the same runs, without their order.
  var conditions: [(name: String, value: String)] {
    let fields = [
      ("state", state?.name), ("flow", flow), ("key", key), ("step", step), ("tenant", tenant), ("queue", queue),
      ("age", age), ("since", since),
    ]
    return fields.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The path of the list with this filter.
  func path(_ base: String) -> String {
    var fields = conditions
    if let orderName { fields.append(("sort", orderName)) }
    if isAscending { fields.append(("up", "1")) }
    if let after { fields.append(("after", "\(after)")) }
    let query = fields.map { "\($0.name)=\($0.value.percentEncoded)" }
    return query.isEmpty ? base : "\(base)?\(query.joined(separator: "&"))"
  }

  /// Returns the filter with another state, beginning with the first page.
  func with(_ state: RunStatus?) -> RunFilter {
    var filter = self
    filter.state = state
    filter.after = nil
    return filter
  }

  /// Returns the filter with another order, or with the opposite one.
  func sorted(by order: RunOrder) -> RunFilter {
    var filter = self
    filter.isAscending = order == self.order && !isAscending
    filter.order = order
    filter.after = nil
    return filter
  }
}
