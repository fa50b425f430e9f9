import FlowDurable
import FlowJSON
import WebServing

/// The digest of the secret that a journey accepts since its cookie was replaced, as the drafts of its answers keep it.
///
/// Each answer since then has it, so that it stays when the journey goes back. The latest turn counts.
struct CookieMark: Sendable, Hashable {
  let secret: String
  let turn: Int
  /// The digest of the answer that has replaced the cookie; nil if an earlier version of the library has made the mark.
  let answer: String?

  init(_ secret: JourneySecret, turn: Int, answer: String?) {
    self.secret = secret.mark
    self.turn = turn
    self.answer = answer
  }

  /// Reads the mark from a draft; nil if it has none.
  init?(_ draft: JSONValue?) {
    guard case .object(let object)? = draft, case .string(let secret)? = object["cookie"],
      case .integer(let turn)? = object["turn"]
    else { return nil }
    self.secret = secret
    self.turn = Int(turn)
    if case .string(let answer)? = object["answer"] { self.answer = answer } else { answer = nil }
  }

  /// Finds the mark of a run; nil if its first cookie counts.
  ///
  /// An answer that was refused replaces no cookie. Its reply may have been lost.
  init?<Content, Result>(of run: DurableRun<Content, Result>, at moment: RunMoment) throws {
    // The answers past which the run has gone back are proposals. A run forgets early answers, and keeps the latest draft.
    let drafts: [JSONValue?] =
      try [run.latestDraft(at: moment)] + run.answers(at: moment).map(\.draft)
      + run.proposals(at: moment).values.map(\.draft)
    guard let mark = drafts.compactMap(CookieMark.init).max(by: { $0.turn < $1.turn }) else { return nil }
    self = mark
  }

  /// Whether the mark is that of a secret.
  func isOf(_ secret: JourneySecret) -> Bool { self.secret.isSameSecret(as: secret.mark) }

  /// The mark as a part of a draft.
  var draft: JSONValue {
    var draft: JSONObject = ["cookie": .string(secret), "turn": .integer(Int64(turn))]
    draft["answer"] = answer.map { .string($0) }
    return .object(draft)
  }
}
