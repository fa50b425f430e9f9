/// The actions of the user on the profile screen.
enum ProfileAction: Sendable, Equatable {
  /// Fetch the profile from the server again.
  case download
  /// Change the name.
  case edit
  /// Leave the profile.
  case quit
}

/// The answer to the question for a name.
enum NameAnswer: Sendable, Equatable {
  /// Nothing was entered. The old name is kept.
  case keep
  /// Go back to the previous screen.
  case back
  /// A new name.
  case change(ProfileName)
}
