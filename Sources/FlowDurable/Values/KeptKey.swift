import FlowChains
import FlowJSON
import FlowState

/// A key whose values a durable flow keeps.
struct KeptKey: Sendable {
  let key: any FlowContextKey.Type
  let version: Int
  let coder: ValueCoder
  private let upgrade: @Sendable (JSONValue, Int) throws -> JSONValue

  init<Key: DurableKey>(_ key: Key.Type) {
    self.init(key, version: Key.version) { old, version in try Key.upgraded(old, from: version) }
  }

  init<Key: DurableKey>(
    _ key: Key.Type, version: Int, upgrading upgrade: @escaping @Sendable (JSONValue, Int) throws -> JSONValue
  ) {
    self.key = key
    self.version = version
    coder = ValueCoder(FlowValueType(of: Key.Value.self))
    self.upgrade = upgrade
  }

  var name: String { key.name }

  /// Converts a stored value to the shape of this version.
  ///
  /// - Throws: A ``KeptValueError``.
  func upgraded(_ kept: KeptValue) throws(KeptValueError) -> JSONValue {
    if kept.version == version { return kept.value }
    guard kept.version < version else { throw .newer(name: name, version: kept.version, known: version) }
    do {
      return try upgrade(kept.value, kept.version)
    } catch {
      throw .upgrade(name: name, from: kept.version, to: version, ValueError(error, of: name))
    }
  }

  /// Converts a stored value to the shape of this version, and decodes it.
  ///
  /// - Throws: A ``KeptValueError``.
  func decode(_ kept: KeptValue) throws(KeptValueError) -> Any {
    let value = try upgraded(kept)
    do {
      return try coder.decode(value)
    } catch {
      if kept.version < version { throw .upgrade(name: name, from: kept.version, to: version, error) }
      throw .decoding(name: name, version: version, error)
    }
  }
}

/// A stored value that doesn't fit its key.
enum KeptValueError: Error, Equatable, CustomStringConvertible {
  /// A newer version of the program has stored the value.
  case newer(name: String, version: Int, known: Int)
  /// The upgrade fails, or its result doesn't fit.
  case upgrade(name: String, from: Int, to: Int, ValueError)
  /// The value doesn't fit.
  case decoding(name: String, version: Int, ValueError)

  /// A predicate for the run that keeps the value. It doesn't quote the value.
  var description: String {
    switch self {
    case .newer(let name, let version, let known):
      "keeps \(name) of version \(version), and this program knows version \(known)"
    case .upgrade(let name, let from, let to, let error):
      "keeps \(name) of version \(from), and its upgrade to version \(to) fails at \(error.placeWithoutValue)"
    case .decoding(let name, let version, let error):
      "keeps \(name) of version \(version), which does not decode at \(error.placeWithoutValue)"
    }
  }
}
