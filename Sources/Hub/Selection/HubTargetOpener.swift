public import FlowScreens
public import Foundation

/// Opens the URI of a target, with what the view behind it can show at first.
///
/// ```swift
/// let opener = HubTargetOpener { url, initialViewModel in
///   navigation.push(url, showing: initialViewModel)
/// }
/// ```
public struct HubTargetOpener {
  private let openTarget: (URL, HubViewModel?) -> Bool

  /// Makes an opener.
  ///
  /// - Parameter open: Opens a URI and says whether somebody felt responsible. Called on the queue of whoever selects.
  public init(_ open: @escaping (_ uri: URL, _ initialViewModel: HubViewModel?) -> Bool) {
    openTarget = open
  }

  /// Makes an opener of one that has no use for views.
  ///
  /// - Parameter opener: Opens the URI.
  public init(_ opener: any URLOpener) {
    self.init { url, _ in opener.open(url) }
  }

  /// Opens nothing.
  public static var none: HubTargetOpener { HubTargetOpener { _, _ in false } }

  /// Opens a URI.
  ///
  /// - Parameters:
  ///   - uri: What to open.
  ///   - initialViewModel: What the view behind it can show at first.
  /// - Returns: Whether somebody felt responsible.
  public func open(_ uri: URL, initialViewModel: HubViewModel?) -> Bool { openTarget(uri, initialViewModel) }
}
