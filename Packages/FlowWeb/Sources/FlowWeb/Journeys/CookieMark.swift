import FlowDurable
import FlowJSON
import WebServing

/// The digest of the secret that a journey accepts since its cookie was replaced, as the drafts of its answers keep it.
///
/// Each answer since then has it, so that it stays when the journey goes back. The latest turn counts.
struct CookieMark: Sendable, Hashable {
  let secret: String
  let turn: Int

  init(_ secret: JourneySecret, turn: Int) {
    self.secret = secret.mark
    self.turn = turn
  }

  /// Reads the mark from a draft; nil if it has none.
  init?(_ draft: JSONValue?) {
    guard case .object(let object)? = draft, case .string(let secret)? = object["cookie"],
      case .integer(let turn)? = object["turn"]
    else { return nil }
    self.secret = secret
    self.turn = Int(turn)
  }

  /// Finds the mark of a run; nil if its first cookie counts.
  ///
  /// An answer that was refused replaces no cookie. Its reply may have been lost.
  init?<Content, Result>(of run: DurableRun<Content, Result>, at moment: RunMoment) throws {
    // The answers past which the run has gone back are proposals.
    let drafts = try run.answers(at: moment).map(\.draft) + run.proposals(at: moment).values.map(\.draft)
    guard let mark = drafts.compactMap(CookieMark.init).max(by: { $0.turn < $1.turn }) else { return nil }
    self = mark
  }

  /// Finds the mark of an answer that the run has refused. A browser has its cookie if the refusal took long.
  init?<Content, Result>(refusedBy run: DurableRun<Content, Result>, at moment: RunMoment) async throws {
    guard case .page(let visit) = try await run.rest(at: moment) else { return nil }
    self.init(visit.refused?.draft)
  }

  /// Whether the mark is that of a secret.
  func isOf(_ secret: JourneySecret) -> Bool { self.secret.isSameSecret(as: secret.mark) }

  /// The mark as a part of a draft.
  var draft: JSONValue { ["cookie": .string(secret), "turn": .integer(Int64(turn))] }
}
