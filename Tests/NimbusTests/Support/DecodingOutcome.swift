import FlowJSON
import Nimbus

/// The outcome of decoding as text: the decoded value, or the case, type and path of the error.
func decodingOutcome<T>(_ decode: () throws -> T) -> String {
  do {
    return "\(try decode())"
  } catch let error as DecodingError {
    return error.outcome
  } catch {
    return "\(error)"
  }
}

extension DecodingError {
  /// `mismatch Int at q.xs.1`
  var outcome: String {
    switch self {
    case .typeMismatch(let type, let context): "mismatch \(type) at \(context.path)"
    case .valueNotFound(let type, let context): "no value for \(type) at \(context.path)"
    case .keyNotFound(let key, let context): "no key \(key.stringValue) at \(context.path)"
    case .dataCorrupted(let context): "corrupted at \(context.path)"
    @unknown default: "unknown"
    }
  }

  /// The debug description of the error.
  var message: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.debugDescription
    @unknown default: ""
    }
  }
}

extension DecodingError.Context {
  fileprivate var path: String { codingPath.map(\.stringValue).joined(separator: ".") }
}

/// Records the values with which an event is run.
final class EventProbe {
  private(set) var values: [JSONValue?] = []
  var count: Int { values.count }

  func event(_ name: String = "onPress") -> ServerDrivenEvent {
    ServerDrivenEvent(name: name) { [self] in values.append($0) }
  }
}

/// A value under the key `k`.
struct Keyed<Value: Decodable>: Decodable {
  let k: Value
}
