public import Dispatch
public import FlowChains
public import FlowDurable
public import FlowExperiments
public import FlowForms
public import FlowJSON
public import FlowScreens
public import FlowState

/// Documents as flows.
extension FlowDocument {
  /// Returns the chain of the document, for pictures, path checks, and flows of your own.
  ///
  /// ```swift
  /// print(document.chain().steps.map(\.identifier))
  /// ```
  ///
  /// - Parameters:
  ///   - variant: The name of a variant; nil for the first one, or for the only order.
  ///   - presenter: The presenter of forms in memory; nil for that of the run's context.
  ///   - files: The folder for files whose paths a person enters in a terminal.
  ///   - language: The tag of the reader's language, such as `de-AT`; nil for the document's first one. A text that isn't there in it is
  ///     shown in the same language of another region, or else in the document's first language, or in its own first one.
  /// - Returns: The chain. A name that isn't a variant gives the chain of the first one.
  public func chain(
    of variant: String? = nil, on presenter: (any ScreenPresenter & Sendable)? = nil, files: FileFolder? = nil,
    language: String? = nil
  ) -> FlowChain { chain(of: variant, on: presenter, files, language, isInMemory: false) }

  private func chain(
    of variant: String?, on presenter: (any ScreenPresenter & Sendable)?, _ files: FileFolder?, _ language: String?,
    isInMemory: Bool
  ) -> FlowChain {
    let name = variant ?? variantNames.first ?? ""
    let ways = ways.first { $0.variants.contains(name) } ?? ways[0]
    return DocumentSteps(
      content: content, registry: registry, ways: ways, shapes: shapes, screens: screens, presenter: presenter,
      files: files,
      isInMemory: isInMemory, reader: DocumentReaderLanguage(wanted: language, in: content),
      privateSteps: content.privateSteps
    )
    .chain
  }

  /// Returns the variants of the document, each with its chain; nil if it has none.
  ///
  /// The experiment has the name of the flow.
  ///
  /// - Returns: The variants.
  public func variants() -> FlowVariants? { variants(on: nil, nil, nil, isInMemory: false) }

  private func variants(
    on presenter: (any ScreenPresenter & Sendable)?, _ files: FileFolder?, _ language: String?, isInMemory: Bool
  ) -> FlowVariants? {
    guard let weights = content.variants?.weights else { return nil }
    let variants = weights.map { Experiment.Variant($0.name, weight: $0.weight) }
    guard let experiment = try? Experiment(identifier, variants: variants) else { return nil }
    let chains = weights.map { ($0.name, chain(of: $0.name, on: presenter, files, language, isInMemory: isInMemory)) }
    return FlowVariants(experiment, Dictionary(chains, uniquingKeysWith: { first, _ in first }))
  }

  /// Returns the flow of the document, in memory.
  ///
  /// A step that awaits a message fails, because only a durable run receives one. A form that is left without an answer, because its
  /// presenter has ended, ends the run.
  ///
  /// - Parameters:
  ///   - unit: The identifier of the unit, such as a user, that gets a variant; any text.
  ///   - variant: The name of a variant to use instead of the drawn one.
  ///   - presenter: The presenter of forms; nil for that of the run's context.
  ///   - files: The folder for files whose paths a person enters in a terminal.
  ///   - language: The tag of the person's language, as for ``chain(of:on:files:language:)``.
  ///   - queue: The serial queue on which every run executes.
  /// - Returns: The flow. Its result has the values of the steps, by their ids.
  /// - Throws: A `FlowVariantsError` if there is no such variant.
  public func flow(
    for unit: String = "", variant: String? = nil, on presenter: (any ScreenPresenter & Sendable)? = nil,
    files: FileFolder? = nil, language: String? = nil, queue: DispatchQueue? = nil
  ) throws -> Flow<Any, JSONValue> {
    if let variants = variants(on: presenter, files, language, isInMemory: true) {
      return try variants.flow(for: unit, override: variant, on: queue) { $0.documentValues }
    }
    return try Flow(chain(of: nil, on: presenter, files, language, isInMemory: true), on: queue) { $0.documentValues }
  }

  /// Returns the flow of the document for a worker. Runs survive the end of their process.
  ///
  /// Forms wait for their answers as messages, and nothing is in memory; see FlowForms. A run remembers at least as many visits as the
  /// document has steps, and at least 100.
  ///
  /// - Parameters:
  ///   - occasions: The occasions on which a run undoes its visits.
  ///   - codec: Seals the stored values; required if ``isPrivate`` is true.
  ///   - language: The tag of the language of runs that were started without one, as for ``chain(of:on:files:language:)``. A run that is
  ///     started with ``reading(in:)`` keeps its own language.
  /// - Returns: The flow. Runs of a document with variants start with an assignment, as those of `FlowVariants` do. The result has the
  ///   values of the steps, by their ids, without those of forms with a password.
  ///
  ///   A run that an earlier version of the document has begun continues if its values, after ``DocumentValues`` were upgraded, are those
  ///   that the steps ahead of it read. Otherwise it is parked with the reason; `CompatibilityCheck` finds such runs before.
  /// - Throws: A `FlowChainError` if a codec is missing.
  public func durableFlow(
    undoing occasions: UndoOccasions = .all, sealedBy codec: (any PayloadCodec)? = nil, language: String? = nil
  ) throws -> DurableFlow<Any, JSONValue> {
    let fit = DocumentFit(content: content, ways: ways, shapes: shapes, reads: reads)
    // A page that shows the answers so far leaves out those of visits that the run forgets. A circle takes more visits than steps.
    let steps = content.steps.count
    return try plainFlow(occasions, codec, language)
      .remembering(visits: max(100, steps, min(4 * steps, 1_000)))
      .keeping(DocumentValues.self, version: version) { fit.upgraded($0, from: $1, isPrivate: false) }
      .keeping(PrivateDocumentValues.self, version: version) { fit.upgraded($0, from: $1, isPrivate: true) }
      .fitting(
        renaming: { "The step that continues there lists the name: \"formerly\": [\(DocumentText.quoted($0))]." },
        { fit.misfit(of: $0) })
  }

  private func plainFlow(
    _ occasions: UndoOccasions, _ codec: (any PayloadCodec)?, _ language: String?
  ) throws -> DurableFlow<Any, JSONValue> {
    let keys = (DocumentValues.self, PrivateDocumentValues.self)
    switch (variants(on: nil, nil, language, isInMemory: false), isPrivate) {
    case (let variants?, true):
      return try DurableFlow(
        variants, identifier: identifier, keeping: keys.0, keys.1, undoing: occasions, sealedBy: codec
      ) { $0.documentValues }
    case (let variants?, false):
      return try DurableFlow(variants, identifier: identifier, keeping: keys.0, undoing: occasions, sealedBy: codec) {
        $0.documentValues
      }
    case (nil, true):
      return try DurableFlow(
        chain(language: language), keeping: keys.0, keys.1, undoing: occasions, sealedBy: codec
      ) { $0.documentValues }
    case (nil, false):
      return try DurableFlow(chain(language: language), keeping: keys.0, undoing: occasions, sealedBy: codec) {
        $0.documentValues
      }
    }
  }
}

extension FlowContext {
  /// The values of the steps, as the result of a run.
  fileprivate var documentValues: JSONValue { self[DocumentValues.self] ?? .object(JSONObject()) }
}
