import FlowChains
import FlowState
import FlowStateTesting

/// A journal that notes each request. The test opens its gates.
final class PaperJournal: ChainJournal {
  /// The part of the journal that the test uses. The journal itself belongs to the queue of its run.
  final class Page: Sendable {
    private struct Content {
      var lines: [String] = []
      var gates: [@Sendable ((any Error)?) -> Void] = []
    }

    private let content = Locked(Content())

    var lines: [String] { content.withLock { $0.lines } }

    func write(_ line: String) {
      content.withLock { $0.lines.append(line) }
    }

    func keep(_ gate: @escaping @Sendable ((any Error)?) -> Void) {
      content.withLock { $0.gates.append(gate) }
    }

    /// Opens the oldest gate that is closed.
    func open(with error: (any Error)? = nil) {
      let gate: (@Sendable ((any Error)?) -> Void)? = content.withLock { content in
        content.gates.isEmpty ? nil : content.gates.removeFirst()
      }
      gate?(error)
    }

    func dropGates() {
      content.withLock { $0.gates = [] }
    }

    func take() -> [String] {
      content.withLock { content in
        defer { content.lines = [] }
        return content.lines
      }
    }
  }

  struct TooLarge: Error, CustomStringConvertible {
    let description = "too large"
  }

  private let page: Page

  init(_ page: Page) {
    self.page = page
  }

  var visit: DeclaredVisit { DeclaredVisit(run: "paper/1", step: "a", number: 1, attempt: 1) }

  var failures: Int { 0 }

  func beginAgain(after error: FlowError, in delay: Duration) {
    page.write("begins again in \(delay)")
  }

  func requireKept(_ key: any FlowContextKey.Type) {
    page.write("sets \(key.name)")
  }

  func record(
    _ settlement: ChainSettlement, in context: FlowContext, open: @escaping @Sendable ((any Error)?) -> Void
  ) -> ChainSettlement.Effect {
    let changes = context.takeChanges().map { "\($0.name)=\(context.value(of: $0) ?? "nil")" }.joined(separator: ",")
    let next = settlement.next?.identifier ?? "end"
    switch settlement.ending {
    case .result(let result):
      page.write("\(settlement.step.identifier)=\(result ?? "nil") [\(changes)] -> \(next)")
      if case let text as String = result, text == "huge" { return .fails(TooLarge()) }
      page.keep(open)
      // The next step's content differs from the step's result, so that a test can distinguish them.
      if case let text as String = result { return .continues(with: text + "'") }
      return .continues(with: result)
    case .failure(let error):
      page.write(
        "\(settlement.step.identifier) failed: \(error.rootCause.map { "\($0)" } ?? "-") [\(changes)] -> \(next)")
      page.keep(open)
      return .continues(with: error)
    }
  }

  func withdraw(in context: FlowContext) {
    _ = context.takeChanges()
  }

  func refusal(to target: ReturnTarget) -> FlowHistoryError? {
    target == .step("moon") ? .unknownStep("moon", run: FlowRunID(flow: "paper", number: 1), known: ["a"]) : nil
  }

  var hasEarlierStop: Bool { false }

  func wayBack(to target: ReturnTarget) -> FlowWayBack { FlowWayBack(target: nil, steps: [], undone: []) }

  func goBack(to target: ReturnTarget) {
    let place = if case .step(let identifier) = target { identifier } else { "the step before" }
    page.write("back to \(place)")
  }
}
