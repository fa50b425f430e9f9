import FlowJSON
public import Foundation

/// A type that seals the values of runs before they are stored, and opens them again.
///
/// A codec seals the content of runs, results, kept values, the bodies of messages, and the texts of failures. These stay
/// readable, because stores and their programs use them:
///
/// - the names of flows, steps, routes, messages, and queues, and the type names of errors
/// - the keys of runs and of messages, and the names of tenants: if a key is personal, such as an e-mail address, pass a
///   hash of it
/// - the reasons of parked runs, which quote no values, and the assigned variants
/// - times, and the sizes of sealed values
///
/// A value that isn't sealed is used unchanged, so that runs from before the flow had a codec can continue. Therefore,
/// a codec detects that a sealed value was changed or moved, but not that it was replaced by a plain value: a person
/// who can write to the store can do that.
///
/// ```swift
/// struct Vault: PayloadCodec {
///   let cipher: Cipher  // such as AES-GCM with a key from the system's key chain
///
///   func seal(_ bytes: Data, at position: PayloadPosition) throws -> Data {
///     try cipher.seal(bytes, authenticating: position.bytes)
///   }
///
///   func open(_ bytes: Data, at position: PayloadPosition) throws -> Data {
///     try cipher.open(bytes, authenticating: position.bytes)
///   }
/// }
/// ```
public protocol PayloadCodec: Sendable {
  /// Returns the sealed form of some bytes. Called on any thread.
  ///
  /// - Parameters:
  ///   - bytes: A value as JSON.
  ///   - position: The place where the bytes are stored. Authenticate it with them, so that they can't be moved
  ///     elsewhere.
  /// - Returns: The sealed bytes.
  /// - Throws: An error if the bytes can't be sealed. It fails the step that the value belongs to.
  func seal(_ bytes: Data, at position: PayloadPosition) throws -> Data

  /// Opens sealed bytes. Called on any thread.
  ///
  /// - Parameters:
  ///   - bytes: The sealed bytes.
  ///   - position: The place where the bytes are stored.
  /// - Returns: The value as JSON.
  /// - Throws: An error if the bytes were changed, or were sealed for another position. The run is parked.
  func open(_ bytes: Data, at position: PayloadPosition) throws -> Data
}

/// The place of sealed bytes in a store.
///
/// ```swift
/// let position = PayloadPosition(store: "orders", run: "order/4711", name: "TheAddress")
/// ```
public struct PayloadPosition: Sendable, Hashable {
  /// The identifier of the store; see ``FlowStore/identity``.
  public let store: String
  /// The name of the run, as in the keys of its visits: `order/4711`. The content of a start has the name of the flow
  /// instead, because the number of the run isn't known yet.
  public let run: String
  /// The name of the key, of the message, or of the step whose result is sealed; `content`, `result`, or `failure` for what belongs
  /// to the run.
  public let name: String

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - store: The identifier of the store.
  ///   - run: The name of the run.
  ///   - name: The name of the value.
  public init(store: String, run: String, name: String) {
    self.store = store
    self.run = run
    self.name = name
  }

  /// The position as bytes, for authentication.
  public var bytes: Data { Data(JSONValue.array([.string(store), .string(run), .string(name)]).jsonText.utf8) }
}

/// Seals and opens the values of one run.
struct PayloadSeal: Sendable {
  /// The name of the only member of a sealed value.
  private static let mark = "sealed"

  let codec: (any PayloadCodec)?
  let store: String
  let run: String

  /// Seals a value if there is a codec.
  func seal(_ value: JSONValue, _ name: String) throws -> JSONValue {
    guard let codec else { return value }
    let sealed = try codec.seal(Data(value.jsonText.utf8), at: position(name))
    return .object([Self.mark: .string(sealed.base64EncodedString())])
  }

  /// Opens a value if it is sealed.
  func open(_ value: JSONValue, _ name: String) throws -> JSONValue {
    guard let codec, case .object(let object) = value, object.count == 1, case .string(let text) = object[Self.mark],
      let bytes = Data(base64Encoded: text)
    else { return value }
    return try JSONValue(stored: try codec.open(bytes, at: position(name)))
  }

  /// Seals the text of a failure if there is a codec.
  func seal(_ failure: RecordedFailure) -> RecordedFailure {
    guard codec != nil else { return failure }
    var json: JSONObject = ["text": .string(failure.text)]
    json["value"] = failure.value
    do {
      let sealed = try seal(.object(json), Self.failureName)
      return RecordedFailure(type: failure.type, text: "The text is sealed.", value: sealed)
    } catch {
      return RecordedFailure(type: failure.type, text: "The text couldn't be sealed.")
    }
  }

  /// Opens the text of a failure if it is sealed. A text that can't be opened stays sealed.
  func open(_ failure: RecordedFailure) -> RecordedFailure {
    guard codec != nil, let value = failure.value, let opened = try? open(value, Self.failureName), opened != value,
      case .string(let text)? = opened["text"]
    else { return failure }
    return RecordedFailure(type: failure.type, text: text, value: opened["value"])
  }

  /// The name under which failures are sealed.
  private static let failureName = "failure"

  private func position(_ name: String) -> PayloadPosition { PayloadPosition(store: store, run: run, name: name) }
}
