public import FlowState

/// The settings of a program.
extension Screens {
  private func changing(_ change: (inout Screens) -> Void) -> Screens {
    var screens = self
    change(&screens)
    return screens
  }

  // MARK: Texts

  /// Returns screens with a name of the service and a language.
  ///
  /// - Parameters:
  ///   - service: The name, which is part of each title; the name of the flow by default.
  ///   - language: The language of the pages, as in `en`. It sets the direction, too.
  /// - Returns: The screens.
  public func named(_ service: String, language: String = "en") -> Screens {
    changing { screens in
      if screens.settings.pages.start.title == screens.settings.pages.service {
        screens.settings.pages.start.title = service
      }
      screens.settings.pages.service = service
      screens.settings.pages.language = language
    }
  }

  /// Returns screens with a text of the start page. Its title is also that of screens without a heading.
  ///
  /// - Parameters:
  ///   - text: The title and the sentences.
  ///   - button: The label of the button that starts a run.
  /// - Returns: The screens.
  public func starting(_ text: PageText, button: String = "Start now") -> Screens {
    changing { screens in
      screens.settings.pages.start = text
      screens.settings.pages.startButton = button
    }
  }

  /// Returns screens with a text of the last page.
  ///
  /// ```swift
  /// let thanked = screens.ending { steps in PageText(steps == nil ? "See you" : "Enjoy your doughnuts") }
  /// ```
  ///
  /// - Parameter text: Returns the text for the result of the run. It is called on the queue of the run.
  /// - Returns: The screens.
  public func ending(_ text: @escaping @Sendable (_ result: Result?) -> PageText) -> Screens {
    changing { $0.ending = text }
  }

  /// Returns screens in a style. It gets the screen as ``JourneyPage/content``.
  ///
  /// - Parameter style: Makes HTML of the pages.
  /// - Returns: The screens.
  public func styled(by style: any PageStyle) -> Screens {
    changing { $0.settings.pages.style = style }
  }

  // MARK: Images

  /// Returns screens that show images from some places. An image from elsewhere is shown as its label, as all are by default.
  ///
  /// ```swift
  /// let illustrated = screens.images(from: ["images.example.org", "/pictures/"])
  /// ```
  ///
  /// - Parameter places: Hosts that serve images by TLS, origins such as `https://images.example.org:8443`, or paths of this server.
  /// - Returns: The screens.
  public func images(from places: [String]) -> Screens {
    changing { $0.settings.images = ImagePlaces(places) }
  }

  // MARK: Serving

  /// Returns screens whose browsers use an origin that requests to the server don't show, because a proxy replaces `Host`.
  ///
  /// ```swift
  /// let published = screens.published(at: "https://shop.example")
  /// ```
  ///
  /// It decides whether cookies are `Secure`, and from where forms may come.
  ///
  /// - Precondition: The origin has a scheme, `http` or `https`, a host in lowercase, and perhaps a port, and nothing else.
  /// - Parameter origin: The origin.
  /// - Returns: The screens.
  public func published(at origin: String) -> Screens {
    guard let read = PageOrigin(origin) else {
      fatalError("'\(origin)' isn't an origin, such as 'https://shop.example'.")
    }
    return changing { $0.settings.pages.origin = read }
  }

  /// Returns screens that believe `X-Forwarded-Host` and `X-Forwarded-Proto`, of which the last value counts.
  ///
  /// Use it only if each request comes through a proxy that sets both; for one name, use ``published(at:)``.
  ///
  /// - Returns: The screens.
  public func trustingProxy() -> Screens {
    changing { $0.settings.pages.trustsProxy = true }
  }

  /// Returns screens with a setting for their cookies.
  ///
  /// - Parameter isSecure: Whether browsers send the cookies with TLS only; nil, the default, for the scheme that is known from
  ///   ``published(at:)`` or ``trustingProxy()``, or else for all hosts but `localhost`, `127.0.0.1` and `[::1]`.
  /// - Returns: The screens.
  public func cookies(secure isSecure: Bool?) -> Screens {
    changing { $0.settings.pages.isSecure = isSecure }
  }

  /// Returns screens with another clock, which times the runs and the sessions.
  ///
  /// - Parameter clock: The clock.
  /// - Returns: The screens.
  public func timed(by clock: any FlowClock) -> Screens {
    changing { $0.settings.clock = clock }
  }

  /// Returns screens with other limits of their sessions.
  ///
  /// When there are too many, the oldest one that has ended gives way to a new one, and then the oldest in which nobody has pressed a
  /// button. If there is none, the new one is refused.
  ///
  /// - Parameters:
  ///   - sessions: The maximum number of sessions.
  ///   - idle: The time after which a session ends that no page uses.
  ///   - age: The time after which a session ends in any case.
  /// - Returns: The screens.
  public func limited(toSessions sessions: Int, idle: Duration = .seconds(1_800), age: Duration = .seconds(86_400))
    -> Screens
  {
    changing { $0.settings.limits = ScreenLimits(sessions: max(1, sessions), idle: idle, age: age) }
  }

  /// Returns screens with other limits of their forms and replies.
  ///
  /// - Parameters:
  ///   - bytes: The maximum size of a form.
  ///   - fields: The maximum number of fields of a form.
  ///   - patience: The time for which a reply waits for the next screen, before it shows that work is done.
  /// - Returns: The screens.
  public func limited(
    toBytes bytes: Int, fields: Int = 1_000, patience: Duration = .milliseconds(300)
  ) -> Screens {
    changing { screens in
      screens.settings.pages.largestForm = bytes
      screens.settings.pages.mostFields = fields
      screens.settings.pages.patience = patience
    }
  }
}
