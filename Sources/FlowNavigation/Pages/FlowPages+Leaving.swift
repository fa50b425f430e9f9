/// The buttons with which the user leaves pages.
extension FlowPages {
  /// Leaves the top page, presented or pushed, as a back button does.
  public func pop() { leave(allBut: stack.shownCount - 1) }

  /// Leaves all pages above a page. If it is the top page, and the run works for the next one, the work is cancelled.
  ///
  /// - Parameter page: The page, which becomes the top page. If it isn't in the stack, nothing happens.
  public func pop(to page: Page) {
    if let index = stack.index(of: page) { leave(allBut: index + 1) }
  }

  /// Leaves all pages above the first one.
  public func popToRoot() { leave(allBut: 1) }
}
