import Foundation
import WebServing

/// The address, the access, and the options of a console.
///
/// ```swift
/// var settings = ConsoleSettings()
/// settings.port = 8_123
/// settings.isReadOnly = true
/// ```
public struct ConsoleSettings: Sendable {
  /// The address on which the console listens. The default is 127.0.0.1, which only this machine can reach.
  public var address = "127.0.0.1"
  /// The port; 0 for any free port. The default is 8484.
  public var port = 8_484
  /// Additional names under which browsers may reach the console, for a proxy. The address, `127.0.0.1`, `localhost`,
  /// and `[::1]` are always allowed.
  public var hosts: Set<String> = []
  /// The token at the end of the console's address. The default is a new random token.
  public var token: String = RandomToken.make()
  /// Whether the console offers no actions.
  public var isReadOnly = false
  /// The title of the pages; nil for the identity of the store.
  public var title: String?
  /// Receives the address with the token as soon as the console listens. By default, prints it.
  public var announce: @Sendable (_ address: String) -> Void = { address in
    // Write without a buffer, because the output may be a pipe.
    try? FileHandle.standardOutput.write(contentsOf: Data("Flow console: \(address)\n".utf8))
  }

  /// Creates the default settings.
  public init() {}
}

/// The reason why a console can't start, as a sentence.
///
/// ```swift
/// do { try await console.run() } catch let error as ConsoleError { print(error) }
/// ```
public enum ConsoleError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Another program uses the port.
  case portInUse(address: String, port: Int)
  /// The system refuses the address, for the reason in the text.
  case cannotListen(address: String, port: Int, reason: String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .portInUse(let address, let port):
      "Port \(port) of \(address) is in use. Choose another port, or 0 for any that is free."
    case .cannotListen(let address, let port, let reason): "Can't listen on port \(port) of \(address): \(reason)."
    }
  }
}
