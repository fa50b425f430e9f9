public import FlowScreens
public import Foundation

/// Opens the URI of a target. It also receives the initial view, which can be shown while the URI is loading.
///
/// ```swift
/// let opener = HubTargetOpener { url, initialViewModel in
///   navigation.push(url, showing: initialViewModel)
/// }
/// ```
public struct HubTargetOpener {
  private let openTarget: (URL, HubViewModel?) -> Bool

  /// Creates an opener from a closure.
  ///
  /// - Parameter open: Opens a URI and returns whether it was handled. Called on the queue that selects the component.
  public init(_ open: @escaping (_ uri: URL, _ initialViewModel: HubViewModel?) -> Bool) {
    openTarget = open
  }

  /// Creates an opener that ignores initial views.
  ///
  /// - Parameter opener: Opens the URI.
  public init(_ opener: any URLOpener) {
    self.init { url, _ in opener.open(url) }
  }

  /// An opener that handles no URI.
  public static var none: HubTargetOpener { HubTargetOpener { _, _ in false } }

  /// Opens a URI.
  ///
  /// - Parameters:
  ///   - uri: The URI to open.
  ///   - initialViewModel: The initial view, which can be shown while the URI is loading.
  /// - Returns: Whether the URI was handled.
  public func open(_ uri: URL, initialViewModel: HubViewModel?) -> Bool { openTarget(uri, initialViewModel) }
}
