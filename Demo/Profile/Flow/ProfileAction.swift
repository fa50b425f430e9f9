/// What somebody who looks at the profile may want.
enum ProfileAction: Sendable, Equatable {
  /// Fetch the profile from the server again.
  case download
  /// Change the name.
  case edit
  /// Leave.
  case quit
}

/// What came of the question for a name.
enum NameAnswer: Sendable, Equatable {
  /// Nothing was typed: the old name stays.
  case keep
  /// Go back to where the question came from.
  case back
  /// A new name.
  case change(ProfileName)
}
