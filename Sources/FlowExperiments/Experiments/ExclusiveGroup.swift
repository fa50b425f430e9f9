public import FlowState

/// A group of experiments that exclude each other: each unit takes part in at most one of them.
///
/// ```swift
/// let signup = try ExclusiveGroup("signup", members: [.init(signupOrder, share: 0.5), .init(shortForm, share: 0.2)])
/// let assignment = try signup.assignment(of: "signup-order", for: "user-42")
/// ```
///
/// Each member has a share of all units. If the shares sum to less than 1, the remaining units take part in no experiment. A
/// unit that doesn't take part in an experiment gets the experiment's first variant, with the reason
/// `VariantAssignment.Reason.excluded(by:)`.
///
/// The members take their shares in the order of the list, and the free units are at the end. So if you add a member at the
/// end, or increase the share of the last member, it takes only free units and doesn't disturb the other experiments. To end
/// an experiment without moving the members after it, replace it with ``Member/free(share:)``. The place of a unit depends
/// only on the salt of the group, which is its name by default, and the unit.
public struct ExclusiveGroup: Sendable, Equatable {
  /// An experiment and its share of the units.
  ///
  /// ```swift
  /// let half = ExclusiveGroup.Member(signupOrder, share: 0.5)
  /// ```
  public struct Member: Sendable, Equatable {
    /// The experiment; nil for units that take part in no experiment.
    public let experiment: Experiment?
    /// The share of all units, as a fraction of 1.
    public let share: Double

    /// Creates a member. The group checks it.
    ///
    /// - Parameters:
    ///   - experiment: The experiment.
    ///   - share: The share of all units; more than 0 and at most 1.
    public init(_ experiment: Experiment, share: Double) {
      self.init(experiment: experiment, share: share)
    }

    private init(experiment: Experiment?, share: Double) {
      self.experiment = experiment
      self.share = share
    }

    /// Returns a member for units that take part in no experiment, for instance in place of an experiment that has ended.
    ///
    /// - Parameter share: The share of all units; more than 0 and at most 1.
    /// - Returns: The member.
    public static func free(share: Double) -> Member {
      Member(experiment: nil, share: share)
    }
  }

  /// The name of the group.
  public let name: String
  /// The text that the draw depends on. Don't change it while experiments of the group run.
  public let salt: String
  /// The experiments and their shares, at least one.
  public let members: [Member]

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - name: The name. Must not be empty.
  ///   - salt: The text that the draw depends on; the name by default. Another salt distributes the units differently.
  ///   - members: The experiments. Each needs its own name and its own salt. The shares must sum to at most 1.
  /// - Throws: An ``ExperimentError`` with every problem: an empty name, no members, two experiments with the same name or
  ///   salt, a share that isn't more than 0 and at most 1, or shares that sum to more than 1.
  public init(_ name: String, salt: String? = nil, members: [Member]) throws(ExperimentError) {
    let problems = ExclusiveGroup.problems(name, members)
    guard problems.isEmpty else { throw ExperimentError(problems: problems) }
    self.name = name
    self.salt = salt ?? name
    self.members = members
  }

  /// Returns the experiment that a unit takes part in: the first one that forces the unit to a variant, or else the one at
  /// the unit's place in the group.
  ///
  /// - Parameter unit: The identifier of the unit, any text.
  /// - Returns: The experiment; nil if the unit takes part in no experiment.
  public func experiment(for unit: String) -> Experiment? {
    if let forcing = forcing(unit) { return forcing }
    let position = StableDraw("group", salt, unit).uniform
    var bound = 0.0
    for member in members {
      bound = bound + member.share
      if position < bound { return member.experiment }
    }
    return nil
  }

  /// The first experiment that forces a unit to a variant.
  private func forcing(_ unit: String) -> Experiment? {
    members.lazy.compactMap(\.experiment).first { $0.forced[unit] != nil }
  }

  /// Returns the variant that a unit gets in one of the experiments.
  ///
  /// - Parameters:
  ///   - experiment: The name of the experiment.
  ///   - unit: The identifier of the unit, any text.
  ///   - override: The name of a variant to use instead of the drawn one, even if the group excludes the unit.
  ///   - store: Keeps the drawn variants, so that later changes of the group or the experiment don't move the unit. A unit with
  ///     a kept variant takes part in that experiment only, even if its place in the group has changed.
  /// - Returns: The variant and the reason. An excluded unit gets the experiment's first variant. An experiment that forces the
  ///   unit to a variant doesn't exclude it, and the others do.
  /// - Throws: An ``ExperimentError`` that lists the known names, if the group doesn't have the experiment, or the experiment
  ///   doesn't have the variant.
  public func assignment(
    of experiment: String, for unit: String, override: String? = nil, keptIn store: (any VariantStore)? = nil
  ) throws(ExperimentError) -> VariantAssignment {
    let experiments = members.compactMap(\.experiment)
    guard let wanted = experiments.first(where: { $0.name == experiment }) else {
      let problem = ExperimentError.Problem.unknownMember(experiment, group: name, known: experiments.map(\.name))
      throw ExperimentError(problems: [problem])
    }
    if override == nil, wanted.forced[unit] == nil {
      let kept = experiments.first { $0.keptVariant(of: unit, in: store) != nil }
      let own = forcing(unit) ?? kept ?? self.experiment(for: unit)
      if own?.name != wanted.name { return wanted.exclusion(because: .excluded(by: name)) }
    }
    return try wanted.assignment(for: unit, override: override, keptIn: store)
  }

  private static func problems(_ name: String, _ members: [Member]) -> [ExperimentError.Problem] {
    var problems: [ExperimentError.Problem] = []
    if name.isEmpty { problems.append(.groupWithoutName) }
    if members.isEmpty { problems.append(.noMembers(group: name)) }
    var sum = 0.0
    for (index, member) in members.enumerated() {
      let place = index + 1
      if let own = member.experiment {
        let earlier = members[..<index]
        if let first = earlier.firstIndex(where: { $0.experiment?.name == own.name }) {
          problems.append(.repeatedMember(own.name, places: [first + 1, place], group: name))
        } else if let first = earlier.firstIndex(where: { $0.experiment?.salt == own.salt }) {
          // A store keeps variants by salt, so a variant of one experiment would count as kept by the other one.
          problems.append(.repeatedMemberSalt(own.salt, places: [first + 1, place], group: name))
        }
      }
      if member.share > 0, member.share <= 1 {
        sum = sum + member.share
      } else {
        problems.append(.invalidShare(member.share, experiment: member.experiment?.name, place: place, group: name))
      }
    }
    // The sum of ten tenths isn't exactly 1.
    if sum > 1 + 1e-9 { problems.append(.sharesExceedWhole(sum, group: name)) }
    return problems
  }
}
