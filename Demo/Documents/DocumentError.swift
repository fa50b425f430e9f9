import DemoServer
import FlowCommandLine
import FlowScreens

/// An error that makes a document unusable.
enum DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The document cannot be read.
  case unreadable(name: String, reason: SystemFailure)
  /// The document's content is not as expected. The reason is a full sentence.
  case invalid(name: String, reason: String)
  /// The document does not belong to this command, such as the progress of another recipe. The reason is a full
  /// sentence.
  case foreign(name: String, reason: String)
  /// Another process changed the document after it was read.
  case changed(name: String)
  /// The document cannot be written.
  case unwritable(name: String, reason: SystemFailure)

  var description: String {
    switch self {
    case .unreadable(let name, let reason): "The document \(name.quoted) cannot be read: \(reason)."
    case .invalid(let name, let reason): "The document \(name.quoted) is not as expected. \(reason.printable)"
    case .foreign(let name, let reason): "The document \(name.quoted) does not belong here. \(reason.printable)"
    case .changed(let name): "The document \(name.quoted) was changed by somebody else meanwhile, and is left as it is."
    case .unwritable(let name, let reason): "The document \(name.quoted) cannot be written: \(reason)."
    }
  }

  /// The exit code of the process.
  var exitCode: ExitCode {
    switch self {
    case .unreadable, .unwritable, .changed: .unavailable
    case .invalid, .foreign: .data
    }
  }
}
