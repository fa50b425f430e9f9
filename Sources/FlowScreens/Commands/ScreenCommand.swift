/// A command of a screen. The user types it as a line or presses its key.
///
/// ```swift
/// let tick = ScreenCommand("tick", argument: "N", help: "ticks item N", isPossible: !items.isEmpty) { text in
///   guard let number = Int(text), number > 0, number <= items.count else {
///     return .refused("There is no item '\(text.printable)'; the items are 1 to \(items.count).")
///   }
///   items[number - 1].tick()
///   return .done
/// }
/// ```
public struct ScreenCommand {
  /// The word that the command begins with.
  public var name: String
  /// The argument after the word, as shown by `help`; nil if the command takes none.
  public var argument: String?
  /// A short description of the command's effect.
  public var help: String
  /// The key that performs the command on a live screen while the user isn't typing text, or as a line of its own. In
  /// both cases, the argument is empty.
  public var key: Character?
  /// A Boolean value that indicates whether the command can be performed now.
  public var isPossible: Bool
  /// The closure that performs the command. It receives the argument without surrounding spaces.
  public var perform: (_ argument: String) -> ScreenReply
  /// The closure that returns the argument with dots in place of a secret, such as a password; nil if it has none.
  package var masked: (_ argument: String) -> String? = { _ in nil }

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The word that the command begins with.
  ///   - argument: The argument after the word, as shown by `help`.
  ///   - help: A short description of the command's effect.
  ///   - key: The key that performs the command on a live screen.
  ///   - isPossible: Whether the command can be performed now. Otherwise it is refused.
  ///   - perform: A closure that performs the command. It is called on the run's queue.
  public init(
    _ name: String, argument: String? = nil, help: String, key: Character? = nil, isPossible: Bool = true,
    perform: @escaping (_ argument: String) -> ScreenReply
  ) {
    self.name = name
    self.argument = argument
    self.help = help
    self.key = key
    self.isPossible = isPossible
    self.perform = perform
  }

  /// The word and its argument.
  var usage: String { argument.map { "\(name) \($0)" } ?? name }
}
