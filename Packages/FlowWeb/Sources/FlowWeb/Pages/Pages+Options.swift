import FlowDurable
public import FlowForms
public import FlowState
public import Hummingbird

/// The settings of a program.
extension Pages {
  private func changing(_ change: (inout Pages) -> Void) -> Pages {
    var pages = self
    change(&pages)
    return pages
  }

  // MARK: Texts

  /// Returns pages with a name of the service and a language.
  ///
  /// - Parameters:
  ///   - service: The name, which is part of each title; the name of the flow by default.
  ///   - language: The language of the pages, as in `en`. It sets the direction, too. The sentences of forms are those of the forms.
  /// - Returns: The pages.
  public func named(_ service: String, language: String = "en") -> Pages {
    changing { pages in
      pages.settings.service = service
      pages.settings.language = language
      if pages.settings.start.title == flow.identifier { pages.settings.start.title = service }
    }
  }

  /// Returns pages whose runs have languages of their own.
  ///
  /// ```swift
  /// let spoken = pages.speaking { assignments in document.language(of: assignments) }
  ///   .assigning { request in
  ///     document.language(accepting: request.headers[.acceptLanguage] ?? "").map { [document.reading(in: $0)] } ?? []
  ///   }
  /// ```
  ///
  /// - Parameter language: Returns the language of a run by the assignments with which it was started; nil for that of ``named(_:language:)``.
  /// - Returns: The pages.
  public func speaking(
    _ language: @escaping @Sendable (_ assignments: [VariantAssignment]) -> String?
  ) -> Pages {
    changing { $0.settings.languageOfRun = language }
  }

  /// Returns pages with a text of the start page.
  ///
  /// - Parameters:
  ///   - text: The title and the sentences.
  ///   - button: The label of the button that starts a journey.
  /// - Returns: The pages.
  public func starting(_ text: PageText, button: String = "Start now") -> Pages {
    changing { pages in
      pages.settings.start = text
      pages.settings.startButton = button
    }
  }

  /// Returns pages with a text of the last page.
  ///
  /// ```swift
  /// let thanked = pages.ending { name in PageText("Welcome, \(name ?? "friend")", "You can sign in now.") }
  /// ```
  ///
  /// - Parameter text: Returns the text for the result of the run.
  /// - Returns: The pages.
  public func ending(_ text: @escaping @Sendable (_ result: Result?) -> PageText) -> Pages {
    changing { $0.ending = text }
  }

  /// Returns pages with a label of the button of a step.
  ///
  /// - Parameters:
  ///   - label: The label, such as `Pay`.
  ///   - step: The name of the step.
  /// - Returns: The pages.
  public func button(_ label: String, at step: String) -> Pages {
    changing { $0.settings.buttons[step] = label }
  }

  /// Returns pages in a style.
  ///
  /// - Parameter style: Makes HTML of the pages.
  /// - Returns: The pages.
  public func styled(by style: any PageStyle) -> Pages {
    changing { $0.settings.style = style }
  }

  // MARK: Journeys

  /// Returns pages whose runs start with assignments of experiments.
  ///
  /// - Parameter assignments: Returns the assignments for the request that starts a run.
  /// - Returns: The pages.
  public func assigning(
    _ assignments: @escaping @Sendable (_ request: Request) async throws -> [VariantAssignment]
  ) -> Pages {
    changing { $0.assignments = assignments }
  }

  /// Returns pages of which one browser can have several journeys at once. By default, a second start leads to the
  /// journey that is under way.
  ///
  /// - Returns: The pages.
  public func startsSeveral() -> Pages {
    changing { $0.settings.startsSeveral = true }
  }

  /// Returns pages that replace the cookie of a journey when a step is answered, so that whoever knew the earlier cookie
  /// has no part in the journey any more.
  ///
  /// - Parameter step: The name of a step with a form, such as that of the sign-in.
  /// - Returns: The pages.
  public func rotatingCookie(after step: String) -> Pages {
    changing { $0.settings.rotatingStep = step }
  }

  /// Returns pages with a link that carries a journey to another device. It works once within an hour, and asks first.
  ///
  /// Set ``keyed(by:)``, too: with another secret, links and the cookies of other devices end.
  ///
  /// - Returns: The pages.
  public func resumable() -> Pages {
    changing { $0.settings.isResumable = true }
  }

  // MARK: Serving

  /// Returns pages with a secret of all servers that serve them.
  ///
  /// Without it, each process chooses one, and two tabs that start at once, at two processes, can begin two journeys.
  ///
  /// - Precondition: The secret has at least 32 bytes.
  /// - Parameter secret: At least 32 random characters.
  /// - Returns: The pages.
  public func keyed(by secret: String) -> Pages {
    guard secret.utf8.count >= 32 else {
      fatalError("The secret of the pages must have at least 32 random characters.")
    }
    return changing { $0.settings.key = secret }
  }

  /// Returns pages whose browsers use an origin that requests to the server don't show, because a proxy replaces `Host`.
  ///
  /// ```swift
  /// let published = pages.published(at: "https://shop.example")
  /// ```
  ///
  /// It decides whether cookies are `Secure`, from where forms may come, and where links to other devices lead.
  ///
  /// - Precondition: The origin has a scheme, `http` or `https`, a host in lowercase, and perhaps a port, and nothing else.
  /// - Parameter origin: The origin.
  /// - Returns: The pages.
  public func published(at origin: String) -> Pages {
    guard let read = PageOrigin(origin) else {
      fatalError("'\(origin)' isn't an origin, such as 'https://shop.example'.")
    }
    return changing { $0.settings.origin = read }
  }

  /// Returns pages that believe `X-Forwarded-Host` and `X-Forwarded-Proto`, of which the last value counts.
  ///
  /// Use it only if each request comes through a proxy that sets both: otherwise, clients can write what they like. It is
  /// for servers with several names; for one name, use ``published(at:)``.
  ///
  /// - Returns: The pages.
  public func trustingProxy() -> Pages {
    changing { $0.settings.trustsProxy = true }
  }

  /// Returns pages with a setting for their cookies.
  ///
  /// - Parameters:
  ///   - isSecure: Whether browsers send the cookies with TLS only; nil, the default, for
  ///     the scheme that is known from ``published(at:)`` or ``trustingProxy()``, or else for all hosts but `localhost`,
  ///     `127.0.0.1` and `[::1]`.
  ///   - age: The time for which browsers keep the cookies; nil until they are closed.
  /// - Returns: The pages.
  public func cookies(secure isSecure: Bool? = nil, kept age: Duration? = nil) -> Pages {
    changing { pages in
      pages.settings.isSecure = isSecure
      pages.settings.cookieAge = age?.components.seconds
    }
  }

  /// Returns pages that take files.
  ///
  /// - Parameter folder: The folder in which files are kept. Files of answers that a step has refused stay in it, too.
  /// - Returns: The pages.
  public func keepingFiles(in folder: FileFolder) -> Pages {
    changing { $0.settings.files = folder }
  }

  /// Returns pages with other limits.
  ///
  /// - Parameters:
  ///   - bytes: The maximum size of a form without its files; nil for a megabyte, or what its fields can need, up to 16 megabytes.
  ///   - fields: The maximum number of fields of a form; nil for 1,000, or as many as it can need.
  ///   - patience: The time for which a reply waits for the work of a step, before it shows that work is done.
  /// - Returns: The pages.
  public func limited(
    toBytes bytes: Int? = nil, fields: Int? = nil, patience: Duration = .milliseconds(300)
  ) -> Pages {
    changing { pages in
      pages.settings.largestForm = bytes
      pages.settings.mostFields = fields
      pages.settings.patience = patience
    }
  }
}
