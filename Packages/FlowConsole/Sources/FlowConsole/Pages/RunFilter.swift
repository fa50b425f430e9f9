import FlowDurable

/// The filter of a list of runs, according to the query of its path.
struct RunFilter: Sendable, Equatable {
  /// The ages to choose from, as the time since the latest change.
  static let ages: [(name: String, title: String, duration: Duration)] = [
    ("10m", "10 minutes", .seconds(600)), ("1h", "1 hour", .seconds(3_600)), ("1d", "1 day", .seconds(86_400)),
    ("7d", "7 days", .seconds(7 * 86_400)), ("30d", "30 days", .seconds(30 * 86_400)),
  ]

  var flow: String?
  var state: RunState.Kind?
  var age: String?
  var key: String?
  var step: String?
  /// The number before which the page begins; nil to begin with the newest runs.
  var before: RunNumber?

  init() {}

  /// Reads the query of a path.
  ///
  /// - Throws: A ``PageError`` for a value that isn't one of the choices.
  init(_ fields: FormFields) throws(PageError) {
    flow = fields.text("flow")
    key = fields.text("key")
    step = fields.text("step")
    if let name = fields.text("state") {
      guard let kind = RunState.Kind(rawValue: name) else {
        throw .badInput(
          "\"\(name)\" isn't a state. Expected one of: \(RunState.Kind.allCases.map(\.rawValue).joined(separator: ", "))."
        )
      }
      state = kind
    }
    if let name = fields.text("age") {
      guard Self.ages.contains(where: { $0.name == name }) else {
        throw .badInput("\"\(name)\" isn't an age. Expected one of: \(Self.ages.map(\.name).joined(separator: ", ")).")
      }
      age = name
    }
    if let text = fields.text("before") {
      guard let number = Int(text), number > 0 else { throw .badInput("\"\(text)\" isn't the number of a run.") }
      before = RunNumber(rawValue: number)
    }
  }

  /// Whether the filter shows all runs.
  var isEmpty: Bool { flow == nil && state == nil && age == nil && key == nil && step == nil }

  /// The query for a store, without the state.
  func query(now: StoreTime) -> RunQuery {
    var query = RunQuery(flows: flow.map { [$0] }, key: key)
    query.position = step
    query.newestFirst = true
    if let duration = Self.ages.first(where: { $0.name == age })?.duration {
      // Round to whole minutes, so that the query stays the same for a while.
      let time = now.advanced(by: .zero - duration).milliseconds
      query.changedBefore = StoreTime(milliseconds: time - time % 60_000)
    }
    return query
  }

  /// The path of the list with this filter.
  func path(_ base: String) -> String {
    let fields = [
      ("flow", flow), ("state", state?.rawValue), ("age", age), ("key", key), ("step", step),
      ("before", before.map { "\($0)" }),
    ]
    let query = fields.compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
    return query.isEmpty ? base : "\(base)?\(query.joined(separator: "&"))"
  }

  /// Returns the filter with another state, beginning with the first page.
  func with(_ state: RunState.Kind?) -> RunFilter {
    var filter = self
    filter.state = state
    filter.before = nil
    return filter
  }
}
