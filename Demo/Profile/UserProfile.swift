/// What the profile flow shows and edits.
struct UserProfile: Codable, Equatable, Sendable {
  /// The name, which the user may change.
  var name: String
  /// A line about the user.
  var bio: String

  /// The profile of somebody who has not saved one yet.
  static let initial = UserProfile(name: "Al", bio: "Takes one step at a time.")
}
