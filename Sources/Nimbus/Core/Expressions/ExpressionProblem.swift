import FlowJSON

/// An error that describes why the text between `@{` and `}` isn't an expression.
enum ExpressionProblem: Error, Equatable, CustomStringConvertible {
  case empty
  case unexpected(String)
  case unbalanced
  case unfinishedString
  case invalidName(String)
  case invalidPath(String)
  case numberOutOfRange(String)
  case tooDeep(limit: Int)

  var description: String {
    switch self {
    case .empty: "expected a value, found nothing"
    case .unexpected(let text): "expected the end of the expression, found \"\(text)\""
    case .unbalanced: "expected \",\" or \")\" after an argument"
    case .unfinishedString: "expected a closing quote"
    case .invalidName(let name): "\"\(name.brief)\" cannot be the name of an operation"
    case .invalidPath(let path): "\"\(path.brief)\" is not a path to a state"
    case .numberOutOfRange(let text): "the number \(text.brief) is out of range"
    case .tooDeep(let limit): "operations are nested deeper than \(limit) levels"
    }
  }
}
