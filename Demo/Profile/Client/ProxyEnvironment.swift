import Foundation

/// Keeps requests from going through the proxies that the environment names.
enum ProxyEnvironment {
  /// Turns those proxies off for this process. To be called first of all, before a second thread exists.
  ///
  /// On Linux `URLSession` follows `http_proxy` whatever its configuration says, and the address of the embedded server
  /// means nothing to a proxy.
  static func ignore() {
    setenv("no_proxy", "*", 1)
    setenv("NO_PROXY", "*", 1)
  }
}
