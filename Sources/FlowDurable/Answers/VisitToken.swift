public import FlowJSON

/// The name of one visit of a step in one run, as a page in a browser carries it: `17/address#3`.
///
/// ```swift
/// let token = VisitToken("17/address#3")
/// print(token?.step ?? "none", token?.number ?? 0)  // address 3
/// ```
///
/// A token is no secret. It says which question a person saw, so that an answer never counts for another one.
public struct VisitToken: Sendable, Hashable, LosslessStringConvertible {
  /// The number of the run in its store.
  public let run: RunNumber
  /// The name that the step had when the visit began.
  public let step: String
  /// The number of the visit among the visits of the step, from 1.
  public let number: Int

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - step: The name of the step.
  ///   - number: The number of the visit, from 1.
  public init(run: RunNumber, step: String, number: Int) {
    self.run = run
    self.step = step
    self.number = number
  }

  /// Creates a token from its text; nil if the text isn't one.
  ///
  /// - Parameter text: The text.
  public init?(_ text: String) {
    guard let slash = text.firstIndex(of: "/"), let hash = text.lastIndex(of: "#"), slash < hash,
      let run = Int(text[..<slash]), let number = Int(text[text.index(after: hash)...]), run > 0, number > 0
    else { return nil }
    self.init(run: RunNumber(rawValue: run), step: String(text[text.index(after: slash)..<hash]), number: number)
    // Only the text of a token is accepted: "+17/…" isn't one.
    guard description == text else { return nil }
  }

  /// Whether the token names a visit of its run.
  ///
  /// - Parameters:
  ///   - step: The name that the step had when the visit began.
  ///   - number: The number of the visit.
  /// - Returns: Whether it does.
  func isOf(_ step: String, _ number: Int) -> Bool { self.step == step && self.number == number }

  /// The text of the token.
  public var description: String { "\(run.rawValue)/\(step)#\(number)" }
}

/// The visit that a message answers, and the record with which the run began to wait there.
///
/// ```swift
/// let answer = FlowMessage(
///   .message(name: "Delivery", body: ["name": "Ada"]), answering: VisitAnswer(token, restingAt: 12))
/// if case .tooLate = try await store.send(answer, to: token.run) { print("The run has moved on.") }
/// ```
public struct VisitAnswer: Sendable, Hashable {
  /// The visit. No other visit takes the message.
  public var visit: VisitToken
  /// The number of the run's latest record. The store takes the message only if the run waits, and has no later record.
  public var record: Int
  /// The entry as a person typed it; nil if the body of the message contains everything.
  public var draft: JSONValue?

  /// Creates the address of an answer.
  ///
  /// - Parameters:
  ///   - visit: The visit.
  ///   - record: The number of the run's latest record.
  ///   - draft: What a person typed.
  public init(_ visit: VisitToken, restingAt record: Int, draft: JSONValue? = nil) {
    self.visit = visit
    self.record = record
    self.draft = draft
  }
}

/// Another answer to a visit that has passed.
///
/// ```swift
/// let change = FlowMessage(.change(VisitChange(token, message: "Delivery", ["name": "Ada"], keepsLater: true)))
/// ```
public struct VisitChange: Sendable, Hashable {
  /// The visit.
  public var visit: VisitToken
  /// The name of the message that the step awaits.
  public var message: String
  /// The new answer.
  public var body: JSONValue
  /// The entry as a person typed it; nil if the body contains everything.
  public var draft: JSONValue?
  /// Whether the answers to later visits are kept as proposals.
  public var keepsLater: Bool

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - visit: The visit.
  ///   - message: The name of the message that the step awaits.
  ///   - body: The new answer.
  ///   - draft: What a person typed.
  ///   - keepsLater: Whether the answers to later visits are kept as proposals.
  public init(
    _ visit: VisitToken, message: String, _ body: JSONValue, draft: JSONValue? = nil, keepsLater: Bool = false
  ) {
    self.visit = visit
    self.message = message
    self.body = body
    self.draft = draft
    self.keepsLater = keepsLater
  }
}
