import FlowScreens

extension NimbusDecoder {
  /// What lets wrappers tell of what fails after decoding.
  static func userInfo(_ logger: (any FlowLogger)?) -> [CodingUserInfoKey: Any] {
    logger.map { [.nimbusLogger: $0] } ?? [:]
  }
}

extension CodingUserInfoKey {
  /// Where wrappers look for a `FlowLogger` to tell what fails after decoding.
  public static var nimbusLogger: CodingUserInfoKey { known("nimbus.logger") }

  private static func known(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      preconditionFailure("A key for user info can be made of every text.")
    }
    return key
  }
}
