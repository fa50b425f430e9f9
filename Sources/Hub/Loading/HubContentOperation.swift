/// One source of a view's content: a server, a file, a cache, or code that modifies the content of other sources.
///
/// ```swift
/// struct Menu: HubContentOperation {
///   let server: Server
///
///   func perform(_ work: HubContentWork) {
///     server.fetchMenu { data in
///       do {
///         try work.builder.addJSON(data)
///         work.finish()
///       } catch {
///         work.fail(error)
///       }
///     }
///   }
/// }
/// ```
///
/// As in the Hub Framework: `HUBContentOperation` and its delegate.
public protocol HubContentOperation {
  /// Adds to the content, then finishes or fails the work, immediately or later. Called on the loader's queue.
  ///
  /// - Parameter work: The content so far, and the methods that report the outcome.
  func perform(_ work: HubContentWork)
}

/// A source that can append content to a view, such as a list that arrives in pages.
///
/// ```swift
/// struct Orders: HubPagedContentOperation {
///   let server: Server
///
///   func perform(_ work: HubContentWork) { performNextPage(work) }
///
///   func performNextPage(_ work: HubContentWork) {
///     server.fetchOrders(page: work.page) { orders in
///       for order in orders { work.builder.body.append(order.identifier) }
///       work.finish()
///     }
///   }
/// }
/// ```
///
/// As in the Hub Framework: `HUBContentOperationWithPaginatedContent`.
public protocol HubPagedContentOperation: HubContentOperation {
  /// Adds the next page to the content, then finishes or fails the work, immediately or later. Called on the loader's
  /// queue, for each page after the first.
  ///
  /// - Parameter work: The content so far, the number of the page, and the methods that report the outcome.
  func performNextPage(_ work: HubContentWork)
}

/// The work of a content operation: the builder, the error of the previous operation, and the methods that report the
/// outcome.
///
/// ```swift
/// if work.previousError != nil { work.builder.navigationBarTitle = "Offline" }
/// work.finish()  // the error is dealt with
/// ```
///
/// Work belongs to the loader's queue. After the operation has reported or was rescheduled, further reports are
/// ignored.
public final class HubContentWork {
  /// The builder of the view, with the content of the previous operations.
  public var builder: HubViewModelBuilder
  /// The error of the previous operation. Nil if it succeeded.
  public let previousError: (any Error)?
  /// The number of the page to add. The first page, which ``HubContentLoader/load()`` loads, is 0.
  public let page: Int
  private let report: (HubViewModelBuilder, (any Error)?) -> Void
  private let startOver: () -> Void

  init(
    _ stage: ContentChain.Stage, page: Int, report: @escaping (HubViewModelBuilder, (any Error)?) -> Void,
    startOver: @escaping () -> Void
  ) {
    builder = stage.builder
    previousError = stage.error
    self.page = page
    self.report = report
    self.startOver = startOver
  }

  /// Reports that the operation succeeded. An error of the previous operation is treated as handled.
  public func finish() { report(builder, nil) }

  /// Reports that the operation failed. The next operation receives the error. If this is the last operation, the load
  /// fails.
  ///
  /// - Parameter error: The error. Use ``previousError`` to pass on the error of the previous operation.
  public func fail(_ error: any Error) { report(builder, error) }

  /// Restarts the operation with its original input, followed by all later operations. This is also possible after the
  /// load has ended.
  public func reschedule() { startOver() }
}
