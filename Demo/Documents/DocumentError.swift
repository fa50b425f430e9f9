import FlowScreens

/// Why a document cannot be used.
enum DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system does not hand it out.
  case unreadable(name: String, reason: SystemFailure)
  /// It holds something else than expected, for a reason that is a sentence of its own.
  case invalid(name: String, reason: String)
  /// It is in order but not what belongs to another document.
  case foreign(name: String, reason: String)
  /// Somebody else has written it since it was read.
  case changed(name: String)
  /// The system does not take it back.
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

  /// What the process tells its caller.
  var exitCode: ExitCode {
    switch self {
    case .unreadable, .unwritable, .changed: .unavailable
    case .invalid, .foreign: .data
    }
  }
}
