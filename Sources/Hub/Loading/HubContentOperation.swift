/// One source of a view's content: a server, a file, a cache, or code that touches up what the others have brought.
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
/// Source: `HUBContentOperation` and its delegate.
public protocol HubContentOperation {
  /// Adds to the content, and says so by finishing or failing the work, now or later. Called on the loader's queue.
  ///
  /// - Parameter work: What the operations before have brought, and the way to report.
  func perform(_ work: HubContentWork)
}

/// What a content operation works on: the builder, the error of the operation before, and the way to report.
///
/// ```swift
/// if work.previousError != nil { work.builder.navigationBarTitle = "Offline" }
/// work.finish()  // the error is dealt with
/// ```
///
/// It belongs to the loader's queue. Once the operation was rescheduled, or has reported, further reports do not count.
public final class HubContentWork {
  /// The builder of the view, with what the operations before have brought.
  public var builder: HubViewModelBuilder
  /// Why the operation before has failed; nil if it has not.
  public let previousError: (any Error)?
  private let report: (HubViewModelBuilder, (any Error)?) -> Void
  private let startOver: () -> Void

  init(
    _ stage: ContentChain.Stage, report: @escaping (HubViewModelBuilder, (any Error)?) -> Void,
    startOver: @escaping () -> Void
  ) {
    builder = stage.builder
    previousError = stage.error
    self.report = report
    self.startOver = startOver
  }

  /// Says that the operation is done; an error of the one before is thereby dealt with.
  public func finish() { report(builder, nil) }

  /// Says that the operation has failed. The next one hears of it; if there is none, the load fails.
  ///
  /// - Parameter error: Why; ``previousError`` to pass that on.
  public func fail(_ error: any Error) { report(builder, error) }

  /// Performs the operation anew, also after the load has ended: from what it began with, followed by all later ones.
  public func reschedule() { startOver() }
}
