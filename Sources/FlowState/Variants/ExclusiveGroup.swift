/// Experiments that must not meet: a unit takes part in one of them at most.
///
/// ```swift
/// let signup = try ExclusiveGroup("signup", members: [.init(signupOrder, share: 0.5), .init(shortForm, share: 0.2)])
/// let assignment = try signup.assignment(of: "signup-order", for: "user-42")
/// ```
///
/// Each member has a share of all units. If the shares sum to less than 1, the rest of the units take part in none. A unit
/// that was not chosen for an experiment gets that one's first variant, with the reason
/// ``VariantAssignment/Reason-swift.enum/excluded(by:)``.
///
/// The members take their shares one after the other in the order of the list, and what is free is at its end. So a member
/// that is added at the end, and the last one when it grows, takes units that were free, and disturbs no experiment that is
/// under way. To end an experiment without a move of those behind it, put ``Member/free(share:)`` in its place. Which unit is
/// where depends on the names of the group and the unit only.
public struct ExclusiveGroup: Sendable, Equatable {
  /// A share of the units, and the experiment that they take part in.
  ///
  /// ```swift
  /// let half = ExclusiveGroup.Member(signupOrder, share: 0.5)
  /// ```
  public struct Member: Sendable, Equatable {
    /// The experiment; nil for units that take part in none.
    public let experiment: Experiment?
    /// The part of all units, as a fraction of 1.
    public let share: Double

    /// Makes a member; the group that is made of it says what is wrong with it.
    ///
    /// - Parameters:
    ///   - experiment: The experiment.
    ///   - share: More than 0 and at most 1.
    public init(_ experiment: Experiment, share: Double) {
      self.init(experiment: experiment, share: share)
    }

    private init(experiment: Experiment?, share: Double) {
      self.experiment = experiment
      self.share = share
    }

    /// Units that take part in no experiment: the place of one that has ended.
    ///
    /// - Parameter share: More than 0 and at most 1.
    /// - Returns: The member.
    public static func free(share: Double) -> Member {
      Member(experiment: nil, share: share)
    }
  }

  /// The name, by which units are drawn: another name draws anew.
  public let name: String
  /// The experiments and their shares, at least one.
  public let members: [Member]

  /// Makes a group.
  ///
  /// - Parameters:
  ///   - name: The name; not empty.
  ///   - members: The experiments, each under a name of its own. Their shares sum to 1 at most.
  /// - Throws: An ``ExperimentError`` that tells everything that is wrong: an empty name, no members, two experiments of one
  ///   name, a share that is not above 0 and at most 1, shares that sum to more than 1.
  public init(_ name: String, members: [Member]) throws(ExperimentError) {
    let problems = ExclusiveGroup.problems(name, members)
    guard problems.isEmpty else { throw ExperimentError(problems: problems) }
    self.name = name
    self.members = members
  }

  /// The experiment that a unit takes part in.
  ///
  /// - Parameter unit: The id of the unit; any text.
  /// - Returns: The experiment; nil if the unit takes part in none.
  public func experiment(for unit: String) -> Experiment? {
    let position = StableDraw("group", name, unit).uniform
    var bound = 0.0
    for member in members {
      bound = bound + member.share
      if position < bound { return member.experiment }
    }
    return nil
  }

  /// The variant that a unit gets of one of the experiments.
  ///
  /// - Parameters:
  ///   - experiment: The name of the experiment.
  ///   - unit: The id of the unit; any text.
  ///   - override: The name of the variant that the unit gets, also if the group excludes it from the experiment.
  /// - Returns: The variant, and whether it was drawn: the experiment's first if the unit is excluded.
  /// - Throws: An ``ExperimentError`` if there is no such experiment in the group, or no such variant in the experiment; it
  ///   has the names that there are.
  public func assignment(
    of experiment: String, for unit: String, override: String? = nil
  ) throws(ExperimentError) -> VariantAssignment {
    let experiments = members.compactMap(\.experiment)
    guard let wanted = experiments.first(where: { $0.name == experiment }) else {
      let problem = ExperimentError.Problem.unknownMember(experiment, group: name, known: experiments.map(\.name))
      throw ExperimentError(problems: [problem])
    }
    if override == nil, self.experiment(for: unit)?.name != wanted.name {
      return VariantAssignment(experiment: wanted.name, variant: wanted.variants[0].name, reason: .excluded(by: name))
    }
    return try wanted.assignment(for: unit, override: override)
  }

  private static func problems(_ name: String, _ members: [Member]) -> [ExperimentError.Problem] {
    var problems: [ExperimentError.Problem] = []
    if name.isEmpty { problems.append(.groupWithoutName) }
    if members.isEmpty { problems.append(.noMembers(group: name)) }
    var sum = 0.0
    for (index, member) in members.enumerated() {
      let place = index + 1
      if let own = member.experiment?.name,
        let first = members[..<index].firstIndex(where: { $0.experiment?.name == own })
      {
        problems.append(.repeatedMember(own, places: [first + 1, place], group: name))
      }
      if member.share > 0, member.share <= 1 {
        sum = sum + member.share
      } else {
        problems.append(.invalidShare(member.share, experiment: member.experiment?.name, place: place, group: name))
      }
    }
    // Ten tenths are a little more or less than 1.
    if sum > 1 + 1e-9 { problems.append(.sharesExceedWhole(sum, group: name)) }
    return problems
  }
}
