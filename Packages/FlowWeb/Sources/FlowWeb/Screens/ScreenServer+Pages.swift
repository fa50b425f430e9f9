import FlowMarkup

/// The pages of a session.
extension ScreenServer {
  var leaveLink: JourneyPage.Link { JourneyPage.Link(label: "Leave", address: settings.base + "/leave") }

  /// Returns a page in the style of the program.
  func html(_ page: JourneyPage, status: Int = 200) -> PageReply {
    var page = page
    page.service = settings.pages.service
    page.language = settings.pages.language
    page.assets = settings.base + "/assets"
    page.start = settings.start
    return .html(settings.pages.style.document(page), status: status)
  }

  /// Returns the page of a screen, which is one form.
  func screen(_ screen: BrowserScreen.Page, _ cookie: JourneyCookie) -> JourneyPage {
    var page = JourneyPage(.screen, screen.title.isEmpty ? settings.pages.start.title : screen.title)
    page.content = screen.form(
      to: settings.screen, following: settings.base + "/changes", hidden: [(FormName.form, cookie.secret.formToken)])
    page.refresh = screen.refresh
    page.leave = leaveLink
    return page
  }

  /// The page of a run that shows no screen now.
  var workingPage: JourneyPage {
    var page = JourneyPage(.working, "We are working on it", ["This page changes by itself when the work is done."])
    page.refresh = 2
    page.leave = leaveLink
    return page
  }

  /// Returns the page of a run that has ended.
  func page(of ending: BrowserSession.Ending) -> JourneyPage {
    var page =
      switch ending {
      case .completed(let text): JourneyPage(.ended, text.title, text.sentences)
      case .failed:
        JourneyPage(
          .failed, "Sorry, something went wrong",
          ["A part of this didn't work, so it was stopped.", "You can start again, or get in touch with us."])
      case .cancelled: JourneyPage(.cancelled, "You have left", ["Nothing of this is kept. You can start again."])
      // Only the sessions of visits end with an answer.
      case .answered: JourneyPage(.ended, "Done")
      }
    page.links = [JourneyPage.Link(label: "Start again", address: settings.start)]
    return page
  }

  /// The page of a session that is gone, or that another browser has.
  var gonePage: PageReply {
    var page = JourneyPage(
      .gone, "This is no longer open",
      [
        "It was left alone for too long, it was open for too long, or it was begun in another browser.",
        "Nothing of it is kept. You can start again.",
      ])
    page.links = [JourneyPage.Link(label: "Start again", address: settings.start)]
    return html(page, status: 410)
  }

  /// Returns the question whether a person wants to leave.
  func leavePage(_ request: PageRequest) -> PageReply {
    guard let (cookie, session) = session(request) else { return gonePage }
    guard session.ending == nil else { return .redirect(to: settings.screen) }
    var page = JourneyPage(.leave, "Do you want to leave?", ["What you did here isn't kept."])
    page.form = JourneyPage.Form(
      address: settings.base + "/leave", hidden: [(FormName.form, cookie.secret.formToken)], button: "Yes, leave",
      isDangerous: true)
    page.links = [JourneyPage.Link(label: "No, continue", address: settings.screen)]
    return html(page)
  }

  /// Returns the page of a fault.
  func page(of fault: PageFault) -> PageReply {
    var page = JourneyPage(.error, fault.title, [fault.sentence])
    if fault == .unavailable {
      page = JourneyPage(.error, "There are too many people here", ["Try again in a few minutes."])
    }
    page.links = [JourneyPage.Link(label: "Go to the start", address: settings.start)]
    return html(page, status: fault.status)
  }
}

extension Assets {
  /// Returns the reply with a file of the default style.
  static func reply(_ name: String) throws(PageFault) -> PageReply {
    switch name {
    case styleName: .asset(style, type: "text/css; charset=utf-8")
    case scriptName: .asset(script, type: "text/javascript; charset=utf-8")
    default: throw .noPage
    }
  }
}
