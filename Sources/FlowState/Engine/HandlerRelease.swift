/// The release of a handler by its last owner.
final class HandlerRelease: Message {
  private let lane: Lane
  private let visit: Int
  private let name: StepName
  private let attachment: Attachment?

  init(of name: StepName, servingIn lane: Lane, visit: Int, _ attachment: Attachment?) {
    self.lane = lane
    self.visit = visit
    self.name = name
    self.attachment = attachment
  }

  override func deliver() {
    attachment?.handlerIsReleased()
    lane.abandon(visit, of: name)
  }
}
