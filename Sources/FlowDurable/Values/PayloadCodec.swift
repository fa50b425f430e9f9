import FlowJSON
public import Foundation

/// A type that seals the values of runs before they are stored, and opens them again.
///
/// A codec seals the content of runs, results, kept values and messages. What the library itself needs, such as the names of
/// steps, stays readable.
///
/// A value that isn't sealed is used as it is, so that runs that were stored before the flow had a codec go on. A codec therefore shows
/// that a sealed value was changed or moved, but not that a plain one was put in its place: who can write to the store can do that.
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
  ///   - position: Where the bytes are stored. Authenticate it with them, so that they can't be moved elsewhere.
  /// - Returns: The sealed bytes.
  /// - Throws: An error if the bytes can't be sealed. The step whose value it is fails with it.
  func seal(_ bytes: Data, at position: PayloadPosition) throws -> Data

  /// Returns the bytes that were sealed. Called on any thread.
  ///
  /// - Parameters:
  ///   - bytes: The sealed bytes.
  ///   - position: Where the bytes are stored.
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
  /// The text that identifies the store; see ``FlowStore/identity``.
  public let store: String
  /// The name of the run, as the keys of its visits have it: `order/4711`. Without a key, the number of a run that is being added
  /// isn't known, so the content of its start has the name of the flow.
  public let run: String
  /// The name of the key, of the step whose result it is, or of the message.
  public let name: String

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - store: The text that identifies the store.
  ///   - run: The name of the run.
  ///   - name: The name of the value.
  public init(store: String, run: String, name: String) {
    self.store = store
    self.run = run
    self.name = name
  }

  /// The position as bytes, to authenticate.
  public var bytes: Data { Data(JSONValue.array([.string(store), .string(run), .string(name)]).jsonText.utf8) }
}

/// Seals and opens the values of one run.
struct PayloadSeal: Sendable {
  /// The name of the only member of a sealed value.
  private static let mark = "sealed"

  let codec: (any PayloadCodec)?
  let store: String
  let run: String

  /// Seals a value, if there is a codec.
  func seal(_ value: JSONValue, _ name: String) throws -> JSONValue {
    guard let codec else { return value }
    let sealed = try codec.seal(Data(value.jsonText.utf8), at: position(name))
    return .object([Self.mark: .string(sealed.base64EncodedString())])
  }

  /// Opens a value, if it is sealed.
  func open(_ value: JSONValue, _ name: String) throws -> JSONValue {
    guard let codec, case .object(let object) = value, object.count == 1, case .string(let text) = object[Self.mark],
      let bytes = Data(base64Encoded: text)
    else { return value }
    return try JSONValue(stored: try codec.open(bytes, at: position(name)))
  }

  private func position(_ name: String) -> PayloadPosition { PayloadPosition(store: store, run: run, name: name) }
}
