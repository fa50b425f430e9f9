import Foundation

/// How a console is reached, and what it allows.
///
/// ```swift
/// var settings = ConsoleSettings()
/// settings.port = 8_123
/// settings.isReadOnly = true
/// ```
public struct ConsoleSettings: Sendable {
  /// The address on which the console listens. By default 127.0.0.1, so that only this machine reaches it.
  public var address = "127.0.0.1"
  /// The port; 0 for any that is free. By default 8484.
  public var port = 8_484
  /// The names under which browsers may reach the console, besides the address, `127.0.0.1`, `localhost` and `[::1]`; for a proxy.
  public var hosts: Set<String> = []
  /// The text that the address of the console ends with. By default a new one that nobody can guess.
  public var token: String = ConsoleToken.make()
  /// Whether the console has no actions.
  public var isReadOnly = false
  /// What the pages call the store. By default, the identity of the store.
  public var title: String?
  /// Receives the address with the token, as soon as the console listens. By default, prints it.
  public var announce: @Sendable (_ address: String) -> Void = { address in
    // Unbuffered, because the output may be a pipe.
    FileHandle.standardOutput.write(Data("Flow console: \(address)\n".utf8))
  }

  /// Creates the default settings.
  public init() {}
}

/// Why a console can't start, as a sentence.
///
/// ```swift
/// do { try await console.run() } catch let error as ConsoleError { print(error) }
/// ```
public enum ConsoleError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Another program has the port.
  case portInUse(address: String, port: Int)
  /// The system refuses the address, for the reason that the text gives.
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
