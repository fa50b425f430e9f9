/// Something that can be done on a screen by typing a line, or by a key.
///
/// ```swift
/// let tick = ScreenCommand("tick", argument: "N", help: "ticks item N", isPossible: !items.isEmpty) { text in
///   guard let number = Int(text), items.indices.contains(number - 1) else {
///     return .refused("There is no item '\(text.printable)'; the items are 1 to \(items.count).")
///   }
///   items[number - 1].tick()
///   return .done
/// }
/// ```
public struct ScreenCommand {
  /// The word that it begins with.
  public var name: String
  /// What follows the word, as `help` shows it; nil if nothing does.
  public var argument: String?
  /// What it does, in a few words.
  public var help: String
  /// The key that does the same on a live screen, where nothing is being typed; without an argument.
  public var key: Character?
  /// Whether it can be done now.
  public var isPossible: Bool
  /// Does it, given what followed the word, without the spaces around it.
  public var perform: (_ argument: String) -> ScreenReply

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - name: The word that it begins with.
  ///   - argument: What follows the word, as `help` shows it.
  ///   - help: What it does, in a few words.
  ///   - key: The key that does the same on a live screen.
  ///   - isPossible: Whether it can be done now; it is not performed otherwise.
  ///   - perform: Does it, on the queue of the run.
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

  /// The word and what follows it.
  var usage: String { argument.map { "\(name) \($0)" } ?? name }
}
