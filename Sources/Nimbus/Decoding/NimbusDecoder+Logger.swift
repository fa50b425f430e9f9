import FlowScreens
import FlowState

extension CodingUserInfoKey {
  /// The user info key of the `FlowLogger` to which property wrappers report faults after decoding.
  public static var nimbusLogger: CodingUserInfoKey { known("nimbus.logger") }

  private static func known(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      trap("Any string is a valid user info key.")
    }
    return key
  }
}
