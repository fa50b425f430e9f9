@testable import FlowNavigation
import FlowState
import FlowStateTesting
import TestSupport

/// A person with a device, whose actions an explorer chooses, against a run of ``Shop``.
///
/// The device has a screen for each page, which it drops and creates anew when it rotates. The person acts a few times at any moment, and
/// then only taps until the run ends.
@MainActor final class ExploredUser {
  /// An action of the person.
  enum Action: CaseIterable {
    case tap, doubleTap, swipe, swipeSeveral, popToRoot, stay, dismiss, rotate, leave
  }

  /// A mistake of the device.
  enum Mistake {
    case none, popIsNotPassedOn
  }

  /// The screen of a page. It completes the page, and owns nothing of the run.
  private struct Screen {
    let page: ShopPage
    let content: String?
  }

  private let shop: Shop
  private let stage: ScheduleStage
  private let mistake: Mistake
  private var screens: [Screen] = []
  private var actionsLeft: Int
  private var pending: PendingEvent?
  private var isTapWaiting = false
  /// The first time at which the person saw other pages than those of the run, as text.
  private(set) var difference: String?

  /// Messages of the run to the main queue, if the run is on another queue.
  private let mail = Box<[@MainActor () -> Void]>([])

  /// If `isElsewhere`, the run is on a queue of its own, and its messages wait on the main queue.
  init(on stage: ScheduleStage, actions: Int, isElsewhere: Bool = false, _ mistake: Mistake = .none) {
    let mainQueue = MainQueue { [mail] body in
      mail.value.append(body)
      stage.addEvent("main") { MainActor.assumeIsolated { mail.value.removeFirst()() } }
    }
    shop = Shop(FlowPages(on: isElsewhere ? mainQueue : .system))
    self.stage = stage
    self.mistake = mistake
    actionsLeft = actions
    stage.answer("quote", with: .result(5))
    shop.pages.observe { [unowned self] in pagesHaveChanged() }
    stage.start(shop.makeFlow().observed(by: shop.recorder)) { flow, report in
      shop.pages.start(flow) { outcome in report(outcome) }
    }
    offerNext()
  }

  private var pages: FlowPages<ShopPage> { shop.pages }
  private var seen: [ShopPage] { screens.map(\.page) }

  // MARK: The device

  private func pagesHaveChanged() {
    // Screens that stay aren't created anew.
    let (path, sheet) = (pages.path, pages.presented)
    let kept = zip(screens, path).prefix { $0.page == $1 }.map(\.0)
    screens = kept + path.dropFirst(kept.count).map(makeScreen) + (sheet.map { [makeScreen($0)] } ?? [])
    offerTap()
  }

  private func makeScreen(_ page: ShopPage) -> Screen {
    Screen(page: page, content: page == .options || page == .list ? nil : pages.content(of: page, as: String.self))
  }

  // MARK: The person

  private func offerNext() {
    guard !pages.isFinished else { return }
    guard actionsLeft > 0 else { return offerTap() }
    pending = stage.addEvent(
      "user",
      anyOf: [
        "tap": act(.tap), "doubleTap": act(.doubleTap), "swipe": act(.swipe), "swipeSeveral": act(.swipeSeveral),
        "popToRoot": act(.popToRoot), "stay": act(.stay), "dismiss": act(.dismiss), "rotate": act(.rotate),
        "leave": act(.leave),
      ])
  }

  private func act(_ action: Action) -> @Sendable () -> Void {
    { [unowned self] in
      MainActor.assumeIsolated {
        pending = nil
        compare()
        perform(action)
        actionsLeft -= 1
        offerNext()
      }
    }
  }

  /// Lets the person tap when a page waits, after all other actions.
  private func offerTap() {
    guard actionsLeft == 0, !isTapWaiting, waiting != nil else { return }
    isTapWaiting = true
    stage.addEvent("tap") { [unowned self] in
      MainActor.assumeIsolated {
        compare()
        isTapWaiting = false
        if let waiting { pages.complete(waiting, with: "on") }
        offerTap()
      }
    }
  }

  private var waiting: ShopPage? { ShopPage.allCases.first { pages.accepts($0) } }

  private func perform(_ action: Action) {
    let pushed = pages.path.count
    switch action {
    case .tap: tap()
    case .doubleTap:
      tap()
      tap()
    case .swipe where mistake == .popIsNotPassedOn: if screens.count > 1 { screens.removeLast() }
    case .swipe: if pushed > 1 { pages.path.removeLast() }
    case .swipeSeveral: if pushed > 2 { pages.path.removeLast(2) }
    case .popToRoot: pages.popToRoot()
    case .stay: if let page = pages.path.last { pages.pop(to: page) }
    case .dismiss: pages.presented = nil
    case .rotate:
      screens = []
      pagesHaveChanged()
    case .leave: pages.path = []
    }
  }

  private func tap() {
    guard let screen = screens.last else { return }
    pages.complete(screen.page, with: "on")
  }

  // MARK: The rules

  /// Compares what the person sees with the pages of the run, when the run has nothing left to do.
  private func compare() {
    guard difference == nil, stage.queue.isEmpty, mail.value.isEmpty, !pages.isFinished else { return }
    let trail = PageTrail(shop.recorder.events)
    if seen != trail.stack {
      difference = "The person sees \(seen.text), and the run is at \(trail.stack.text)."
    } else if waiting != trail.current {
      difference = "The page that waits is \(waiting?.rawValue ?? "none"), and the run is at \(trail.stack.text)."
    } else if let screen = screens.last, screen.content == nil, ![.list, .options, .late].contains(screen.page) {
      difference = "The screen of \(screen.page) shows nothing."
    }
  }

  /// The page that has reported a second result of a visit. A tap that comes as the visit ends otherwise is no mistake.
  private var completedTwice: String? {
    var completed: [FlowPlace: String] = [:]
    for event in shop.recorder.events {
      switch event.kind {
      case .stepCompleted: completed[event.place] = event.step
      case .extraCompletionIgnored:
        if let step = event.step, ShopPage(rawValue: step) != nil, completed[event.place] == step { return step }
      default: break
      }
    }
    return nil
  }

  /// Returns a sentence about what went wrong; nil if nothing did.
  func complaint() -> String? {
    let abandoned = shop.recorder.events.compactMap { event in
      if case .stepAbandoned = event.kind { event.step } else { nil }
    }
    if let step = abandoned.first { return "Page \(step) was abandoned." }
    if let page = completedTwice { return "Page \(page) was completed twice." }
    if !pages.isFinished { return "The pages don't know that the run has ended." }
    return difference
  }
}

extension [ShopPage] {
  fileprivate var text: String { map(\.rawValue).joined(separator: " > ") }
}
