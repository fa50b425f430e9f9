import Testing

@testable import StepKit

@Suite("A countdown")
struct CountdownTests {
  @Test("A countdown counts while it runs, and not while it is paused")
  func counting() {
    var countdown = Countdown(total: .seconds(3))
    expectTrue(countdown.start(at: .seconds(10)) == .running)
    #expect(countdown.deadline == .seconds(13))
    #expect(countdown.remaining(at: .seconds(11)) == .seconds(2))
    expectTrue(countdown.pause(at: .seconds(11)))
    #expect(countdown.deadline == nil)
    #expect(countdown.remaining(at: .seconds(99)) == .seconds(2))
    expectTrue(countdown.start(at: .seconds(100)) == .running)
    #expect(countdown.deadline == .seconds(102))
    #expect(countdown.done(at: .seconds(101)) == .seconds(2))
  }

  @Test("A countdown counts fractions and never falls below zero")
  func fractions() {
    var countdown = Countdown(total: .milliseconds(1500))
    _ = countdown.start(at: .zero)
    #expect(
      [0, 1, 2, 3].map { countdown.remaining(at: .seconds($0)) }
        == [.milliseconds(1500), .milliseconds(500), .zero, .zero])
  }

  @Test("A countdown finishes once, at its deadline")
  func finishing() {
    var countdown = Countdown(total: .seconds(2))
    _ = countdown.start(at: .zero)
    expectTrue(!countdown.settle(at: .seconds(2) - .nanoseconds(1)))
    expectTrue(countdown.settle(at: .seconds(2)))
    expectTrue(!countdown.settle(at: .seconds(3)))
    #expect(countdown.phase == .finished)
    expectTrue(countdown.start(at: .seconds(4)) == .refused)
    expectTrue(!countdown.pause(at: .seconds(4)))
    #expect(countdown.remaining(at: .seconds(5)) == .zero)
  }

  @Test("An idle or paused countdown does not finish by itself")
  func idle() {
    var countdown = Countdown(total: .zero)
    expectTrue(!countdown.settle(at: .seconds(1)))
    expectTrue(countdown.start(at: .seconds(1)) == .finished)
    var paused = Countdown(total: .seconds(1))
    _ = paused.start(at: .zero)
    expectTrue(paused.pause(at: .seconds(1)))
    expectTrue(!paused.settle(at: .seconds(2)))
    expectTrue(paused.start(at: .seconds(2)) == .finished)
  }

  @Test("A countdown begins with the given progress, limited to its bounds")
  func bounds() {
    #expect(Countdown(total: .seconds(10), done: .seconds(8)).remaining(at: .zero) == .seconds(2))
    #expect(Countdown(total: .seconds(10), done: .seconds(12)).remaining(at: .zero) == .zero)
    #expect(Countdown(total: .seconds(10), done: .seconds(-5)).remaining(at: .zero) == .seconds(10))
    #expect(Countdown(total: .seconds(-10)).total == .zero)
  }

  @Test("A countdown in the background has no deadline and reports whether it ran there")
  func background() {
    var countdown = Countdown(total: .seconds(10))
    countdown.enterBackground()
    expectTrue(!countdown.becomeActive())
    _ = countdown.start(at: .zero)
    countdown.enterBackground()
    #expect(countdown.deadline == nil)
    #expect(countdown.remaining(at: .seconds(4)) == .seconds(6))
    expectTrue(countdown.becomeActive())
    expectTrue(!countdown.becomeActive())
    #expect(countdown.deadline == .seconds(10))
  }

  @Test("A countdown treats a clock that runs backwards as stopped")
  func backwards() {
    var countdown = Countdown(total: .seconds(10))
    _ = countdown.start(at: .seconds(5))
    #expect(countdown.remaining(at: .zero) == .seconds(10))
    expectTrue(countdown.pause(at: .zero))
    #expect(countdown.remaining(at: .seconds(9)) == .seconds(10))
  }

  @Test("A running countdown refuses to start and continues")
  func running() {
    var countdown = Countdown(total: .seconds(10))
    _ = countdown.start(at: .zero)
    expectTrue(countdown.start(at: .seconds(5)) == .refused)
    #expect(countdown.deadline == .seconds(10))
  }
}

@Suite("The countdown of an action")
struct CountdownActionTests {
  @Test(
    "A countdown limits the seconds of an action to a valid range",
    arguments: [
      (300, .seconds(300)), (1.5, .milliseconds(1500)), (0.1, .milliseconds(100)), (-1, .zero), (.nan, .zero),
      (1e300, .seconds(9_000_000_000)), (.infinity, .seconds(9_000_000_000)),
    ] as [(Double, Duration)])
  func seconds(seconds: Double, total: Duration) {
    #expect(Countdown(of: .timer(seconds: seconds))?.total == total)
  }

  @Test(
    "Seconds are the same after conversion to a duration and back",
    arguments: [0.1, 0.3, 1.5, 59.123456789, 3600, 86_399.999])
  func backToSeconds(seconds: Double) {
    #expect(Duration(timerSeconds: seconds).timerSeconds == seconds)
  }

  @Test("The countdown of a custom timer has the picked duration")
  func custom() {
    #expect(Countdown(of: .customTimer())?.total == .zero)
    let countdown = Countdown(of: .customTimer(seconds: 100, completedSeconds: 6))
    #expect(countdown?.total == .seconds(96))
    #expect(countdown?.remaining(at: .zero) == .seconds(90))
    #expect(Countdown(of: .button()) == nil)
  }

  @Test("The elapsed time is written into the action, unless the countdown never started")
  func counted() {
    var countdown = Countdown(total: .seconds(10))
    #expect(StepAction.timer(seconds: 10).counted(countdown, at: .zero).json == StepAction.timer(seconds: 10).json)
    _ = countdown.start(at: .zero)
    #expect(
      StepAction.timer(seconds: 10, identifier: "i").counted(countdown, at: .seconds(4)).json
        == StepAction.timer(seconds: 10, completedSeconds: 4, identifier: "i").json)
    #expect(
      StepAction.customTimer(seconds: 12).counted(countdown, at: .zero).json
        == StepAction.customTimer(seconds: 12, completedSeconds: 0).json)
    #expect(StepAction.button().counted(countdown, at: .seconds(4)).json == StepAction.button().json)
  }
}
