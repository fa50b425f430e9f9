import FlowDurable

/// A reason why a request isn't followed. It has a page of its own, in plain words.
enum PageFault: Error, Equatable {
  /// There is no such page.
  case noPage
  /// The browser has no journey under this address, or the store has forgotten it.
  case noJourney
  /// The link to another device was used before.
  case usedLink
  /// The form has no token, or that of another cookie.
  case wrongToken
  /// Another site has sent the form.
  case foreignForm
  /// The request has too many bytes or fields.
  case tooLarge
  /// The request can't be read.
  case malformed
  /// The body has a type that the page doesn't take.
  case unsupported
  /// The store doesn't answer.
  case unavailable
  /// The program has failed.
  case failed

  /// The status of the reply.
  var status: Int {
    switch self {
    case .noPage, .noJourney: 404
    case .usedLink: 410
    case .wrongToken, .foreignForm: 403
    case .tooLarge: 413
    case .malformed: 400
    case .unsupported: 415
    case .unavailable: 503
    case .failed: 500
    }
  }

  /// The title of the page.
  var title: String {
    switch self {
    case .noPage: "Page not found"
    case .noJourney: "There is nothing open here"
    case .usedLink: "This link was used"
    case .wrongToken: "This page is too old"
    case .foreignForm: "This form came from another site"
    case .tooLarge: "That was too much"
    case .malformed, .unsupported: "This form can't be read"
    case .unavailable, .failed: "Sorry, there is a problem"
    }
  }

  /// The next thing that the person can do.
  var sentence: String {
    switch self {
    case .noPage: "If you typed the address, check that it is correct."
    case .noJourney:
      "It may have ended some time ago, or it was begun in another browser. What you entered there isn't shown here."
    case .usedLink: "Each link works once. Open a new one on the device where you began."
    case .wrongToken: "Nothing was saved. Open the page again, and send it from there."
    case .foreignForm: "Nothing was saved. Open the page here, and send it from there."
    case .tooLarge: "Nothing was saved. Go back, and send less text or a smaller file."
    case .malformed, .unsupported: "Nothing was saved. Go back, load the page again, and send it once more."
    case .unavailable, .failed: "Try again in a few minutes. What you sent before is kept."
    }
  }

  /// Creates the fault for an error of the store.
  init(_ error: StoreError) {
    self =
      switch error {
      case .unknownRun, .runEnded: .noJourney
      case .tooLarge, .tooDeep: .tooLarge
      case .unstorable: .malformed
      default: .unavailable
      }
  }
}
