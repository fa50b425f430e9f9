/// The profile that the profile flow shows and edits.
struct UserProfile: Codable, Equatable, Sendable {
  /// The name. The user can change it.
  var name: String
  /// A short text about the user.
  var bio: String

  /// The profile of a user who has not saved one yet.
  static let initial = UserProfile(name: "Al", bio: "Takes one step at a time.")
}
