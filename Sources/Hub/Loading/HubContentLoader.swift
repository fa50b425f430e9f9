import Foundation

/// Merges the content of several sources into one view.
///
/// The operations share one builder and work one after the other. Each hears of the error of the one before, and may deal
/// with it or pass it on. What the last one leaves is the outcome.
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
/// A loader belongs to the queue where it was made, and so do its operations' reports.
///
/// Source: `HUBViewModelLoader`.
public final class HubContentLoader {
  private let operations: [any HubContentOperation]
  private let featureTitle: String
  private let initialContent: HubViewModelBuilder
  private let finished: (Result<HubViewModel, any Error>) -> Void
  private var chain: ContentChain
  /// What is to be done next, if something is being done: operations that report at once do not pile up on the stack. A
  /// later action takes the place of one that has not begun.
  private var next = ContentChain.Action.none
  private var isBusy = false

  /// Makes a loader; nothing happens before ``load()``.
  ///
  /// - Parameters:
  ///   - operations: The sources, in order.
  ///   - featureTitle: The title of a view that has neither a title nor a header.
  ///   - initialContent: What the first operation starts from, with the schema to read by.
  ///   - finished: Receives the view, or why there is none; once for each load, and once more whenever an operation was
  ///     rescheduled after that.
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

  /// Loads the content from the beginning. A load that is under way is given up.
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
    // Weak: an operation may keep its work to reschedule itself, and must not keep the loader by it.
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
