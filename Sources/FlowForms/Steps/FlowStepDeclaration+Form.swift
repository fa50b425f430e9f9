public import FlowChains
import FlowDurable
public import FlowScreens
public import FlowState

extension FlowStepDeclaration where Content == Any {
  /// Returns a declaration of a step that a person answers with a form.
  ///
  /// ```swift
  /// enum TheDelivery: DurableKey { typealias Value = Delivery }
  ///
  /// let address = FlowStepDeclaration.form(delivery, identifier: "address").keeping(TheDelivery.self)
  /// ```
  ///
  /// In memory, the step shows the form on the presenter, or on the ``FormPresenter`` of the run's context. Gone back to, it shows what
  /// was entered last. If the person leaves the form, the step completes without a result.
  ///
  /// In a durable run, the step waits for the answer as a message, and nothing is in memory; see `DurableRun.send(_:to:key:)` of this module. The
  /// message has the name `form:` and the name of the step. The form checks it, wherever it comes from, before `checking` of the
  /// declaration does, and refuses it with its sentences. A form with a password requires a codec.
  ///
  /// The step is a stop: going back leads to it.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - identifier: The name of the step.
  ///   - limit: The maximum time that a durable run waits. After it, the step completes without a result.
  ///   - presenter: The presenter in memory; nil for that of the run's context.
  ///   - files: The folder for files whose paths a person enters in a terminal.
  /// - Returns: The declaration. Its result is the answer: the value, and the entry as typed.
  public static func form<Value>(
    _ form: FlowForm<Value>, identifier: String, within limit: Duration? = nil,
    on presenter: (any ScreenPresenter & Sendable)? = nil, files: FileFolder? = nil
  ) -> FlowStepDeclaration where Result == FormAnswer<Value> {
    FlowStepDeclaration(Any.self, Result.self, identifier: identifier) { context in
      // The entry of a person who went back before the form was answered.
      var draft: FormEntry?
      return FlowStep(
        Any.self, Result.self, identifier: identifier,
        presenting: { step in
          let entry = draft ?? step.earlierResult?.entry
          let goBack = step.hasWayBack ? { [unowned step] in step.goBack() } : nil
          return FormScreen(form, entry: entry, files: files, goBack: goBack) { draft = $0 }
        }, on: presenter.map { $0 as any ScreenPresenter } ?? PresenterOfRun(step: identifier, context: context))
    }
    .changingDurability { durability in
      durability.wait = .message(AnyForm.messageName(of: identifier), within: limit)
      durability.page = AnyForm(form)
      durability.isPrivate = form.outline.fields.contains(where: \.isPrivate)
      durability.check = { message, _ in try form.check(message: message) }
    }
    .stop()
  }

  /// Returns a declaration whose step stores the value of its form in the run's context.
  ///
  /// - Parameter key: The key of the value. If the form has private fields, a key that isn't private traps: the value would be
  ///   reported.
  /// - Returns: The declaration. The steps behind it can take the value.
  public func keeping<Value, Key: FlowContextKey>(_ key: Key.Type) -> FlowStepDeclaration
  where Result == FormAnswer<Value>, Key.Value == Value {
    requirePrivate(key)
    return keeping(key) { $0.value }
  }

  /// Returns a declaration whose step stores the answer to its form in the run's context: the value, and the entry as typed.
  ///
  /// - Parameter key: The key of the answer. If the form has private fields, a key that isn't private traps.
  /// - Returns: The declaration. The steps behind it can take the answer.
  public func keeping<Value, Key: FlowContextKey>(_ key: Key.Type) -> FlowStepDeclaration
  where Result == FormAnswer<Value>, Key.Value == FormAnswer<Value> {
    requirePrivate(key)
    return keeping(key) { $0 }
  }

  private func requirePrivate(_ key: any FlowContextKey.Type) {
    requireUse(
      !step.durability.isPrivate || key.isPrivate,
      """
      Step '\(step.identifier)' keeps the answer to a form with private fields under \(key), whose values are reported. Declare the \
      key with 'static let isPrivate = true'.
      """)
  }
}
