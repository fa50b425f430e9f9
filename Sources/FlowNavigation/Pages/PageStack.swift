/// The pages that a run has visited, and those of them that the user sees.
///
/// The user's pages are always the lowest of the run's. There are fewer of them while the run goes back: the user has left pages that
/// the run hasn't left yet.
struct PageStack<Page: Hashable, Visit: AnyObject> {
  /// A page of the stack.
  struct Place {
    let page: Page
    /// The name of the page's step.
    let name: String
    /// Whether the page is presented over the others. Only the top page can be.
    let isPresented: Bool
    /// The latest visit of the page; nil if the run hasn't visited it since the stack was restored.
    let visit: Visit?
    var phase = Phase.waiting
  }

  /// The state of a page's latest visit.
  enum Phase {
    /// The page's step waits for the user.
    case waiting
    /// The user has completed the page.
    case completed
    /// The page's step was cancelled.
    case cancelled
  }

  /// A place to which the run is going back.
  enum Target: Equatable {
    /// The page with this index.
    case page(Int)
    /// The place before the first page.
    case beforeTheFirst
  }

  /// The pages of the run, the first one at the bottom.
  private(set) var places: [Place] = []
  /// The place to which the run is going back; nil if it isn't going back.
  private(set) var target: Target?

  /// The number of pages that the user sees.
  var shownCount: Int {
    switch target {
    case .page(let index): index + 1
    case .beforeTheFirst: 0
    case nil: places.count
    }
  }

  /// The pushed pages that the user sees.
  var path: [Page] { places[..<shownCount].filter { !$0.isPresented }.map(\.page) }

  /// The presented page that the user sees; nil if there is none.
  var presented: Page? { places[..<shownCount].last.flatMap { $0.isPresented ? $0.page : nil } }

  /// The index of a page that the user sees.
  func index(of page: Page) -> Int? { places[..<shownCount].firstIndex { $0.page == page } }

  /// The latest visit of a page; nil if the run hasn't visited it.
  func latestVisit(of page: Page) -> Visit? { places.last { $0.page == page }?.visit }

  /// Whether a page waits for the user.
  func accepts(_ page: Page) -> Bool {
    guard target == nil, let top = places.last else { return false }
    return top.page == page && top.phase == .waiting && top.visit != nil
  }

  /// Records that the run visits a page.
  mutating func visit(_ place: Place) {
    if let index = places.firstIndex(where: { $0.page == place.page }) {
      places.removeSubrange(index...)
    } else {
      // A presented page is only for the time until the run moves on. A run that has left a page without a result doesn't return to it.
      while let top = places.last, top.isPresented || top.phase == .cancelled { places.removeLast() }
    }
    // The run has arrived, or has gone further back than the user.
    if case .page(let index) = target, index >= places.count { target = nil }
    places.append(place)
  }

  /// Records that the user completes a page. A presented page ends.
  ///
  /// - Returns: The visit; nil if the page doesn't wait for the user.
  mutating func complete(_ page: Page) -> Visit? {
    guard accepts(page), let top = places.popLast() else { return nil }
    if !top.isPresented {
      places.append(top)
      places[places.count - 1].phase = .completed
    }
    return top.visit
  }

  /// Records that the step of a visit was cancelled. A presented page ends.
  mutating func cancel(_ visit: Visit) {
    guard let index = places.firstIndex(where: { $0.visit === visit }) else { return }
    places[index].phase = .cancelled
    if places[index].isPresented { places.remove(at: index) }
  }

  /// Records that the user leaves all but some of the pages.
  ///
  /// - Parameter count: The number of remaining pages.
  /// - Returns: Whether the run must go back. If not, the user sees no more pages than that, or the top page waits.
  mutating func leave(allBut count: Int) -> Bool {
    guard count < shownCount || (count == places.count && places.last?.phase == .completed) else { return false }
    target = count > 0 ? .page(count - 1) : .beforeTheFirst
    return true
  }

  /// Records that the run doesn't go back. The user sees the run's pages again.
  mutating func stay() {
    target = nil
  }

  /// Records that the user can't see other pages. Nothing changes.
  mutating func refuse() {}

  /// Records that the run has left all pages.
  mutating func clear() {
    places = []
    target = nil
  }

  /// Records that the run has ended. The user continues to see the pushed pages that the user sees.
  mutating func end() {
    places.removeSubrange(shownCount...)
    target = nil
    if places.last?.isPresented == true { places.removeLast() }
    for index in places.indices { places[index].phase = .completed }
  }

  /// Creates an empty stack.
  init() {}

  /// Creates a stack of pages that an earlier process has saved.
  init(_ places: [Place]) {
    self.places = places
  }
}
