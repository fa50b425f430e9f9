import FlowJSON

extension NimbusDecoder {
  /// What lets wrappers tell of what fails after decoding.
  static func userInfo(_ logger: (any FlowLogger)?) -> [CodingUserInfoKey: Any] {
    logger.map { [.nimbusLogger: $0] } ?? [:]
  }
}
