import Foundation

/// Prevents requests from using the proxies that environment variables name.
enum ProxyEnvironment {
  /// Disables these proxies for this process. Call this function before a second thread exists.
  ///
  /// On Linux, `URLSession` uses `http_proxy` regardless of its configuration, and a proxy cannot reach the embedded
  /// server.
  static func ignore() {
    setenv("no_proxy", "*", 1)
    setenv("NO_PROXY", "*", 1)
  }
}
