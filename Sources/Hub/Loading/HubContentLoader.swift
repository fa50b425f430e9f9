import Foundation

/// Loads a view from several sources.
///
/// The operations run one after the other and share one builder. Each operation receives the error of the previous one, and
/// either handles it or passes it on. The outcome of the last operation is the outcome of the load.
///
/// ```swift
/// let loader = HubContentLoader(operations: [cache, server], featureTitle: "Food") { outcome in
///   switch outcome {
///   case .success(let view): draw(view)
///   case .failure(let error): print(error)
///   }
/// }
/// loader.load()
/// ```
///
/// A loader belongs to the queue on which it was created. Operations must report on that queue.
///
/// As in the Hub Framework: `HUBViewModelLoader`.
public final class HubContentLoader {
  private let operations: [any HubContentOperation]
  private let featureTitle: String
  private let initialContent: HubViewModelBuilder
  private let finished: (Result<HubViewModel, any Error>) -> Void
  private var chain: ContentChain
  /// The next action. Actions run in a loop, so that operations that report immediately do not grow the stack. A later action
  /// replaces one that has not started.
  private var next = ContentChain.Action.none
  private var isBusy = false

  /// Creates a loader. Call ``load()`` to start it.
  ///
  /// - Parameters:
  ///   - operations: The sources, in order.
  ///   - featureTitle: The title of a view that has neither a title nor a header.
  ///   - initialContent: The builder that the first operation receives. It determines the schema.
  ///   - finished: Receives the view or the error, once for each load. Called again whenever an operation is rescheduled
  ///     after that.
  public init(
    operations: [any HubContentOperation], featureTitle: String,
    initialContent: HubViewModelBuilder = HubViewModelBuilder(),
    finished: @escaping (_ outcome: Result<HubViewModel, any Error>) -> Void
  ) {
    self.operations = operations
    self.featureTitle = featureTitle
    self.initialContent = initialContent
    self.finished = finished
    chain = ContentChain(count: operations.count)
  }

  /// Loads the content from the beginning. Discards a load that is in progress.
  public func load() {
    carryOut(chain.begin(with: initialContent))
  }

  private func carryOut(_ action: ContentChain.Action) {
    if case .none = action { return }
    next = action
    guard !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    while true {
      let action = next
      next = .none
      switch action {
      case .perform(let index, let start, let stage): perform(index, start, from: stage)
      case .end(let stage): conclude(stage)
      case .none: return
      }
    }
  }

  private func perform(_ index: Int, _ start: Int, from stage: ContentChain.Stage) {
    // Weak, because an operation may keep its work in order to reschedule itself, and must not retain the loader.
    let work = HubContentWork(stage) { [weak self] builder, error in
      guard let self else { return }
      carryOut(chain.finish(start: start, with: ContentChain.Stage(builder: builder, error: error)))
    } startOver: { [weak self] in
      guard let self else { return }
      carryOut(chain.reschedule(index))
    }
    operations[index].perform(work)
  }

  private func conclude(_ stage: ContentChain.Stage) {
    if let error = stage.error { return finished(.failure(error)) }
    var builder = stage.builder
    if builder.navigationBarTitle == nil, !builder.hasHeader { builder.navigationBarTitle = featureTitle }
    finished(.success(builder.build()))
  }
}
