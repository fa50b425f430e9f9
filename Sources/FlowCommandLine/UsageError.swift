import FlowScreens
import FlowTerminal

/// An error in the command line. It names the wrong word and the allowed ones.
package enum UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An option that the command does not have.
  case unknownOption(String, suggestion: String?, allowed: [String])
  /// A first word that is not a command.
  case unknownCommand(String, suggestion: String?, allowed: [String])
  /// An additional argument. `allowed` lists the arguments of the command.
  case unexpectedArgument(String, command: String, allowed: [String])
  /// A required argument is missing. `allowed` lists the allowed names; empty if any text is allowed.
  case missingArgument(String, command: String, allowed: [String] = [])
  /// A word that isn't UTF-8, with the parts that can be shown.
  case notUTF8(String, kind: String)
  /// Two options name the same file, so one of them would overwrite it.
  case sameFile(String, String, path: String)
  /// An option that takes a value has none.
  case missingValue(option: String, valueName: String)
  /// A flag was given a value.
  case unexpectedValue(option: String, value: String)
  /// An option was given twice.
  case repeatedOption(String)
  /// Two options exclude each other.
  case exclusive(String, String)
  /// An argument that is not one of the allowed names.
  case unknownArgument(String, kind: String, allowed: [String])
  /// An option that only another program has. The second text is a sentence that names the program.
  case notHere(option: String, instead: String)
  /// The value of an option is invalid. The reason is a complete sentence.
  case unfitValue(option: String, value: String, reason: String)
  /// The value of an option doesn't have the expected form.
  case invalidValue(option: String, value: String, expected: String)

  package var description: String {
    switch self {
    case .unknownOption(let found, let suggestion, let allowed):
      "Unknown option \(found.quoted).\(Self.hint(suggestion)) Allowed: \(allowed.joined(separator: ", "))."
    case .unknownCommand(let found, let suggestion, let allowed):
      "Unknown command \(found.quoted).\(Self.hint(suggestion)) Allowed: \(allowed.joined(separator: ", "))."
    case .unexpectedArgument(let found, let command, let allowed) where allowed.isEmpty:
      "Unexpected argument \(found.quoted): '\(command)' takes options only."
    case .unexpectedArgument(let found, let command, let allowed):
      "Unexpected argument \(found.quoted): '\(command)' takes \(allowed.joined(separator: " "))."
    case .missingArgument(let name, let command, let allowed) where allowed.isEmpty:
      "Missing argument: '\(command)' needs \(name)."
    case .missingArgument(let name, let command, let allowed):
      "Missing argument: '\(command)' needs \(name). Allowed: \(allowed.joined(separator: ", "))."
    case .notUTF8(let found, let kind):
      "The \(kind) \(found.quoted) is not UTF-8: it would name another file."
    case .sameFile(let first, let second, let path):
      "\(first) and \(second) name the same file \(path.quoted): expected different ones."
    case .missingValue(let option, let valueName):
      "Missing value: '--\(option)' needs one, as in '--\(option) \(valueName)'."
    case .unexpectedValue(let option, let value):
      "Unexpected value \(value.quoted): '--\(option)' takes none."
    case .repeatedOption(let option):
      "Repeated option: '--\(option)' is allowed once."
    case .exclusive(let first, let second):
      "Options '--\(first)' and '--\(second)' exclude each other: expected at most one of them."
    case .unknownArgument(let found, let kind, let allowed):
      "Unknown \(kind) \(found.quoted). Allowed: \(allowed.joined(separator: ", "))."
    case .notHere(let option, let instead):
      "'--\(option)' isn't part of this program: \(instead)."
    case .unfitValue(let option, let value, let reason):
      "Invalid value \(value.quoted) for '--\(option)': \(reason.printable)"
    case .invalidValue(let option, let value, let expected):
      "Invalid value \(value.quoted) for '--\(option)': expected \(expected)."
    }
  }

  private static func hint(_ suggestion: String?) -> String {
    suggestion.map { " Did you mean '\($0)'?" } ?? ""
  }
}
