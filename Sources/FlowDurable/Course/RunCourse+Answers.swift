import FlowJSON
import FlowState

/// The answers of people to the visits of a run, and the proposals that remain when the run goes back past them.
extension RunCourse {
  /// An answer that a visit has taken.
  struct Answer: Sendable, Equatable {
    /// What the person typed; nil if the result of the visit says it all.
    var draft: JSONValue?
  }

  /// An answer to the next visit of a step.
  struct Proposal: Sendable, Equatable {
    /// The way in which the next visit uses a proposal.
    enum Use: String, Sendable, Equatable, CaseIterable {
      /// A page shows it.
      case shown
      /// The visit takes it, unless the step always asks.
      case kept
      /// The visit takes it.
      case given
    }

    var value: JSONValue
    /// The name under which the value is sealed.
    var name: String
    var draft: JSONValue?
    var use = Use.shown

    /// The proposal as a message, which no store has.
    func message(at now: StoreTime) -> ReceivedMessage {
      let token = VisitToken(run: RunNumber(rawValue: 0), step: "", number: 0)
      return ReceivedMessage(
        number: 0, at: now,
        message: FlowMessage(
          .message(name: name, body: value), answering: VisitAnswer(token, restingAt: 0, draft: draft)))
    }
  }

  /// The refusal of an answer, whose visit goes on to wait.
  struct Refusal: Sendable, Equatable {
    /// The answer and its problems, with sealed values.
    var json: JSONValue
  }

  /// A jump back to a visit that is answered anew.
  struct Change {
    let visit: VisitToken
    /// The number of the command.
    let command: Int
    let answer: Proposal
    let keepsLater: Bool
  }

  /// The name of the member that marks the settlement of a visit that a person has answered. It has what was typed.
  static let answer = "answer"
  /// The name of the member with the problems for which an answer was refused.
  static let refused = "refused"
  /// The name of the member of a jump back with the new answer to the visit.
  static let change = "change"

  /// Returns the oldest message that the current visit can take.
  ///
  /// - Parameters:
  ///   - messages: The waiting messages.
  ///   - name: The name of the message that the step awaits.
  ///   - taken: The numbers of messages to ignore.
  ///   - visit: The current visit.
  /// - Returns: The message; nil if there is none.
  func message(
    in messages: WaitingMessages, named name: String, besides taken: [Int], for visit: (name: String, number: Int)
  ) -> ReceivedMessage? {
    messages.first(named: name, besides: taken) { message in
      message.answering.map { $0.visit.step == visit.name && $0.visit.number == visit.number } ?? true
    }
  }

  /// Returns the proposal that the current visit of a step takes at once; nil if it waits for an answer.
  func proposal(for step: DeclaredStep) -> Proposal? {
    guard
      let proposal = proposals[step.identifier] ?? step.durability.formerNames.lazy.compactMap({ proposals[$0] }).first
    else { return nil }
    switch proposal.use {
    case .shown: return nil
    case .kept: return step.durability.alwaysAsks ? nil : proposal
    case .given: return proposal
    }
  }

  /// Returns the index of a visit that was answered and can be answered anew; nil if the run has gone back past it, never made
  /// it, or is on the way back to it with a new answer.
  func place(of visit: VisitToken) -> Int? {
    let place = visits.lastIndex {
      $0.isPlace && $0.answer != nil && $0.step == visit.step && $0.number == visit.number
    }
    guard let undoing, undoing.answer != nil, undoing.kept == place else { return place }
    return nil
  }

  /// Returns the new answer to a visit to which the run is on the way back; nil if it isn't.
  func answerOnTheWay(to visit: VisitToken) -> Proposal? {
    guard let undoing, visits.indices.contains(undoing.kept) else { return nil }
    let changed = visits[undoing.kept]
    return changed.step == visit.step && changed.number == visit.number ? undoing.answer : nil
  }

  /// Returns the wait of the current visit after one of its answers was refused.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - name: The name of the message.
  ///   - limit: The time limit of the wait.
  ///   - now: The time of the store.
  /// - Returns: The record, and the end of the wait. A wait that has begun keeps its end.
  func refusing(at step: DeclaredStep, waitingFor name: String, _ limit: Duration?, at now: StoreTime)
    -> (FlowRecord.Waiting, WaitEnd)
  {
    let number = visit(at: step.identifier).number
    var waiting = FlowRecord.Waiting(step: step.identifier, visit: number, names: [name])
    guard let due = wait?.due ?? limit.map({ now.advanced(by: $0) }) else { return (waiting, .never) }
    waiting.due = due
    return (waiting, .at(due))
  }

  /// Keeps the answer of a visit that the run goes back past.
  mutating func propose(_ visit: Visit) {
    guard let answer = visit.answer, case .result(let value?, _) = visit.left else { return }
    proposals[visit.step] = Proposal(
      value: value, name: visit.step, draft: answer.draft, use: undoing?.keepsLater == true ? .kept : .shown)
  }

  /// Forgets the refusal of an earlier answer to the current visit, and the proposal for it.
  mutating func forgetProposal(for step: String) {
    refusal = nil
    if !proposals.isEmpty { proposals[step] = nil }
  }

  /// Notes the refusal of an answer to the current visit. A proposal that was refused is only shown from now on.
  mutating func note(_ refusal: Refusal, at step: String) {
    self.refusal = refusal
    proposals[step]?.use = .shown
  }
}

extension RunCourse.Answer {
  var json: JSONValue {
    var json = JSONObject()
    json["draft"] = draft
    return .object(json)
  }

  init(_ element: JSONElement) {
    draft = element["draft"].value
  }
}

extension RunCourse.Proposal {
  var json: JSONValue {
    var json: JSONObject = ["value": value, "name": .string(name), "use": .string(use.rawValue)]
    json["draft"] = draft
    return .object(json)
  }

  init(_ element: JSONElement) throws(JSONTypeError) {
    value = try element["value"].requiredValue()
    name = try element["name"].string()
    draft = element["draft"].value
    use = try element["use"].oneOf(Use.self)
  }
}

extension RunCourse.Change {
  init(_ change: VisitChange, by command: Int) {
    visit = change.visit
    self.command = command
    answer = RunCourse.Proposal(value: change.body, name: change.message, draft: change.draft, use: .given)
    keepsLater = change.keepsLater
  }

  init(_ element: JSONElement) throws(JSONTypeError) {
    visit = try VisitToken(element["visit"])
    command = Int(clamping: try element["command"].integer())
    answer = try RunCourse.Proposal(element["answer"])
    keepsLater = element["keeps"].value == true
  }

  var json: JSONValue {
    var json: JSONObject = [
      "visit": .string(visit.description), "command": .integer(Int64(command)), "answer": answer.json,
    ]
    if keepsLater { json["keeps"] = true }
    return .object(json)
  }
}
