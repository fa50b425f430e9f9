public import FlowState

extension FlowPages {
  /// Creates a step that shows a page.
  ///
  /// Each time the step starts, the page becomes the top page. It receives the content through the step's `onContentUpdate(_:)`. The
  /// step can belong to a run on any queue, and to a chain: `FlowStepDeclaration(String.self, String.self, identifier: "email") { _ in
  /// pages.step(.email) }`.
  ///
  /// If the step is cancelled, for instance by a timeout, the page stays until the run visits another one.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - content: The type of the page's content.
  ///   - result: The type of the page's result.
  ///   - identifier: The name of the step in errors and traces; the page's description by default. In a run, no two pages can share
  ///     a name.
  /// - Returns: The step.
  public nonisolated func step<Content: Sendable, Result: Sendable>(
    _ page: Page, _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String? = nil
  ) -> FlowStep<Content, Result> {
    makeStep(page, isPresented: false, identifier)
  }

  /// Creates a step that shows a page without content.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - content: `Any.self`.
  ///   - result: The type of the page's result.
  ///   - identifier: The name of the step in errors and traces; the page's description by default.
  /// - Returns: The step.
  public nonisolated func step<Result: Sendable>(
    _ page: Page, _ content: Any.Type = Any.self, _ result: Result.Type = Result.self, identifier: String? = nil
  ) -> FlowStep<Any, Result> {
    makeStep(page, isPresented: false, identifier) { _ in nil }
  }

  /// Creates a step that presents a page over the others, as a sheet for instance.
  ///
  /// The page ends when its step completes or is cancelled. If the user dismisses it, the run goes back to the page below; without
  /// one, the run ends as ``path`` describes. The page isn't a stop: the run doesn't return to it when the user leaves a later one.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - content: The type of the page's content.
  ///   - result: The type of the page's result.
  ///   - identifier: The name of the step in errors and traces; the page's description by default.
  /// - Returns: The step.
  public nonisolated func presentingStep<Content: Sendable, Result: Sendable>(
    _ page: Page, _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String? = nil
  ) -> FlowStep<Content, Result> {
    makeStep(page, isPresented: true, identifier)
  }

  /// Creates a step that presents a page without content over the others.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - content: `Any.self`.
  ///   - result: The type of the page's result.
  ///   - identifier: The name of the step in errors and traces; the page's description by default.
  /// - Returns: The step.
  public nonisolated func presentingStep<Result: Sendable>(
    _ page: Page, _ content: Any.Type = Any.self, _ result: Result.Type = Result.self, identifier: String? = nil
  ) -> FlowStep<Any, Result> {
    makeStep(page, isPresented: true, identifier) { _ in nil }
  }

  private nonisolated func makeStep<Content: Sendable, Result: Sendable>(
    _ page: Page, isPresented: Bool, _ identifier: String?
  ) -> FlowStep<Content, Result> {
    let run = StepRun()
    let step = makeStep(page, isPresented: isPresented, identifier, run) { (step: FlowStep<Content, Result>) in
      step.content
    }
    step.onContentUpdate { [weak self, mainQueue] content in
      let run = run.id
      mainQueue.perform { self?.receive(content, for: page, from: run) }
    }
    return step
  }

  private nonisolated func makeStep<Content, Result: Sendable>(
    _ page: Page, isPresented: Bool, _ identifier: String?, _ run: StepRun = StepRun(),
    content: @escaping (FlowStep<Content, Result>) -> (any Sendable)?
  ) -> FlowStep<Content, Result> {
    let step = FlowStep<Content, Result>(identifier: identifier ?? "\(page)") { step in
      let handler = FlowStepHandler<Content, Result>()
      let visit = self.makeVisit(of: step, handler)
      run.id = visit.run
      handler.onCancel { [weak self, weak visit, mainQueue = self.mainQueue] in
        mainQueue.perform {
          if let visit { self?.cancel(visit) }
        }
      }
      let (name, content) = (step.identifier, content(step))
      self.mainQueue.perform {
        self.begin(visit, of: Stack.Place(page: page, name: name, isPresented: isPresented, visit: visit), content)
      }
      return handler
    }
    // The run returns to a page, and passes over the automatic steps between. It doesn't return to a sheet.
    step.isStop = !isPresented
    return step
  }

  private nonisolated func makeVisit<Content, Result: Sendable>(
    of step: FlowStep<Content, Result>, _ handler: FlowStepHandler<Content, Result>
  ) -> PageVisit {
    let life = RunLife()
    // The run releases the closure when it ends, and with it the only strong reference to `life`.
    let access = RunAccess(step)
    let run = access.startedRun
    let goBack = access.callback { [weak self] in
      withExtendedLifetime(life) { self?.goBack(step, in: run) }
    }
    return PageVisit(
      handler: handler, run: run, takenCount: request.takenCount, isRunAlive: { [weak life] in life != nil },
      goBack: goBack,
      earlierResult: step.earlierResult, completeWithoutResult: { handler.complete(nil) })
  }
}
