import FlowChains
import FlowJSON

/// The answers of people to the visits of a run, and the proposals that remain when the run goes back past them.
extension RunCourse {
  /// An answer that a visit has taken.
  struct Answer: Sendable, Equatable {
    /// The entry as the person typed it; nil if the result of the visit contains everything.
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

    /// Returns the proposal as a message, which no store has.
    ///
    /// - Parameters:
    ///   - key: The name under which the proposal is kept.
    ///   - now: The time of the store.
    /// - Returns: The message, whose visit names the key.
    func message(of key: String, at now: StoreTime) -> ReceivedMessage {
      let token = VisitToken(run: RunNumber(rawValue: 0), step: key, number: 0)
      return ReceivedMessage(
        number: 0, at: now,
        message: FlowMessage(
          .message(name: name, body: value), answering: VisitAnswer(token, restingAt: 0, draft: draft)))
    }
  }

  /// The refusal of an answer. Its visit continues to wait.
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
  ///   - names: The names of the messages that the step awaits. An answer to the visit may have any name.
  ///   - taken: The numbers of messages to ignore.
  ///   - visit: The current visit.
  /// - Returns: The message; nil if there is none.
  func message(
    in messages: WaitingMessages, named names: [String], besides taken: [Int], for visit: (name: String, number: Int)
  ) -> ReceivedMessage? {
    let own = messages.answer(to: visit.name, visit.number, besides: taken)
    let others = names.compactMap { messages.first(named: $0, besides: taken) { $0.answering == nil } }
    return ([own].compactMap { $0 } + others).min { $0.number < $1.number }
  }

  /// Returns the name under which a proposal for a step is kept; nil if there is none.
  func proposalKey(for step: DeclaredStep) -> String? {
    guard !proposals.isEmpty else { return nil }
    return ([step.identifier] + step.durability.formerNames).first { proposals[$0] != nil }
  }

  /// Returns the proposal that the current visit of a step takes at once, as a message; nil if there is none.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - use: The use of the proposal.
  ///   - now: The time of the store.
  /// - Returns: The message.
  func proposal(for step: DeclaredStep, _ use: Proposal.Use, at now: StoreTime) -> ReceivedMessage? {
    guard let key = proposalKey(for: step), let proposal = proposals[key], proposal.use == use else { return nil }
    return use == .kept && step.durability.alwaysAsks ? nil : proposal.message(of: key, at: now)
  }

  /// Returns whether the run awaits the answer to a visit.
  func isOpen(_ token: VisitToken) -> Bool {
    guard awaitsMessage, let wait else { return false }
    let visit = visit(at: wait.step)
    return token.isOf(visit.name, visit.number)
  }

  /// Returns the index of a visit that was answered and can be answered anew; nil if the run has ended, has gone back past it,
  /// never made it, or is on the way back to a visit with a new answer.
  func place(of visit: VisitToken) -> Int? {
    guard ended == nil, undoing?.answer == nil else { return nil }
    return visits.lastIndex { $0.isPlace && $0.answer != nil && visit.isOf($0.step, $0.number) }
  }

  /// Returns the new answer to a visit to which the run is on the way back; nil if it isn't.
  func answerOnTheWay(to visit: VisitToken) -> Proposal? {
    guard let undoing, visits.indices.contains(undoing.kept) else { return nil }
    let changed = visits[undoing.kept]
    return visit.isOf(changed.step, changed.number) ? undoing.answer : nil
  }

  /// Returns the wait of the current visit after one of its answers was refused.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - names: The names of the messages that the step awaits.
  ///   - limit: The time limit of the wait.
  ///   - now: The time of the store.
  /// - Returns: The record, and the end of the wait. A wait that has begun keeps its end.
  func refusing(at step: DeclaredStep, waitingFor names: [String], _ limit: Duration?, at now: StoreTime)
    -> (FlowRecord.Waiting, WaitEnd)
  {
    let number = visit(at: step.identifier).number
    var waiting = FlowRecord.Waiting(step: step.identifier, visit: number, names: names)
    // A wait for the next attempt isn't that of the visit. Without a limit, the recorded time is that of the run's time limit.
    let begun = wait.flatMap { $0.failed == nil && limit != nil ? $0.due : nil }
    waiting.due = begun ?? limit.map { now.advanced(by: $0) }
    guard let end = [waiting.due, deadline].compactMap({ $0 }).min() else { return (waiting, .never) }
    return (waiting, .at(end))
  }

  /// Keeps the answer of a visit that is undone, also before the end of the run: it can be taken up again, and pages find in the draft who
  /// may see it.
  mutating func propose(_ visit: Visit) {
    guard let answer = visit.answer, case .result(let value?, _) = visit.left else { return }
    proposals[visit.step] = Proposal(
      value: value, name: visit.step, draft: answer.draft, use: undoing?.keepsLater == true ? .kept : .shown)
  }

  /// Forgets the refusal of an earlier answer to the current visit, and the proposal for it, which may have an earlier name of the
  /// step.
  mutating func forgetProposal(for step: String, _ answer: JSONElement?) {
    refusal = nil
    if let number = try? answer?["message"].integer() { count(Int(clamping: number)) }
    guard !proposals.isEmpty else { return }
    proposals[step] = nil
    if let key = try? answer?["of"].string() { proposals[key] = nil }
  }

  /// Notes the refusal of an answer to the current visit. A proposal that was refused is only shown from now on.
  mutating func note(_ refusal: Refusal, at step: String) {
    self.refusal = refusal
    let element = JSONElement(refusal.json)
    if let number = try? element["message"].integer() { count(Int(clamping: number)) }
    proposals[(try? element["of"].string()) ?? step]?.use = .shown
  }

  /// Notes the number of a message that counts. Its sender asks soon after.
  mutating func count(_ number: Int) {
    counted = counted.suffix(7) + [number]
  }

  /// Forgets the new answer with which the run is on its way back, because it goes elsewhere. The sender of
  /// the answer sees that it doesn't count.
  mutating func forgetChange() {
    if undoing?.answer != nil, !counted.isEmpty { counted.removeLast() }
  }

  /// Sets the use of proposals before the run goes back: they are only shown, unless later answers are kept.
  mutating func keepProposals(_ areKept: Bool) {
    for (name, proposal) in proposals {
      proposals[name]?.use = areKept && proposal.use != .shown ? .kept : .shown
    }
  }
}

extension DeclaredStep {
  /// The names of the messages that the step awaits. The page of a step that was renamed may have sent its answer under an earlier
  /// name.
  var awaitedNames: [String] {
    guard case .message(let name, _)? = durability.wait else { return [] }
    guard durability.page != nil, name.hasSuffix(identifier) else { return [name] }
    let prefix = name.dropLast(identifier.count)
    return [name] + durability.formerNames.map { prefix + $0 }
  }
}

extension ReceivedMessage {
  /// The members of records for an answer besides its value: its number, or the name under which a proposal was kept, and what was
  /// typed; nil if the message answers no visit.
  var answerMembers: JSONObject? {
    guard let answering = message.answering else { return nil }
    var members: JSONObject = number > 0 ? ["message": .integer(Int64(number))] : ["of": .string(answering.visit.step)]
    members["draft"] = answering.draft
    return members
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
