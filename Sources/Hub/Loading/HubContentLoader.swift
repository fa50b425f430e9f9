import Foundation

/// Loads a view from several sources.
///
/// The operations run sequentially and share one builder. Each operation receives the error of the previous one, and
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
/// A long list can arrive in pages. With ``loadNextPage()``, each ``HubPagedContentOperation`` adds to the existing
/// content. The loader passes the longer view to the same closure.
///
/// A loader belongs to the queue on which it was created. Operations must report on that queue.
///
/// As in the Hub Framework: `HUBViewModelLoader`.
public final class HubContentLoader {
  /// The load of a page. The first page is the view without additional pages.
  private struct Page {
    /// The number that identifies the page in later reports. The first page always has the number 0.
    let number: Int
    let operations: [any HubContentOperation]
    var chain: ContentChain
    /// The content including this page. Nil until the page is loaded.
    var content: HubViewModelBuilder?
  }

  private let operations: [any HubContentOperation]
  private let featureTitle: String
  private let initialContent: HubViewModelBuilder
  private let finished: (Result<HubViewModel, any Error>) -> Void
  /// The loaded pages, followed by the page that is loading or has failed, if any.
  private var pages: [Page] = []
  private var lastNumber = 0
  /// The next action. Actions run in a loop, so that operations that report immediately do not enlarge the stack. A new
  /// action replaces one that has not started.
  private var next = ContentChain.Action.none
  private var isBusy = false

  /// Creates a loader. Call ``load()`` to start it.
  ///
  /// - Parameters:
  ///   - operations: The sources, in order.
  ///   - featureTitle: The title of a view that has neither a title nor a header.
  ///   - initialContent: The builder that the first operation receives. It determines the schema.
  ///   - finished: Receives the view or the error, once for each load and each page. It is called again each time an
  ///     operation is rescheduled afterwards.
  public init(
    operations: [any HubContentOperation], featureTitle: String,
    initialContent: HubViewModelBuilder = HubViewModelBuilder(),
    finished: @escaping (_ outcome: Result<HubViewModel, any Error>) -> Void
  ) {
    self.operations = operations
    self.featureTitle = featureTitle
    self.initialContent = initialContent
    self.finished = finished
  }

  /// A Boolean value that indicates whether a load or a page is in progress. It is false while the outcome is reported.
  public var isLoading: Bool { pages.last?.chain.isWorking ?? false }

  /// The number of loaded pages. The view without additional pages counts as one.
  public var pageCount: Int { pages.count { $0.content != nil } }

  /// Loads the content from the beginning. Discards all pages, and the current load, if any.
  public func load() {
    let starts = pages.last?.chain.starts ?? 0
    pages = [Page(number: 0, operations: operations, chain: ContentChain(count: operations.count, after: starts))]
    carryOut(pages[0].chain.begin(with: initialContent))
  }

  /// Loads the next page, or retries the page that failed.
  ///
  /// If the content is not loaded yet, this method loads it. Does nothing during a load, or if no operation is a
  /// ``HubPagedContentOperation``.
  public func loadNextPage() {
    guard !isLoading else { return }
    let starts = pages.last?.chain.starts ?? 0
    if let last = pages.last, last.content == nil { pages.removeLast() }
    guard let content = pages.last?.content else { return load() }
    let paged = operations.filter { $0 is any HubPagedContentOperation }
    guard !paged.isEmpty else { return }
    lastNumber += 1
    var chain = ContentChain(count: paged.count, after: starts)
    let action = chain.begin(with: content)
    pages.append(Page(number: lastNumber, operations: paged, chain: chain))
    carryOut(action)
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
    let page = pages.count - 1
    let number = pages[page].number
    // The reference is weak, because an operation may keep its work in order to reschedule itself, and must not retain
    // the loader.
    let work = HubContentWork(stage, page: page) { [weak self] builder, error in
      self?.finish(number, start, with: ContentChain.Stage(builder: builder, error: error))
    } startOver: { [weak self] in
      self?.reschedule(number, index)
    }
    let operation = pages[page].operations[index]
    if page > 0, let operation = operation as? any HubPagedContentOperation {
      operation.performNextPage(work)
    } else {
      operation.perform(work)
    }
  }

  private func finish(_ number: Int, _ start: Int, with stage: ContentChain.Stage) {
    guard let page = pages.indices.last, pages[page].number == number else { return }
    carryOut(pages[page].chain.finish(start: start, with: stage))
  }

  /// Restarts an operation of a page. Later pages are discarded, because they are based on that page's content.
  private func reschedule(_ number: Int, _ index: Int) {
    guard let page = pages.firstIndex(where: { $0.number == number }) else { return }
    var chain = pages[page].chain
    let action = chain.reschedule(index)
    if case .none = action { return }
    pages.removeSubrange((page + 1)...)
    pages[page].chain = chain
    pages[page].content = nil
    carryOut(action)
  }

  private func conclude(_ stage: ContentChain.Stage) {
    if let error = stage.error { return finished(.failure(error)) }
    pages[pages.count - 1].content = stage.builder
    var builder = stage.builder
    if builder.navigationBarTitle == nil, !builder.hasHeader { builder.navigationBarTitle = featureTitle }
    finished(.success(builder.build()))
  }
}
