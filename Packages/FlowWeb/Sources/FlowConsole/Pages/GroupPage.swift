import FlowDurable
import FlowMarkup
import WebServing

/// An action on all runs with the same reason, after one question.
struct GroupPage: Sendable {
  /// The actions that are possible on groups.
  static let actions: [RunAction] = [.retry, .cancel]
  /// The number of messages that are on their way to the store at once.
  private static let sendsAtOnce = 16

  let source: StoredRuns
  let action: RunAction
  let filter: RunFilter
  /// The short name of the reason.
  let name: String
  /// The numbers of the oldest and the newest run that the question has named; nil before the question.
  private let oldest: Int?
  private let newest: Int?
  /// The store's time of the question; nil before the question.
  private let asked: StoreTime?

  /// Returns the path of the question.
  static func path(_ action: RunAction, _ filter: RunFilter, _ name: String) -> String {
    var filter = filter
    (filter.order, filter.isAscending, filter.after) = (.number, false, nil)
    let path = filter.path("/runs/groups/\(action.rawValue)")
    return "\(path)\(path.contains("?") ? "&" : "?")group=\(name)"
  }

  /// Reads the filter and the group from a query or a form.
  init(_ source: StoredRuns, _ action: RunAction, _ fields: FormFields) throws(PageError) {
    guard Self.actions.contains(action) else { throw .noPage("/runs/groups/\(action.rawValue)") }
    self.source = source
    self.action = action
    filter = try RunFilter(fields)
    guard let name = fields.text("group"), [.kind(.parked), .ending(.failed)].contains(filter.state) else {
      throw .badInput("A group has a reason, and the state parked or failed.")
    }
    self.name = name
    oldest = fields.text("oldest").flatMap { Int($0) }
    newest = fields.text("newest").flatMap { Int($0) }
    asked = fields.text("asked").flatMap { Int64($0) }.map { StoreTime(milliseconds: max(0, $0)) }
  }

  /// Returns the group of runs that match the filter at a time.
  private func group(at time: StoreTime) async throws -> RunGroups.Group {
    let query = filter.query(now: time)
    let groups = try await RunGroups(source, query, filter.state ?? .kind(.parked))
    guard let group = groups.groups.first(where: { $0.name == name }), let first = group.runs.first else {
      throw PageError.gone("No run has this reason any more.")
    }
    guard action.isPossible(on: first.state) else { throw StoreError.runEnded(first.number) }
    return group
  }

  /// Returns the page that asks.
  func page() async throws -> Page {
    let now = try await source.now()
    let group = try await group(at: now)
    let count = group.runs.count.words(for: "run")
    var page = Page("\(action.verb) \(count)?", .runs)
    let numbers = group.runs.map(\.number.rawValue)
    let fields =
      filter.conditions + [
        ("group", name), ("oldest", "\(numbers.min() ?? 0)"), ("newest", "\(numbers.max() ?? 0)"),
        ("asked", "\(now.milliseconds)"),
      ]
    let inputs = fields.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" as Markup }
    let names = group.runs.prefix(20).map {
      "<li>\(.said($0.name.shortened(to: 80))) <small>\(.said($0.flow.shortened(to: 80)))</small></li>" as Markup
    }
    let rest: Markup? = group.runs.count > 20 ? "<li>and \((group.runs.count - 20).grouped) more</li>" : nil
    let back = filter.path("/runs")
    page.add(
      "ask", isLive: false,
      """
      <p class="crumbs"><a href="\(back)">Runs</a></p>
      <form class="ask" method="post" action="/runs/groups/\(action.rawValue)">\(FormFields().formInput)\(inputs)
      <h1>\(action.verb) \(count)?</h1>
      <p class="reason">\(.said(group.reason.shortened(to: 1_000)))</p>
      <p>\(action.groupExplanation)</p>
      <ul class="names">\(names)\(rest)</ul>
      <p class="buttons"><button type="submit" class="\(action == .cancel ? "danger" : "first")">\(action.verb) \(count)</button>\
      <a class="button" href="\(back)">Leave them</a></p>
      </form>
      """)
    return page
  }

  /// Whether the question has named a run of the group. A run with an old number can have stopped later, and one that was
  /// beyond the limit of a group can be within it now.
  private func isNamed(_ run: RunSummary) -> Bool {
    let number = run.number.rawValue
    return number >= oldest ?? 0 && number <= newest ?? .max && asked.map { run.changed <= $0 } ?? true
  }

  /// Performs the action on each run of the group.
  ///
  /// - Returns: The outcome, as a sentence.
  func perform() async throws -> String {
    let now = try await source.now()
    let group = try await group(at: min(asked ?? now, now))
    let numbers = group.runs.filter { isNamed($0) }.map(\.number)
    guard !numbers.isEmpty else { throw PageError.gone("The runs that the question has named have changed since.") }
    let content: FlowMessage.Content = action == .cancel ? .cancel : .retry
    var (asked, left) = (0, 0)
    var failure: (any Error)?
    await withTaskGroup(of: (any Error)?.self) { tasks in
      var rest = numbers[...]
      func start() {
        guard let number = rest.popFirst() else { return }
        tasks.addTask { [store = source.store] in
          do {
            _ = try await store.send(FlowMessage(content), to: number)
            return nil
          } catch {
            return error
          }
        }
      }
      for _ in 0..<Self.sendsAtOnce { start() }
      while let result = await tasks.next() {
        if let result {
          left += 1
          failure = result
        } else {
          asked += 1
        }
        start()
      }
    }
    if asked == 0, let failure { throw failure }
    let sentence =
      "\(asked.words(for: "run")) \(asked == 1 ? "was" : "were") asked to \(action == .cancel ? "cancel" : "continue")."
    guard let failure else { return sentence }
    return "\(sentence) \(left.words(for: "run")) \(left == 1 ? "was" : "were") not: \(failure)"
  }
}

extension RunAction {
  /// The verb of a button.
  var verb: String {
    switch self {
    case .cancel: "Cancel"
    case .retry: "Retry"
    case .back: "Go back"
    case .send: "Send"
    }
  }

  /// An explanation of the action's effect on several runs.
  fileprivate var groupExplanation: Markup {
    self == .cancel
      ? "The runs end as cancelled. If their flows say so, they first undo what their steps have done, the latest first."
      : "The runs continue where they have stopped. If the reason still holds, they stop again."
  }
}
