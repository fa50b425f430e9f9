/// A question that a screen asks where only lines can be read, such as in a pipe or on a terminal without a cursor.
///
/// ```swift
/// var question: ScreenQuestion? {
///   ScreenQuestion("name", "Your name: ") { line in
///     line.isEmpty ? .refused("Enter a name.") : .done
///   }
/// }
/// ```
///
/// A presenter writes the introduction once, then the text, and passes the line to the closure. If the line is refused, it writes the
/// reason and asks again. Otherwise it asks the next question of the screen, or ends if the screen is finished.
public struct ScreenQuestion {
  /// The identifier of the question. Two questions that follow each other have different ones.
  public var id: String
  /// The text before the answer, on the same line.
  public var text: String
  /// Lines before the text, such as a title and a hint. They aren't repeated after a refusal.
  public var introduction: [StyledText]
  /// A Boolean value that indicates whether the answer is hidden, as for passwords.
  public var isHidden: Bool
  /// The closure that receives the line.
  public var answer: (_ line: String) -> ScreenReply

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - id: The identifier of the question.
  ///   - text: The text before the answer, on the same line.
  ///   - introduction: Lines before the text, such as a title and a hint.
  ///   - isHidden: Whether the answer is hidden, as for passwords.
  ///   - answer: A closure that receives the line. It is called on the run's queue.
  public init(
    _ id: String, _ text: String, introduction: [StyledText] = [], isHidden: Bool = false,
    answer: @escaping (_ line: String) -> ScreenReply
  ) {
    self.id = id
    self.text = text
    self.introduction = introduction
    self.isHidden = isHidden
    self.answer = answer
  }
}
