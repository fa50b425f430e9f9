import FlowState

/// The buttons with which the user leaves pages, and the requests that follow.
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

  /// Asks the run to go back to the page that the user sees. The run's queue makes the call, and takes the latest request.
  ///
  /// - Parameter count: As that of ``ReturnRequest/set(_:of:after:)``.
  func requestReturn(after count: Int? = nil) {
    let living = stack.places.compactMap(\.visit).filter { $0.isRunAlive() }
    switch stack.target {
    case .page(let index):
      // A nested run that has ended can't take the request, and a run around it can.
      guard let visit = current?.isRunAlive() == true ? current : living.last ?? current else { return }
      if request.set(.step(stack.places[index].name), of: visit.run, after: count) { visit.goBack() }
    case .beforeTheFirst:
      if let run { return run.cancel() }
      // The first page belongs to the outermost run that has pages.
      guard let visit = living.first ?? current else { return }
      if request.set(.beforeTheFirst, of: visit.run, after: count) { visit.goBack() }
    case nil: return
    }
  }

  /// Whether a visit is the first one after the user has left all pages: of another run, or of another nested one.
  func isFirstAfterLeaving(_ visit: PageVisit) -> Bool {
    let visits = stack.places.compactMap(\.visit)
    // A run can show a page in the moment in which it ends. One that `start` has started is cancelled, and empties the stack at its end.
    guard stack.target == .beforeTheFirst, !visits.isEmpty, visit.isRunAlive(), visit.run != run?.id else {
      return false
    }
    let isOther = !visits.contains { $0.run == visit.run }
    // The run that has taken the request can still be ending.
    if isOther, !request.isWaiting, run == nil { return true }
    // A durable run that has waited continues as another part, and takes the request then.
    return visits.allSatisfy { !$0.isRunAlive() } && (!request.isWaiting || isOther)
  }
}
